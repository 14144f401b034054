; Bits: counted, reversed, rotated.
; RUN: for v in 1.0 1.1 1.2 1.3 1.4 1.5 1.6; do for o in "" -O0; do %codegen $o %s -spirv-version=$v -o a.spv && %spirv_val --target-env spv$v a.spv || exit 1; done; done
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-n8:16:32:64-G1"
target triple = "spirv64-unknown-unknown"
declare i16 @llvm.bitreverse.i16(i16)
declare i32 @llvm.bitreverse.i32(i32)
declare i64 @llvm.bitreverse.i64(i64)
declare i8 @llvm.bitreverse.i8(i8)
declare <2 x i16> @llvm.bitreverse.v2i16(<2 x i16>)
declare <3 x i8> @llvm.bitreverse.v3i8(<3 x i8>)
declare <4 x i32> @llvm.bitreverse.v4i32(<4 x i32>)
declare <4 x i64> @llvm.bitreverse.v4i64(<4 x i64>)
declare i16 @llvm.bswap.i16(i16)
declare i32 @llvm.bswap.i32(i32)
declare i64 @llvm.bswap.i64(i64)
declare <2 x i16> @llvm.bswap.v2i16(<2 x i16>)
declare <4 x i32> @llvm.bswap.v4i32(<4 x i32>)
declare <4 x i64> @llvm.bswap.v4i64(<4 x i64>)
declare i16 @llvm.ctlz.i16(i16, i1)
declare i32 @llvm.ctlz.i32(i32, i1)
declare i64 @llvm.ctlz.i64(i64, i1)
declare i8 @llvm.ctlz.i8(i8, i1)
declare <2 x i16> @llvm.ctlz.v2i16(<2 x i16>, i1)
declare <3 x i8> @llvm.ctlz.v3i8(<3 x i8>, i1)
declare <4 x i32> @llvm.ctlz.v4i32(<4 x i32>, i1)
declare <4 x i64> @llvm.ctlz.v4i64(<4 x i64>, i1)
declare i16 @llvm.ctpop.i16(i16)
declare i32 @llvm.ctpop.i32(i32)
declare i64 @llvm.ctpop.i64(i64)
declare i8 @llvm.ctpop.i8(i8)
declare <2 x i16> @llvm.ctpop.v2i16(<2 x i16>)
declare <3 x i8> @llvm.ctpop.v3i8(<3 x i8>)
declare <4 x i32> @llvm.ctpop.v4i32(<4 x i32>)
declare <4 x i64> @llvm.ctpop.v4i64(<4 x i64>)
declare i16 @llvm.cttz.i16(i16, i1)
declare i32 @llvm.cttz.i32(i32, i1)
declare i64 @llvm.cttz.i64(i64, i1)
declare i8 @llvm.cttz.i8(i8, i1)
declare <2 x i16> @llvm.cttz.v2i16(<2 x i16>, i1)
declare <3 x i8> @llvm.cttz.v3i8(<3 x i8>, i1)
declare <4 x i32> @llvm.cttz.v4i32(<4 x i32>, i1)
declare <4 x i64> @llvm.cttz.v4i64(<4 x i64>, i1)
declare i16 @llvm.fshl.i16(i16,i16,i16)
declare i32 @llvm.fshl.i32(i32,i32,i32)
declare i64 @llvm.fshl.i64(i64,i64,i64)
declare i8 @llvm.fshl.i8(i8,i8,i8)
declare <2 x i16> @llvm.fshl.v2i16(<2 x i16>,<2 x i16>,<2 x i16>)
declare <3 x i8> @llvm.fshl.v3i8(<3 x i8>,<3 x i8>,<3 x i8>)
declare <4 x i32> @llvm.fshl.v4i32(<4 x i32>,<4 x i32>,<4 x i32>)
declare <4 x i64> @llvm.fshl.v4i64(<4 x i64>,<4 x i64>,<4 x i64>)
declare i16 @llvm.fshr.i16(i16,i16,i16)
declare i32 @llvm.fshr.i32(i32,i32,i32)
declare i64 @llvm.fshr.i64(i64,i64,i64)
declare i8 @llvm.fshr.i8(i8,i8,i8)
declare <2 x i16> @llvm.fshr.v2i16(<2 x i16>,<2 x i16>,<2 x i16>)
declare <3 x i8> @llvm.fshr.v3i8(<3 x i8>,<3 x i8>,<3 x i8>)
declare <4 x i32> @llvm.fshr.v4i32(<4 x i32>,<4 x i32>,<4 x i32>)
declare <4 x i64> @llvm.fshr.v4i64(<4 x i64>,<4 x i64>,<4 x i64>)

define spir_kernel void @bitreverse_i16(ptr addrspace(1) %in, ptr addrspace(1) %out) {
entry:
  %x = load i16, ptr addrspace(1) %in
  %r = call i16 @llvm.bitreverse.i16(i16 %x)
  store i16 %r, ptr addrspace(1) %out
  ret void
}

define spir_kernel void @bitreverse_i32(ptr addrspace(1) %in, ptr addrspace(1) %out) {
entry:
  %x = load i32, ptr addrspace(1) %in
  %r = call i32 @llvm.bitreverse.i32(i32 %x)
  store i32 %r, ptr addrspace(1) %out
  ret void
}

define spir_kernel void @bitreverse_i64(ptr addrspace(1) %in, ptr addrspace(1) %out) {
entry:
  %x = load i64, ptr addrspace(1) %in
  %r = call i64 @llvm.bitreverse.i64(i64 %x)
  store i64 %r, ptr addrspace(1) %out
  ret void
}

define spir_kernel void @bitreverse_i8(ptr addrspace(1) %in, ptr addrspace(1) %out) {
entry:
  %x = load i8, ptr addrspace(1) %in
  %r = call i8 @llvm.bitreverse.i8(i8 %x)
  store i8 %r, ptr addrspace(1) %out
  ret void
}

define spir_kernel void @bitreverse_v2i16(ptr addrspace(1) %in, ptr addrspace(1) %out) {
entry:
  %x = load <2 x i16>, ptr addrspace(1) %in
  %r = call <2 x i16> @llvm.bitreverse.v2i16(<2 x i16> %x)
  store <2 x i16> %r, ptr addrspace(1) %out
  ret void
}

define spir_kernel void @bitreverse_v3i8(ptr addrspace(1) %in, ptr addrspace(1) %out) {
entry:
  %x = load <3 x i8>, ptr addrspace(1) %in
  %r = call <3 x i8> @llvm.bitreverse.v3i8(<3 x i8> %x)
  store <3 x i8> %r, ptr addrspace(1) %out
  ret void
}

define spir_kernel void @bitreverse_v4i32(ptr addrspace(1) %in, ptr addrspace(1) %out) {
entry:
  %x = load <4 x i32>, ptr addrspace(1) %in
  %r = call <4 x i32> @llvm.bitreverse.v4i32(<4 x i32> %x)
  store <4 x i32> %r, ptr addrspace(1) %out
  ret void
}

define spir_kernel void @bitreverse_v4i64(ptr addrspace(1) %in, ptr addrspace(1) %out) {
entry:
  %x = load <4 x i64>, ptr addrspace(1) %in
  %r = call <4 x i64> @llvm.bitreverse.v4i64(<4 x i64> %x)
  store <4 x i64> %r, ptr addrspace(1) %out
  ret void
}

define spir_kernel void @bswap_i16(ptr addrspace(1) %in, ptr addrspace(1) %out) {
entry:
  %x = load i16, ptr addrspace(1) %in
  %r = call i16 @llvm.bswap.i16(i16 %x)
  store i16 %r, ptr addrspace(1) %out
  ret void
}

define spir_kernel void @bswap_i32(ptr addrspace(1) %in, ptr addrspace(1) %out) {
entry:
  %x = load i32, ptr addrspace(1) %in
  %r = call i32 @llvm.bswap.i32(i32 %x)
  store i32 %r, ptr addrspace(1) %out
  ret void
}

define spir_kernel void @bswap_i64(ptr addrspace(1) %in, ptr addrspace(1) %out) {
entry:
  %x = load i64, ptr addrspace(1) %in
  %r = call i64 @llvm.bswap.i64(i64 %x)
  store i64 %r, ptr addrspace(1) %out
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

define spir_kernel void @bswap_v2i16(ptr addrspace(1) %in, ptr addrspace(1) %out) {
entry:
  %x = load <2 x i16>, ptr addrspace(1) %in
  %r = call <2 x i16> @llvm.bswap.v2i16(<2 x i16> %x)
  store <2 x i16> %r, ptr addrspace(1) %out
  ret void
}

define spir_kernel void @bswap_v4i32(ptr addrspace(1) %in, ptr addrspace(1) %out) {
entry:
  %x = load <4 x i32>, ptr addrspace(1) %in
  %r = call <4 x i32> @llvm.bswap.v4i32(<4 x i32> %x)
  store <4 x i32> %r, ptr addrspace(1) %out
  ret void
}

define spir_kernel void @bswap_v4i64(ptr addrspace(1) %in, ptr addrspace(1) %out) {
entry:
  %x = load <4 x i64>, ptr addrspace(1) %in
  %r = call <4 x i64> @llvm.bswap.v4i64(<4 x i64> %x)
  store <4 x i64> %r, ptr addrspace(1) %out
  ret void
}

define spir_kernel void @ctlz_i16_false(ptr addrspace(1) %in, ptr addrspace(1) %out) {
entry:
  %x = load i16, ptr addrspace(1) %in
  %r = call i16 @llvm.ctlz.i16(i16 %x, i1 false)
  store i16 %r, ptr addrspace(1) %out
  ret void
}

define spir_kernel void @ctlz_i32_false(ptr addrspace(1) %in, ptr addrspace(1) %out) {
entry:
  %x = load i32, ptr addrspace(1) %in
  %r = call i32 @llvm.ctlz.i32(i32 %x, i1 false)
  store i32 %r, ptr addrspace(1) %out
  ret void
}

define spir_kernel void @ctlz_i64_false(ptr addrspace(1) %in, ptr addrspace(1) %out) {
entry:
  %x = load i64, ptr addrspace(1) %in
  %r = call i64 @llvm.ctlz.i64(i64 %x, i1 false)
  store i64 %r, ptr addrspace(1) %out
  ret void
}

define spir_kernel void @ctlz_i8_false(ptr addrspace(1) %in, ptr addrspace(1) %out) {
entry:
  %x = load i8, ptr addrspace(1) %in
  %r = call i8 @llvm.ctlz.i8(i8 %x, i1 false)
  store i8 %r, ptr addrspace(1) %out
  ret void
}

define spir_kernel void @ctlz_v2i16_false(ptr addrspace(1) %in, ptr addrspace(1) %out) {
entry:
  %x = load <2 x i16>, ptr addrspace(1) %in
  %r = call <2 x i16> @llvm.ctlz.v2i16(<2 x i16> %x, i1 false)
  store <2 x i16> %r, ptr addrspace(1) %out
  ret void
}

define spir_kernel void @ctlz_v3i8_false(ptr addrspace(1) %in, ptr addrspace(1) %out) {
entry:
  %x = load <3 x i8>, ptr addrspace(1) %in
  %r = call <3 x i8> @llvm.ctlz.v3i8(<3 x i8> %x, i1 false)
  store <3 x i8> %r, ptr addrspace(1) %out
  ret void
}

define spir_kernel void @ctlz_v4i32_false(ptr addrspace(1) %in, ptr addrspace(1) %out) {
entry:
  %x = load <4 x i32>, ptr addrspace(1) %in
  %r = call <4 x i32> @llvm.ctlz.v4i32(<4 x i32> %x, i1 false)
  store <4 x i32> %r, ptr addrspace(1) %out
  ret void
}

define spir_kernel void @ctlz_v4i64_false(ptr addrspace(1) %in, ptr addrspace(1) %out) {
entry:
  %x = load <4 x i64>, ptr addrspace(1) %in
  %r = call <4 x i64> @llvm.ctlz.v4i64(<4 x i64> %x, i1 false)
  store <4 x i64> %r, ptr addrspace(1) %out
  ret void
}

define spir_kernel void @ctpop_i16(ptr addrspace(1) %in, ptr addrspace(1) %out) {
entry:
  %x = load i16, ptr addrspace(1) %in
  %r = call i16 @llvm.ctpop.i16(i16 %x)
  store i16 %r, ptr addrspace(1) %out
  ret void
}

define spir_kernel void @ctpop_i32(ptr addrspace(1) %in, ptr addrspace(1) %out) {
entry:
  %x = load i32, ptr addrspace(1) %in
  %r = call i32 @llvm.ctpop.i32(i32 %x)
  store i32 %r, ptr addrspace(1) %out
  ret void
}

define spir_kernel void @ctpop_i64(ptr addrspace(1) %in, ptr addrspace(1) %out) {
entry:
  %x = load i64, ptr addrspace(1) %in
  %r = call i64 @llvm.ctpop.i64(i64 %x)
  store i64 %r, ptr addrspace(1) %out
  ret void
}

define spir_kernel void @ctpop_i8(ptr addrspace(1) %in, ptr addrspace(1) %out) {
entry:
  %x = load i8, ptr addrspace(1) %in
  %r = call i8 @llvm.ctpop.i8(i8 %x)
  store i8 %r, ptr addrspace(1) %out
  ret void
}

define spir_kernel void @ctpop_v2i16(ptr addrspace(1) %in, ptr addrspace(1) %out) {
entry:
  %x = load <2 x i16>, ptr addrspace(1) %in
  %r = call <2 x i16> @llvm.ctpop.v2i16(<2 x i16> %x)
  store <2 x i16> %r, ptr addrspace(1) %out
  ret void
}

define spir_kernel void @ctpop_v3i8(ptr addrspace(1) %in, ptr addrspace(1) %out) {
entry:
  %x = load <3 x i8>, ptr addrspace(1) %in
  %r = call <3 x i8> @llvm.ctpop.v3i8(<3 x i8> %x)
  store <3 x i8> %r, ptr addrspace(1) %out
  ret void
}

define spir_kernel void @ctpop_v4i32(ptr addrspace(1) %in, ptr addrspace(1) %out) {
entry:
  %x = load <4 x i32>, ptr addrspace(1) %in
  %r = call <4 x i32> @llvm.ctpop.v4i32(<4 x i32> %x)
  store <4 x i32> %r, ptr addrspace(1) %out
  ret void
}

define spir_kernel void @ctpop_v4i64(ptr addrspace(1) %in, ptr addrspace(1) %out) {
entry:
  %x = load <4 x i64>, ptr addrspace(1) %in
  %r = call <4 x i64> @llvm.ctpop.v4i64(<4 x i64> %x)
  store <4 x i64> %r, ptr addrspace(1) %out
  ret void
}

define spir_kernel void @cttz_i16_false(ptr addrspace(1) %in, ptr addrspace(1) %out) {
entry:
  %x = load i16, ptr addrspace(1) %in
  %r = call i16 @llvm.cttz.i16(i16 %x, i1 false)
  store i16 %r, ptr addrspace(1) %out
  ret void
}

define spir_kernel void @cttz_i32_false(ptr addrspace(1) %in, ptr addrspace(1) %out) {
entry:
  %x = load i32, ptr addrspace(1) %in
  %r = call i32 @llvm.cttz.i32(i32 %x, i1 false)
  store i32 %r, ptr addrspace(1) %out
  ret void
}

define spir_kernel void @cttz_i64_false(ptr addrspace(1) %in, ptr addrspace(1) %out) {
entry:
  %x = load i64, ptr addrspace(1) %in
  %r = call i64 @llvm.cttz.i64(i64 %x, i1 false)
  store i64 %r, ptr addrspace(1) %out
  ret void
}

define spir_kernel void @cttz_i8_false(ptr addrspace(1) %in, ptr addrspace(1) %out) {
entry:
  %x = load i8, ptr addrspace(1) %in
  %r = call i8 @llvm.cttz.i8(i8 %x, i1 false)
  store i8 %r, ptr addrspace(1) %out
  ret void
}

define spir_kernel void @cttz_v2i16_false(ptr addrspace(1) %in, ptr addrspace(1) %out) {
entry:
  %x = load <2 x i16>, ptr addrspace(1) %in
  %r = call <2 x i16> @llvm.cttz.v2i16(<2 x i16> %x, i1 false)
  store <2 x i16> %r, ptr addrspace(1) %out
  ret void
}

define spir_kernel void @cttz_v3i8_false(ptr addrspace(1) %in, ptr addrspace(1) %out) {
entry:
  %x = load <3 x i8>, ptr addrspace(1) %in
  %r = call <3 x i8> @llvm.cttz.v3i8(<3 x i8> %x, i1 false)
  store <3 x i8> %r, ptr addrspace(1) %out
  ret void
}

define spir_kernel void @cttz_v4i32_false(ptr addrspace(1) %in, ptr addrspace(1) %out) {
entry:
  %x = load <4 x i32>, ptr addrspace(1) %in
  %r = call <4 x i32> @llvm.cttz.v4i32(<4 x i32> %x, i1 false)
  store <4 x i32> %r, ptr addrspace(1) %out
  ret void
}

define spir_kernel void @cttz_v4i64_false(ptr addrspace(1) %in, ptr addrspace(1) %out) {
entry:
  %x = load <4 x i64>, ptr addrspace(1) %in
  %r = call <4 x i64> @llvm.cttz.v4i64(<4 x i64> %x, i1 false)
  store <4 x i64> %r, ptr addrspace(1) %out
  ret void
}

define spir_kernel void @fshl_i16(ptr addrspace(1) %in, ptr addrspace(1) %out) {
entry:
  %x = load i16, ptr addrspace(1) %in
  %r = call i16 @llvm.fshl.i16(i16 %x, i16 %x, i16 %x)
  store i16 %r, ptr addrspace(1) %out
  ret void
}

define spir_kernel void @fshl_i32(ptr addrspace(1) %in, ptr addrspace(1) %out) {
entry:
  %x = load i32, ptr addrspace(1) %in
  %r = call i32 @llvm.fshl.i32(i32 %x, i32 %x, i32 %x)
  store i32 %r, ptr addrspace(1) %out
  ret void
}

define spir_kernel void @fshl_i64(ptr addrspace(1) %in, ptr addrspace(1) %out) {
entry:
  %x = load i64, ptr addrspace(1) %in
  %r = call i64 @llvm.fshl.i64(i64 %x, i64 %x, i64 %x)
  store i64 %r, ptr addrspace(1) %out
  ret void
}

define spir_kernel void @fshl_i8(ptr addrspace(1) %in, ptr addrspace(1) %out) {
entry:
  %x = load i8, ptr addrspace(1) %in
  %r = call i8 @llvm.fshl.i8(i8 %x, i8 %x, i8 %x)
  store i8 %r, ptr addrspace(1) %out
  ret void
}

define spir_kernel void @fshl_v2i16(ptr addrspace(1) %in, ptr addrspace(1) %out) {
entry:
  %x = load <2 x i16>, ptr addrspace(1) %in
  %r = call <2 x i16> @llvm.fshl.v2i16(<2 x i16> %x, <2 x i16> %x, <2 x i16> %x)
  store <2 x i16> %r, ptr addrspace(1) %out
  ret void
}

define spir_kernel void @fshl_v3i8(ptr addrspace(1) %in, ptr addrspace(1) %out) {
entry:
  %x = load <3 x i8>, ptr addrspace(1) %in
  %r = call <3 x i8> @llvm.fshl.v3i8(<3 x i8> %x, <3 x i8> %x, <3 x i8> %x)
  store <3 x i8> %r, ptr addrspace(1) %out
  ret void
}

define spir_kernel void @fshl_v4i32(ptr addrspace(1) %in, ptr addrspace(1) %out) {
entry:
  %x = load <4 x i32>, ptr addrspace(1) %in
  %r = call <4 x i32> @llvm.fshl.v4i32(<4 x i32> %x, <4 x i32> %x, <4 x i32> %x)
  store <4 x i32> %r, ptr addrspace(1) %out
  ret void
}

define spir_kernel void @fshl_v4i64(ptr addrspace(1) %in, ptr addrspace(1) %out) {
entry:
  %x = load <4 x i64>, ptr addrspace(1) %in
  %r = call <4 x i64> @llvm.fshl.v4i64(<4 x i64> %x, <4 x i64> %x, <4 x i64> %x)
  store <4 x i64> %r, ptr addrspace(1) %out
  ret void
}

define spir_kernel void @fshr_i16(ptr addrspace(1) %in, ptr addrspace(1) %out) {
entry:
  %x = load i16, ptr addrspace(1) %in
  %r = call i16 @llvm.fshr.i16(i16 %x, i16 %x, i16 %x)
  store i16 %r, ptr addrspace(1) %out
  ret void
}

define spir_kernel void @fshr_i32(ptr addrspace(1) %in, ptr addrspace(1) %out) {
entry:
  %x = load i32, ptr addrspace(1) %in
  %r = call i32 @llvm.fshr.i32(i32 %x, i32 %x, i32 %x)
  store i32 %r, ptr addrspace(1) %out
  ret void
}

define spir_kernel void @fshr_i64(ptr addrspace(1) %in, ptr addrspace(1) %out) {
entry:
  %x = load i64, ptr addrspace(1) %in
  %r = call i64 @llvm.fshr.i64(i64 %x, i64 %x, i64 %x)
  store i64 %r, ptr addrspace(1) %out
  ret void
}

define spir_kernel void @fshr_i8(ptr addrspace(1) %in, ptr addrspace(1) %out) {
entry:
  %x = load i8, ptr addrspace(1) %in
  %r = call i8 @llvm.fshr.i8(i8 %x, i8 %x, i8 %x)
  store i8 %r, ptr addrspace(1) %out
  ret void
}

define spir_kernel void @fshr_v2i16(ptr addrspace(1) %in, ptr addrspace(1) %out) {
entry:
  %x = load <2 x i16>, ptr addrspace(1) %in
  %r = call <2 x i16> @llvm.fshr.v2i16(<2 x i16> %x, <2 x i16> %x, <2 x i16> %x)
  store <2 x i16> %r, ptr addrspace(1) %out
  ret void
}

define spir_kernel void @fshr_v3i8(ptr addrspace(1) %in, ptr addrspace(1) %out) {
entry:
  %x = load <3 x i8>, ptr addrspace(1) %in
  %r = call <3 x i8> @llvm.fshr.v3i8(<3 x i8> %x, <3 x i8> %x, <3 x i8> %x)
  store <3 x i8> %r, ptr addrspace(1) %out
  ret void
}

define spir_kernel void @fshr_v4i32(ptr addrspace(1) %in, ptr addrspace(1) %out) {
entry:
  %x = load <4 x i32>, ptr addrspace(1) %in
  %r = call <4 x i32> @llvm.fshr.v4i32(<4 x i32> %x, <4 x i32> %x, <4 x i32> %x)
  store <4 x i32> %r, ptr addrspace(1) %out
  ret void
}

define spir_kernel void @fshr_v4i64(ptr addrspace(1) %in, ptr addrspace(1) %out) {
entry:
  %x = load <4 x i64>, ptr addrspace(1) %in
  %r = call <4 x i64> @llvm.fshr.v4i64(<4 x i64> %x, <4 x i64> %x, <4 x i64> %x)
  store <4 x i64> %r, ptr addrspace(1) %out
  ret void
}
