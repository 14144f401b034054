; Numbers of a kernel's object that are constants: scalars, and elements of vectors that are passed. Pointers stay arguments.
; RUN: %split_file %s %t
; RUN: %opt -passes=ursa-flatten-kernels -S %t/good.ll | %FileCheck %t/good.ll
; RUN: %not %opt -passes=ursa-flatten-kernels -disable-output %t/bad.ll 2>&1 | %FileCheck %t/bad.ll

;--- good.ll
%captures = type { ptr addrspace(4), float, [3 x i32] }
; CHECK-DAG: @ursa.id.k.8 = private unnamed_addr addrspace(1) constant [4 x i8] c"k.8\00"
; CHECK-DAG: @ursa.id.k.20 = private unnamed_addr addrspace(1) constant [5 x i8] c"k.20\00"
; CHECK: define spir_kernel void @k(ptr addrspace(1) %o.0, float %o.8, <2 x i32> %o.12, i32 %o.20)
; CHECK-NOT: ursa_specialized_members
; CHECK: store ptr addrspace(4)
; CHECK: [[A:%.*]] = call spir_func float @_Z33__sycl_getScalarSpecConstantValue.float(ptr addrspacecast ({{.*}} @ursa.id.k.8 to ptr))
; CHECK: store float [[A]]
; CHECK: [[B:%.*]] = call spir_func i32 @_Z33__sycl_getScalarSpecConstantValue.i32(ptr addrspacecast ({{.*}} @ursa.id.k.16 to ptr))
; CHECK: [[V:%.*]] = insertelement <2 x i32> %o.12, i32 [[B]], i64 1
; CHECK: store <2 x i32> [[V]]
; CHECK: [[C:%.*]] = call spir_func i32 @_Z33__sycl_getScalarSpecConstantValue.i32(ptr addrspacecast ({{.*}} @ursa.id.k.20 to ptr))
; CHECK: store i32 [[C]]
define spir_kernel void @k(ptr byval(%captures) align 8 %o) !ursa_specialized_members !0 {
  %v = load i32, ptr %o
  ret void
}
!0 = !{i32 20, i32 8, i32 16, i32 0}

;--- bad.ll
; CHECK: Kernel 'k' has the metadata 'ursa_specialized_members' !{"eight"}; an entry is i32 offset.
define spir_kernel void @k(ptr byval({ i32 }) %o) !ursa_specialized_members !0 {
  %v = load i32, ptr %o
  ret void
}
!0 = !{!"eight"}
