; Loops test their condition at the end and before they begin, as after LLVM's loop-rotate.
; RUN: %opt -S -passes='loop-simplify,lcssa,ursa-vulkan-rotate,verify' %s -o %t.ours
; RUN: %opt -S -passes='loop-simplify,lcssa,loop(loop-rotate)' %s -o %t.theirs
; RUN: diff %t.ours %t.theirs
; RUN: %FileCheck %s < %t.ours
; CHECK-LABEL: define i32 @sum
; CHECK: [[ANY:%.*]] = icmp ult i32 0, %n
; CHECK-NEXT: br i1 [[ANY]], label %[[FIRST:.*]], label %
; CHECK: [[FIRST]]:
; CHECK-NEXT: br label %body
; CHECK: body:
; CHECK-NOT: {{^[a-z.]+:}}
; CHECK: %i.next = add i32
; CHECK: [[MORE:%.*]] = icmp ult i32 %i.next, %n
; CHECK-NEXT: br i1 [[MORE]], label %body, label %
define i32 @sum(ptr %a, i32 %n) {
entry:
  br label %head
head:
  %i = phi i32 [ 0, %entry ], [ %i.next, %body ]
  %s = phi i32 [ 0, %entry ], [ %s.next, %body ]
  %more = icmp ult i32 %i, %n
  br i1 %more, label %body, label %end
body:
  %p = getelementptr i32, ptr %a, i32 %i
  %x = load i32, ptr %p
  %s.next = add i32 %s, %x
  %i.next = add i32 %i, 1
  br label %head
end:
  ret i32 %s
}
define void @nested(ptr %a, i32 %n) {
entry:
  br label %outer
outer:
  %i = phi i32 [ 0, %entry ], [ %i.next, %outer.end ]
  %more = icmp ult i32 %i, %n
  br i1 %more, label %inner, label %end
inner:
  %j = phi i32 [ 0, %outer ], [ %j.next, %inner.end ]
  %again = icmp ult i32 %j, %i
  br i1 %again, label %inner.body, label %outer.end
inner.body:
  %p = getelementptr i32, ptr %a, i32 %j
  %x = load i32, ptr %p
  %stop = icmp eq i32 %x, 7
  br i1 %stop, label %end, label %inner.end
inner.end:
  %j.next = add i32 %j, 1
  br label %inner
outer.end:
  %i.next = add i32 %i, 1
  br label %outer
end:
  ret void
}
