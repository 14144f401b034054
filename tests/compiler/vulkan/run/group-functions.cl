// Work-group collective functions: all, any, broadcast, reductions and scans of all types. Each work-item sets
// a bit for each result that equals the result of a loop over the group's values.
// RUN: %ursac %s --targets=vulkan1.2 -o a.ursa
// RUN: %vulkan_run a.ursa of_int,of_uint,of_long,of_ulong,of_float,of_double 'int[96]' 'int[96]=0' --global 96 --local 24 --expect '1=int[96]=511'
// RUN: %vulkan_run a.ursa of_int,of_ulong,of_float 'int[64]' 'int[64]=0' --global 64 --local 64 --expect '1=int[64]=511'
// RUN: %vulkan_run a.ursa of_int,of_float 'int[4]' 'int[4]=0' --global 4 --local 1 --expect '1=int[4]=511'
// RUN: %vulkan_run a.ursa of_int 'int[64]' 'int[64]=0' --global 8,8 --local 4,4 --expect '1=int[64]=511'
// RUN: %vulkan_run a.ursa votes 'int[96]=0' 'local[96]' --global 96 --local 24 --expect '0=int[96]=15'
// RUN: %vulkan_run a.ursa square 'int[64]=0' --global 8,8 --local 4,4 --expect '0=int[64]=7'
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
#define BIT(bit, truth) r |= (truth) ? 1 << bit : 0;
#define OF(type) \
  kernel void of_##type(global const int *in, global int *out) { \
    local type all[64]; \
    int l = get_local_linear_id(), n = get_local_size(0) * get_local_size(1); \
    type x = (type)(in[get_global_linear_id()] / 4096); \
    all[l] = x; \
    barrier(CLK_LOCAL_MEM_FENCE); \
    type sum = 0, upTo = 0, least = all[0], most = all[0], leastUpTo = all[0], mostUpTo = all[0]; \
    for (int k = 0; k < n; ++k) { \
      sum += all[k]; least = min(least, all[k]); most = max(most, all[k]); \
      if (k <= l) { upTo += all[k]; leastUpTo = min(leastUpTo, all[k]); mostUpTo = max(mostUpTo, all[k]); } \
    } \
    int r = 0; \
    BIT(0, work_group_reduce_add(x) == sum) BIT(1, work_group_reduce_min(x) == least) \
    BIT(2, work_group_reduce_max(x) == most) \
    for (int again = 0; again < 2; ++again) BIT(3, work_group_scan_inclusive_add(x) == upTo) \
    BIT(4, work_group_scan_exclusive_add(x) == upTo - x) \
    BIT(5, work_group_scan_inclusive_min(x) == leastUpTo) BIT(6, work_group_scan_inclusive_max(x) == mostUpTo) \
    type before = work_group_scan_exclusive_min(x); \
    BIT(7, l ? min(before, x) == leastUpTo : before >= x) \
    before = work_group_scan_exclusive_max(x); \
    BIT(8, l ? max(before, x) == mostUpTo : before <= x) \
    out[get_global_linear_id()] = r; \
  }
OF(int) OF(uint) OF(long) OF(ulong) OF(float) OF(double)
kernel void votes(global int *out, local int *own) {
  int i = get_global_id(0), l = get_local_id(0), r = 0;
  own[l] = i;
  local int fixed[4];
  fixed[l & 3] = 5;
  BIT(0, work_group_all(l < 24) && !work_group_all(l))
  BIT(1, work_group_any(l == 23) && !work_group_any(l == 24))
  BIT(2, work_group_broadcast(i, 7) == (int)get_group_id(0) * 24 + 7)
  BIT(3, own[l] == i && fixed[l & 3] == 5)
  out[i] = r;
}
kernel void square(global int *out) {
  int i = get_global_linear_id(), r = 0;
  BIT(0, work_group_broadcast(i, 3, 2) == (int)(get_group_id(1) * 32 + 16 + get_group_id(0) * 4 + 3))
  BIT(1, work_group_scan_inclusive_add(1) == (int)get_local_linear_id() + 1)
  BIT(2, work_group_reduce_add(1) == 16)
  out[i] = r;
}
