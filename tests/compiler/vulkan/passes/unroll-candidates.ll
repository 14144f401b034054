; Loops whose trip count cannot be computed are not unrolled, unless they request it.
; RUN: %opt -S -passes='loop-simplify,lcssa,ursa-vulkan-unroll-candidates' %s | %FileCheck %s
; CHECK-LABEL: define void @loops
define void @loops(i32 %n) {
entry:
  br label %constant
; CHECK: br i1 %c, label %constant, label %{{[a-z.]*$}}
constant:
  %i = phi i32 [ 0, %entry ], [ %i.next, %constant ]
  %i.next = add i32 %i, 1
  %c = icmp slt i32 %i.next, 4
  br i1 %c, label %constant, label %unknown
; CHECK: br i1 %d, label %unknown, label %{{[a-z.]*}}, !llvm.loop [[NO:!.*]]
unknown:
  %j = phi i32 [ 0, %constant ], [ %j.next, %unknown ]
  %j.next = add i32 %j, 1
  %d = icmp slt i32 %j.next, %n
  br i1 %d, label %unknown, label %end
end:
  ret void
}
; CHECK: [[NO]] = distinct !{[[NO]], [[DISABLE:!.*]]}
; CHECK: [[DISABLE]] = !{!"llvm.loop.unroll.disable"}
