// There is one OpSpecConstant for each id, even if it is read several times, and none in emulated
// mode; modules of all versions are valid.
// RUN: %ursac --targets=host-x86_64 --save-temps %s -o a.ursa
// RUN: %post_link a.ursa.device.bc -spec-const=native -ir-output-only -o native.bc
// RUN: %post_link a.ursa.device.bc -spec-const=emulation -ir-output-only -o emulated.bc
// RUN: %codegen native.bc -o native.spv && %spirv_val --target-env opencl2.2 native.spv && %spirv_dis native.spv | %FileCheck %s --check-prefixes=BOTH,NATIVE
// RUN: %codegen emulated.bc -o emulated.spv && %spirv_val --target-env opencl2.2 emulated.spv && %spirv_dis emulated.spv | %FileCheck %s --check-prefixes=BOTH --implicit-check-not=SpecId
// RUN: for v in 1.0 1.1 1.2 1.3 1.4 1.5 1.6; do for m in native emulated; do %codegen $m.bc -spirv-version=$v -o $m.$v.spv && %spirv_val $m.$v.spv || exit 1; done; done
// RUN: %codegen native.bc -O0 -o plain.spv && %spirv_val --target-env opencl2.2 plain.spv
// RUN: %codegen native.bc -o again.spv && cmp native.spv again.spv

// BOTH: Version: 1.2
// BOTH-NOT: LinkageAttributes "helper"
// BOTH: OpEntryPoint Kernel %k "k"
// NATIVE-COUNT-12: SpecId
// NATIVE-NOT: SpecId
// NATIVE-DAG: = OpSpecConstant %float 2.5
// NATIVE-DAG: = OpSpecConstant %ulong 18446744073709551611
// NATIVE-DAG: = OpSpecConstant %double 5
// NATIVE-DAG: = OpSpecConstant %uint 0
// Members that no instruction uses: an integer of their size.
// NATIVE-DAG: = OpSpecConstant %uchar 9
// NATIVE-DAG: = OpSpecConstant %ushort 10
// NATIVE-DAG: = OpSpecConstant %uint 1093664768
// NATIVE-DAG: = OpSpecConstant %ulong 4622945017495814144
// NATIVE-NOT: OpConstantNull %{{uint|ulong|float|double|uchar}}{{$}}
#include <ursa/spec_constants.h>
#pragma OPENCL EXTENSION cl_khr_fp64 : enable

typedef struct { char c; double d; int z[3]; } Pair;
URSA_SPEC_CONSTANT(float, scale, 2.5f)
URSA_SPEC_CONSTANT(Pair, pair, { 7, 5.0, { 0, 1, 0 } })
URSA_SPEC_CONSTANT(long, big, -5)
typedef struct { char c; short s; int i; float f; double d; } Many;
URSA_SPEC_CONSTANT(Many, many, { 9, 10, 1, 11.0f, 12.0 })

__attribute__((noinline)) float helper(float x) { return x * ursa_get(scale) + ursa_get(big); }

kernel void k(global double *out, local float *tile) {
  size_t i = get_global_id(0);
  tile[get_local_id(0)] = helper(i);
  barrier(CLK_LOCAL_MEM_FENCE);
  out[i] = ursa_get(scale) * tile[0] + sin((float)i);
  out[i + 1] = ursa_get(pair).d + ursa_get(pair).c + ursa_get(pair).z[i % 3];
  out[2] = ursa_get(big);
  out[3] = ursa_get(many).i;
}
