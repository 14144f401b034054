; Atomic operations.
; RUN: %expand %s %t.ll && for v in 1.0 1.1 1.2 1.3 1.4 1.5 1.6; do for o in "" -O0; do %codegen $o %t.ll -spirv-version=$v -o a.spv && %spirv_val --target-env spv$v a.spv || exit 1; done; done
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-n8:16:32:64-G1"
target triple = "spirv64-unknown-unknown"

; EACH atomicld ON i32 i64 float
define spir_kernel void @$KERNEL(ptr addrspace(1) %in, ptr addrspace(1) %out) {
entry:
  %x = load atomic $TYPE, ptr addrspace(1) %in acquire, align 8
  store atomic $TYPE %x, ptr addrspace(1) %out release, align 8
  ret void
}

; EACH cmpxchg ON i32 i64
define spir_kernel void @$KERNEL(ptr addrspace(1) %in, ptr addrspace(1) %out) {
entry:
  %x = load $TYPE, ptr addrspace(1) %in
  %y = load $TYPE, ptr addrspace(1) %out
  %r = cmpxchg ptr addrspace(1) %out, $TYPE %y, $TYPE %x acq_rel monotonic
  %v = extractvalue { $TYPE, i1 } %r, 0
  %b = extractvalue { $TYPE, i1 } %r, 1
  %z = zext i1 %b to i32
  %p = getelementptr i32, ptr addrspace(1) %out, i64 2
  store i32 %z, ptr addrspace(1) %p
  %q = getelementptr $TYPE, ptr addrspace(1) %out, i64 3
  store $TYPE %v, ptr addrspace(1) %q
  ret void
}

; EACH add and max min nand or sub udec_wrap uinc_wrap umax umin usub_cond usub_sat xchg xor ON i32 i64
define spir_kernel void @rmw_${NAME}_$SUFFIX(ptr addrspace(1) %in, ptr addrspace(1) %out) {
entry:
  %x = load $TYPE, ptr addrspace(1) %in
  %r = atomicrmw $NAME ptr addrspace(1) %out, $TYPE %x seq_cst
  %p = getelementptr $TYPE, ptr addrspace(1) %out, i64 1
  store $TYPE %r, ptr addrspace(1) %p
  ret void
}

; EACH fadd fmax fmin fsub xchg ON float double
define spir_kernel void @rmw_${NAME}_$SUFFIX(ptr addrspace(1) %in, ptr addrspace(1) %out) {
entry:
  %x = load $TYPE, ptr addrspace(1) %in
  %r = atomicrmw $NAME ptr addrspace(1) %out, $TYPE %x monotonic
  %p = getelementptr $TYPE, ptr addrspace(1) %out, i64 1
  store $TYPE %r, ptr addrspace(1) %p
  ret void
}

define spir_kernel void @cmpxchg_ptr(ptr addrspace(1) %in, ptr addrspace(1) %out) {
entry:
  %x = load ptr addrspace(1), ptr addrspace(1) %in
  %y = load ptr addrspace(1), ptr addrspace(1) %out
  %r = cmpxchg ptr addrspace(1) %out, ptr addrspace(1) %y, ptr addrspace(1) %x acq_rel monotonic
  %v = extractvalue { ptr addrspace(1), i1 } %r, 0
  %b = extractvalue { ptr addrspace(1), i1 } %r, 1
  %z = zext i1 %b to i32
  %p = getelementptr i32, ptr addrspace(1) %out, i64 2
  store i32 %z, ptr addrspace(1) %p
  %q = getelementptr ptr addrspace(1), ptr addrspace(1) %out, i64 3
  store ptr addrspace(1) %v, ptr addrspace(1) %q
  ret void
}
