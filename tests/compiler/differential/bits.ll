; Bits: counted, reversed, rotated.
; RUN: %expand %s %t.ll && for v in 1.0 1.1 1.2 1.3 1.4 1.5 1.6; do for o in "" -O0; do %codegen $o %t.ll -spirv-version=$v -o a.spv && %spirv_val --target-env spv$v a.spv || exit 1; done; done
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-n8:16:32:64-G1"
target triple = "spirv64-unknown-unknown"

; EACH bitreverse ctpop ON i8 i16 i32 i64 v2i16 v3i8 v4i32 v4i64
define spir_kernel void @$KERNEL(ptr addrspace(1) %in, ptr addrspace(1) %out) {
entry:
  %x = load $TYPE, ptr addrspace(1) %in
  %r = call $TYPE @llvm.$NAME.$SUFFIX($TYPE %x)
  store $TYPE %r, ptr addrspace(1) %out
  ret void
}

; EACH bswap ON i16 i32 i64 v2i16 v4i32 v4i64
define spir_kernel void @$KERNEL(ptr addrspace(1) %in, ptr addrspace(1) %out) {
entry:
  %x = load $TYPE, ptr addrspace(1) %in
  %r = call $TYPE @llvm.$NAME.$SUFFIX($TYPE %x)
  store $TYPE %r, ptr addrspace(1) %out
  ret void
}

; EACH ctlz cttz ON i8 i16 i32 i64 v2i16 v3i8 v4i32 v4i64
define spir_kernel void @${KERNEL}_false(ptr addrspace(1) %in, ptr addrspace(1) %out) {
entry:
  %x = load $TYPE, ptr addrspace(1) %in
  %r = call $TYPE @llvm.$NAME.$SUFFIX($TYPE %x, i1 false)
  store $TYPE %r, ptr addrspace(1) %out
  ret void
}

; EACH fshl fshr ON i8 i16 i32 i64 v2i16 v3i8 v4i32 v4i64
define spir_kernel void @$KERNEL(ptr addrspace(1) %in, ptr addrspace(1) %out) {
entry:
  %x = load $TYPE, ptr addrspace(1) %in
  %r = call $TYPE @llvm.$NAME.$SUFFIX($TYPE %x, $TYPE %x, $TYPE %x)
  store $TYPE %r, ptr addrspace(1) %out
  ret void
}

define spir_kernel void @bswap_like(ptr addrspace(1) %in, ptr addrspace(1) %out) {
entry:
  %x = load i64, ptr addrspace(1) %in
  %b = bitcast i64 %x to <8 x i8>
  %r = shufflevector <8 x i8> %b, <8 x i8> poison, <8 x i32> <i32 7, i32 6, i32 5, i32 4, i32 3, i32 2, i32 1, i32 0>
  %c = bitcast <8 x i8> %r to i64
  store i64 %c, ptr addrspace(1) %out
  ret void
}
