// The ids and sizes that work-items see, and local memory with a barrier.

kernel void positions(global uint4 *out) {
  const size_t x = get_global_id(0) - get_global_offset(0);
  const size_t y = get_global_id(1) - get_global_offset(1);
  const size_t z = get_global_id(2) - get_global_offset(2);
  const size_t index = (z * get_global_size(1) + y) * get_global_size(0) + x;
  out[index] = (uint4)(get_global_id(0), get_global_id(1), get_global_id(2),
                       get_local_id(0) * 100 + get_local_id(1) * 10 + get_local_id(2));
}

kernel void reverse_groups(global int *data, local int *scratch) {
  const size_t last = get_local_size(0) - 1;
  const size_t at = get_local_id(0);
  scratch[at] = data[get_global_id(0)];
  barrier(CLK_LOCAL_MEM_FENCE);
  data[get_global_id(0)] = scratch[last - at];
}

kernel __attribute__((reqd_work_group_size(4, 1, 1))) void groups_of_four(global int *out) {
  out[get_global_id(0)] = get_local_size(0);
}
