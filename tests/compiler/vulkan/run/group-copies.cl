// Asynchronous copies of a work-group.
// RUN: %ursac %s --targets=vulkan1.2 -o a.ursa
// RUN: %vulkan_run a.ursa copied 'float[64]='$(seq -s, 0 63) 'float[64]=0' 'local[64]' 'int[64]='$(seq -s, 0 63) --global 64 --local 16 --expect '1=float[64]='$(for g in 15 31 47 63; do seq -s, $g 2 $((g + 30)); done | paste -sd,)
kernel void copied(global const float *in, global float *out, local float4 *own, global const int *wide) {
  local int some[16];
  event_t e = async_work_group_copy(own, (global const float4 *)in + get_group_id(0) * 4, 4, 0);
  event_t f = async_work_group_strided_copy(some, wide, 16, 3, 0);
  wait_group_events(1, &e);
  wait_group_events(1, &f);
  local float *l = (local float *)own;
  out[get_global_id(0)] = l[15 - get_local_id(0)] + (some[get_local_id(0)] & 0xFF);
}
