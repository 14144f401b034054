; Math intrinsics, and types that not every device supports.
; RUN: %expand %s %t.ll && for v in 1.0 1.1 1.2 1.3 1.4 1.5 1.6; do for o in "" -O0; do %codegen $o %t.ll -spirv-version=$v -o a.spv && %spirv_val --target-env spv$v a.spv || exit 1; done; done
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-n8:16:32:64-G1"
target triple = "spirv64-unknown-unknown"

; EACH acos asin atan cos cosh exp exp10 exp2 log log10 log2 sin sinh tan tanh ON f16 f32 f64 v4f32
define spir_kernel void @$KERNEL(ptr addrspace(1) %in, ptr addrspace(1) %out) {
entry:
  %x = load $TYPE, ptr addrspace(1) %in
  %r = call $TYPE @llvm.$NAME.$SUFFIX($TYPE %x)
  store $TYPE %r, ptr addrspace(1) %out
  ret void
}

; EACH canonicalize ceil fabs floor nearbyint rint round roundeven sqrt trunc ON f16
define spir_kernel void @$KERNEL(ptr addrspace(1) %in, ptr addrspace(1) %out) {
entry:
  %x = load $TYPE, ptr addrspace(1) %in
  %r = call $TYPE @llvm.$NAME.$SUFFIX($TYPE %x)
  store $TYPE %r, ptr addrspace(1) %out
  ret void
}

; EACH atan2 maximum minimum pow ON f16 f32 f64 v4f32
define spir_kernel void @$KERNEL(ptr addrspace(1) %in, ptr addrspace(1) %out) {
entry:
  %x = load $TYPE, ptr addrspace(1) %in
  %r = call $TYPE @llvm.$NAME.$SUFFIX($TYPE %x, $TYPE %x)
  store $TYPE %r, ptr addrspace(1) %out
  ret void
}

; EACH copysign maxnum minnum ON f16
define spir_kernel void @$KERNEL(ptr addrspace(1) %in, ptr addrspace(1) %out) {
entry:
  %x = load $TYPE, ptr addrspace(1) %in
  %r = call $TYPE @llvm.$NAME.$SUFFIX($TYPE %x, $TYPE %x)
  store $TYPE %r, ptr addrspace(1) %out
  ret void
}

; EACH fmuladd ON f16 f32 f64 v4f32
define spir_kernel void @$KERNEL(ptr addrspace(1) %in, ptr addrspace(1) %out) {
entry:
  %x = load $TYPE, ptr addrspace(1) %in
  %r = call $TYPE @llvm.$NAME.$SUFFIX($TYPE %x, $TYPE %x, $TYPE %x)
  store $TYPE %r, ptr addrspace(1) %out
  ret void
}

; EACH fma ON f16
define spir_kernel void @$KERNEL(ptr addrspace(1) %in, ptr addrspace(1) %out) {
entry:
  %x = load $TYPE, ptr addrspace(1) %in
  %r = call $TYPE @llvm.$NAME.$SUFFIX($TYPE %x, $TYPE %x, $TYPE %x)
  store $TYPE %r, ptr addrspace(1) %out
  ret void
}

; EACH powi ON f16 f32 f64
define spir_kernel void @$KERNEL(ptr addrspace(1) %in, ptr addrspace(1) %out) {
entry:
  %x = load $TYPE, ptr addrspace(1) %in
  %r = call $TYPE @llvm.$NAME.$SUFFIX.i32($TYPE %x, i32 3)
  store $TYPE %r, ptr addrspace(1) %out
  ret void
}

; EACH ldexp ON f16
define spir_kernel void @$KERNEL(ptr addrspace(1) %in, ptr addrspace(1) %out) {
entry:
  %x = load $TYPE, ptr addrspace(1) %in
  %r = call $TYPE @llvm.$NAME.$SUFFIX.i32($TYPE %x, i32 3)
  store $TYPE %r, ptr addrspace(1) %out
  ret void
}

; EACH frexp ON f16 f32 f64
define spir_kernel void @$KERNEL(ptr addrspace(1) %in, ptr addrspace(1) %out) {
entry:
  %x = load $TYPE, ptr addrspace(1) %in
  %r = call { $TYPE, i32 } @llvm.$NAME.$SUFFIX.i32($TYPE %x)
  %v = extractvalue { $TYPE, i32 } %r, 0
  %c = extractvalue { $TYPE, i32 } %r, 1
  store $TYPE %v, ptr addrspace(1) %out
  %p = getelementptr i32, ptr addrspace(1) %out, i64 4
  store i32 %c, ptr addrspace(1) %p
  ret void
}

; EACH fptosi ON f16
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

; EACH is.fpclass ON f16
define spir_kernel void @isfpclass_$SUFFIX(ptr addrspace(1) %in, ptr addrspace(1) %out) {
entry:
  %x = load $TYPE, ptr addrspace(1) %in
  %c = call i1 @llvm.$NAME.$SUFFIX($TYPE %x, i32 504)
  %z = zext i1 %c to i32
  store i32 %z, ptr addrspace(1) %out
  ret void
}

define spir_kernel void @fences(ptr addrspace(1) %in, ptr addrspace(1) %out) {
entry:
  fence seq_cst
  fence syncscope("workgroup") acq_rel
  store i32 1, ptr addrspace(1) %out
  ret void
}

define spir_kernel void @halfops(ptr addrspace(1) %in, ptr addrspace(1) %out) {
entry:
  %x = load half, ptr addrspace(1) %in
  %y = fadd half %x, 0xH3C00
  %z = fpext half %y to float
  %w = fmul float %z, 3.0
  %h = fptrunc float %w to half
  store half %h, ptr addrspace(1) %out
  ret void
}
