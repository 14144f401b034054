// Functions that libclc leaves to its targets, or has by other names: by warps, by registers, by vprintf.
// RUN: %ursac --save-temps %s --targets=nvptx64-sm_80 -o a.ursa && cp a.ursa.nvptx64-sm_80.ptx a.ptx
// RUN: %FileCheck %s < a.ptx
// RUN: %ptxas -arch=sm_80 a.ptx -o a.cubin
// RUN: %ursac -O0 --save-temps %s --targets=nvptx64-sm_75 -o b.ursa && %ptxas -arch=sm_75 b.ursa.nvptx64-sm_75.ptx -o b.cubin
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
#pragma OPENCL EXTENSION cl_khr_fp16 : enable

// CHECK-LABEL: .entry sub_groups(
// CHECK-DAG: shfl.sync.up.b32
// CHECK-DAG: shfl.sync.idx.b32
// CHECK-DAG: vote.sync.any.pred
// CHECK-DAG: vote.sync.all.pred
// CHECK-DAG: bar.warp.sync
kernel void sub_groups(global int *o, global long *q, global double *d) {
  o[0] = get_sub_group_size() + get_max_sub_group_size() + get_num_sub_groups() + get_sub_group_id() +
         get_sub_group_local_id() + get_enqueued_num_sub_groups();
  o[1] = sub_group_reduce_add(o[2]) + sub_group_scan_inclusive_max(o[3]) + sub_group_scan_exclusive_min(o[4]) +
         sub_group_broadcast(o[5], 3) + sub_group_any(o[6]) + sub_group_all(o[7]);
  sub_group_barrier(CLK_LOCAL_MEM_FENCE);
  q[0] = sub_group_reduce_max(q[1]);
  d[0] = sub_group_scan_exclusive_add(d[1]);
}
// CHECK-LABEL: .entry parts(
// CHECK: activemask.b32
// CHECK-COUNT-32: vote.sync.any.pred
// CHECK: shfl.sync.idx.b32
uint __attribute__((overloadable, convergent)) sub_group_non_uniform_shuffle(uint value, uint from, uint members);
kernel void parts(global uint *o) {
  uint active = sub_group_non_uniform_reduce_or(1u << get_sub_group_local_id());
  o[0] = sub_group_non_uniform_shuffle(o[1], 3, active);
}
// CHECK-LABEL: .entry linear(
// CHECK-DAG: %tid.z
// CHECK-DAG: %ctaid.y
kernel void linear(global long *o) {
  o[0] = get_work_dim() + get_global_linear_id() + get_local_linear_id() + get_enqueued_local_size(0);
}
// CHECK-LABEL: .entry prints(
// CHECK: vprintf
kernel void prints(global int *o) { printf("%d %f %c %s\n", o[0], 1.5f, 'c', "text"); }

// CHECK-LABEL: .entry atomics(
// CHECK-DAG: cas{{.*}}.b32
// CHECK-DAG: {{(atom|red)}}{{.*}}.f32
// CHECK-DAG: {{(atom|red)}}{{.*}}.f64
kernel void atomics(global int *o, global float *f, local int *l, global double *d) {
  o[0] = atomic_add(o + 1, 3) + atomic_cmpxchg(o + 2, 1, 2) + atomic_inc(l) + atomic_max(l, 3);
  f[0] = atomic_xchg(f, 1.0f);
  atomic_fetch_add((volatile global atomic_float *)f, 1.0f);
  atomic_fetch_add((volatile global atomic_double *)d, 1.0);
  atomic_work_item_fence(CLK_GLOBAL_MEM_FENCE, memory_order_acq_rel, memory_scope_device);
}
// CHECK-LABEL: .entry logarithms(
// CHECK-COUNT-6: lg2.approx
kernel void logarithms(global float *f) {
  f[0] = native_log(f[1]) + native_log2(f[2]) + native_log10(f[3]) + native_powr(f[4], f[5]);
  vstore2(native_log(vload2(3, f)), 4, f);
}
// CHECK-LABEL: .entry halves(
// CHECK: cvt.f32.f16
kernel void halves(global half *h, global float *f) {
  f[0] = vload_half(0, h) + vload_half4(0, h).x;
  vstore_half(f[1], 0, h);
  vstore_half4_rte((float4)(f[0]), 1, h);
  h[1] = h[2] * (half)2;
}
// CHECK-LABEL: .entry copies(
kernel void copies(global int *g, local int *l) {
  event_t e = async_work_group_copy(l, g, 16, 0);
  wait_group_events(1, &e);
  prefetch(g, 4);
  e = async_work_group_strided_copy(g, l, 16, 2, 0);
  wait_group_events(1, &e);
}
