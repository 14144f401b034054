// Constants that kernels only copy are integers: the module needs no half and no double. A constant
// that one kernel computes with is a number for all, since a module has one constant for each id.
// RUN: %ursac --targets=host-x86_64 --save-temps %s -o a.ursa
// RUN: for m in native emulation; do for o in '' -O0; do %post_link a.ursa.device.bc -spec-const=$m -split=kernel -o $m.table -symbols && for i in 0 1; do %codegen ${m}_$i.bc $o -o $m.$i.spv && %spirv_val --target-env opencl2.2 $m.$i.spv || exit 1; done; %spirv_dis $m.0.spv | %FileCheck %s --check-prefixes=CHECK,COPIES --implicit-check-not='OpTypeFloat 16' --implicit-check-not='OpTypeFloat 64' && %spirv_dis $m.1.spv | %FileCheck %s --check-prefixes=CHECK,ADDS || exit 1; done; done
// RUN: %post_link a.ursa.device.bc -spec-const=native -ir-output-only -o all.bc && %codegen all.bc -o all.spv && %spirv_val --target-env opencl2.2 all.spv && %spirv_dis all.spv | %FileCheck %s --check-prefix=ALL
// COPIES-NOT: OpCapability Float
// CHECK: OpEntryPoint
// ADDS: OpTypeFloat 64
// ALL-COUNT-4: SpecId
// ALL-NOT: SpecId
// ALL-DAG: = OpSpecConstant %double 0.5
// ALL-DAG: = OpSpecConstant %ushort 15360
#include <ursa/spec_constants.h>
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
#pragma OPENCL EXTENSION cl_khr_fp16 : enable
typedef struct { half h; double d; } Both;
URSA_SPEC_CONSTANT(double, number, 0.5)
URSA_SPEC_CONSTANT(half, small, 1.0h)
URSA_SPEC_CONSTANT(Both, both, { 2.0h, 4.0 })
kernel void copies(global Both *out, global double *numbers, global half *halves) {
  *out = ursa_get(both);
  *numbers = ursa_get(number);
  *halves = ursa_get(small);
}
kernel void adds(global double *numbers) { *numbers = ursa_get(number) + 1; }
