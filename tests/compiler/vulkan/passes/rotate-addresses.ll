; An address of the inner loop is hoisted to the header of the outer loop, which must not create a phi of it.
; RUN: %opt -S -passes='loop-simplify,lcssa,ursa-vulkan-rotate,verify' %s | %FileCheck %s
; CHECK-LABEL: define void @k
; CHECK-NOT: phi ptr
; CHECK: inner:
; CHECK-NEXT: %j = phi i32
; CHECK-NEXT: [[P:%.*]] = getelementptr inbounds [8 x i32], ptr @__vk.private.k.0, i32 0, i32 %{{i.*}}
; CHECK-NEXT: load i32, ptr [[P]]
; CHECK: latch:
; CHECK: [[FIRST:%.*]] = getelementptr inbounds [8 x i32], ptr @__vk.private.k.0, i32 0, i32 %i.next
; CHECK-NEXT: load i32, ptr [[FIRST]]
; CHECK-NOT: phi ptr
; CHECK: ret void
@__vk.private.k.0 = external global [8 x i32]
define void @k(i32 %n) {
entry:
  br label %outer
outer:
  %i = phi i32 [ 0, %entry ], [ %i.next, %latch ]
  br label %inner
inner:
  %j = phi i32 [ 0, %outer ], [ %j.next, %next ]
  %p = getelementptr inbounds [8 x i32], ptr @__vk.private.k.0, i32 0, i32 %i
  %x = load i32, ptr %p
  %more = icmp ult i32 %j, %x
  br i1 %more, label %body, label %end
body:
  %j.next = add i32 %j, 1
  store i32 %j.next, ptr @__vk.private.k.0
  %last = icmp eq i32 %j.next, %n
  br i1 %last, label %latch, label %next
next:
  br label %inner
latch:
  %i.next = add i32 %i, 1
  br label %outer
end:
  ret void
}
