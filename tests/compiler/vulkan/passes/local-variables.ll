; Allocas that are stored to in several blocks are promoted, with phis only where they are needed.
; RUN: %opt -S -passes='ursa-vulkan-local-variables,verify' %s | %FileCheck %s
; CHECK-LABEL: define i32 @counter
; CHECK-NOT: alloca
; CHECK: head:
; CHECK-NEXT: [[I:%.*]] = phi i32 [ {{.*}}, %{{.*}} ], [ {{.*}}, %{{.*}} ]
; CHECK-NOT: load
; CHECK: ret i32 [[I]]
define i32 @counter(i32 %n) {
entry:
  %i = alloca i32
  call void @llvm.lifetime.start.p0(ptr %i)
  store i32 0, ptr %i
  br label %head
head:
  %value = load i32, ptr %i
  %more = icmp ult i32 %value, %n
  br i1 %more, label %body, label %end
body:
  %old = load i32, ptr %i
  %next = add i32 %old, 1
  store i32 %next, ptr %i
  br label %head
end:
  %result = load i32, ptr %i
  call void @llvm.lifetime.end.p0(ptr %i)
  ret i32 %result
}
; Loads before the first store are undefined, as in SROA.
; CHECK-LABEL: define float @sometimes
; CHECK: phi float [ {{1.0.*, %then \], \[ undef, %entry}} ]
define float @sometimes(i1 %c, i1 %d) {
entry:
  %x = alloca float
  br i1 %c, label %then, label %else
then:
  store float 1.0, ptr %x
  br label %else
else:
  %result = load float, ptr %x
  br i1 %d, label %more, label %end
more:
  store float 2.0, ptr %x
  br label %end
end:
  ret float %result
}
; A volatile alloca, one whose address is taken, and one that is loaded as another type are not promoted.
; CHECK-LABEL: define i32 @others
; CHECK: %volatile = alloca i32
; CHECK: %taken = alloca i32
; CHECK: %other = alloca i32
; CHECK: store volatile
; CHECK: load float, ptr %other
define i32 @others(i1 %c, ptr %address) {
entry:
  %volatile = alloca i32
  %taken = alloca i32
  %other = alloca i32
  store volatile i32 1, ptr %volatile
  store i32 1, ptr %taken
  store i32 1, ptr %other
  store ptr %taken, ptr %address
  br i1 %c, label %then, label %end
then:
  store volatile i32 2, ptr %volatile
  store i32 2, ptr %taken
  store i32 2, ptr %other
  br label %end
end:
  %value = load volatile i32, ptr %volatile
  %bits = load float, ptr %other
  %number = fptosi float %bits to i32
  %sum = add i32 %value, %number
  ret i32 %sum
}
