// Barriers everywhere that OpenCL allows them.
__kernel void rotate_left(__global int *out, __global const int *in, __local int *tile) {
  const size_t l = get_local_id(0);
  tile[l] = in[get_global_id(0)];
  barrier(CLK_LOCAL_MEM_FENCE);
  out[get_global_id(0)] = tile[(l + 1) % get_local_size(0)];
}

// A barrier in a loop, and static local memory. The local size is a power of two.
__kernel void sum(__global int *out, __global const int *in) {
  __local int part[256];
  const size_t l = get_local_id(0);
  part[l] = in[get_global_id(0)];
  barrier(CLK_LOCAL_MEM_FENCE);
  for (size_t stride = get_local_size(0) / 2; stride > 0; stride /= 2) {
    if (l < stride)
      part[l] += part[l + stride];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  if (l == 0)
    out[get_group_id(0)] = part[0];
}

int exchange(__local int *tile, int value, uint distance) {
  const uint size = (uint)get_local_size(0);
  tile[get_local_id(0)] = value;
  work_group_barrier(CLK_LOCAL_MEM_FENCE);
  const int other = tile[(get_local_id(0) + distance) % size];
  work_group_barrier(CLK_LOCAL_MEM_FENCE, memory_scope_work_group);
  return other;
}

// Barriers in a helper function that is called in a loop inside a branch that all work-items of a group take.
__kernel void in_helper(__global int *out, __global const int *in, __local int *tile, uint rounds) {
  int value = in[get_global_id(0)];
  if (get_group_id(0) % 2 == 0) {
    for (uint i = 1; i <= rounds; ++i)
      value += exchange(tile, value, i);
  }
  out[get_global_id(0)] = value;
}

// Private arrays that live across barriers, with a switch between the barriers.
__kernel void private_array(__global int *out, __local int *tile, int mode) {
  int mine[8];
  const int l = (int)get_local_id(0);
  for (int i = 0; i < 8; ++i)
    mine[i] = l * 8 + i;
  tile[l] = mine[l % 8];
  barrier(CLK_LOCAL_MEM_FENCE);
  const int left = tile[(l + (int)get_local_size(0) - 1) % (int)get_local_size(0)];
  switch (mode) {
  case 0:
    barrier(CLK_LOCAL_MEM_FENCE);
    mine[left % 8] += left;
    break;
  case 1:
    mine[0] = left;
    barrier(CLK_LOCAL_MEM_FENCE);
    tile[l] = mine[7];
    barrier(CLK_GLOBAL_MEM_FENCE | CLK_LOCAL_MEM_FENCE);
    mine[1] = tile[0];
    break;
  }
  int total = 0;
  for (int i = 0; i < 8; ++i)
    total += mine[i];
  out[get_global_id(0)] = total;
}

// Three dimensions, two local variables, and a loop whose trip count is a kernel argument.
__kernel void transpose_rounds(__global int *data, int rounds) {
  __local int first[64];
  __local int second[64];
  const size_t l = get_local_linear_id();
  const size_t size = get_local_size(0) * get_local_size(1) * get_local_size(2);
  const size_t group = (get_group_id(2) * get_num_groups(1) + get_group_id(1)) * get_num_groups(0) +
                       get_group_id(0);
  first[l] = (int)(group * 1000 + l);
  for (int i = 0; i < rounds; ++i) {
    barrier(CLK_LOCAL_MEM_FENCE);
    second[size - 1 - l] = first[l];
    barrier(CLK_LOCAL_MEM_FENCE);
    first[l] = second[l] + 1;
  }
  data[get_global_linear_id()] = first[l];
}

// Either all work-items of a group return early, or none.
__kernel void early_exit(__global int *out, int limit) {
  __local int seen;
  if ((int)get_group_id(0) >= limit)
    return;
  if (get_local_id(0) == 0)
    seen = (int)get_group_id(0) + 1;
  barrier(CLK_LOCAL_MEM_FENCE);
  out[get_global_id(0)] = seen;
}
