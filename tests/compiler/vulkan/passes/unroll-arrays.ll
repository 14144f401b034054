; A short loop over local arrays that may end earlier is unrolled, so that the arrays become values.
; Loops that call what all work-items run together, and those with directives, stay.
; RUN: %opt -S -passes='loop-simplify,lcssa,ursa-vulkan-unroll-arrays' %s | %FileCheck %s
; RUN: %opt -S -passes='loop-simplify,lcssa,ursa-vulkan-unroll-arrays,sroa<modify-cfg>,instcombine<no-verify-fixpoint>,simplifycfg' %s | %FileCheck %s --check-prefix=FOLDED
declare void @barrier() convergent
; CHECK-LABEL: define i1 @equal
; CHECK-COUNT-4: icmp eq i8
; CHECK-NOT: icmp eq i8
; FOLDED-LABEL: define i1 @equal
; FOLDED-NOT: alloca
; FOLDED: ret i1
define i1 @equal(i8 %x, i8 %y) {
  %a = alloca [4 x i8]
  %b = alloca [4 x i8]
  store i8 %x, ptr %a
  store i8 %y, ptr %b
  %a1 = getelementptr i8, ptr %a, i32 1
  %b1 = getelementptr i8, ptr %b, i32 1
  store i8 1, ptr %a1
  store i8 1, ptr %b1
  br label %loop
loop:
  %i = phi i32 [ 0, %0 ], [ %j, %loop ]
  %p = getelementptr i8, ptr %a, i32 %i
  %q = getelementptr i8, ptr %b, i32 %i
  %v = load i8, ptr %p
  %w = load i8, ptr %q
  %same = icmp eq i8 %v, %w
  %j = add i32 %i, 1
  %more = icmp ne i32 %j, 4
  %c = select i1 %same, i1 %more, i1 false
  br i1 %c, label %loop, label %exit
exit:
  ret i1 %same
}
; CHECK-LABEL: define void @together
; CHECK: call void @barrier
; CHECK-NOT: call void @barrier
define void @together(i8 %x) {
  %a = alloca [4 x i8]
  br label %loop
loop:
  %i = phi i32 [ 0, %0 ], [ %j, %loop ]
  %p = getelementptr i8, ptr %a, i32 %i
  %v = load i8, ptr %p
  call void @barrier() convergent
  %same = icmp eq i8 %v, %x
  %j = add i32 %i, 1
  %more = icmp ne i32 %j, 4
  %c = select i1 %same, i1 %more, i1 false
  br i1 %c, label %loop, label %exit
exit:
  ret void
}
; CHECK-LABEL: define i1 @directive
; CHECK-COUNT-1: icmp eq i8
; CHECK-NOT: icmp eq i8
define i1 @directive(i8 %x) {
  %a = alloca [4 x i8]
  br label %loop
loop:
  %i = phi i32 [ 0, %0 ], [ %j, %loop ]
  %p = getelementptr i8, ptr %a, i32 %i
  %v = load i8, ptr %p
  %same = icmp eq i8 %v, %x
  %j = add i32 %i, 1
  %more = icmp ne i32 %j, 4
  %c = select i1 %same, i1 %more, i1 false
  br i1 %c, label %loop, label %exit, !llvm.loop !0
exit:
  ret i1 %same
}
!0 = distinct !{!0, !1}
!1 = !{!"llvm.loop.unroll.disable"}
