; Arguments that flattened kernels do not read are removed, with what describes them.
; RUN: %opt -passes='ursa-dead-arguments,verify' -S %s | %FileCheck %s
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-n8:16:32:64-G1"
target triple = "spirv64-unknown-unknown"

@llvm.used = appending global [1 x ptr] [ptr @k], section "llvm.metadata"
; CHECK: @llvm.used = appending global [1 x ptr] [ptr @k], section "llvm.metadata"

; CHECK: define weak_odr spir_kernel void @k(ptr addrspace(1) noundef align 4 %o.0, i32 zeroext %o.20) #0 comdat !dbg !{{[0-9]+}} !ursa_kernel_parameters ![[PARTS:[0-9]+]] !kernel_arg_name ![[NAMES:[0-9]+]] !sycl_kernel_omit_args ![[OMITTED:[0-9]+]] !reqd_work_group_size ![[SIZE:[0-9]+]] {
; CHECK-NEXT: #dbg_value(i64 poison
; CHECK-NEXT: store i32 %o.20, ptr addrspace(1) %o.0, align 4
$k = comdat any
define weak_odr spir_kernel void @k(ptr addrspace(1) noundef align 4 %o.0, i64 noundef %o.8, float %o.16, i32 zeroext %o.20) #0 comdat !dbg !20 !ursa_kernel_parameters !0 !kernel_arg_name !5 !sycl_kernel_omit_args !6 !reqd_work_group_size !7 {
    #dbg_value(i64 %o.8, !22, !DIExpression(), !23)
  store i32 %o.20, ptr addrspace(1) %o.0, align 4
  ret void
}

; CHECK: define spir_kernel void @all() !ursa_kernel_parameters ![[NONE:[0-9]+]] {
define spir_kernel void @all(i32 %a, ptr addrspace(3) %b) !ursa_kernel_parameters !8 {
  ret void
}

; Arguments of OpenCL C are set by their numbers.
; CHECK: define spir_kernel void @opencl(i32 %a, float %b)
define spir_kernel void @opencl(i32 %a, float %b) {
  ret void
}

attributes #0 = { nounwind }
; CHECK-DAG: ![[PARTS]] = !{![[P0:[0-9]+]], ![[P3:[0-9]+]]}
; CHECK-DAG: ![[P0]] = !{i32 0, i32 0, i32 8}
; CHECK-DAG: ![[P3]] = !{i32 0, i32 20, i32 4}
; CHECK-DAG: ![[NAMES]] = !{!"zero", !"three"}
; CHECK-DAG: ![[OMITTED]] = !{i1 false, i1 true, i1 true, i1 true, i1 false}
; CHECK-DAG: ![[SIZE]] = !{i32 8, i32 1, i32 1}
; CHECK-DAG: ![[NONE]] = !{}
!0 = !{!1, !2, !3, !4}
!1 = !{i32 0, i32 0, i32 8}
!2 = !{i32 0, i32 8, i32 8}
!3 = !{i32 0, i32 16, i32 4}
!4 = !{i32 0, i32 20, i32 4}
!5 = !{!"zero", !"one", !"two", !"three"}
!6 = !{i1 false, i1 true, i1 false, i1 false, i1 false}
!7 = !{i32 8, i32 1, i32 1}
!8 = !{!3, !1}
!llvm.dbg.cu = !{!10}
!llvm.module.flags = !{!12}
!10 = distinct !DICompileUnit(language: DW_LANG_C_plus_plus, file: !11, emissionKind: FullDebug)
!11 = !DIFile(filename: "k.cpp", directory: "/")
!12 = !{i32 2, !"Debug Info Version", i32 3}
!20 = distinct !DISubprogram(name: "k", file: !11, line: 1, type: !21, unit: !10, spFlags: DISPFlagDefinition)
!21 = !DISubroutineType(types: !24)
!22 = !DILocalVariable(name: "count", scope: !20, file: !11, line: 1, type: !25)
!23 = !DILocation(line: 1, scope: !20)
!24 = !{}
!25 = !DIBasicType(name: "long", size: 64, encoding: DW_ATE_signed)
