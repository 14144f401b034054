// Sub-groups of any size, printf, and atomic operations on floats.
// RUN: %ursac %s --targets=vulkan1.2 -Xursa-target=vulkan1.2 --relaxed-fences -o a.ursa
// RUN: %vulkan_run a.ursa groups 'int[8]=0' --global 64 --local 64 --expect 0=int[8]=64,2016,1,1,64,64,1,1
// RUN: %vulkan_run a.ursa square 'int[6]=0' --global 6,4,2 --local 3,2,1 --expect 0=int[6]=48,120,8,8,8,8
// RUN: %vulkan_run a.ursa last 'int[2]=0' --global 63 --local 63 --expect 0=int[2]=1,63
// RUN: %vulkan_run a.ursa floats 'float[4]=0' 'double[2]=0' 'local[16]' --global 64 --local 32 --expect 0=float[4]=64,-3,63,2 --expect '1=double[2]=16,0'
// RUN: %vulkan_run a.ursa written --global 2 --local 1 | sort > text && %FileCheck %s < text
#pragma OPENCL EXTENSION cl_khr_subgroups : enable
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
kernel void groups(global int *o) {
  int l = get_local_id(0);
  int size = sub_group_reduce_add(1);
  int before = sub_group_scan_exclusive_add(1);
  if (before == 0) {
    atomic_add(o, size);
    atomic_min(o + 2, 1);
  }
  int sum = sub_group_reduce_add(l);
  if (get_sub_group_local_id() == 0) atomic_add(o + 1, sum);
  int largest = sub_group_reduce_max(l);
  o[2] = 1;
  int all = sub_group_all(l < 64), any = sub_group_any(l == -1), same = sub_group_broadcast(l, 0) <= l;
  if (l == 0) o[3] = all & !any & same & (largest >= l);
  atomic_add(o + 4, size == (int)get_sub_group_size());
  atomic_add(o + 5, before == (int)get_sub_group_local_id());
  sub_group_barrier(CLK_LOCAL_MEM_FENCE);
  if (l == 63) o[6] = get_sub_group_id() + 1 == get_num_sub_groups();
  o[7] = 1;
}
// The work-items of a sub-group are numbered linearly.
kernel void square(global int *o) {
  int l = get_local_id(0) + 3 * get_local_id(1);
  atomic_add(o, sub_group_reduce_add(1) == min(6, (int)get_max_sub_group_size()));
  int sum = sub_group_reduce_add(l), largest = get_max_sub_group_size();
  if (largest >= 6) atomic_add(o + 1, get_sub_group_local_id() == 0 ? sum : 0);
  atomic_add(o + 2, l == 5 && get_local_id(0) == 2 && get_local_id(1) == 1);
  atomic_add(o + 3, l == 5 && get_global_id(0) % 3 == 2 && get_global_id(1) % 2 == 1);
  atomic_add(o + 4, l == 0 && get_local_size(0) == 3 && get_local_size(1) == 2);
  atomic_add(o + 5, l == 5 && get_sub_group_id() + 1 == get_num_sub_groups());
}
// The last sub-group is counted, though it is smaller.
kernel void last(global int *o) {
  atomic_add(o + 1, get_sub_group_id() < get_num_sub_groups());
  if (get_local_id(0) == 62) o[0] = get_sub_group_id() + 1 == get_num_sub_groups();
}
#pragma OPENCL EXTENSION __opencl_c_ext_fp32_global_atomic_add : enable
kernel void floats(global float *o, global double *d, local float *l) {
  int i = get_global_id(0);
  __opencl_atomic_fetch_add((global atomic_float *)o, 1.0f, memory_order_relaxed, memory_scope_device);
  __opencl_atomic_fetch_min((global atomic_float *)(o + 1), i == 5 ? -3.0f : 0.0f, memory_order_relaxed, memory_scope_device);
  __opencl_atomic_fetch_max((global atomic_float *)(o + 2), (float)i, memory_order_relaxed, memory_scope_device);
  __opencl_atomic_fetch_add((global atomic_double *)d, 0.25, memory_order_relaxed, memory_scope_device);
  if (get_local_id(0) == 0) l[0] = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  __opencl_atomic_fetch_add((local atomic_float *)l, 0.0625f, memory_order_relaxed, memory_scope_work_group);
  barrier(CLK_LOCAL_MEM_FENCE);
  if (i == 0) o[3] = l[0];
}
kernel void written() {
  // CHECK: 0: -7 ff 2.50 1.5,-2 ab 8589934592 100%
  // CHECK-NEXT: 1: -6 100 2.50 1.5,-2 ab 8589934592 100%
  int i = get_global_id(0);
  printf("%d: %d %x %.2f %.3v2hlg %s %ld 100%%\n", i, (char)(i - 7), i + 255, 2.5f, (float2)(1.5f, -2.0f), "ab", 1L << 33);
}
