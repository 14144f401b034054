; Vector conversions of constant formats become scalar ones, and vectors of at most four floats.
; RUN: %opt -passes='ursa-spirv-vector-printf,verify' -S %s | %FileCheck %s
; RUN: for o in "" -O0; do %codegen $o %s -o a.spv && %spirv_val --target-env spv1.2 a.spv || exit 1; done
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-n8:16:32:64-G1"
target triple = "spirv64-unknown-unknown"

@integers = private unnamed_addr addrspace(2) constant [30 x i8] c"%d %-5.2v2hhd|%#v3hx|%v2hlu%%\00"
@longs = private unnamed_addr addrspace(2) constant [11 x i8] c"%v2ld %v2g\00"
@floats = private unnamed_addr addrspace(2) constant [22 x i8] c"[%.1v8hlf|%v3hle|%5s]\00"
@halves = private unnamed_addr addrspace(2) constant [6 x i8] c"%v2ha\00"
@signless = private unnamed_addr addrspace(2) constant [7 x i8] c"%v2hhu\00"
@scalars = private unnamed_addr addrspace(2) constant [6 x i8] c"%d %s\00"
@unfinished = private unnamed_addr addrspace(2) constant [5 x i8] c"%v2h\00"
@text = private unnamed_addr addrspace(2) constant [3 x i8] c"hi\00"

; CHECK-DAG: c"%d %-5.2hhd,%-5.2hhd|%#hx,%#hx,%#hx|%u,%u%%\00"
; CHECK-DAG: c"%ld,%ld %g,%g\00"
; CHECK-DAG: c"[%.1v4hlf,%.1v4hlf|%v3hle|%5s]\00"
; CHECK-DAG: @[[HALVES:.*]] = {{.*}}c"%v2hla\00"
; CHECK-DAG: c"%hhu,%hhu\00"

declare spir_func i32 @printf(ptr addrspace(2), ...)
declare spir_func i32 @_Z18__spirv_ocl_printfIJDv2_hEEiPU3AS2KcDpT_(ptr addrspace(2), <2 x i8>)

; CHECK-LABEL: @integers_
; CHECK-DAG: %[[C0:.*]] = sext i8 {{.*}} to i32
; CHECK-DAG: %[[S0:.*]] = zext i16 {{.*}} to i32
; CHECK: call spir_func i32 (ptr addrspace(2), ...) @printf(ptr addrspace(2) @printf.format{{[.0-9]*}}, i32 7, i32 %[[C0]], i32 %{{.*}}, i32 %[[S0]], i32 %{{.*}}, i32 %{{.*}}, i32 %{{.*}}, i32 %{{.*}})
; CHECK-NOT: printf
define spir_kernel void @integers_(ptr addrspace(1) %p) {
  %c = load <2 x i8>, ptr addrspace(1) %p
  %s = load <3 x i16>, ptr addrspace(1) %p
  %i = load <2 x i32>, ptr addrspace(1) %p
  %r = call spir_func i32 (ptr addrspace(2), ...) @printf(ptr addrspace(2) @integers, i32 7, <2 x i8> %c, <3 x i16> %s, <2 x i32> %i)
  store i32 %r, ptr addrspace(1) %p
  ret void
}

; CHECK-LABEL: @longs_
; CHECK: call {{.*}}@printf(ptr addrspace(2) @printf.format{{[.0-9]*}}, i64 %{{.*}}, i64 %{{.*}}, double %{{.*}}, double %{{.*}})
define spir_kernel void @longs_(<2 x i64> %v, <2 x double> %d) {
  %r = call spir_func i32 (ptr addrspace(2), ...) @printf(ptr addrspace(2) @longs, <2 x i64> %v, <2 x double> %d)
  ret void
}

; CHECK-LABEL: @floats_
; CHECK: %[[LOW:.*]] = shufflevector <8 x float> %a, <8 x float> poison, <4 x i32> <i32 0, i32 1, i32 2, i32 3>
; CHECK: %[[HIGH:.*]] = shufflevector <8 x float> %a, <8 x float> poison, <4 x i32> <i32 4, i32 5, i32 6, i32 7>
; CHECK: call {{.*}}@printf(ptr addrspace(2) @printf.format{{[.0-9]*}}, <4 x float> %[[LOW]], <4 x float> %[[HIGH]], <3 x float> %b, ptr addrspace(2) @text)
define spir_kernel void @floats_(<8 x float> %a, <3 x float> %b) {
  %r = call spir_func i32 (ptr addrspace(2), ...) @printf(ptr addrspace(2) @floats, <8 x float> %a, <3 x float> %b, ptr addrspace(2) @text)
  ret void
}

; CHECK-LABEL: @halves_
; CHECK: %[[LOW:.*]] = fpext half %{{.*}} to float
; CHECK: insertelement <2 x float> poison, float %[[LOW]], i64 0
; CHECK: %[[HIGH:.*]] = fpext half %{{.*}} to float
; CHECK: %[[H:.*]] = insertelement <2 x float> %{{.*}}, float %[[HIGH]], i64 1
; CHECK: call {{.*}}@printf(ptr addrspace(2) @[[HALVES]], <2 x float> %[[H]])
define spir_kernel void @halves_(ptr addrspace(1) %p) {
  %h = load <2 x half>, ptr addrspace(1) %p
  %r = call spir_func i32 (ptr addrspace(2), ...) @printf(ptr addrspace(2) @halves, <2 x half> %h)
  ret void
}

; CHECK-LABEL: @sycl
; CHECK: call spir_func i32 (ptr addrspace(2), ...) @_Z18__spirv_ocl_printfPU3AS2Kcz(ptr addrspace(2) @printf.format{{[.0-9]*}}, i32 %{{.*}}, i32 %{{.*}})
define spir_kernel void @sycl(<2 x i8> %v) {
  %r = call spir_func i32 @_Z18__spirv_ocl_printfIJDv2_hEEiPU3AS2KcDpT_(ptr addrspace(2) @signless, <2 x i8> %v)
  ret void
}

; Calls without vectors, or with a format that does not match the arguments, are unchanged.
; CHECK-LABEL: @unchanged
; CHECK: @printf(ptr addrspace(2) @scalars, i32 %i, ptr addrspace(2) @text)
; CHECK: @printf(ptr addrspace(2) @unfinished, <2 x i8> %v)
; CHECK: @printf(ptr addrspace(2) @signless, i32 %i)
; CHECK: @printf(ptr addrspace(2) @signless)
; CHECK: @printf(ptr addrspace(2) @signless, <2 x float> %f)
; CHECK: @printf(ptr addrspace(2) %format, <2 x i8> %v)
define spir_kernel void @unchanged(i32 %i, <2 x i8> %v, <2 x float> %f, ptr addrspace(2) %format) {
  %a = call spir_func i32 (ptr addrspace(2), ...) @printf(ptr addrspace(2) @scalars, i32 %i, ptr addrspace(2) @text)
  %b = call spir_func i32 (ptr addrspace(2), ...) @printf(ptr addrspace(2) @unfinished, <2 x i8> %v)
  %c = call spir_func i32 (ptr addrspace(2), ...) @printf(ptr addrspace(2) @signless, i32 %i)
  %d = call spir_func i32 (ptr addrspace(2), ...) @printf(ptr addrspace(2) @signless)
  %e = call spir_func i32 (ptr addrspace(2), ...) @printf(ptr addrspace(2) @signless, <2 x float> %f)
  %g = call spir_func i32 (ptr addrspace(2), ...) @printf(ptr addrspace(2) %format, <2 x i8> %v)
  ret void
}
