; Objects that kernels take by value become scalars, vectors and pointers.
; RUN: %opt -passes='ursa-flatten-kernels,verify' -S %s | %FileCheck %s
; RUN: %opt -passes='ursa-flatten-kernels,function(sroa),verify' -S %s | %FileCheck %s --check-prefix=REGISTERS
; RUN: %opt -passes='ursa-flatten-kernels,ursa-flatten-kernels,verify' -S %s | %FileCheck %s
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-n8:16:32:64-G1"
target triple = "spirv64-unknown-unknown"

%captures = type { ptr addrspace(4), float, [3 x i32] }
%base = type { i8, double }
%nested = type { %base, [2 x %base], <3 x float>, ptr addrspace(3) }
%empty = type { i8 }

; A generic pointer is USM. An array is passed in vectors.
; CHECK: define weak_odr spir_kernel void @usm(ptr addrspace(1) %object.0, float %object.8, <2 x i32> %object.12, i32 %object.20) #[[KERNEL:[0-9]+]] !reqd_work_group_size ![[SIZE:[0-9]+]] !ursa_kernel_parameters ![[USM:[0-9]+]] {
; CHECK-NEXT: %object = alloca %captures, align 8
; CHECK-NEXT: %[[POINTER:.*]] = addrspacecast ptr addrspace(1) %object.0 to ptr addrspace(4)
; CHECK-NEXT: store ptr addrspace(4) %[[POINTER]], ptr %object, align 8
; CHECK-NEXT: %[[SCALE:.*]] = getelementptr inbounds i8, ptr %object, i64 8
; CHECK-NEXT: store float %object.8, ptr %[[SCALE]], align 8
; CHECK: store <2 x i32> %object.12, ptr %{{.*}}, align 4
; CHECK: store i32 %object.20, ptr %{{.*}}, align 4
; REGISTERS-LABEL: define weak_odr spir_kernel void @usm(
; REGISTERS-NOT: alloca
; REGISTERS: store float %object.8, ptr addrspace(4) %
define weak_odr spir_kernel void @usm(ptr byval(%captures) align 8 %object) #0 !reqd_work_group_size !0 !kernel_arg_type !1 {
  %out = load ptr addrspace(4), ptr %object, align 8
  %place = getelementptr inbounds i8, ptr %object, i64 8
  %scale = load float, ptr %place, align 8
  store float %scale, ptr addrspace(4) %out, align 4
  ret void
}

; Base classes and arrays of objects; padding is not passed. A pointer to local memory stays one.
; CHECK: define weak_odr spir_kernel void @classes(i8 %o.0, double %o.8, i8 %o.16, double %o.24, i8 %o.32, double %o.40, <3 x float> %o.48, ptr addrspace(3) %o.64) !ursa_kernel_parameters
define weak_odr spir_kernel void @classes(ptr byval(%nested) %o) {
  %place = getelementptr inbounds i8, ptr %o, i64 64
  %tile = load ptr addrspace(3), ptr %place, align 8
  store i32 1, ptr addrspace(3) %tile, align 4
  ret void
}

; Other parameters stay in their order. An object that is not used needs no argument, as an empty one.
; CHECK: define weak_odr spir_kernel void @mixed(i64 noundef %n, ptr addrspace(1) noundef align 4 %data, i32 %b.0) !ursa_kernel_parameters ![[MIXED:[0-9]+]] {
; CHECK: addrspacecast ptr addrspace(1) %data to ptr addrspace(4)
define weak_odr spir_kernel void @mixed(ptr byval(%empty) %a, i64 noundef %n, ptr addrspace(4) noundef align 4 %data, ptr byval(i32) align 4 %b) {
  %v = load i32, ptr %b, align 4
  store i32 %v, ptr addrspace(4) %data, align 4
  ret void
}

; 40 bytes need three arguments.
; CHECK: define weak_odr spir_kernel void @bytes(<16 x i8> %a.0, <16 x i8> %a.16, <8 x i8> %a.32)
define weak_odr spir_kernel void @bytes(ptr byval([40 x i8]) align 1 %a) {
  store i8 0, ptr %a, align 1
  ret void
}

; A std::nullptr_t, which the front end marks, is a number; the bytes of a union may be those of another member.
; CHECK: define weak_odr spir_kernel void @nulls(i64 %o.0, i64 %o.8, ptr addrspace(1) %o.16)
; CHECK-NOT: ursa_null_pointers
; CHECK: store i64 %o.0, ptr %o, align 8
define weak_odr spir_kernel void @nulls(ptr byval({ [2 x ptr], ptr addrspace(4) }) %o) !ursa_null_pointers !2 {
  %v = load i64, ptr %o
  ret void
}

; Functions stay as they are.
; CHECK: define spir_func void @function(ptr byval(%captures) align 8 %object)
define spir_func void @function(ptr byval(%captures) align 8 %object) {
  ret void
}

; CHECK: attributes #[[KERNEL]] = { nounwind }
attributes #0 = { nounwind }

; CHECK-DAG: ![[SIZE]] = !{i32 64, i32 1, i32 1}
; CHECK-DAG: ![[USM]] = !{![[P0:[0-9]+]], ![[P1:[0-9]+]], ![[P2:[0-9]+]], ![[P3:[0-9]+]]}
; CHECK-DAG: ![[P0]] = !{i32 0, i32 0, i32 8}
; CHECK-DAG: ![[P1]] = !{i32 0, i32 8, i32 4}
; CHECK-DAG: ![[P2]] = !{i32 0, i32 12, i32 8}
; CHECK-DAG: ![[P3]] = !{i32 0, i32 20, i32 4}
; CHECK-DAG: ![[MIXED]] = !{![[M0:[0-9]+]], ![[M1:[0-9]+]], ![[M2:[0-9]+]]}
; CHECK-DAG: ![[M0]] = !{i32 1, i32 0, i32 8}
; CHECK-DAG: ![[M1]] = !{i32 2, i32 0, i32 8}
; CHECK-DAG: ![[M2]] = !{i32 3, i32 0, i32 4}
!0 = !{i32 64, i32 1, i32 1}
!1 = !{!"object"}
!2 = !{i32 0, i32 8}
