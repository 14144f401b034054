// One file has images for conforming drivers and for drivers with quirks; the adapter selects the one for the device.
// RUN: %ursac %s --targets=vulkan1.2,vulkan1.2+relaxed-fences+fma=double,host-x86_64 -o a.ursa
// RUN: %objdump a.ursa | %FileCheck %s
// CHECK-DAG: vulkan1.2{{$|[^+]}}
// CHECK-DAG: vulkan1.2+fma=double+relaxed-fences
// RUN: %vulkan_run --adapter a.ursa fused 'float[64]' 'float[64]=0'
// RUN: %vulkan_run --adapter a.ursa fenced 'uint[64]=0' 'uint[64]=0' --global 64 --local 32
// RUN: %not %ursac %s --targets=vulkan1.2+other -o b.ursa 2>&1 | %FileCheck %s --check-prefix=OTHER
// OTHER: The target 'vulkan1.2+other' is not known
kernel void fused(global const float *in, global float *out) {
  size_t i = get_global_id(0);
  float x = in[i];
  out[i] = fma(x, x, -(x * x));
}
kernel void fenced(global uint *memory, global uint *out) {
  size_t i = get_global_id(0);
  uint sum = 0;
  for (uint k = 0; k <= get_local_id(0); ++k) {
    memory[i] = k;
    atomic_work_item_fence(CLK_GLOBAL_MEM_FENCE, memory_order_acq_rel, memory_scope_device);
    sum += memory[i] + 1;
  }
  out[i] = sum;
}
