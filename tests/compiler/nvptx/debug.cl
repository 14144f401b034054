// Optimized code has lines, which change nothing of it; code for debuggers has variables and types, and PTX 7.0.
// RUN: %ursac %s -g -O2 --targets=nvptx64-sm_70 --save-temps -o %t && %FileCheck %s < %t.nvptx64-sm_70.ptx
// RUN: %ptxas -arch=sm_75 -lineinfo %t.nvptx64-sm_70.ptx -o %t.cubin
// RUN: %ursac %s -g -O0 --targets=nvptx64-sm_70 --save-temps -o %t && %FileCheck %s --check-prefix=FULL < %t.nvptx64-sm_70.ptx
// RUN: %ptxas -arch=sm_75 -g -O0 %t.nvptx64-sm_70.ptx -o %t.cubin
// RUN: %ursac %s -g -O0 --targets=nvptx64-sm_75,nvcl64-sm_75,nvptx64-sm_90 --save-temps -o %t && %ptxas -arch=sm_75 -g -O0 %t.nvptx64-sm_75.ptx -o %t.cubin && %ptxas -arch=sm_75 -g -O0 %t.nvcl64-sm_75.ptx -o %t.cubin
// CHECK: .version 6.3
// CHECK: .target sm_70{{$}}
// CHECK: .loc 1 [[# @LINE + 9]]
// CHECK-NOT: .section .debug_info
// FULL: .version 7.0
// FULL: .target sm_70, debug
// FULL: .section .debug_info
float best(float a, float b) {
  float most = a;
  for (int i = 0; i < 3; ++i) {
    float next = most * b;
    if (next > most)
      most = next;
    else
      most -= b;
  }
  return most;
}
kernel void k(global float *out, float b) {
  size_t i = get_global_id(0);
  switch ((int)out[i]) {
  case 1: out[i] = best(out[i], b); break;
  case 2: out[i] *= b; break;
  default: out[i] = best(b, out[i]) + sqrt(b);
  }
}
