// PTX of kernels with emulated constants, local memory and a global offset, with math from libclc;
// assembled where there is an assembler.
// RUN: %ursac --targets=host-x86_64 --save-temps %s -o a.ursa
// RUN: %post_link a.ursa.device.bc -spec-const=emulation -ir-output-only -o emulated.bc
// RUN: %codegen --target=nvptx64-sm_80 emulated.bc -o a.ptx && %FileCheck %s < a.ptx
// RUN: %codegen --target=nvptx64-sm_80 emulated.bc -o again.ptx && cmp a.ptx again.ptx
// RUN: %codegen --target=nvptx64-sm_80 emulated.bc -O0 -o plain.ptx
// RUN: for f in a plain; do %ptxas -arch=sm_80 $f.ptx -o $f.cubin || exit 1; done
// RUN: %post_link a.ursa.device.bc -spec-const=native -ir-output-only -o native.bc
// RUN: %not %codegen --target=nvptx64-sm_80 native.bc -o bad.ptx 2>&1 | %FileCheck %s --check-prefix=NATIVE
// RUN: %not %codegen --target=nvptx64-mars emulated.bc -o bad.ptx 2>&1 | %FileCheck %s --check-prefix=MARS
// RUN: printf 'target triple = "spirv64-unknown-unknown"\ndeclare spir_func void @_Z5otheri(i32)\ndefine spir_kernel void @k() {\n  call spir_func void @_Z5otheri(i32 1)\n  ret void\n}\n' > undefined.ll
// RUN: %not %codegen --target=nvptx64-sm_80 undefined.ll -o bad.ptx 2>&1 | %FileCheck %s --check-prefix=UNDEFINED
// RUN: test ! -e bad.ptx

// NATIVE: {{^}}error: The specialization constants of 'native.bc' are native; a target without them needs emulated ones.
// MARS: {{^}}error: The processor 'mars' is not known; processors have names such as sm_70.
// UNDEFINED: {{^}}error: Kernels use functions that are not defined for NVPTX: 'other(int)' (in 'k').

// CHECK: .target sm_80
// CHECK: .extern .shared .align 16 .b8 k_shared_mem[];
// CHECK: .visible .entry k(
// CHECK-NEXT: .param .u64 .ptr .global .align 8 k_param_0,
// CHECK-NEXT: .param .u32 k_param_1,
// CHECK-NEXT: .param .u64 {{.*}}k_param_2
// CHECK-NEXT: )
// CHECK-NEXT: .reqntid 32, 1, 1
// CHECK: bar.sync 0
// CHECK: .visible .entry sized(
// CHECK: .visible .entry k_with_offset(
// CHECK: .param .align 4 .b8 k_with_offset_param_3[12]
#include <ursa/spec_constants.h>
#pragma OPENCL EXTENSION cl_khr_fp64 : enable

typedef struct { char c; double d; int z[3]; } Pair;
URSA_SPEC_CONSTANT(float, scale, 2.5f)
URSA_SPEC_CONSTANT(Pair, pair, { 7, 5.0, { 0, 1, 0 } })

constant int table[3] = { 3, 1, 2 };

__attribute__((noinline)) float helper(float x) { return x * ursa_get(scale) + get_global_id(1); }

__attribute__((reqd_work_group_size(32, 1, 1))) kernel void k(global double *out, local float *tile) {
  local int fixed[32];
  size_t i = get_global_id(0);
  fixed[get_local_id(0)] = table[i % 3];
  tile[get_local_id(0)] = helper(i);
  barrier(CLK_LOCAL_MEM_FENCE);
  out[i] = ursa_get(scale) * tile[0] + sin((float)i) + fixed[31 - get_local_id(0)];
  out[i + 1] = ursa_get(pair).d + ursa_get(pair).c + ursa_get(pair).z[i % 3];
}
kernel void sized(global uint *out) { out[0] = get_local_size(0) + get_num_groups(3) + get_group_id(0); }
