// Sums over work-groups, with barriers: one kernel has its local memory as an argument, one as a
// variable. Local sizes are powers of two, for the second kernel 64 at most.

kernel void reduce_argument(global const int *in, global int *out, local int *partial) {
  const size_t i = get_local_id(0);
  partial[i] = in[get_global_id(0)];
  barrier(CLK_LOCAL_MEM_FENCE);
  for (size_t half_size = get_local_size(0) / 2; half_size > 0; half_size /= 2) {
    if (i < half_size)
      partial[i] += partial[i + half_size];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  if (i == 0)
    out[get_group_id(0)] = partial[0];
}

kernel void reduce_variable(global const int *in, global int *out) {
  local int partial[64];
  local int total;
  const size_t i = get_local_id(0);
  partial[i] = in[get_global_id(0)];
  if (i == 0)
    total = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  atomic_add(&total, partial[i]);
  barrier(CLK_LOCAL_MEM_FENCE);
  out[get_global_id(0)] = total;
}
