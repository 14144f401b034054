; Integers: saturating, with overflow, vectors, conversions.
; RUN: for v in 1.0 1.1 1.2 1.3 1.4 1.5 1.6; do for o in "" -O0; do %codegen $o %s -spirv-version=$v -o a.spv && %spirv_val --target-env spv$v a.spv || exit 1; done; done
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-n8:16:32:64-G1"
target triple = "spirv64-unknown-unknown"
declare i16 @llvm.abs.i16(i16, i1)
declare i32 @llvm.abs.i32(i32, i1)
declare i64 @llvm.abs.i64(i64, i1)
declare i8 @llvm.abs.i8(i8, i1)
declare <2 x i16> @llvm.abs.v2i16(<2 x i16>, i1)
declare <3 x i8> @llvm.abs.v3i8(<3 x i8>, i1)
declare <4 x i32> @llvm.abs.v4i32(<4 x i32>, i1)
declare <4 x i64> @llvm.abs.v4i64(<4 x i64>, i1)
declare { i32, i1 } @llvm.sadd.with.overflow.i32(i32,i32)
declare { i64, i1 } @llvm.sadd.with.overflow.i64(i64,i64)
declare { i8, i1 } @llvm.sadd.with.overflow.i8(i8,i8)
declare i16 @llvm.sadd.sat.i16(i16,i16)
declare i32 @llvm.sadd.sat.i32(i32,i32)
declare i64 @llvm.sadd.sat.i64(i64,i64)
declare i8 @llvm.sadd.sat.i8(i8,i8)
declare <2 x i16> @llvm.sadd.sat.v2i16(<2 x i16>,<2 x i16>)
declare <3 x i8> @llvm.sadd.sat.v3i8(<3 x i8>,<3 x i8>)
declare <4 x i32> @llvm.sadd.sat.v4i32(<4 x i32>,<4 x i32>)
declare <4 x i64> @llvm.sadd.sat.v4i64(<4 x i64>,<4 x i64>)
declare i16 @llvm.scmp.i16.i16(i16,i16)
declare i32 @llvm.scmp.i32.i32(i32,i32)
declare i64 @llvm.scmp.i64.i64(i64,i64)
declare i8 @llvm.scmp.i8.i8(i8,i8)
declare <2 x i16> @llvm.scmp.v2i16.v2i16(<2 x i16>,<2 x i16>)
declare <3 x i8> @llvm.scmp.v3i8.v3i8(<3 x i8>,<3 x i8>)
declare <4 x i32> @llvm.scmp.v4i32.v4i32(<4 x i32>,<4 x i32>)
declare <4 x i64> @llvm.scmp.v4i64.v4i64(<4 x i64>,<4 x i64>)
declare i16 @llvm.smax.i16(i16,i16)
declare i32 @llvm.smax.i32(i32,i32)
declare i64 @llvm.smax.i64(i64,i64)
declare i8 @llvm.smax.i8(i8,i8)
declare <2 x i16> @llvm.smax.v2i16(<2 x i16>,<2 x i16>)
declare <3 x i8> @llvm.smax.v3i8(<3 x i8>,<3 x i8>)
declare <4 x i32> @llvm.smax.v4i32(<4 x i32>,<4 x i32>)
declare <4 x i64> @llvm.smax.v4i64(<4 x i64>,<4 x i64>)
declare i16 @llvm.smin.i16(i16,i16)
declare i32 @llvm.smin.i32(i32,i32)
declare i64 @llvm.smin.i64(i64,i64)
declare i8 @llvm.smin.i8(i8,i8)
declare <2 x i16> @llvm.smin.v2i16(<2 x i16>,<2 x i16>)
declare <3 x i8> @llvm.smin.v3i8(<3 x i8>,<3 x i8>)
declare <4 x i32> @llvm.smin.v4i32(<4 x i32>,<4 x i32>)
declare <4 x i64> @llvm.smin.v4i64(<4 x i64>,<4 x i64>)
declare { i32, i1 } @llvm.smul.with.overflow.i32(i32,i32)
declare { i64, i1 } @llvm.smul.with.overflow.i64(i64,i64)
declare { i8, i1 } @llvm.smul.with.overflow.i8(i8,i8)
declare i16 @llvm.sshl.sat.i16(i16,i16)
declare i32 @llvm.sshl.sat.i32(i32,i32)
declare i64 @llvm.sshl.sat.i64(i64,i64)
declare i8 @llvm.sshl.sat.i8(i8,i8)
declare <2 x i16> @llvm.sshl.sat.v2i16(<2 x i16>,<2 x i16>)
declare <3 x i8> @llvm.sshl.sat.v3i8(<3 x i8>,<3 x i8>)
declare <4 x i32> @llvm.sshl.sat.v4i32(<4 x i32>,<4 x i32>)
declare <4 x i64> @llvm.sshl.sat.v4i64(<4 x i64>,<4 x i64>)
declare { i32, i1 } @llvm.ssub.with.overflow.i32(i32,i32)
declare { i64, i1 } @llvm.ssub.with.overflow.i64(i64,i64)
declare { i8, i1 } @llvm.ssub.with.overflow.i8(i8,i8)
declare i16 @llvm.ssub.sat.i16(i16,i16)
declare i32 @llvm.ssub.sat.i32(i32,i32)
declare i64 @llvm.ssub.sat.i64(i64,i64)
declare i8 @llvm.ssub.sat.i8(i8,i8)
declare <2 x i16> @llvm.ssub.sat.v2i16(<2 x i16>,<2 x i16>)
declare <3 x i8> @llvm.ssub.sat.v3i8(<3 x i8>,<3 x i8>)
declare <4 x i32> @llvm.ssub.sat.v4i32(<4 x i32>,<4 x i32>)
declare <4 x i64> @llvm.ssub.sat.v4i64(<4 x i64>,<4 x i64>)
declare { i32, i1 } @llvm.uadd.with.overflow.i32(i32,i32)
declare { i64, i1 } @llvm.uadd.with.overflow.i64(i64,i64)
declare { i8, i1 } @llvm.uadd.with.overflow.i8(i8,i8)
declare i16 @llvm.uadd.sat.i16(i16,i16)
declare i32 @llvm.uadd.sat.i32(i32,i32)
declare i64 @llvm.uadd.sat.i64(i64,i64)
declare i8 @llvm.uadd.sat.i8(i8,i8)
declare <2 x i16> @llvm.uadd.sat.v2i16(<2 x i16>,<2 x i16>)
declare <3 x i8> @llvm.uadd.sat.v3i8(<3 x i8>,<3 x i8>)
declare <4 x i32> @llvm.uadd.sat.v4i32(<4 x i32>,<4 x i32>)
declare <4 x i64> @llvm.uadd.sat.v4i64(<4 x i64>,<4 x i64>)
declare i16 @llvm.ucmp.i16.i16(i16,i16)
declare i32 @llvm.ucmp.i32.i32(i32,i32)
declare i64 @llvm.ucmp.i64.i64(i64,i64)
declare i8 @llvm.ucmp.i8.i8(i8,i8)
declare <2 x i16> @llvm.ucmp.v2i16.v2i16(<2 x i16>,<2 x i16>)
declare <3 x i8> @llvm.ucmp.v3i8.v3i8(<3 x i8>,<3 x i8>)
declare <4 x i32> @llvm.ucmp.v4i32.v4i32(<4 x i32>,<4 x i32>)
declare <4 x i64> @llvm.ucmp.v4i64.v4i64(<4 x i64>,<4 x i64>)
declare i16 @llvm.umax.i16(i16,i16)
declare i32 @llvm.umax.i32(i32,i32)
declare i64 @llvm.umax.i64(i64,i64)
declare i8 @llvm.umax.i8(i8,i8)
declare <2 x i16> @llvm.umax.v2i16(<2 x i16>,<2 x i16>)
declare <3 x i8> @llvm.umax.v3i8(<3 x i8>,<3 x i8>)
declare <4 x i32> @llvm.umax.v4i32(<4 x i32>,<4 x i32>)
declare <4 x i64> @llvm.umax.v4i64(<4 x i64>,<4 x i64>)
declare i16 @llvm.umin.i16(i16,i16)
declare i32 @llvm.umin.i32(i32,i32)
declare i64 @llvm.umin.i64(i64,i64)
declare i8 @llvm.umin.i8(i8,i8)
declare <2 x i16> @llvm.umin.v2i16(<2 x i16>,<2 x i16>)
declare <3 x i8> @llvm.umin.v3i8(<3 x i8>,<3 x i8>)
declare <4 x i32> @llvm.umin.v4i32(<4 x i32>,<4 x i32>)
declare <4 x i64> @llvm.umin.v4i64(<4 x i64>,<4 x i64>)
declare { i32, i1 } @llvm.umul.with.overflow.i32(i32,i32)
declare { i64, i1 } @llvm.umul.with.overflow.i64(i64,i64)
declare { i8, i1 } @llvm.umul.with.overflow.i8(i8,i8)
declare i16 @llvm.ushl.sat.i16(i16,i16)
declare i32 @llvm.ushl.sat.i32(i32,i32)
declare i64 @llvm.ushl.sat.i64(i64,i64)
declare i8 @llvm.ushl.sat.i8(i8,i8)
declare <2 x i16> @llvm.ushl.sat.v2i16(<2 x i16>,<2 x i16>)
declare <3 x i8> @llvm.ushl.sat.v3i8(<3 x i8>,<3 x i8>)
declare <4 x i32> @llvm.ushl.sat.v4i32(<4 x i32>,<4 x i32>)
declare <4 x i64> @llvm.ushl.sat.v4i64(<4 x i64>,<4 x i64>)
declare { i32, i1 } @llvm.usub.with.overflow.i32(i32,i32)
declare { i64, i1 } @llvm.usub.with.overflow.i64(i64,i64)
declare { i8, i1 } @llvm.usub.with.overflow.i8(i8,i8)
declare i16 @llvm.usub.sat.i16(i16,i16)
declare i32 @llvm.usub.sat.i32(i32,i32)
declare i64 @llvm.usub.sat.i64(i64,i64)
declare i8 @llvm.usub.sat.i8(i8,i8)
declare <2 x i16> @llvm.usub.sat.v2i16(<2 x i16>,<2 x i16>)
declare <3 x i8> @llvm.usub.sat.v3i8(<3 x i8>,<3 x i8>)
declare <4 x i32> @llvm.usub.sat.v4i32(<4 x i32>,<4 x i32>)
declare <4 x i64> @llvm.usub.sat.v4i64(<4 x i64>,<4 x i64>)
declare i32 @llvm.vector.reduce.add.v4i32(<4 x i32>)
declare i32 @llvm.vector.reduce.and.v4i32(<4 x i32>)
declare i32 @llvm.vector.reduce.mul.v4i32(<4 x i32>)
declare i32 @llvm.vector.reduce.or.v4i32(<4 x i32>)
declare i32 @llvm.vector.reduce.smin.v4i32(<4 x i32>)
declare i32 @llvm.vector.reduce.umax.v4i32(<4 x i32>)
declare i32 @llvm.vector.reduce.xor.v4i32(<4 x i32>)

define spir_kernel void @abs_i16(ptr addrspace(1) %in, ptr addrspace(1) %out) {
entry:
  %x = load i16, ptr addrspace(1) %in
  %r = call i16 @llvm.abs.i16(i16 %x, i1 false)
  store i16 %r, ptr addrspace(1) %out
  ret void
}

define spir_kernel void @abs_i32(ptr addrspace(1) %in, ptr addrspace(1) %out) {
entry:
  %x = load i32, ptr addrspace(1) %in
  %r = call i32 @llvm.abs.i32(i32 %x, i1 false)
  store i32 %r, ptr addrspace(1) %out
  ret void
}

define spir_kernel void @abs_i64(ptr addrspace(1) %in, ptr addrspace(1) %out) {
entry:
  %x = load i64, ptr addrspace(1) %in
  %r = call i64 @llvm.abs.i64(i64 %x, i1 false)
  store i64 %r, ptr addrspace(1) %out
  ret void
}

define spir_kernel void @abs_i8(ptr addrspace(1) %in, ptr addrspace(1) %out) {
entry:
  %x = load i8, ptr addrspace(1) %in
  %r = call i8 @llvm.abs.i8(i8 %x, i1 false)
  store i8 %r, ptr addrspace(1) %out
  ret void
}

define spir_kernel void @abs_v2i16(ptr addrspace(1) %in, ptr addrspace(1) %out) {
entry:
  %x = load <2 x i16>, ptr addrspace(1) %in
  %r = call <2 x i16> @llvm.abs.v2i16(<2 x i16> %x, i1 false)
  store <2 x i16> %r, ptr addrspace(1) %out
  ret void
}

define spir_kernel void @abs_v3i8(ptr addrspace(1) %in, ptr addrspace(1) %out) {
entry:
  %x = load <3 x i8>, ptr addrspace(1) %in
  %r = call <3 x i8> @llvm.abs.v3i8(<3 x i8> %x, i1 false)
  store <3 x i8> %r, ptr addrspace(1) %out
  ret void
}

define spir_kernel void @abs_v4i32(ptr addrspace(1) %in, ptr addrspace(1) %out) {
entry:
  %x = load <4 x i32>, ptr addrspace(1) %in
  %r = call <4 x i32> @llvm.abs.v4i32(<4 x i32> %x, i1 false)
  store <4 x i32> %r, ptr addrspace(1) %out
  ret void
}

define spir_kernel void @abs_v4i64(ptr addrspace(1) %in, ptr addrspace(1) %out) {
entry:
  %x = load <4 x i64>, ptr addrspace(1) %in
  %r = call <4 x i64> @llvm.abs.v4i64(<4 x i64> %x, i1 false)
  store <4 x i64> %r, ptr addrspace(1) %out
  ret void
}

define spir_kernel void @divmod(ptr addrspace(1) %in, ptr addrspace(1) %out) {
entry:
  %x = load i32, ptr addrspace(1) %in
  %p = getelementptr i32, ptr addrspace(1) %in, i64 1
  %y0 = load i32, ptr addrspace(1) %p
  %y = or i32 %y0, 1
  %a = sdiv i32 %x, 7
  %b = srem i32 %x, 7
  %c = udiv i32 %x, %y
  %d = urem i32 %x, %y
  %e = xor i32 %a, %b
  %f = xor i32 %c, %d
  %g = xor i32 %e, %f
  store i32 %g, ptr addrspace(1) %out
  ret void
}

define spir_kernel void @i1bitcast(ptr addrspace(1) %in, ptr addrspace(1) %out) {
entry:
  %x = load <8 x i8>, ptr addrspace(1) %in
  %c = icmp slt <8 x i8> %x, zeroinitializer
  %d = bitcast <8 x i1> %c to i8
  store i8 %d, ptr addrspace(1) %out
  ret void
}

define spir_kernel void @i1vec(ptr addrspace(1) %in, ptr addrspace(1) %out) {
entry:
  %x = load <4 x i32>, ptr addrspace(1) %in
  %c = icmp slt <4 x i32> %x, <i32 5, i32 6, i32 -7, i32 8>
  %d = xor <4 x i1> %c, <i1 true, i1 false, i1 true, i1 false>
  %r = select <4 x i1> %d, <4 x i32> %x, <4 x i32> zeroinitializer
  %e = zext <4 x i1> %c to <4 x i32>
  %f = sext <4 x i1> %d to <4 x i32>
  %g = add <4 x i32> %e, %f
  %h = xor <4 x i32> %g, %r
  store <4 x i32> %h, ptr addrspace(1) %out
  ret void
}

define spir_kernel void @i64vecconv(ptr addrspace(1) %in, ptr addrspace(1) %out) {
entry:
  %x = load <4 x i64>, ptr addrspace(1) %in
  %a = trunc <4 x i64> %x to <4 x i16>
  %b = sext <4 x i16> %a to <4 x i32>
  %c = sitofp <4 x i32> %b to <4 x float>
  %d = fptosi <4 x float> %c to <4 x i32>
  store <4 x i32> %d, ptr addrspace(1) %out
  ret void
}

define spir_kernel void @sadd_ov_i32(ptr addrspace(1) %in, ptr addrspace(1) %out) {
entry:
  %x = load i32, ptr addrspace(1) %in
  %p = getelementptr i32, ptr addrspace(1) %in, i64 1
  %y = load i32, ptr addrspace(1) %p
  %r = call { i32, i1 } @llvm.sadd.with.overflow.i32(i32 %x, i32 %y)
  %v = extractvalue { i32, i1 } %r, 0
  %c = extractvalue { i32, i1 } %r, 1
  %z = zext i1 %c to i32
  %w = xor i32 %v, %z
  store i32 %w, ptr addrspace(1) %out
  ret void
}

define spir_kernel void @sadd_ov_i64(ptr addrspace(1) %in, ptr addrspace(1) %out) {
entry:
  %x = load i64, ptr addrspace(1) %in
  %p = getelementptr i64, ptr addrspace(1) %in, i64 1
  %y = load i64, ptr addrspace(1) %p
  %r = call { i64, i1 } @llvm.sadd.with.overflow.i64(i64 %x, i64 %y)
  %v = extractvalue { i64, i1 } %r, 0
  %c = extractvalue { i64, i1 } %r, 1
  %z = zext i1 %c to i64
  %w = xor i64 %v, %z
  store i64 %w, ptr addrspace(1) %out
  ret void
}

define spir_kernel void @sadd_ov_i8(ptr addrspace(1) %in, ptr addrspace(1) %out) {
entry:
  %x = load i8, ptr addrspace(1) %in
  %p = getelementptr i8, ptr addrspace(1) %in, i64 1
  %y = load i8, ptr addrspace(1) %p
  %r = call { i8, i1 } @llvm.sadd.with.overflow.i8(i8 %x, i8 %y)
  %v = extractvalue { i8, i1 } %r, 0
  %c = extractvalue { i8, i1 } %r, 1
  %z = zext i1 %c to i8
  %w = xor i8 %v, %z
  store i8 %w, ptr addrspace(1) %out
  ret void
}

define spir_kernel void @sadd_sat_i16(ptr addrspace(1) %in, ptr addrspace(1) %out) {
entry:
  %x = load i16, ptr addrspace(1) %in
  %r = call i16 @llvm.sadd.sat.i16(i16 %x, i16 %x)
  store i16 %r, ptr addrspace(1) %out
  ret void
}

define spir_kernel void @sadd_sat_i32(ptr addrspace(1) %in, ptr addrspace(1) %out) {
entry:
  %x = load i32, ptr addrspace(1) %in
  %r = call i32 @llvm.sadd.sat.i32(i32 %x, i32 %x)
  store i32 %r, ptr addrspace(1) %out
  ret void
}

define spir_kernel void @sadd_sat_i64(ptr addrspace(1) %in, ptr addrspace(1) %out) {
entry:
  %x = load i64, ptr addrspace(1) %in
  %r = call i64 @llvm.sadd.sat.i64(i64 %x, i64 %x)
  store i64 %r, ptr addrspace(1) %out
  ret void
}

define spir_kernel void @sadd_sat_i8(ptr addrspace(1) %in, ptr addrspace(1) %out) {
entry:
  %x = load i8, ptr addrspace(1) %in
  %r = call i8 @llvm.sadd.sat.i8(i8 %x, i8 %x)
  store i8 %r, ptr addrspace(1) %out
  ret void
}

define spir_kernel void @sadd_sat_v2i16(ptr addrspace(1) %in, ptr addrspace(1) %out) {
entry:
  %x = load <2 x i16>, ptr addrspace(1) %in
  %r = call <2 x i16> @llvm.sadd.sat.v2i16(<2 x i16> %x, <2 x i16> %x)
  store <2 x i16> %r, ptr addrspace(1) %out
  ret void
}

define spir_kernel void @sadd_sat_v3i8(ptr addrspace(1) %in, ptr addrspace(1) %out) {
entry:
  %x = load <3 x i8>, ptr addrspace(1) %in
  %r = call <3 x i8> @llvm.sadd.sat.v3i8(<3 x i8> %x, <3 x i8> %x)
  store <3 x i8> %r, ptr addrspace(1) %out
  ret void
}

define spir_kernel void @sadd_sat_v4i32(ptr addrspace(1) %in, ptr addrspace(1) %out) {
entry:
  %x = load <4 x i32>, ptr addrspace(1) %in
  %r = call <4 x i32> @llvm.sadd.sat.v4i32(<4 x i32> %x, <4 x i32> %x)
  store <4 x i32> %r, ptr addrspace(1) %out
  ret void
}

define spir_kernel void @sadd_sat_v4i64(ptr addrspace(1) %in, ptr addrspace(1) %out) {
entry:
  %x = load <4 x i64>, ptr addrspace(1) %in
  %r = call <4 x i64> @llvm.sadd.sat.v4i64(<4 x i64> %x, <4 x i64> %x)
  store <4 x i64> %r, ptr addrspace(1) %out
  ret void
}

define spir_kernel void @scmp_i16(ptr addrspace(1) %in, ptr addrspace(1) %out) {
entry:
  %x = load i16, ptr addrspace(1) %in
  %r = call i16 @llvm.scmp.i16.i16(i16 %x, i16 %x)
  store i16 %r, ptr addrspace(1) %out
  ret void
}

define spir_kernel void @scmp_i32(ptr addrspace(1) %in, ptr addrspace(1) %out) {
entry:
  %x = load i32, ptr addrspace(1) %in
  %r = call i32 @llvm.scmp.i32.i32(i32 %x, i32 %x)
  store i32 %r, ptr addrspace(1) %out
  ret void
}

define spir_kernel void @scmp_i64(ptr addrspace(1) %in, ptr addrspace(1) %out) {
entry:
  %x = load i64, ptr addrspace(1) %in
  %r = call i64 @llvm.scmp.i64.i64(i64 %x, i64 %x)
  store i64 %r, ptr addrspace(1) %out
  ret void
}

define spir_kernel void @scmp_i8(ptr addrspace(1) %in, ptr addrspace(1) %out) {
entry:
  %x = load i8, ptr addrspace(1) %in
  %r = call i8 @llvm.scmp.i8.i8(i8 %x, i8 %x)
  store i8 %r, ptr addrspace(1) %out
  ret void
}

define spir_kernel void @scmp_v2i16(ptr addrspace(1) %in, ptr addrspace(1) %out) {
entry:
  %x = load <2 x i16>, ptr addrspace(1) %in
  %r = call <2 x i16> @llvm.scmp.v2i16.v2i16(<2 x i16> %x, <2 x i16> %x)
  store <2 x i16> %r, ptr addrspace(1) %out
  ret void
}

define spir_kernel void @scmp_v3i8(ptr addrspace(1) %in, ptr addrspace(1) %out) {
entry:
  %x = load <3 x i8>, ptr addrspace(1) %in
  %r = call <3 x i8> @llvm.scmp.v3i8.v3i8(<3 x i8> %x, <3 x i8> %x)
  store <3 x i8> %r, ptr addrspace(1) %out
  ret void
}

define spir_kernel void @scmp_v4i32(ptr addrspace(1) %in, ptr addrspace(1) %out) {
entry:
  %x = load <4 x i32>, ptr addrspace(1) %in
  %r = call <4 x i32> @llvm.scmp.v4i32.v4i32(<4 x i32> %x, <4 x i32> %x)
  store <4 x i32> %r, ptr addrspace(1) %out
  ret void
}

define spir_kernel void @scmp_v4i64(ptr addrspace(1) %in, ptr addrspace(1) %out) {
entry:
  %x = load <4 x i64>, ptr addrspace(1) %in
  %r = call <4 x i64> @llvm.scmp.v4i64.v4i64(<4 x i64> %x, <4 x i64> %x)
  store <4 x i64> %r, ptr addrspace(1) %out
  ret void
}

define spir_kernel void @smax_i16(ptr addrspace(1) %in, ptr addrspace(1) %out) {
entry:
  %x = load i16, ptr addrspace(1) %in
  %r = call i16 @llvm.smax.i16(i16 %x, i16 %x)
  store i16 %r, ptr addrspace(1) %out
  ret void
}

define spir_kernel void @smax_i32(ptr addrspace(1) %in, ptr addrspace(1) %out) {
entry:
  %x = load i32, ptr addrspace(1) %in
  %r = call i32 @llvm.smax.i32(i32 %x, i32 %x)
  store i32 %r, ptr addrspace(1) %out
  ret void
}

define spir_kernel void @smax_i64(ptr addrspace(1) %in, ptr addrspace(1) %out) {
entry:
  %x = load i64, ptr addrspace(1) %in
  %r = call i64 @llvm.smax.i64(i64 %x, i64 %x)
  store i64 %r, ptr addrspace(1) %out
  ret void
}

define spir_kernel void @smax_i8(ptr addrspace(1) %in, ptr addrspace(1) %out) {
entry:
  %x = load i8, ptr addrspace(1) %in
  %r = call i8 @llvm.smax.i8(i8 %x, i8 %x)
  store i8 %r, ptr addrspace(1) %out
  ret void
}

define spir_kernel void @smax_v2i16(ptr addrspace(1) %in, ptr addrspace(1) %out) {
entry:
  %x = load <2 x i16>, ptr addrspace(1) %in
  %r = call <2 x i16> @llvm.smax.v2i16(<2 x i16> %x, <2 x i16> %x)
  store <2 x i16> %r, ptr addrspace(1) %out
  ret void
}

define spir_kernel void @smax_v3i8(ptr addrspace(1) %in, ptr addrspace(1) %out) {
entry:
  %x = load <3 x i8>, ptr addrspace(1) %in
  %r = call <3 x i8> @llvm.smax.v3i8(<3 x i8> %x, <3 x i8> %x)
  store <3 x i8> %r, ptr addrspace(1) %out
  ret void
}

define spir_kernel void @smax_v4i32(ptr addrspace(1) %in, ptr addrspace(1) %out) {
entry:
  %x = load <4 x i32>, ptr addrspace(1) %in
  %r = call <4 x i32> @llvm.smax.v4i32(<4 x i32> %x, <4 x i32> %x)
  store <4 x i32> %r, ptr addrspace(1) %out
  ret void
}

define spir_kernel void @smax_v4i64(ptr addrspace(1) %in, ptr addrspace(1) %out) {
entry:
  %x = load <4 x i64>, ptr addrspace(1) %in
  %r = call <4 x i64> @llvm.smax.v4i64(<4 x i64> %x, <4 x i64> %x)
  store <4 x i64> %r, ptr addrspace(1) %out
  ret void
}

define spir_kernel void @smin_i16(ptr addrspace(1) %in, ptr addrspace(1) %out) {
entry:
  %x = load i16, ptr addrspace(1) %in
  %r = call i16 @llvm.smin.i16(i16 %x, i16 %x)
  store i16 %r, ptr addrspace(1) %out
  ret void
}

define spir_kernel void @smin_i32(ptr addrspace(1) %in, ptr addrspace(1) %out) {
entry:
  %x = load i32, ptr addrspace(1) %in
  %r = call i32 @llvm.smin.i32(i32 %x, i32 %x)
  store i32 %r, ptr addrspace(1) %out
  ret void
}

define spir_kernel void @smin_i64(ptr addrspace(1) %in, ptr addrspace(1) %out) {
entry:
  %x = load i64, ptr addrspace(1) %in
  %r = call i64 @llvm.smin.i64(i64 %x, i64 %x)
  store i64 %r, ptr addrspace(1) %out
  ret void
}

define spir_kernel void @smin_i8(ptr addrspace(1) %in, ptr addrspace(1) %out) {
entry:
  %x = load i8, ptr addrspace(1) %in
  %r = call i8 @llvm.smin.i8(i8 %x, i8 %x)
  store i8 %r, ptr addrspace(1) %out
  ret void
}

define spir_kernel void @smin_v2i16(ptr addrspace(1) %in, ptr addrspace(1) %out) {
entry:
  %x = load <2 x i16>, ptr addrspace(1) %in
  %r = call <2 x i16> @llvm.smin.v2i16(<2 x i16> %x, <2 x i16> %x)
  store <2 x i16> %r, ptr addrspace(1) %out
  ret void
}

define spir_kernel void @smin_v3i8(ptr addrspace(1) %in, ptr addrspace(1) %out) {
entry:
  %x = load <3 x i8>, ptr addrspace(1) %in
  %r = call <3 x i8> @llvm.smin.v3i8(<3 x i8> %x, <3 x i8> %x)
  store <3 x i8> %r, ptr addrspace(1) %out
  ret void
}

define spir_kernel void @smin_v4i32(ptr addrspace(1) %in, ptr addrspace(1) %out) {
entry:
  %x = load <4 x i32>, ptr addrspace(1) %in
  %r = call <4 x i32> @llvm.smin.v4i32(<4 x i32> %x, <4 x i32> %x)
  store <4 x i32> %r, ptr addrspace(1) %out
  ret void
}

define spir_kernel void @smin_v4i64(ptr addrspace(1) %in, ptr addrspace(1) %out) {
entry:
  %x = load <4 x i64>, ptr addrspace(1) %in
  %r = call <4 x i64> @llvm.smin.v4i64(<4 x i64> %x, <4 x i64> %x)
  store <4 x i64> %r, ptr addrspace(1) %out
  ret void
}

define spir_kernel void @smul_ov_i32(ptr addrspace(1) %in, ptr addrspace(1) %out) {
entry:
  %x = load i32, ptr addrspace(1) %in
  %p = getelementptr i32, ptr addrspace(1) %in, i64 1
  %y = load i32, ptr addrspace(1) %p
  %r = call { i32, i1 } @llvm.smul.with.overflow.i32(i32 %x, i32 %y)
  %v = extractvalue { i32, i1 } %r, 0
  %c = extractvalue { i32, i1 } %r, 1
  %z = zext i1 %c to i32
  %w = xor i32 %v, %z
  store i32 %w, ptr addrspace(1) %out
  ret void
}

define spir_kernel void @smul_ov_i64(ptr addrspace(1) %in, ptr addrspace(1) %out) {
entry:
  %x = load i64, ptr addrspace(1) %in
  %p = getelementptr i64, ptr addrspace(1) %in, i64 1
  %y = load i64, ptr addrspace(1) %p
  %r = call { i64, i1 } @llvm.smul.with.overflow.i64(i64 %x, i64 %y)
  %v = extractvalue { i64, i1 } %r, 0
  %c = extractvalue { i64, i1 } %r, 1
  %z = zext i1 %c to i64
  %w = xor i64 %v, %z
  store i64 %w, ptr addrspace(1) %out
  ret void
}

define spir_kernel void @smul_ov_i8(ptr addrspace(1) %in, ptr addrspace(1) %out) {
entry:
  %x = load i8, ptr addrspace(1) %in
  %p = getelementptr i8, ptr addrspace(1) %in, i64 1
  %y = load i8, ptr addrspace(1) %p
  %r = call { i8, i1 } @llvm.smul.with.overflow.i8(i8 %x, i8 %y)
  %v = extractvalue { i8, i1 } %r, 0
  %c = extractvalue { i8, i1 } %r, 1
  %z = zext i1 %c to i8
  %w = xor i8 %v, %z
  store i8 %w, ptr addrspace(1) %out
  ret void
}

define spir_kernel void @sshl_sat_i16(ptr addrspace(1) %in, ptr addrspace(1) %out) {
entry:
  %x = load i16, ptr addrspace(1) %in
  %r = call i16 @llvm.sshl.sat.i16(i16 %x, i16 %x)
  store i16 %r, ptr addrspace(1) %out
  ret void
}

define spir_kernel void @sshl_sat_i32(ptr addrspace(1) %in, ptr addrspace(1) %out) {
entry:
  %x = load i32, ptr addrspace(1) %in
  %r = call i32 @llvm.sshl.sat.i32(i32 %x, i32 %x)
  store i32 %r, ptr addrspace(1) %out
  ret void
}

define spir_kernel void @sshl_sat_i64(ptr addrspace(1) %in, ptr addrspace(1) %out) {
entry:
  %x = load i64, ptr addrspace(1) %in
  %r = call i64 @llvm.sshl.sat.i64(i64 %x, i64 %x)
  store i64 %r, ptr addrspace(1) %out
  ret void
}

define spir_kernel void @sshl_sat_i8(ptr addrspace(1) %in, ptr addrspace(1) %out) {
entry:
  %x = load i8, ptr addrspace(1) %in
  %r = call i8 @llvm.sshl.sat.i8(i8 %x, i8 %x)
  store i8 %r, ptr addrspace(1) %out
  ret void
}

define spir_kernel void @sshl_sat_v2i16(ptr addrspace(1) %in, ptr addrspace(1) %out) {
entry:
  %x = load <2 x i16>, ptr addrspace(1) %in
  %r = call <2 x i16> @llvm.sshl.sat.v2i16(<2 x i16> %x, <2 x i16> %x)
  store <2 x i16> %r, ptr addrspace(1) %out
  ret void
}

define spir_kernel void @sshl_sat_v3i8(ptr addrspace(1) %in, ptr addrspace(1) %out) {
entry:
  %x = load <3 x i8>, ptr addrspace(1) %in
  %r = call <3 x i8> @llvm.sshl.sat.v3i8(<3 x i8> %x, <3 x i8> %x)
  store <3 x i8> %r, ptr addrspace(1) %out
  ret void
}

define spir_kernel void @sshl_sat_v4i32(ptr addrspace(1) %in, ptr addrspace(1) %out) {
entry:
  %x = load <4 x i32>, ptr addrspace(1) %in
  %r = call <4 x i32> @llvm.sshl.sat.v4i32(<4 x i32> %x, <4 x i32> %x)
  store <4 x i32> %r, ptr addrspace(1) %out
  ret void
}

define spir_kernel void @sshl_sat_v4i64(ptr addrspace(1) %in, ptr addrspace(1) %out) {
entry:
  %x = load <4 x i64>, ptr addrspace(1) %in
  %r = call <4 x i64> @llvm.sshl.sat.v4i64(<4 x i64> %x, <4 x i64> %x)
  store <4 x i64> %r, ptr addrspace(1) %out
  ret void
}

define spir_kernel void @ssub_ov_i32(ptr addrspace(1) %in, ptr addrspace(1) %out) {
entry:
  %x = load i32, ptr addrspace(1) %in
  %p = getelementptr i32, ptr addrspace(1) %in, i64 1
  %y = load i32, ptr addrspace(1) %p
  %r = call { i32, i1 } @llvm.ssub.with.overflow.i32(i32 %x, i32 %y)
  %v = extractvalue { i32, i1 } %r, 0
  %c = extractvalue { i32, i1 } %r, 1
  %z = zext i1 %c to i32
  %w = xor i32 %v, %z
  store i32 %w, ptr addrspace(1) %out
  ret void
}

define spir_kernel void @ssub_ov_i64(ptr addrspace(1) %in, ptr addrspace(1) %out) {
entry:
  %x = load i64, ptr addrspace(1) %in
  %p = getelementptr i64, ptr addrspace(1) %in, i64 1
  %y = load i64, ptr addrspace(1) %p
  %r = call { i64, i1 } @llvm.ssub.with.overflow.i64(i64 %x, i64 %y)
  %v = extractvalue { i64, i1 } %r, 0
  %c = extractvalue { i64, i1 } %r, 1
  %z = zext i1 %c to i64
  %w = xor i64 %v, %z
  store i64 %w, ptr addrspace(1) %out
  ret void
}

define spir_kernel void @ssub_ov_i8(ptr addrspace(1) %in, ptr addrspace(1) %out) {
entry:
  %x = load i8, ptr addrspace(1) %in
  %p = getelementptr i8, ptr addrspace(1) %in, i64 1
  %y = load i8, ptr addrspace(1) %p
  %r = call { i8, i1 } @llvm.ssub.with.overflow.i8(i8 %x, i8 %y)
  %v = extractvalue { i8, i1 } %r, 0
  %c = extractvalue { i8, i1 } %r, 1
  %z = zext i1 %c to i8
  %w = xor i8 %v, %z
  store i8 %w, ptr addrspace(1) %out
  ret void
}

define spir_kernel void @ssub_sat_i16(ptr addrspace(1) %in, ptr addrspace(1) %out) {
entry:
  %x = load i16, ptr addrspace(1) %in
  %r = call i16 @llvm.ssub.sat.i16(i16 %x, i16 %x)
  store i16 %r, ptr addrspace(1) %out
  ret void
}

define spir_kernel void @ssub_sat_i32(ptr addrspace(1) %in, ptr addrspace(1) %out) {
entry:
  %x = load i32, ptr addrspace(1) %in
  %r = call i32 @llvm.ssub.sat.i32(i32 %x, i32 %x)
  store i32 %r, ptr addrspace(1) %out
  ret void
}

define spir_kernel void @ssub_sat_i64(ptr addrspace(1) %in, ptr addrspace(1) %out) {
entry:
  %x = load i64, ptr addrspace(1) %in
  %r = call i64 @llvm.ssub.sat.i64(i64 %x, i64 %x)
  store i64 %r, ptr addrspace(1) %out
  ret void
}

define spir_kernel void @ssub_sat_i8(ptr addrspace(1) %in, ptr addrspace(1) %out) {
entry:
  %x = load i8, ptr addrspace(1) %in
  %r = call i8 @llvm.ssub.sat.i8(i8 %x, i8 %x)
  store i8 %r, ptr addrspace(1) %out
  ret void
}

define spir_kernel void @ssub_sat_v2i16(ptr addrspace(1) %in, ptr addrspace(1) %out) {
entry:
  %x = load <2 x i16>, ptr addrspace(1) %in
  %r = call <2 x i16> @llvm.ssub.sat.v2i16(<2 x i16> %x, <2 x i16> %x)
  store <2 x i16> %r, ptr addrspace(1) %out
  ret void
}

define spir_kernel void @ssub_sat_v3i8(ptr addrspace(1) %in, ptr addrspace(1) %out) {
entry:
  %x = load <3 x i8>, ptr addrspace(1) %in
  %r = call <3 x i8> @llvm.ssub.sat.v3i8(<3 x i8> %x, <3 x i8> %x)
  store <3 x i8> %r, ptr addrspace(1) %out
  ret void
}

define spir_kernel void @ssub_sat_v4i32(ptr addrspace(1) %in, ptr addrspace(1) %out) {
entry:
  %x = load <4 x i32>, ptr addrspace(1) %in
  %r = call <4 x i32> @llvm.ssub.sat.v4i32(<4 x i32> %x, <4 x i32> %x)
  store <4 x i32> %r, ptr addrspace(1) %out
  ret void
}

define spir_kernel void @ssub_sat_v4i64(ptr addrspace(1) %in, ptr addrspace(1) %out) {
entry:
  %x = load <4 x i64>, ptr addrspace(1) %in
  %r = call <4 x i64> @llvm.ssub.sat.v4i64(<4 x i64> %x, <4 x i64> %x)
  store <4 x i64> %r, ptr addrspace(1) %out
  ret void
}

define spir_kernel void @uadd_ov_i32(ptr addrspace(1) %in, ptr addrspace(1) %out) {
entry:
  %x = load i32, ptr addrspace(1) %in
  %p = getelementptr i32, ptr addrspace(1) %in, i64 1
  %y = load i32, ptr addrspace(1) %p
  %r = call { i32, i1 } @llvm.uadd.with.overflow.i32(i32 %x, i32 %y)
  %v = extractvalue { i32, i1 } %r, 0
  %c = extractvalue { i32, i1 } %r, 1
  %z = zext i1 %c to i32
  %w = xor i32 %v, %z
  store i32 %w, ptr addrspace(1) %out
  ret void
}

define spir_kernel void @uadd_ov_i64(ptr addrspace(1) %in, ptr addrspace(1) %out) {
entry:
  %x = load i64, ptr addrspace(1) %in
  %p = getelementptr i64, ptr addrspace(1) %in, i64 1
  %y = load i64, ptr addrspace(1) %p
  %r = call { i64, i1 } @llvm.uadd.with.overflow.i64(i64 %x, i64 %y)
  %v = extractvalue { i64, i1 } %r, 0
  %c = extractvalue { i64, i1 } %r, 1
  %z = zext i1 %c to i64
  %w = xor i64 %v, %z
  store i64 %w, ptr addrspace(1) %out
  ret void
}

define spir_kernel void @uadd_ov_i8(ptr addrspace(1) %in, ptr addrspace(1) %out) {
entry:
  %x = load i8, ptr addrspace(1) %in
  %p = getelementptr i8, ptr addrspace(1) %in, i64 1
  %y = load i8, ptr addrspace(1) %p
  %r = call { i8, i1 } @llvm.uadd.with.overflow.i8(i8 %x, i8 %y)
  %v = extractvalue { i8, i1 } %r, 0
  %c = extractvalue { i8, i1 } %r, 1
  %z = zext i1 %c to i8
  %w = xor i8 %v, %z
  store i8 %w, ptr addrspace(1) %out
  ret void
}

define spir_kernel void @uadd_sat_i16(ptr addrspace(1) %in, ptr addrspace(1) %out) {
entry:
  %x = load i16, ptr addrspace(1) %in
  %r = call i16 @llvm.uadd.sat.i16(i16 %x, i16 %x)
  store i16 %r, ptr addrspace(1) %out
  ret void
}

define spir_kernel void @uadd_sat_i32(ptr addrspace(1) %in, ptr addrspace(1) %out) {
entry:
  %x = load i32, ptr addrspace(1) %in
  %r = call i32 @llvm.uadd.sat.i32(i32 %x, i32 %x)
  store i32 %r, ptr addrspace(1) %out
  ret void
}

define spir_kernel void @uadd_sat_i64(ptr addrspace(1) %in, ptr addrspace(1) %out) {
entry:
  %x = load i64, ptr addrspace(1) %in
  %r = call i64 @llvm.uadd.sat.i64(i64 %x, i64 %x)
  store i64 %r, ptr addrspace(1) %out
  ret void
}

define spir_kernel void @uadd_sat_i8(ptr addrspace(1) %in, ptr addrspace(1) %out) {
entry:
  %x = load i8, ptr addrspace(1) %in
  %r = call i8 @llvm.uadd.sat.i8(i8 %x, i8 %x)
  store i8 %r, ptr addrspace(1) %out
  ret void
}

define spir_kernel void @uadd_sat_v2i16(ptr addrspace(1) %in, ptr addrspace(1) %out) {
entry:
  %x = load <2 x i16>, ptr addrspace(1) %in
  %r = call <2 x i16> @llvm.uadd.sat.v2i16(<2 x i16> %x, <2 x i16> %x)
  store <2 x i16> %r, ptr addrspace(1) %out
  ret void
}

define spir_kernel void @uadd_sat_v3i8(ptr addrspace(1) %in, ptr addrspace(1) %out) {
entry:
  %x = load <3 x i8>, ptr addrspace(1) %in
  %r = call <3 x i8> @llvm.uadd.sat.v3i8(<3 x i8> %x, <3 x i8> %x)
  store <3 x i8> %r, ptr addrspace(1) %out
  ret void
}

define spir_kernel void @uadd_sat_v4i32(ptr addrspace(1) %in, ptr addrspace(1) %out) {
entry:
  %x = load <4 x i32>, ptr addrspace(1) %in
  %r = call <4 x i32> @llvm.uadd.sat.v4i32(<4 x i32> %x, <4 x i32> %x)
  store <4 x i32> %r, ptr addrspace(1) %out
  ret void
}

define spir_kernel void @uadd_sat_v4i64(ptr addrspace(1) %in, ptr addrspace(1) %out) {
entry:
  %x = load <4 x i64>, ptr addrspace(1) %in
  %r = call <4 x i64> @llvm.uadd.sat.v4i64(<4 x i64> %x, <4 x i64> %x)
  store <4 x i64> %r, ptr addrspace(1) %out
  ret void
}

define spir_kernel void @ucmp_i16(ptr addrspace(1) %in, ptr addrspace(1) %out) {
entry:
  %x = load i16, ptr addrspace(1) %in
  %r = call i16 @llvm.ucmp.i16.i16(i16 %x, i16 %x)
  store i16 %r, ptr addrspace(1) %out
  ret void
}

define spir_kernel void @ucmp_i32(ptr addrspace(1) %in, ptr addrspace(1) %out) {
entry:
  %x = load i32, ptr addrspace(1) %in
  %r = call i32 @llvm.ucmp.i32.i32(i32 %x, i32 %x)
  store i32 %r, ptr addrspace(1) %out
  ret void
}

define spir_kernel void @ucmp_i64(ptr addrspace(1) %in, ptr addrspace(1) %out) {
entry:
  %x = load i64, ptr addrspace(1) %in
  %r = call i64 @llvm.ucmp.i64.i64(i64 %x, i64 %x)
  store i64 %r, ptr addrspace(1) %out
  ret void
}

define spir_kernel void @ucmp_i8(ptr addrspace(1) %in, ptr addrspace(1) %out) {
entry:
  %x = load i8, ptr addrspace(1) %in
  %r = call i8 @llvm.ucmp.i8.i8(i8 %x, i8 %x)
  store i8 %r, ptr addrspace(1) %out
  ret void
}

define spir_kernel void @ucmp_v2i16(ptr addrspace(1) %in, ptr addrspace(1) %out) {
entry:
  %x = load <2 x i16>, ptr addrspace(1) %in
  %r = call <2 x i16> @llvm.ucmp.v2i16.v2i16(<2 x i16> %x, <2 x i16> %x)
  store <2 x i16> %r, ptr addrspace(1) %out
  ret void
}

define spir_kernel void @ucmp_v3i8(ptr addrspace(1) %in, ptr addrspace(1) %out) {
entry:
  %x = load <3 x i8>, ptr addrspace(1) %in
  %r = call <3 x i8> @llvm.ucmp.v3i8.v3i8(<3 x i8> %x, <3 x i8> %x)
  store <3 x i8> %r, ptr addrspace(1) %out
  ret void
}

define spir_kernel void @ucmp_v4i32(ptr addrspace(1) %in, ptr addrspace(1) %out) {
entry:
  %x = load <4 x i32>, ptr addrspace(1) %in
  %r = call <4 x i32> @llvm.ucmp.v4i32.v4i32(<4 x i32> %x, <4 x i32> %x)
  store <4 x i32> %r, ptr addrspace(1) %out
  ret void
}

define spir_kernel void @ucmp_v4i64(ptr addrspace(1) %in, ptr addrspace(1) %out) {
entry:
  %x = load <4 x i64>, ptr addrspace(1) %in
  %r = call <4 x i64> @llvm.ucmp.v4i64.v4i64(<4 x i64> %x, <4 x i64> %x)
  store <4 x i64> %r, ptr addrspace(1) %out
  ret void
}

define spir_kernel void @umax_i16(ptr addrspace(1) %in, ptr addrspace(1) %out) {
entry:
  %x = load i16, ptr addrspace(1) %in
  %r = call i16 @llvm.umax.i16(i16 %x, i16 %x)
  store i16 %r, ptr addrspace(1) %out
  ret void
}

define spir_kernel void @umax_i32(ptr addrspace(1) %in, ptr addrspace(1) %out) {
entry:
  %x = load i32, ptr addrspace(1) %in
  %r = call i32 @llvm.umax.i32(i32 %x, i32 %x)
  store i32 %r, ptr addrspace(1) %out
  ret void
}

define spir_kernel void @umax_i64(ptr addrspace(1) %in, ptr addrspace(1) %out) {
entry:
  %x = load i64, ptr addrspace(1) %in
  %r = call i64 @llvm.umax.i64(i64 %x, i64 %x)
  store i64 %r, ptr addrspace(1) %out
  ret void
}

define spir_kernel void @umax_i8(ptr addrspace(1) %in, ptr addrspace(1) %out) {
entry:
  %x = load i8, ptr addrspace(1) %in
  %r = call i8 @llvm.umax.i8(i8 %x, i8 %x)
  store i8 %r, ptr addrspace(1) %out
  ret void
}

define spir_kernel void @umax_v2i16(ptr addrspace(1) %in, ptr addrspace(1) %out) {
entry:
  %x = load <2 x i16>, ptr addrspace(1) %in
  %r = call <2 x i16> @llvm.umax.v2i16(<2 x i16> %x, <2 x i16> %x)
  store <2 x i16> %r, ptr addrspace(1) %out
  ret void
}

define spir_kernel void @umax_v3i8(ptr addrspace(1) %in, ptr addrspace(1) %out) {
entry:
  %x = load <3 x i8>, ptr addrspace(1) %in
  %r = call <3 x i8> @llvm.umax.v3i8(<3 x i8> %x, <3 x i8> %x)
  store <3 x i8> %r, ptr addrspace(1) %out
  ret void
}

define spir_kernel void @umax_v4i32(ptr addrspace(1) %in, ptr addrspace(1) %out) {
entry:
  %x = load <4 x i32>, ptr addrspace(1) %in
  %r = call <4 x i32> @llvm.umax.v4i32(<4 x i32> %x, <4 x i32> %x)
  store <4 x i32> %r, ptr addrspace(1) %out
  ret void
}

define spir_kernel void @umax_v4i64(ptr addrspace(1) %in, ptr addrspace(1) %out) {
entry:
  %x = load <4 x i64>, ptr addrspace(1) %in
  %r = call <4 x i64> @llvm.umax.v4i64(<4 x i64> %x, <4 x i64> %x)
  store <4 x i64> %r, ptr addrspace(1) %out
  ret void
}

define spir_kernel void @umin_i16(ptr addrspace(1) %in, ptr addrspace(1) %out) {
entry:
  %x = load i16, ptr addrspace(1) %in
  %r = call i16 @llvm.umin.i16(i16 %x, i16 %x)
  store i16 %r, ptr addrspace(1) %out
  ret void
}

define spir_kernel void @umin_i32(ptr addrspace(1) %in, ptr addrspace(1) %out) {
entry:
  %x = load i32, ptr addrspace(1) %in
  %r = call i32 @llvm.umin.i32(i32 %x, i32 %x)
  store i32 %r, ptr addrspace(1) %out
  ret void
}

define spir_kernel void @umin_i64(ptr addrspace(1) %in, ptr addrspace(1) %out) {
entry:
  %x = load i64, ptr addrspace(1) %in
  %r = call i64 @llvm.umin.i64(i64 %x, i64 %x)
  store i64 %r, ptr addrspace(1) %out
  ret void
}

define spir_kernel void @umin_i8(ptr addrspace(1) %in, ptr addrspace(1) %out) {
entry:
  %x = load i8, ptr addrspace(1) %in
  %r = call i8 @llvm.umin.i8(i8 %x, i8 %x)
  store i8 %r, ptr addrspace(1) %out
  ret void
}

define spir_kernel void @umin_v2i16(ptr addrspace(1) %in, ptr addrspace(1) %out) {
entry:
  %x = load <2 x i16>, ptr addrspace(1) %in
  %r = call <2 x i16> @llvm.umin.v2i16(<2 x i16> %x, <2 x i16> %x)
  store <2 x i16> %r, ptr addrspace(1) %out
  ret void
}

define spir_kernel void @umin_v3i8(ptr addrspace(1) %in, ptr addrspace(1) %out) {
entry:
  %x = load <3 x i8>, ptr addrspace(1) %in
  %r = call <3 x i8> @llvm.umin.v3i8(<3 x i8> %x, <3 x i8> %x)
  store <3 x i8> %r, ptr addrspace(1) %out
  ret void
}

define spir_kernel void @umin_v4i32(ptr addrspace(1) %in, ptr addrspace(1) %out) {
entry:
  %x = load <4 x i32>, ptr addrspace(1) %in
  %r = call <4 x i32> @llvm.umin.v4i32(<4 x i32> %x, <4 x i32> %x)
  store <4 x i32> %r, ptr addrspace(1) %out
  ret void
}

define spir_kernel void @umin_v4i64(ptr addrspace(1) %in, ptr addrspace(1) %out) {
entry:
  %x = load <4 x i64>, ptr addrspace(1) %in
  %r = call <4 x i64> @llvm.umin.v4i64(<4 x i64> %x, <4 x i64> %x)
  store <4 x i64> %r, ptr addrspace(1) %out
  ret void
}

define spir_kernel void @umul_ov_i32(ptr addrspace(1) %in, ptr addrspace(1) %out) {
entry:
  %x = load i32, ptr addrspace(1) %in
  %p = getelementptr i32, ptr addrspace(1) %in, i64 1
  %y = load i32, ptr addrspace(1) %p
  %r = call { i32, i1 } @llvm.umul.with.overflow.i32(i32 %x, i32 %y)
  %v = extractvalue { i32, i1 } %r, 0
  %c = extractvalue { i32, i1 } %r, 1
  %z = zext i1 %c to i32
  %w = xor i32 %v, %z
  store i32 %w, ptr addrspace(1) %out
  ret void
}

define spir_kernel void @umul_ov_i64(ptr addrspace(1) %in, ptr addrspace(1) %out) {
entry:
  %x = load i64, ptr addrspace(1) %in
  %p = getelementptr i64, ptr addrspace(1) %in, i64 1
  %y = load i64, ptr addrspace(1) %p
  %r = call { i64, i1 } @llvm.umul.with.overflow.i64(i64 %x, i64 %y)
  %v = extractvalue { i64, i1 } %r, 0
  %c = extractvalue { i64, i1 } %r, 1
  %z = zext i1 %c to i64
  %w = xor i64 %v, %z
  store i64 %w, ptr addrspace(1) %out
  ret void
}

define spir_kernel void @umul_ov_i8(ptr addrspace(1) %in, ptr addrspace(1) %out) {
entry:
  %x = load i8, ptr addrspace(1) %in
  %p = getelementptr i8, ptr addrspace(1) %in, i64 1
  %y = load i8, ptr addrspace(1) %p
  %r = call { i8, i1 } @llvm.umul.with.overflow.i8(i8 %x, i8 %y)
  %v = extractvalue { i8, i1 } %r, 0
  %c = extractvalue { i8, i1 } %r, 1
  %z = zext i1 %c to i8
  %w = xor i8 %v, %z
  store i8 %w, ptr addrspace(1) %out
  ret void
}

define spir_kernel void @ushl_sat_i16(ptr addrspace(1) %in, ptr addrspace(1) %out) {
entry:
  %x = load i16, ptr addrspace(1) %in
  %r = call i16 @llvm.ushl.sat.i16(i16 %x, i16 %x)
  store i16 %r, ptr addrspace(1) %out
  ret void
}

define spir_kernel void @ushl_sat_i32(ptr addrspace(1) %in, ptr addrspace(1) %out) {
entry:
  %x = load i32, ptr addrspace(1) %in
  %r = call i32 @llvm.ushl.sat.i32(i32 %x, i32 %x)
  store i32 %r, ptr addrspace(1) %out
  ret void
}

define spir_kernel void @ushl_sat_i64(ptr addrspace(1) %in, ptr addrspace(1) %out) {
entry:
  %x = load i64, ptr addrspace(1) %in
  %r = call i64 @llvm.ushl.sat.i64(i64 %x, i64 %x)
  store i64 %r, ptr addrspace(1) %out
  ret void
}

define spir_kernel void @ushl_sat_i8(ptr addrspace(1) %in, ptr addrspace(1) %out) {
entry:
  %x = load i8, ptr addrspace(1) %in
  %r = call i8 @llvm.ushl.sat.i8(i8 %x, i8 %x)
  store i8 %r, ptr addrspace(1) %out
  ret void
}

define spir_kernel void @ushl_sat_v2i16(ptr addrspace(1) %in, ptr addrspace(1) %out) {
entry:
  %x = load <2 x i16>, ptr addrspace(1) %in
  %r = call <2 x i16> @llvm.ushl.sat.v2i16(<2 x i16> %x, <2 x i16> %x)
  store <2 x i16> %r, ptr addrspace(1) %out
  ret void
}

define spir_kernel void @ushl_sat_v3i8(ptr addrspace(1) %in, ptr addrspace(1) %out) {
entry:
  %x = load <3 x i8>, ptr addrspace(1) %in
  %r = call <3 x i8> @llvm.ushl.sat.v3i8(<3 x i8> %x, <3 x i8> %x)
  store <3 x i8> %r, ptr addrspace(1) %out
  ret void
}

define spir_kernel void @ushl_sat_v4i32(ptr addrspace(1) %in, ptr addrspace(1) %out) {
entry:
  %x = load <4 x i32>, ptr addrspace(1) %in
  %r = call <4 x i32> @llvm.ushl.sat.v4i32(<4 x i32> %x, <4 x i32> %x)
  store <4 x i32> %r, ptr addrspace(1) %out
  ret void
}

define spir_kernel void @ushl_sat_v4i64(ptr addrspace(1) %in, ptr addrspace(1) %out) {
entry:
  %x = load <4 x i64>, ptr addrspace(1) %in
  %r = call <4 x i64> @llvm.ushl.sat.v4i64(<4 x i64> %x, <4 x i64> %x)
  store <4 x i64> %r, ptr addrspace(1) %out
  ret void
}

define spir_kernel void @usub_ov_i32(ptr addrspace(1) %in, ptr addrspace(1) %out) {
entry:
  %x = load i32, ptr addrspace(1) %in
  %p = getelementptr i32, ptr addrspace(1) %in, i64 1
  %y = load i32, ptr addrspace(1) %p
  %r = call { i32, i1 } @llvm.usub.with.overflow.i32(i32 %x, i32 %y)
  %v = extractvalue { i32, i1 } %r, 0
  %c = extractvalue { i32, i1 } %r, 1
  %z = zext i1 %c to i32
  %w = xor i32 %v, %z
  store i32 %w, ptr addrspace(1) %out
  ret void
}

define spir_kernel void @usub_ov_i64(ptr addrspace(1) %in, ptr addrspace(1) %out) {
entry:
  %x = load i64, ptr addrspace(1) %in
  %p = getelementptr i64, ptr addrspace(1) %in, i64 1
  %y = load i64, ptr addrspace(1) %p
  %r = call { i64, i1 } @llvm.usub.with.overflow.i64(i64 %x, i64 %y)
  %v = extractvalue { i64, i1 } %r, 0
  %c = extractvalue { i64, i1 } %r, 1
  %z = zext i1 %c to i64
  %w = xor i64 %v, %z
  store i64 %w, ptr addrspace(1) %out
  ret void
}

define spir_kernel void @usub_ov_i8(ptr addrspace(1) %in, ptr addrspace(1) %out) {
entry:
  %x = load i8, ptr addrspace(1) %in
  %p = getelementptr i8, ptr addrspace(1) %in, i64 1
  %y = load i8, ptr addrspace(1) %p
  %r = call { i8, i1 } @llvm.usub.with.overflow.i8(i8 %x, i8 %y)
  %v = extractvalue { i8, i1 } %r, 0
  %c = extractvalue { i8, i1 } %r, 1
  %z = zext i1 %c to i8
  %w = xor i8 %v, %z
  store i8 %w, ptr addrspace(1) %out
  ret void
}

define spir_kernel void @usub_sat_i16(ptr addrspace(1) %in, ptr addrspace(1) %out) {
entry:
  %x = load i16, ptr addrspace(1) %in
  %r = call i16 @llvm.usub.sat.i16(i16 %x, i16 %x)
  store i16 %r, ptr addrspace(1) %out
  ret void
}

define spir_kernel void @usub_sat_i32(ptr addrspace(1) %in, ptr addrspace(1) %out) {
entry:
  %x = load i32, ptr addrspace(1) %in
  %r = call i32 @llvm.usub.sat.i32(i32 %x, i32 %x)
  store i32 %r, ptr addrspace(1) %out
  ret void
}

define spir_kernel void @usub_sat_i64(ptr addrspace(1) %in, ptr addrspace(1) %out) {
entry:
  %x = load i64, ptr addrspace(1) %in
  %r = call i64 @llvm.usub.sat.i64(i64 %x, i64 %x)
  store i64 %r, ptr addrspace(1) %out
  ret void
}

define spir_kernel void @usub_sat_i8(ptr addrspace(1) %in, ptr addrspace(1) %out) {
entry:
  %x = load i8, ptr addrspace(1) %in
  %r = call i8 @llvm.usub.sat.i8(i8 %x, i8 %x)
  store i8 %r, ptr addrspace(1) %out
  ret void
}

define spir_kernel void @usub_sat_v2i16(ptr addrspace(1) %in, ptr addrspace(1) %out) {
entry:
  %x = load <2 x i16>, ptr addrspace(1) %in
  %r = call <2 x i16> @llvm.usub.sat.v2i16(<2 x i16> %x, <2 x i16> %x)
  store <2 x i16> %r, ptr addrspace(1) %out
  ret void
}

define spir_kernel void @usub_sat_v3i8(ptr addrspace(1) %in, ptr addrspace(1) %out) {
entry:
  %x = load <3 x i8>, ptr addrspace(1) %in
  %r = call <3 x i8> @llvm.usub.sat.v3i8(<3 x i8> %x, <3 x i8> %x)
  store <3 x i8> %r, ptr addrspace(1) %out
  ret void
}

define spir_kernel void @usub_sat_v4i32(ptr addrspace(1) %in, ptr addrspace(1) %out) {
entry:
  %x = load <4 x i32>, ptr addrspace(1) %in
  %r = call <4 x i32> @llvm.usub.sat.v4i32(<4 x i32> %x, <4 x i32> %x)
  store <4 x i32> %r, ptr addrspace(1) %out
  ret void
}

define spir_kernel void @usub_sat_v4i64(ptr addrspace(1) %in, ptr addrspace(1) %out) {
entry:
  %x = load <4 x i64>, ptr addrspace(1) %in
  %r = call <4 x i64> @llvm.usub.sat.v4i64(<4 x i64> %x, <4 x i64> %x)
  store <4 x i64> %r, ptr addrspace(1) %out
  ret void
}

define spir_kernel void @vec3i8(ptr addrspace(1) %in, ptr addrspace(1) %out) {
entry:
  %x = load <3 x i8>, ptr addrspace(1) %in
  %y = add <3 x i8> %x, <i8 1, i8 2, i8 3>
  store <3 x i8> %y, ptr addrspace(1) %out
  ret void
}

define spir_kernel void @vecdyn(ptr addrspace(1) %in, ptr addrspace(1) %out) {
entry:
  %x = load <4 x i32>, ptr addrspace(1) %in
  %i = extractelement <4 x i32> %x, i32 0
  %j = and i32 %i, 3
  %e = extractelement <4 x i32> %x, i32 %j
  %y = insertelement <4 x i32> %x, i32 %e, i32 %j
  %z = insertelement <4 x i32> %y, i32 99, i64 2
  store <4 x i32> %z, ptr addrspace(1) %out
  ret void
}

define spir_kernel void @vreduce_add(ptr addrspace(1) %in, ptr addrspace(1) %out) {
entry:
  %x = load <4 x i32>, ptr addrspace(1) %in
  %r = call i32 @llvm.vector.reduce.add.v4i32(<4 x i32> %x)
  store i32 %r, ptr addrspace(1) %out
  ret void
}

define spir_kernel void @vreduce_and(ptr addrspace(1) %in, ptr addrspace(1) %out) {
entry:
  %x = load <4 x i32>, ptr addrspace(1) %in
  %r = call i32 @llvm.vector.reduce.and.v4i32(<4 x i32> %x)
  store i32 %r, ptr addrspace(1) %out
  ret void
}

define spir_kernel void @vreduce_mul(ptr addrspace(1) %in, ptr addrspace(1) %out) {
entry:
  %x = load <4 x i32>, ptr addrspace(1) %in
  %r = call i32 @llvm.vector.reduce.mul.v4i32(<4 x i32> %x)
  store i32 %r, ptr addrspace(1) %out
  ret void
}

define spir_kernel void @vreduce_or(ptr addrspace(1) %in, ptr addrspace(1) %out) {
entry:
  %x = load <4 x i32>, ptr addrspace(1) %in
  %r = call i32 @llvm.vector.reduce.or.v4i32(<4 x i32> %x)
  store i32 %r, ptr addrspace(1) %out
  ret void
}

define spir_kernel void @vreduce_smin(ptr addrspace(1) %in, ptr addrspace(1) %out) {
entry:
  %x = load <4 x i32>, ptr addrspace(1) %in
  %r = call i32 @llvm.vector.reduce.smin.v4i32(<4 x i32> %x)
  store i32 %r, ptr addrspace(1) %out
  ret void
}

define spir_kernel void @vreduce_umax(ptr addrspace(1) %in, ptr addrspace(1) %out) {
entry:
  %x = load <4 x i32>, ptr addrspace(1) %in
  %r = call i32 @llvm.vector.reduce.umax.v4i32(<4 x i32> %x)
  store i32 %r, ptr addrspace(1) %out
  ret void
}

define spir_kernel void @vreduce_xor(ptr addrspace(1) %in, ptr addrspace(1) %out) {
entry:
  %x = load <4 x i32>, ptr addrspace(1) %in
  %r = call i32 @llvm.vector.reduce.xor.v4i32(<4 x i32> %x)
  store i32 %r, ptr addrspace(1) %out
  ret void
}
