; Only functions that are not structured are changed.
; RUN: %opt -S -passes='loop-simplify,lcssa,ursa-vulkan-structurize' %s | %FileCheck %s
; CHECK-LABEL: define void @structured
; CHECK-NOT: Flow
define void @structured(i1 %a, i1 %b, i32 %n) {
entry:
  br i1 %a, label %then, label %end
then:
  br label %head
head:
  %i = phi i32 [ 0, %then ], [ %next, %latch ]
  %again = icmp slt i32 %i, %n
  br i1 %again, label %body, label %done
body:
  br i1 %b, label %more, label %latch
more:
  br label %latch
latch:
  %next = add i32 %i, 1
  br label %head
done:
  br label %end
end:
  ret void
}
; The paths of %a and those of %b meet at %else.
; CHECK-LABEL: define void @crossing
; CHECK: Flow
define void @crossing(i1 %a, i1 %b, ptr %p) {
entry:
  br i1 %a, label %both, label %else
both:
  br i1 %b, label %then, label %else
then:
  store i32 1, ptr %p
  br label %end
else:
  store i32 2, ptr %p
  br label %end
end:
  ret void
}
; A loop with two exits.
; CHECK-LABEL: define void @breaks
; CHECK: loop.exit.guard
define void @breaks(i1 %a, i32 %n, ptr %p) {
entry:
  br label %head
head:
  %i = phi i32 [ 0, %entry ], [ %next, %body ]
  %again = icmp slt i32 %i, %n
  br i1 %again, label %body, label %end
body:
  %next = add i32 %i, 1
  %x = load volatile i1, ptr %p
  br i1 %x, label %found, label %head
found:
  store i32 2, ptr %p
  br label %end
end:
  ret void
}
; The structurizer creates no phi of an address.
; CHECK-LABEL: define void @addresses
; CHECK-NOT: phi ptr
; CHECK: then:
; CHECK-NEXT: [[P:%.*]] = getelementptr inbounds [8 x i32], ptr @__vk.private.k.0, i32 0, i32 %i
; CHECK-NEXT: store i32 1, ptr [[P]]
; CHECK-NOT: phi ptr
; CHECK: ret void
define void @addresses(i1 %a, i1 %b, i32 %i) {
entry:
  br i1 %a, label %both, label %else
both:
  %p = getelementptr inbounds [8 x i32], ptr @__vk.private.k.0, i32 0, i32 %i
  br i1 %b, label %then, label %else
then:
  store i32 1, ptr %p
  br label %end
else:
  store i32 2, ptr @__vk.private.k.0
  br label %end
end:
  ret void
}
@__vk.private.k.0 = external global [8 x i32]
