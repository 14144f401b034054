; Integers: saturating, with overflow, vectors, conversions.
; RUN: %expand %s %t.ll && for v in 1.0 1.1 1.2 1.3 1.4 1.5 1.6; do for o in "" -O0; do %codegen $o %t.ll -spirv-version=$v -o a.spv && %spirv_val --target-env spv$v a.spv || exit 1; done; done
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-n8:16:32:64-G1"
target triple = "spirv64-unknown-unknown"

; EACH abs ON i8 i16 i32 i64 v2i16 v3i8 v4i32 v4i64
define spir_kernel void @$KERNEL(ptr addrspace(1) %in, ptr addrspace(1) %out) {
entry:
  %x = load $TYPE, ptr addrspace(1) %in
  %r = call $TYPE @llvm.$NAME.$SUFFIX($TYPE %x, i1 false)
  store $TYPE %r, ptr addrspace(1) %out
  ret void
}

; EACH sadd.sat smax smin sshl.sat ssub.sat uadd.sat umax umin ushl.sat usub.sat ON i8 i16 i32 i64 v2i16 v3i8 v4i32 v4i64
define spir_kernel void @$KERNEL(ptr addrspace(1) %in, ptr addrspace(1) %out) {
entry:
  %x = load $TYPE, ptr addrspace(1) %in
  %r = call $TYPE @llvm.$NAME.$SUFFIX($TYPE %x, $TYPE %x)
  store $TYPE %r, ptr addrspace(1) %out
  ret void
}

; EACH scmp ucmp ON i8 i16 i32 i64 v2i16 v3i8 v4i32 v4i64
define spir_kernel void @$KERNEL(ptr addrspace(1) %in, ptr addrspace(1) %out) {
entry:
  %x = load $TYPE, ptr addrspace(1) %in
  %r = call $TYPE @llvm.$NAME.$SUFFIX.$SUFFIX($TYPE %x, $TYPE %x)
  store $TYPE %r, ptr addrspace(1) %out
  ret void
}

; EACH sadd smul ssub uadd umul usub ON i8 i32 i64
define spir_kernel void @${NAME}_ov_$SUFFIX(ptr addrspace(1) %in, ptr addrspace(1) %out) {
entry:
  %x = load $TYPE, ptr addrspace(1) %in
  %p = getelementptr $TYPE, ptr addrspace(1) %in, i64 1
  %y = load $TYPE, ptr addrspace(1) %p
  %r = call { $TYPE, i1 } @llvm.$NAME.with.overflow.$SUFFIX($TYPE %x, $TYPE %y)
  %v = extractvalue { $TYPE, i1 } %r, 0
  %c = extractvalue { $TYPE, i1 } %r, 1
  %z = zext i1 %c to $TYPE
  %w = xor $TYPE %v, %z
  store $TYPE %w, ptr addrspace(1) %out
  ret void
}

; EACH add and mul or smin umax xor ON v4i32
define spir_kernel void @vreduce_$NAME(ptr addrspace(1) %in, ptr addrspace(1) %out) {
entry:
  %x = load $TYPE, ptr addrspace(1) %in
  %r = call i32 @llvm.vector.reduce.$NAME.$SUFFIX($TYPE %x)
  store i32 %r, ptr addrspace(1) %out
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
