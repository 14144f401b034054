// Sub-groups of any size: shuffles, votes and arithmetic of all types, and vectors. Each kernel writes whether the
// results are as specified.
// RUN: %ursac %s --targets=vulkan1.2 -o a.ursa
// RUN: %vulkan_run a.ursa of_char,of_uchar,of_short,of_ushort,of_int,of_uint,of_long,of_ulong,of_float,of_double,of_half 'int[64]=0' --global 64 --local 64 --expect 0=int[64]=1023
// RUN: %vulkan_run a.ursa vectors,votes 'int[64]=0' --global 64 --local 64 --expect 0=int[64]=15
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
#pragma OPENCL EXTENSION cl_khr_fp16 : enable
#pragma OPENCL EXTENSION cl_khr_subgroups : enable
#pragma OPENCL EXTENSION cl_khr_subgroup_extended_types : enable
#pragma OPENCL EXTENSION cl_khr_subgroup_shuffle : enable
#pragma OPENCL EXTENSION cl_khr_subgroup_shuffle_relative : enable
#pragma OPENCL EXTENSION cl_khr_subgroup_ballot : enable
#pragma OPENCL EXTENSION cl_khr_subgroup_non_uniform_vote : enable
#define BIT(bit, truth) r |= (truth) ? 1 << bit : 0;
#define OF(type) \
  kernel void of_##type(global int *o) { \
    uint id = get_sub_group_local_id(), n = get_sub_group_size(); \
    type x = (type)(id + 1), sum = (type)(id * (id + 1) / 2); \
    int r = 0; \
    BIT(0, sub_group_broadcast(x, 1) == (type)2) \
    BIT(1, sub_group_shuffle(x, n - 1 - id) == (type)(n - id)) \
    BIT(2, sub_group_shuffle_xor(x, 1) == (type)((id ^ 1) + 1)) \
    type up = sub_group_shuffle_up(x, 1), down = sub_group_shuffle_down(x, 1); /* called by the whole sub-group */ \
    BIT(3, id == 0 || up == (type)id) \
    BIT(4, id == n - 1 || down == (type)(id + 2)) \
    BIT(5, sub_group_reduce_add(x) == (type)(n * (n + 1) / 2)) \
    BIT(6, sub_group_reduce_max(x) == (type)n && sub_group_reduce_min(x) == (type)1) \
    BIT(7, sub_group_scan_inclusive_add(x) == (type)(sum + x)) \
    BIT(8, sub_group_scan_exclusive_add(x) == sum) \
    BIT(9, sub_group_scan_inclusive_max(x) == x && sub_group_scan_exclusive_max(x) <= (type)id | id == 0) \
    o[get_local_id(0)] = r; \
  }
OF(char) OF(uchar) OF(short) OF(ushort) OF(int) OF(uint) OF(long) OF(ulong) OF(float) OF(double) OF(half)
kernel void vectors(global int *o) {
  uint id = get_sub_group_local_id();
  int4 v = (int4)(id, id + 1, id + 2, id + 3);
  short2 w = (short2)(id, -id);
  int r = 0;
  BIT(0, all(sub_group_broadcast(v, 2) == (int4)(2, 3, 4, 5)))
  BIT(1, all(sub_group_broadcast(w, 3) == (short2)(3, -3)))
  BIT(2, all(sub_group_broadcast(convert_double3(v.xyz), 1) == (double3)(1, 2, 3)))
  BIT(3, all(sub_group_broadcast(convert_float8((int8)(v, v)), 0) == (float8)(0, 1, 2, 3, 0, 1, 2, 3)))
  o[get_local_id(0)] = r;
}
kernel void votes(global int *o) {
  uint id = get_sub_group_local_id(), n = get_sub_group_size();
  int r = 0;
  BIT(0, sub_group_elect() == (id == 0))
  BIT(1, sub_group_non_uniform_all(1) && !sub_group_non_uniform_any(0))
  BIT(2, sub_group_all(id < n) && !sub_group_all(id) && sub_group_any(id == n - 1))
  BIT(3, sub_group_non_uniform_broadcast((short)id, 1) == 1 && sub_group_broadcast_first(id + 7L) == 7)
  o[get_local_id(0)] = r;
}
