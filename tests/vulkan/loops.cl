// Loops with a given number of iterations, and conditions nested deeper than some drivers expect.
kernel void count(global uint *out, uint n) {
  uint state = get_global_id(0);
  for (uint i = 0; i < n; ++i)
    state = (state ^ state >> 13) * 1664525u + i;
  out[get_global_id(0)] = state;
}

kernel void find(global uint *out, uint n) {
  uint at = 0;
  while (true) {
    if (out[at % 2] == n)
      break;
    if (at++ > n)
      break;
  }
  out[2] = at;
}

kernel void forever(global volatile uint *out, uint n) {
  while (true)
    out[0] += n;
}

kernel void straight(global uint *out, uint n) { out[get_global_id(0)] = n; }

#define IF(inside)                                                                                 \
  if (*in) {                                                                                       \
    *out += 1;                                                                                     \
    inside *out += 2;                                                                              \
  }
#define IF4(inside) IF(IF(IF(IF(inside))))
#define IF16(inside) IF4(IF4(IF4(IF4(inside))))
#define IF64(inside) IF16(IF16(IF16(IF16(inside))))

kernel void nested_64(global volatile uint *out, global volatile uint *in) { IF64(*out += 4;) }
kernel void nested_79(global volatile uint *out, global volatile uint *in) {
  IF64(IF4(IF4(IF4(IF(IF(IF(*out += 4;)))))))
}
kernel void nested_80(global volatile uint *out, global volatile uint *in) { IF64(IF16(*out += 4;)) }

kernel __attribute__((reqd_work_group_size(48, 1, 1))) void full_vectors(global uint *out, uint n) {
  for (uint i = 0; out[i] < n; ++i)
    out[i] += n;
}

kernel __attribute__((reqd_work_group_size(12, 4, 1))) void partial_vectors(global uint *out, uint n) {
  for (uint i = 0; out[i] < n; ++i)
    out[i] += n;
}

kernel void fences(global int *out, global volatile int *flag, uint n) {
  for (uint i = 0; i < n; ++i) {
    atomic_fetch_add((global atomic_int *)out, 1);
    for (uint k = 0; k < out[i]; ++k)
      atomic_work_item_fence(CLK_GLOBAL_MEM_FENCE, memory_order_acq_rel, memory_scope_device);
    int old = 1;
    if (atomic_compare_exchange_strong((global atomic_int *)flag, &old, 2))
      atomic_store_explicit((global atomic_int *)flag, old, memory_order_relaxed);
  }
  for (uint i = 0; flag[i] < n; ++i)
    out[i] = 1;
}

kernel void barriers(global int *out, local int *tile, uint n) {
  for (uint i = 0; i < n; ++i) {
    tile[get_local_id(0)] = out[i];
    barrier(CLK_LOCAL_MEM_FENCE);
    atomic_add(out + tile[i], 1);
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  atomic_fetch_add((global atomic_int *)out, 1);
  atomic_work_item_fence(CLK_GLOBAL_MEM_FENCE, memory_order_acq_rel, memory_scope_device);
}
