; Floating point: what is exact.
; RUN: %expand %s %t.ll && for v in 1.0 1.1 1.2 1.3 1.4 1.5 1.6; do for o in "" -O0; do %codegen $o %t.ll -spirv-version=$v -o a.spv && %spirv_val --target-env spv$v a.spv || exit 1; done; done
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-n8:16:32:64-G1"
target triple = "spirv64-unknown-unknown"

; EACH canonicalize ceil fabs floor nearbyint rint round roundeven sqrt trunc ON f32 f64 v4f32
define spir_kernel void @$KERNEL(ptr addrspace(1) %in, ptr addrspace(1) %out) {
entry:
  %x = load $TYPE, ptr addrspace(1) %in
  %r = call $TYPE @llvm.$NAME.$SUFFIX($TYPE %x)
  store $TYPE %r, ptr addrspace(1) %out
  ret void
}

; EACH copysign maxnum minnum ON f32 f64 v4f32
define spir_kernel void @$KERNEL(ptr addrspace(1) %in, ptr addrspace(1) %out) {
entry:
  %x = load $TYPE, ptr addrspace(1) %in
  %r = call $TYPE @llvm.$NAME.$SUFFIX($TYPE %x, $TYPE %x)
  store $TYPE %r, ptr addrspace(1) %out
  ret void
}

; EACH fma ON f32 f64 v4f32
define spir_kernel void @$KERNEL(ptr addrspace(1) %in, ptr addrspace(1) %out) {
entry:
  %x = load $TYPE, ptr addrspace(1) %in
  %r = call $TYPE @llvm.$NAME.$SUFFIX($TYPE %x, $TYPE %x, $TYPE %x)
  store $TYPE %r, ptr addrspace(1) %out
  ret void
}

; EACH fptosi ON f32 f64
define spir_kernel void @fptosisat_$SUFFIX(ptr addrspace(1) %in, ptr addrspace(1) %out) {
entry:
  %x = load $TYPE, ptr addrspace(1) %in
  %c = call i32 @llvm.$NAME.sat.i32.$SUFFIX($TYPE %x)
  %d = call i8 @llvm.fptoui.sat.i8.$SUFFIX($TYPE %x)
  %z = zext i8 %d to i32
  %s = add i32 %c, %z
  store i32 %s, ptr addrspace(1) %out
  ret void
}

; EACH is.fpclass ON f32 f64
define spir_kernel void @isfpclass_$SUFFIX(ptr addrspace(1) %in, ptr addrspace(1) %out) {
entry:
  %x = load $TYPE, ptr addrspace(1) %in
  %c = call i1 @llvm.$NAME.$SUFFIX($TYPE %x, i32 504)
  %z = zext i1 %c to i32
  store i32 %z, ptr addrspace(1) %out
  ret void
}

; EACH ldexp ON f32 f64
define spir_kernel void @$KERNEL(ptr addrspace(1) %in, ptr addrspace(1) %out) {
entry:
  %x = load $TYPE, ptr addrspace(1) %in
  %r = call $TYPE @llvm.$NAME.$SUFFIX.i32($TYPE %x, i32 3)
  store $TYPE %r, ptr addrspace(1) %out
  ret void
}

define spir_kernel void @fneg_frem(ptr addrspace(1) %in, ptr addrspace(1) %out) {
entry:
  %x = load float, ptr addrspace(1) %in
  %n = fneg float %x
  %r = frem float %n, 3.0
  %c = fcmp ueq float %r, 1.0
  %d = fcmp uno float %r, 1.0
  %e = fcmp one float %r, 1.0
  %f = xor i1 %c, %d
  %g = xor i1 %f, %e
  %z = uitofp i1 %g to float
  %s = fadd float %r, %z
  store float %s, ptr addrspace(1) %out
  ret void
}
