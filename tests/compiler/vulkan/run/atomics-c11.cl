// Atomic objects of OpenCL 2.0: scopes, orders, flags, generic pointers, exchanges of floats.
// RUN: %ursac %s --targets=vulkan1.2,host-x86_64 -Xursa-target=vulkan1.2 --relaxed-fences -o a.ursa
// RUN: %vulkan_run a.ursa orders 'int[16]=0' 'long[16]=0' --global 256 --local 64
// RUN: %vulkan_run a.ursa genericPointers 'int[16]=0' 'int[16]=0' --global 128 --local 64
// RUN: %vulkan_run a.ursa floats 'float[8]=0' 'float[8]=0' --global 128 --local 64
// RUN: %vulkan_run a.ursa flags 'int[4]=0' --global 8 --local 8
// RUN: %vulkan_run a.ursa wide 'long[2]=5' --global 1 --local 1 --expect '0=long[2]=5,5'
// RUN: %ursac %s --targets=vulkan1.2 -o fences.ursa
#pragma OPENCL EXTENSION cl_khr_int64_base_atomics : enable
#pragma OPENCL EXTENSION cl_khr_int64_extended_atomics : enable
kernel void orders(global atomic_int *c, global atomic_long *l) {
  int i = get_global_id(0);
  atomic_fetch_add_explicit(c, 1, memory_order_seq_cst, memory_scope_work_group);
  atomic_fetch_sub_explicit(c + 1, 2, memory_order_acquire, memory_scope_all_svm_devices);
  atomic_fetch_or_explicit(c + 2, 1 << (i & 31), memory_order_release, memory_scope_device);
  atomic_fetch_xor_explicit(c + 3, i, memory_order_acq_rel);
  atomic_fetch_and_explicit(c + 4, ~(1 << (i & 31)), memory_order_relaxed);
  atomic_fetch_add(c + 5, 3);
  atomic_fetch_max(c + 6, i);
  atomic_fetch_min(c + 7, -i);
  if (i == 5) { atomic_store(c + 8, 4); atomic_init(c + 9, 11); }
  if (i == 7) atomic_exchange(c + 10, 21);
  int expected = 0;
  atomic_compare_exchange_strong(c + 11, &expected, 6);
  expected = 6;
  if (i == 9) atomic_store_explicit(c + 12, atomic_load_explicit(c + 13, memory_order_seq_cst), memory_order_seq_cst, memory_scope_device);
  atomic_fetch_add(l, 1L << 40);
  atomic_fetch_max_explicit(l + 1, (long)i << 35, memory_order_relaxed, memory_scope_device);
  atomic_fetch_min_explicit(l + 2, -((long)i << 35), memory_order_relaxed, memory_scope_device);
  atomic_fetch_xor(l + 3, (long)i << 33);
  atomic_work_item_fence(CLK_GLOBAL_MEM_FENCE, memory_order_acq_rel, memory_scope_device);
}
void count(atomic_int *where, int by) { atomic_fetch_add_explicit(where, by, memory_order_relaxed, memory_scope_device); }
kernel void genericPointers(global int *c, global int *out) {
  local atomic_int own;
  int i = get_global_id(0);
  if (get_local_id(0) == 0) atomic_init(&own, 0);
  work_group_barrier(CLK_LOCAL_MEM_FENCE, memory_scope_work_group);
  count((i & 1) ? (atomic_int *)&own : (atomic_int *)c, i);
  work_group_barrier(CLK_LOCAL_MEM_FENCE);
  if (get_local_id(0) == 0) out[get_group_id(0)] = atomic_load(&own);
}
kernel void floats(global float *f, global atomic_float *g) {
  local float own[2];
  int l = get_local_id(0);
  if (l < 2) own[l] = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  if (l == 3) { atomic_xchg(f, 2.5f); atomic_xchg(own + 1, 1.5f); atomic_store(g + 1, 4.5f); }
  float expected = 0.0f;
  atomic_compare_exchange_strong(g, &expected, 0.5f);
  barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
  if (l == 0) f[2 + get_group_id(0)] = own[1] + atomic_load(g);
}
kernel void flags(global int *o) {
  local atomic_flag flag;
  int l = get_local_id(0);
  if (l == 0) atomic_flag_clear(&flag);
  barrier(CLK_LOCAL_MEM_FENCE);
  if (!atomic_flag_test_and_set(&flag)) atomic_inc(o);
  barrier(CLK_LOCAL_MEM_FENCE);
  if (l == 0) o[1] = atomic_flag_test_and_set_explicit(&flag, memory_order_relaxed, memory_scope_work_group);
}
kernel void wide(global atomic_long *l) { atomic_store(l, atomic_load(l + 1)); }
