; The design document's example: a struct with an array of structs and a vector, through sret.
; RUN: %opt -passes='ursa-spec-constants<native>,verify' -S %s | %FileCheck %s --check-prefixes=CHECK,NATIVE
; RUN: %opt -passes='ursa-spec-constants<emulation>,verify' -S %s | %FileCheck %s --check-prefixes=CHECK,EMU
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-n8:16:32:64-G1"
target triple = "spirv64-unknown-unknown"

%struct.POD = type { [2 x %struct.A], <2 x i32> }
%struct.A = type { i32, float }
@id.scalar = private constant [7 x i8] c"scalar\00"
@id.pod = private constant [4 x i8] c"pod\00"
@def.scalar = internal constant { i32 } { i32 42 }
@def.pod = internal constant { %struct.POD } { %struct.POD { [2 x %struct.A] [%struct.A { i32 1, float 2.0 }, %struct.A { i32 2, float 3.0 }], <2 x i32> <i32 44, i32 45> } }

declare spir_func i32 @_Z37__sycl_getScalar2020SpecConstantValueIiET_PKcPKvS4_(ptr, ptr, ptr addrspace(1))
declare spir_func void @_Z40__sycl_getComposite2020SpecConstantValueI3PODET_PKcPKvS5_(ptr sret(%struct.POD), ptr, ptr, ptr addrspace(1))

; CHECK-LABEL: define spir_kernel void @k
; NATIVE: %s = call spir_func i32 @_Z20__spirv_SpecConstantii(i32 0, i32 42)
; NATIVE: [[A0X:%.*]] = call spir_func i32 @_Z20__spirv_SpecConstantii(i32 1, i32 1)
; NATIVE-NEXT: store i32 [[A0X]], ptr %pod, align 8
; NATIVE-NEXT: [[A0Y:%.*]] = call spir_func float @_Z20__spirv_SpecConstantif(i32 2, float 2.000000e+00)
; NATIVE-NEXT: [[P:%.*]] = getelementptr inbounds i8, ptr %pod, i64 4
; NATIVE-NEXT: store float [[A0Y]], ptr [[P]], align 4
; NATIVE-NEXT: [[A1X:%.*]] = call spir_func i32 @_Z20__spirv_SpecConstantii(i32 3, i32 2)
; NATIVE-NEXT: [[P:%.*]] = getelementptr inbounds i8, ptr %pod, i64 8
; NATIVE-NEXT: store i32 [[A1X]], ptr [[P]], align 8
; NATIVE-NEXT: [[A1Y:%.*]] = call spir_func float @_Z20__spirv_SpecConstantif(i32 4, float 3.000000e+00)
; NATIVE-NEXT: [[P:%.*]] = getelementptr inbounds i8, ptr %pod, i64 12
; NATIVE-NEXT: store float [[A1Y]], ptr [[P]], align 4
; NATIVE-NEXT: [[B0:%.*]] = call spir_func i32 @_Z20__spirv_SpecConstantii(i32 5, i32 44)
; NATIVE-NEXT: [[P:%.*]] = getelementptr inbounds i8, ptr %pod, i64 16
; NATIVE-NEXT: store i32 [[B0]], ptr [[P]], align 8
; NATIVE-NEXT: [[B1:%.*]] = call spir_func i32 @_Z20__spirv_SpecConstantii(i32 6, i32 45)
; NATIVE-NEXT: [[P:%.*]] = getelementptr inbounds i8, ptr %pod, i64 20
; NATIVE-NEXT: store i32 [[B1]], ptr [[P]], align 4
; NATIVE-NOT: extractvalue
; EMU: %s = load i32, ptr addrspace(1) %buffer, align 4
; EMU-NEXT: [[P:%.*]] = getelementptr inbounds i8, ptr addrspace(1) %buffer, i64 8
; EMU-NEXT: call void @llvm.memcpy.p0.p1.i64(ptr align 8 %pod, ptr addrspace(1) align 8 [[P]], i64 24, i1 false)
; CHECK: ret void
define spir_kernel void @k(ptr addrspace(1) %out, ptr addrspace(1) %buffer) {
  %pod = alloca %struct.POD, align 8
  %s = call spir_func i32 @_Z37__sycl_getScalar2020SpecConstantValueIiET_PKcPKvS4_(ptr @id.scalar, ptr @def.scalar, ptr addrspace(1) %buffer)
  call spir_func void @_Z40__sycl_getComposite2020SpecConstantValueI3PODET_PKcPKvS5_(ptr sret(%struct.POD) align 8 %pod, ptr @id.pod, ptr @def.pod, ptr addrspace(1) %buffer)
  store i32 %s, ptr addrspace(1) %out
  ret void
}

; NATIVE: !{!"scalar", i32 0, i32 0, i32 4}
; NATIVE: !{!"pod", i32 1, i32 0, i32 4, i32 2, i32 4, i32 4, i32 3, i32 8, i32 4, i32 4, i32 12, i32 4, i32 5, i32 16, i32 4, i32 6, i32 20, i32 4}
; EMU: !{!"scalar", i32 0, i32 0, i32 4, i32 -1, i32 4, i32 4}
; EMU: !{!"pod", i32 1, i32 0, i32 24}
; EMU: !{[8 x i8] c"*\00\00\00\00\00\00\00"}
; EMU: !{[24 x i8] c"\01\00\00\00\00\00\00@\02\00\00\00\00\00@@,\00\00\00-\00\00\00"}
