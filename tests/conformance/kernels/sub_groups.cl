// The sub-group queries of work-items.
#pragma OPENCL EXTENSION cl_khr_subgroups : enable
void sub_group(__global uint *out) {
  __global uint *mine = out + 6 * get_global_linear_id();
  mine[0] = get_max_sub_group_size();
  mine[1] = get_sub_group_size();
  mine[2] = get_num_sub_groups();
  mine[3] = get_enqueued_num_sub_groups();
  mine[4] = get_sub_group_id();
  mine[5] = get_sub_group_local_id();
}
__attribute__((intel_reqd_sub_group_size(8))) __kernel void sub_groups_of_8(__global uint *out) {
  sub_group(out);
}
__kernel void sub_groups(__global uint *out) { sub_group(out); }
