// Loads of neighbours in local memory become one, since arguments there are aligned to 16 bytes; and
// the steps of a bitonic sort, whose inner loop starts at the counter of the outer one, are unrolled.
// RUN: %ursac --targets=nvptx64-sm_70 --save-temps %s -o a.ursa
// RUN: %codegen --target=nvptx64-sm_70 a.ursa.device.bc -o a.ptx && %FileCheck %s < a.ptx
// RUN: test $(grep -c 'bar.sync' a.ptx) = 7

// CHECK-LABEL: .entry rows(
// CHECK-COUNT-2: ld.shared.v4.b32
// CHECK-NOT: ld.shared
// CHECK: ret;
kernel void rows(global float *out, local float *tile) {
  const int id = get_local_id(0);
  float sum = 0;
#pragma unroll
  for (int i = 0; i < 8; ++i)
    sum += tile[id * 8 + i];
  out[id] = sum;
}

// CHECK-LABEL: .entry sort(
// CHECK-NOT: bra
// CHECK: ret;
kernel void sort(global float *out, local float *block) {
  const int id = get_local_id(0);
  for (int size = 2; size <= 8; size *= 2)
    for (int stride = size / 2; stride > 0; stride /= 2) {
      barrier(CLK_LOCAL_MEM_FENCE);
      const int at = 2 * id - (id & (stride - 1));
      const float low = block[at], high = block[at + stride];
      block[at] = fmin(low, high);
      block[at + stride] = fmax(low, high);
    }
  barrier(CLK_LOCAL_MEM_FENCE);
  out[id] = block[id];
}
