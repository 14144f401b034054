// PTX for NVIDIA's OpenCL: a kernel has one form, local memory comes as pointers, and the work-item functions
// know of launches in several grids; assembled where there is an assembler.
// RUN: %ursac --targets=nvcl64-sm_75 --save-temps %s -o a.ursa && %FileCheck %s < a.ursa.nvcl64-sm_75+emulated.ptx
// RUN: %objdump a.ursa | %FileCheck %s --check-prefix=IMAGE
// RUN: %ursac --targets=nvcl64-sm_75 -O0 --save-temps %s -o plain.ursa
// RUN: ptxas=$(command -v ptxas || ls /usr/local/cuda/bin/ptxas 2>/dev/null || true); for f in a plain; do test -z "$ptxas" || $ptxas -arch=sm_75 $f.ursa.nvcl64-sm_75+emulated.ptx -o $f.cubin || exit 1; done
// RUN: %post_link a.ursa.device.bc -spec-const=emulation -ir-output-only -o emulated.bc
// RUN: %codegen --target=nvcl64-sm_75 emulated.bc -o b.ptx && %FileCheck %s < b.ptx
// RUN: %not %codegen --target=nvcl64-mars emulated.bc -o bad.ptx 2>&1 | %FileCheck %s --check-prefix=MARS

// IMAGE: image 0: nvcl64-sm_75+emulated
// MARS: {{^}}error: The processor 'mars' is not known; processors have names such as sm_70.

// CHECK: .target sm_75
// CHECK-NOT: .extern .shared
// CHECK: .entry launch(
// CHECK-NEXT: .param .u64 .ptr .global .align 8 launch_param_0,
// CHECK-NEXT: .param .u64 .ptr .shared .align 4 launch_param_1,
// CHECK-NEXT: .param .u32 launch_param_2,
// CHECK-NEXT: .param .u64 {{.*}}launch_param_3
// CHECK-NEXT: )
// CHECK-NEXT: .reqntid 32, 1, 1
// CHECK-DAG: %envreg9
// CHECK-DAG: %envreg8
// CHECK-DAG: %envreg7
// CHECK-DAG: %envreg2
// CHECK-DAG: %envreg3
// CHECK-NOT: .entry
#include <ursa/spec_constants.h>
URSA_SPEC_CONSTANT(float, scale, 2.5f)

__attribute__((noinline)) ulong helper(uint dimension) { return get_global_size(dimension); }

__attribute__((reqd_work_group_size(32, 1, 1))) kernel void launch(global ulong *out, local float *tile, uint d) {
  tile[get_local_id(0)] = ursa_get(scale);
  barrier(CLK_LOCAL_MEM_FENCE);
  global ulong *mine = out + get_global_linear_id();
  mine[0] = get_work_dim() + get_num_groups(2) + (ulong)tile[31 - get_local_id(0)];
  mine[1] = get_group_id(2) + get_global_offset(0) + get_global_id(d) + helper(d) + get_local_linear_id();
}
