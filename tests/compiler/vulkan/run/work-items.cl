// All work-item functions, with an offset, in three dimensions.
// RUN: %ursac %s --targets=vulkan1.2,host-x86_64 -o a.ursa
// RUN: %vulkan_run a.ursa ids 'uint[2048]=1' --global 16,4,2 --local 4,2,1 --offset 3,4,5
// RUN: %vulkan_run a.ursa ids 'uint[2048]=0' --global 64 --local 16
// RUN: %vulkan_run a.ursa required 'uint[64]=0' --global 32,2 --local 16,2
kernel void ids(global uint *o) {
  size_t g = get_global_linear_id();
  o += g * 16;
  o[0] = get_global_id(0); o[1] = get_global_id(1); o[2] = get_global_id(2);
  o[3] = get_local_id(0); o[4] = get_local_id(1); o[5] = get_group_id(0);
  o[6] = get_global_size(0); o[7] = get_local_size(1); o[8] = get_num_groups(0);
  o[9] = get_global_offset(0); o[10] = get_work_dim(); o[11] = get_local_linear_id();
  o[12] = get_global_id(o[15]) + get_local_size(3) * 100 + get_global_id(5);
  o[13] = get_enqueued_local_size(0);
}
__attribute__((reqd_work_group_size(16, 2, 1))) kernel void required(global uint *o) {
  o[get_global_linear_id()] = get_local_size(0) * 100 + get_local_size(1) + get_num_groups(0);
}
