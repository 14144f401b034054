// A copy claims no more alignment than both of its sides have: the instruction states one for both.
// In the buffer of values, a constant may be less aligned than the object into which it is copied.
// RUN: %ursac --targets=host-x86_64 --save-temps %s -o a.ursa
// RUN: %post_link a.ursa.device.bc -spec-const=emulation -ir-output-only -o emulated.bc
// RUN: for o in '' -O0; do %codegen emulated.bc $o -o a.spv && %spirv_val --target-env opencl2.2 a.spv && %spirv_dis a.spv | %FileCheck %s --check-prefix=COPY || exit 1; done
// COPY-DAG: OpCopyMemorySized {{.*}} %ulong_32 Aligned 4
// COPY-DAG: OpCopyMemorySized {{.*}} %ulong_24 Aligned 2
#include <ursa/spec_constants.h>
typedef struct __attribute__((aligned(16))) { float x, y, z; char tail[12]; } Wide;
typedef struct { short s[12]; } Narrow;
URSA_SPEC_CONSTANT(int, first, 1)
URSA_SPEC_CONSTANT(Wide, wide, { 1.0f, 2.0f, 3.0f })
kernel void k(global Wide *out, global Narrow *from, global Narrow *to, int n) {
  Wide w = ursa_get(wide);
  w.tail[n] = ursa_get(first);
  out[n] = w;
  Narrow copy __attribute__((aligned(32))) = *from;
  copy.s[n] = n;
  to[n] = copy;
}
