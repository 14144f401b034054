; Pointers become offsets into variables, and addresses.
; RUN: %opt -S -passes=ursa-vulkan-pointers %s | %FileCheck %s
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-n8:16:32:64-G1"
target triple = "spirv64-unknown-unknown"

@tile = external addrspace(3) global [64 x float]
@vectors = external addrspace(3) global [64 x <4 x float>]
@both = external addrspace(3) global [4 x <4 x float>]
@__vk.local.k.6 = external addrspace(3) global [0 x i8], align 16 #1
declare i64 @__vk.test()

; The elements of a variable have the type of all its accesses. Two objects that one pointer may point
; to share a variable, whose elements are as narrow as the narrowest access.
; CHECK-DAG: @__vk.private.one.0 = external global [4 x float]
; CHECK-DAG: @__vk.private.two.0 = external global [32 x i8]
; CHECK-DAG: @__vk.workgroup.sized.0 = external addrspace(3) global [0 x i32] #

; CHECK-LABEL: define void @one
define void @one() #0 {
  %a = alloca [4 x float]
  %i = call i64 @__vk.test()
; CHECK: [[I:%.*]] = trunc i64 %i to i32
; CHECK: [[O:%.*]] = shl i32 [[I]], 2
; CHECK: getelementptr inbounds [4 x float], ptr @__vk.private.one.0, i32 0
; CHECK: load float
  %p = getelementptr float, ptr %a, i64 %i
  %x = load float, ptr %p
; CHECK: [[ADDRESS:%.*]] = add i64
; CHECK: inttoptr i64
; CHECK: store float %{{.*}}, ptr addrspace(1) %{{.*}}, align 4
  %g = inttoptr i64 %i to ptr addrspace(1)
  %q = getelementptr float, ptr addrspace(1) %g, i64 3
  store float %x, ptr addrspace(1) %q
  ret void
}
; CHECK-LABEL: define void @two
define void @two() #0 {
  %a = alloca [4 x i32]
  %b = alloca [4 x i32]
  %i = call i64 @__vk.test()
  %c = trunc i64 %i to i1
; CHECK: select i1 %c, i32 0, i32 16
  %p = select i1 %c, ptr %a, ptr %b
; CHECK-COUNT-4: load i8, ptr
  %x = load i32, ptr %p
  %narrow = trunc i32 %x to i8
  store i8 %narrow, ptr %b
  ret void
}
; CHECK-LABEL: define void @sized
define void @sized() #0 {
  store i32 1, ptr addrspace(3) @__vk.local.k.6
  ret void
}
; CHECK-LABEL: define void @unaligned
define void @unaligned() #0 {
  %i = call i64 @__vk.test()
  %g = inttoptr i64 %i to ptr addrspace(1)
; CHECK-COUNT-2: load i16, ptr addrspace(1) %{{.*}}, align 2
  %x = load i32, ptr addrspace(1) %g, align 2
  store i32 %x, ptr addrspace(1) %g, align 4
  ret void
}
; Local memory that is accessed only by aligned vectors is an array of vectors, whose index is not
; computed in bytes; with scalar accesses, it is an array of scalars.
; CHECK-LABEL: define void @vector
define void @vector() #0 {
  %i = call i64 @__vk.test()
  %p = getelementptr <4 x float>, ptr addrspace(3) @vectors, i64 %i
; CHECK: [[K:%.*]] = trunc i64 %i to i32
; CHECK: getelementptr inbounds [64 x <4 x float>], ptr addrspace(3) @__vk.workgroup.vector.{{[01]}}, i32 0, i32 [[K]]
; CHECK: load <4 x float>, ptr addrspace(3) %{{.*}}, align 16
  %v = load <4 x float>, ptr addrspace(3) %p, align 16
; CHECK-COUNT-4: store float
; CHECK: store float 1.0
  store <4 x float> %v, ptr addrspace(3) @both, align 16
  store float 1.0, ptr addrspace(3) @both, align 4
; CHECK: store <4 x float> %{{.*}}, ptr addrspace(1) %{{.*}}, align 16
  %g = inttoptr i64 %i to ptr addrspace(1)
  store <4 x float> %v, ptr addrspace(1) %g, align 16
  ret void
}
attributes #0 = { "ursa-vulkan-kernel" }
attributes #1 = { "ursa-vulkan-spec-size"="6" }
