; Atomic operations.
; RUN: for v in 1.0 1.1 1.2 1.3 1.4 1.5 1.6; do for o in "" -O0; do %codegen $o %s -spirv-version=$v -o a.spv && %spirv_val --target-env spv$v a.spv || exit 1; done; done
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-n8:16:32:64-G1"
target triple = "spirv64-unknown-unknown"


define spir_kernel void @atomicld_float(ptr addrspace(1) %in, ptr addrspace(1) %out) {
entry:
  %x = load atomic float, ptr addrspace(1) %in acquire, align 8
  store atomic float %x, ptr addrspace(1) %out release, align 8
  ret void
}

define spir_kernel void @atomicld_i32(ptr addrspace(1) %in, ptr addrspace(1) %out) {
entry:
  %x = load atomic i32, ptr addrspace(1) %in acquire, align 8
  store atomic i32 %x, ptr addrspace(1) %out release, align 8
  ret void
}

define spir_kernel void @atomicld_i64(ptr addrspace(1) %in, ptr addrspace(1) %out) {
entry:
  %x = load atomic i64, ptr addrspace(1) %in acquire, align 8
  store atomic i64 %x, ptr addrspace(1) %out release, align 8
  ret void
}

define spir_kernel void @cmpxchg_i32(ptr addrspace(1) %in, ptr addrspace(1) %out) {
entry:
  %x = load i32, ptr addrspace(1) %in
  %y = load i32, ptr addrspace(1) %out
  %r = cmpxchg ptr addrspace(1) %out, i32 %y, i32 %x acq_rel monotonic
  %v = extractvalue { i32, i1 } %r, 0
  %b = extractvalue { i32, i1 } %r, 1
  %z = zext i1 %b to i32
  %p = getelementptr i32, ptr addrspace(1) %out, i64 2
  store i32 %z, ptr addrspace(1) %p
  %q = getelementptr i32, ptr addrspace(1) %out, i64 3
  store i32 %v, ptr addrspace(1) %q
  ret void
}

define spir_kernel void @cmpxchg_i64(ptr addrspace(1) %in, ptr addrspace(1) %out) {
entry:
  %x = load i64, ptr addrspace(1) %in
  %y = load i64, ptr addrspace(1) %out
  %r = cmpxchg ptr addrspace(1) %out, i64 %y, i64 %x acq_rel monotonic
  %v = extractvalue { i64, i1 } %r, 0
  %b = extractvalue { i64, i1 } %r, 1
  %z = zext i1 %b to i32
  %p = getelementptr i32, ptr addrspace(1) %out, i64 2
  store i32 %z, ptr addrspace(1) %p
  %q = getelementptr i64, ptr addrspace(1) %out, i64 3
  store i64 %v, ptr addrspace(1) %q
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

define spir_kernel void @rmw_add_i32(ptr addrspace(1) %in, ptr addrspace(1) %out) {
entry:
  %x = load i32, ptr addrspace(1) %in
  %r = atomicrmw add ptr addrspace(1) %out, i32 %x seq_cst
  %p = getelementptr i32, ptr addrspace(1) %out, i64 1
  store i32 %r, ptr addrspace(1) %p
  ret void
}

define spir_kernel void @rmw_add_i64(ptr addrspace(1) %in, ptr addrspace(1) %out) {
entry:
  %x = load i64, ptr addrspace(1) %in
  %r = atomicrmw add ptr addrspace(1) %out, i64 %x seq_cst
  %p = getelementptr i64, ptr addrspace(1) %out, i64 1
  store i64 %r, ptr addrspace(1) %p
  ret void
}

define spir_kernel void @rmw_and_i32(ptr addrspace(1) %in, ptr addrspace(1) %out) {
entry:
  %x = load i32, ptr addrspace(1) %in
  %r = atomicrmw and ptr addrspace(1) %out, i32 %x seq_cst
  %p = getelementptr i32, ptr addrspace(1) %out, i64 1
  store i32 %r, ptr addrspace(1) %p
  ret void
}

define spir_kernel void @rmw_and_i64(ptr addrspace(1) %in, ptr addrspace(1) %out) {
entry:
  %x = load i64, ptr addrspace(1) %in
  %r = atomicrmw and ptr addrspace(1) %out, i64 %x seq_cst
  %p = getelementptr i64, ptr addrspace(1) %out, i64 1
  store i64 %r, ptr addrspace(1) %p
  ret void
}

define spir_kernel void @rmw_fadd_double(ptr addrspace(1) %in, ptr addrspace(1) %out) {
entry:
  %x = load double, ptr addrspace(1) %in
  %r = atomicrmw fadd ptr addrspace(1) %out, double %x monotonic
  %p = getelementptr double, ptr addrspace(1) %out, i64 1
  store double %r, ptr addrspace(1) %p
  ret void
}

define spir_kernel void @rmw_fadd_float(ptr addrspace(1) %in, ptr addrspace(1) %out) {
entry:
  %x = load float, ptr addrspace(1) %in
  %r = atomicrmw fadd ptr addrspace(1) %out, float %x monotonic
  %p = getelementptr float, ptr addrspace(1) %out, i64 1
  store float %r, ptr addrspace(1) %p
  ret void
}

define spir_kernel void @rmw_fmax_double(ptr addrspace(1) %in, ptr addrspace(1) %out) {
entry:
  %x = load double, ptr addrspace(1) %in
  %r = atomicrmw fmax ptr addrspace(1) %out, double %x monotonic
  %p = getelementptr double, ptr addrspace(1) %out, i64 1
  store double %r, ptr addrspace(1) %p
  ret void
}

define spir_kernel void @rmw_fmax_float(ptr addrspace(1) %in, ptr addrspace(1) %out) {
entry:
  %x = load float, ptr addrspace(1) %in
  %r = atomicrmw fmax ptr addrspace(1) %out, float %x monotonic
  %p = getelementptr float, ptr addrspace(1) %out, i64 1
  store float %r, ptr addrspace(1) %p
  ret void
}

define spir_kernel void @rmw_fmin_double(ptr addrspace(1) %in, ptr addrspace(1) %out) {
entry:
  %x = load double, ptr addrspace(1) %in
  %r = atomicrmw fmin ptr addrspace(1) %out, double %x monotonic
  %p = getelementptr double, ptr addrspace(1) %out, i64 1
  store double %r, ptr addrspace(1) %p
  ret void
}

define spir_kernel void @rmw_fmin_float(ptr addrspace(1) %in, ptr addrspace(1) %out) {
entry:
  %x = load float, ptr addrspace(1) %in
  %r = atomicrmw fmin ptr addrspace(1) %out, float %x monotonic
  %p = getelementptr float, ptr addrspace(1) %out, i64 1
  store float %r, ptr addrspace(1) %p
  ret void
}

define spir_kernel void @rmw_fsub_double(ptr addrspace(1) %in, ptr addrspace(1) %out) {
entry:
  %x = load double, ptr addrspace(1) %in
  %r = atomicrmw fsub ptr addrspace(1) %out, double %x monotonic
  %p = getelementptr double, ptr addrspace(1) %out, i64 1
  store double %r, ptr addrspace(1) %p
  ret void
}

define spir_kernel void @rmw_fsub_float(ptr addrspace(1) %in, ptr addrspace(1) %out) {
entry:
  %x = load float, ptr addrspace(1) %in
  %r = atomicrmw fsub ptr addrspace(1) %out, float %x monotonic
  %p = getelementptr float, ptr addrspace(1) %out, i64 1
  store float %r, ptr addrspace(1) %p
  ret void
}

define spir_kernel void @rmw_max_i32(ptr addrspace(1) %in, ptr addrspace(1) %out) {
entry:
  %x = load i32, ptr addrspace(1) %in
  %r = atomicrmw max ptr addrspace(1) %out, i32 %x seq_cst
  %p = getelementptr i32, ptr addrspace(1) %out, i64 1
  store i32 %r, ptr addrspace(1) %p
  ret void
}

define spir_kernel void @rmw_max_i64(ptr addrspace(1) %in, ptr addrspace(1) %out) {
entry:
  %x = load i64, ptr addrspace(1) %in
  %r = atomicrmw max ptr addrspace(1) %out, i64 %x seq_cst
  %p = getelementptr i64, ptr addrspace(1) %out, i64 1
  store i64 %r, ptr addrspace(1) %p
  ret void
}

define spir_kernel void @rmw_min_i32(ptr addrspace(1) %in, ptr addrspace(1) %out) {
entry:
  %x = load i32, ptr addrspace(1) %in
  %r = atomicrmw min ptr addrspace(1) %out, i32 %x seq_cst
  %p = getelementptr i32, ptr addrspace(1) %out, i64 1
  store i32 %r, ptr addrspace(1) %p
  ret void
}

define spir_kernel void @rmw_min_i64(ptr addrspace(1) %in, ptr addrspace(1) %out) {
entry:
  %x = load i64, ptr addrspace(1) %in
  %r = atomicrmw min ptr addrspace(1) %out, i64 %x seq_cst
  %p = getelementptr i64, ptr addrspace(1) %out, i64 1
  store i64 %r, ptr addrspace(1) %p
  ret void
}

define spir_kernel void @rmw_nand_i32(ptr addrspace(1) %in, ptr addrspace(1) %out) {
entry:
  %x = load i32, ptr addrspace(1) %in
  %r = atomicrmw nand ptr addrspace(1) %out, i32 %x seq_cst
  %p = getelementptr i32, ptr addrspace(1) %out, i64 1
  store i32 %r, ptr addrspace(1) %p
  ret void
}

define spir_kernel void @rmw_nand_i64(ptr addrspace(1) %in, ptr addrspace(1) %out) {
entry:
  %x = load i64, ptr addrspace(1) %in
  %r = atomicrmw nand ptr addrspace(1) %out, i64 %x seq_cst
  %p = getelementptr i64, ptr addrspace(1) %out, i64 1
  store i64 %r, ptr addrspace(1) %p
  ret void
}

define spir_kernel void @rmw_or_i32(ptr addrspace(1) %in, ptr addrspace(1) %out) {
entry:
  %x = load i32, ptr addrspace(1) %in
  %r = atomicrmw or ptr addrspace(1) %out, i32 %x seq_cst
  %p = getelementptr i32, ptr addrspace(1) %out, i64 1
  store i32 %r, ptr addrspace(1) %p
  ret void
}

define spir_kernel void @rmw_or_i64(ptr addrspace(1) %in, ptr addrspace(1) %out) {
entry:
  %x = load i64, ptr addrspace(1) %in
  %r = atomicrmw or ptr addrspace(1) %out, i64 %x seq_cst
  %p = getelementptr i64, ptr addrspace(1) %out, i64 1
  store i64 %r, ptr addrspace(1) %p
  ret void
}

define spir_kernel void @rmw_sub_i32(ptr addrspace(1) %in, ptr addrspace(1) %out) {
entry:
  %x = load i32, ptr addrspace(1) %in
  %r = atomicrmw sub ptr addrspace(1) %out, i32 %x seq_cst
  %p = getelementptr i32, ptr addrspace(1) %out, i64 1
  store i32 %r, ptr addrspace(1) %p
  ret void
}

define spir_kernel void @rmw_sub_i64(ptr addrspace(1) %in, ptr addrspace(1) %out) {
entry:
  %x = load i64, ptr addrspace(1) %in
  %r = atomicrmw sub ptr addrspace(1) %out, i64 %x seq_cst
  %p = getelementptr i64, ptr addrspace(1) %out, i64 1
  store i64 %r, ptr addrspace(1) %p
  ret void
}

define spir_kernel void @rmw_udec_wrap_i32(ptr addrspace(1) %in, ptr addrspace(1) %out) {
entry:
  %x = load i32, ptr addrspace(1) %in
  %r = atomicrmw udec_wrap ptr addrspace(1) %out, i32 %x seq_cst
  %p = getelementptr i32, ptr addrspace(1) %out, i64 1
  store i32 %r, ptr addrspace(1) %p
  ret void
}

define spir_kernel void @rmw_udec_wrap_i64(ptr addrspace(1) %in, ptr addrspace(1) %out) {
entry:
  %x = load i64, ptr addrspace(1) %in
  %r = atomicrmw udec_wrap ptr addrspace(1) %out, i64 %x seq_cst
  %p = getelementptr i64, ptr addrspace(1) %out, i64 1
  store i64 %r, ptr addrspace(1) %p
  ret void
}

define spir_kernel void @rmw_uinc_wrap_i32(ptr addrspace(1) %in, ptr addrspace(1) %out) {
entry:
  %x = load i32, ptr addrspace(1) %in
  %r = atomicrmw uinc_wrap ptr addrspace(1) %out, i32 %x seq_cst
  %p = getelementptr i32, ptr addrspace(1) %out, i64 1
  store i32 %r, ptr addrspace(1) %p
  ret void
}

define spir_kernel void @rmw_uinc_wrap_i64(ptr addrspace(1) %in, ptr addrspace(1) %out) {
entry:
  %x = load i64, ptr addrspace(1) %in
  %r = atomicrmw uinc_wrap ptr addrspace(1) %out, i64 %x seq_cst
  %p = getelementptr i64, ptr addrspace(1) %out, i64 1
  store i64 %r, ptr addrspace(1) %p
  ret void
}

define spir_kernel void @rmw_umax_i32(ptr addrspace(1) %in, ptr addrspace(1) %out) {
entry:
  %x = load i32, ptr addrspace(1) %in
  %r = atomicrmw umax ptr addrspace(1) %out, i32 %x seq_cst
  %p = getelementptr i32, ptr addrspace(1) %out, i64 1
  store i32 %r, ptr addrspace(1) %p
  ret void
}

define spir_kernel void @rmw_umax_i64(ptr addrspace(1) %in, ptr addrspace(1) %out) {
entry:
  %x = load i64, ptr addrspace(1) %in
  %r = atomicrmw umax ptr addrspace(1) %out, i64 %x seq_cst
  %p = getelementptr i64, ptr addrspace(1) %out, i64 1
  store i64 %r, ptr addrspace(1) %p
  ret void
}

define spir_kernel void @rmw_umin_i32(ptr addrspace(1) %in, ptr addrspace(1) %out) {
entry:
  %x = load i32, ptr addrspace(1) %in
  %r = atomicrmw umin ptr addrspace(1) %out, i32 %x seq_cst
  %p = getelementptr i32, ptr addrspace(1) %out, i64 1
  store i32 %r, ptr addrspace(1) %p
  ret void
}

define spir_kernel void @rmw_umin_i64(ptr addrspace(1) %in, ptr addrspace(1) %out) {
entry:
  %x = load i64, ptr addrspace(1) %in
  %r = atomicrmw umin ptr addrspace(1) %out, i64 %x seq_cst
  %p = getelementptr i64, ptr addrspace(1) %out, i64 1
  store i64 %r, ptr addrspace(1) %p
  ret void
}

define spir_kernel void @rmw_usub_cond_i32(ptr addrspace(1) %in, ptr addrspace(1) %out) {
entry:
  %x = load i32, ptr addrspace(1) %in
  %r = atomicrmw usub_cond ptr addrspace(1) %out, i32 %x seq_cst
  %p = getelementptr i32, ptr addrspace(1) %out, i64 1
  store i32 %r, ptr addrspace(1) %p
  ret void
}

define spir_kernel void @rmw_usub_cond_i64(ptr addrspace(1) %in, ptr addrspace(1) %out) {
entry:
  %x = load i64, ptr addrspace(1) %in
  %r = atomicrmw usub_cond ptr addrspace(1) %out, i64 %x seq_cst
  %p = getelementptr i64, ptr addrspace(1) %out, i64 1
  store i64 %r, ptr addrspace(1) %p
  ret void
}

define spir_kernel void @rmw_usub_sat_i32(ptr addrspace(1) %in, ptr addrspace(1) %out) {
entry:
  %x = load i32, ptr addrspace(1) %in
  %r = atomicrmw usub_sat ptr addrspace(1) %out, i32 %x seq_cst
  %p = getelementptr i32, ptr addrspace(1) %out, i64 1
  store i32 %r, ptr addrspace(1) %p
  ret void
}

define spir_kernel void @rmw_usub_sat_i64(ptr addrspace(1) %in, ptr addrspace(1) %out) {
entry:
  %x = load i64, ptr addrspace(1) %in
  %r = atomicrmw usub_sat ptr addrspace(1) %out, i64 %x seq_cst
  %p = getelementptr i64, ptr addrspace(1) %out, i64 1
  store i64 %r, ptr addrspace(1) %p
  ret void
}

define spir_kernel void @rmw_xchg_double(ptr addrspace(1) %in, ptr addrspace(1) %out) {
entry:
  %x = load double, ptr addrspace(1) %in
  %r = atomicrmw xchg ptr addrspace(1) %out, double %x monotonic
  %p = getelementptr double, ptr addrspace(1) %out, i64 1
  store double %r, ptr addrspace(1) %p
  ret void
}

define spir_kernel void @rmw_xchg_float(ptr addrspace(1) %in, ptr addrspace(1) %out) {
entry:
  %x = load float, ptr addrspace(1) %in
  %r = atomicrmw xchg ptr addrspace(1) %out, float %x monotonic
  %p = getelementptr float, ptr addrspace(1) %out, i64 1
  store float %r, ptr addrspace(1) %p
  ret void
}

define spir_kernel void @rmw_xchg_i32(ptr addrspace(1) %in, ptr addrspace(1) %out) {
entry:
  %x = load i32, ptr addrspace(1) %in
  %r = atomicrmw xchg ptr addrspace(1) %out, i32 %x seq_cst
  %p = getelementptr i32, ptr addrspace(1) %out, i64 1
  store i32 %r, ptr addrspace(1) %p
  ret void
}

define spir_kernel void @rmw_xchg_i64(ptr addrspace(1) %in, ptr addrspace(1) %out) {
entry:
  %x = load i64, ptr addrspace(1) %in
  %r = atomicrmw xchg ptr addrspace(1) %out, i64 %x seq_cst
  %p = getelementptr i64, ptr addrspace(1) %out, i64 1
  store i64 %r, ptr addrspace(1) %p
  ret void
}

define spir_kernel void @rmw_xor_i32(ptr addrspace(1) %in, ptr addrspace(1) %out) {
entry:
  %x = load i32, ptr addrspace(1) %in
  %r = atomicrmw xor ptr addrspace(1) %out, i32 %x seq_cst
  %p = getelementptr i32, ptr addrspace(1) %out, i64 1
  store i32 %r, ptr addrspace(1) %p
  ret void
}

define spir_kernel void @rmw_xor_i64(ptr addrspace(1) %in, ptr addrspace(1) %out) {
entry:
  %x = load i64, ptr addrspace(1) %in
  %r = atomicrmw xor ptr addrspace(1) %out, i64 %x seq_cst
  %p = getelementptr i64, ptr addrspace(1) %out, i64 1
  store i64 %r, ptr addrspace(1) %p
  ret void
}
