// The target nvptx64: bitcode for every processor, of which PTX is made with the values of constants.
// RUN: %ursac --save-temps %s --targets=nvptx64 -o a.ursa && cp a.ursa.nvptx64.bc a.bc
// RUN: %objdump a.ursa | %FileCheck %s --check-prefix=FILE
// RUN: %llvm_dis a.bc -o - | %FileCheck %s --check-prefix=IR
// RUN: %nvptx_compile a.bc --inspect | %FileCheck %s --check-prefix=CONTENTS
// RUN: %nvptx_compile a.bc --capability=70 | %FileCheck %s --check-prefixes=PTX,SM70
// RUN: %nvptx_compile a.bc --capability=80 | %FileCheck %s --check-prefixes=PTX,SM80
// RUN: %nvptx_compile a.bc --capability=90 | %FileCheck %s --check-prefixes=PTX,SM90
// RUN: %nvptx_compile a.bc --capability=100 | %FileCheck %s --check-prefixes=PTX,SM100
// RUN: %nvptx_compile a.bc --capability=99 | %FileCheck %s --check-prefixes=PTX,SM90
// RUN: %nvptx_compile a.bc --capability=90 0=03000000 1=0000c03f | %FileCheck %s --check-prefix=VALUES
// RUN: %nvptx_compile a.bc -O0 --capability=75 0=03000000 | %FileCheck %s --check-prefix=PLAIN
// RUN: for sm in 70 80 90 100; do %nvptx_compile a.bc --capability=$sm > $sm.ptx && %ptxas -arch=sm_$((sm < 75 ? 75 : sm)) $sm.ptx -o $sm.cubin || exit 1; done
#include <ursa/spec_constants.h>

URSA_SPEC_CONSTANT(int, rounds, 6)
URSA_SPEC_CONSTANT(float, scale, 3.0f)

// FILE: nvptx64
// FILE-NOT: nvptx64+emulated

// IR: target triple = "nvptx64-nvidia-cuda"
// IR-DAG: define{{.*}} ptx_kernel void @weighted(
// IR-DAG: call i32 @{{.*}}__spirv_SpecConstant{{.*}}(i32 0, i32 6)
// IR-DAG: define{{.*}} ptx_kernel void @weighted_with_offset(
// IR-NOT: target-cpu

// CONTENTS: kernel weighted{{$}}
// CONTENTS-NEXT: constant 0: 4 bytes
// CONTENTS-NEXT: constant 1: 4 bytes
// CONTENTS-NOT: {{.}}

// SM70: .target sm_70
// SM80: .target sm_80
// SM90: .target sm_90
// SM100: .target sm_100
// PTX: .address_size 64
// PTX: .visible .entry weighted(
// PTX-NOT: SpecConstant
// PTX-COUNT-6: ld.global
// PTX-NOT: ld.global
// PTX-NOT: bra
// PTX: 0f40400000
// PTX: .visible .entry weighted_with_offset(

// VALUES: .visible .entry weighted(
// VALUES-COUNT-3: ld.global
// VALUES-NOT: ld.global
// VALUES: 0f3FC00000
// VALUES: .visible .entry weighted_with_offset(

// PLAIN: .target sm_75
// PLAIN: .visible .entry weighted(
// PLAIN-NOT: SpecConstant
// PLAIN: bra
kernel void weighted(global const float *in, global float *out) {
  const size_t i = get_global_id(0);
  float sum = 0;
  for (int k = 0; k < ursa_get(rounds); ++k)
    sum += in[i * 100 + 7 * k];
  out[i] = sum * ursa_get(scale);
}
