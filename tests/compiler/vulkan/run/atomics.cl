// Atomic functions on integers of 32 and 64 bits, in global and local memory.
// RUN: %ursac %s --targets=vulkan1.2,host-x86_64 -Xursa-target=vulkan1.2 --relaxed-fences -o a.ursa
// RUN: %vulkan_run a.ursa histogram 'int[4]=0' 'uint[16]=0' 'uint[256]' 'local[64]' --global 256 --local 64
// RUN: %vulkan_run a.ursa orders 'int[4]=0' 'uint[4]=0' 'long[4]=0' 'ulong[4]=0' --global 256 --local 64
// RUN: %vulkan_run a.ursa exchange 'float[1]=0' 'float[256]=1' --global 256 --local 64
#pragma OPENCL EXTENSION cl_khr_int64_base_atomics : enable
#pragma OPENCL EXTENSION cl_khr_int64_extended_atomics : enable
kernel void histogram(global int *c, global uint *bins, global const uint *in, local uint *own) {
  uint i = get_global_id(0), l = get_local_id(0);
  if (l < 16) own[l] = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  atomic_inc(&own[in[i] & 15]);
  atomic_add(c, 3);
  atomic_max(c + 1, (int)i);
  atomic_or(c + 2, 1 << (i & 31));
  atomic_xor(c + 3, (int)in[i]);
  barrier(CLK_LOCAL_MEM_FENCE);
  if (l < 16) atomic_add(&bins[l], own[l]);
}
kernel void orders(global atomic_int *c, global atomic_uint *d, global long *e, global ulong *f) {
  int i = get_global_id(0);
  atomic_fetch_add_explicit(c, 5, memory_order_relaxed, memory_scope_device);
  atomic_fetch_max_explicit(d, (uint)i, memory_order_acq_rel, memory_scope_device);
  atomic_fetch_min_explicit(c + 3, -i, memory_order_release, memory_scope_device);
  int v = atomic_load_explicit(c + 1, memory_order_acquire, memory_scope_device);
  int expected = v;
  while (!atomic_compare_exchange_weak_explicit(c + 1, &expected, expected + 2, memory_order_acq_rel,
                                                memory_order_acquire, memory_scope_device)) {
  }
  atomic_store_explicit(c + 2, 77, memory_order_release, memory_scope_device);
  atom_add(e, 1L << 33);
  atom_max((global long *)(e + 1), (long)i << 40);
  atom_min((global ulong *)f, (ulong)i);
  atom_xor(f + 1, (ulong)i << 35);
}
kernel void exchange(volatile global float *p, global const float *in) {
  union { uint u; float f; } old, next;
  do {
    old.f = *p;
    next.f = old.f + in[get_global_id(0)];
  } while (atomic_cmpxchg((volatile global uint *)p, old.u, next.u) != old.u);
}
