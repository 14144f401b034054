// One OpSpecConstant for each leaf, however often it is read, and no scalar null constants. The
// emulated image has no constants.
// RUN: %ursac %s --targets=spirv64 -o %t.ursa --save-temps
// RUN: %spirv_val --target-env spv1.2 %t.ursa.spirv64.spv
// RUN: %spirv_val --target-env spv1.2 %t.ursa.spirv64+emulated.spv
// RUN: %spirv_dis --raw-id %t.ursa.spirv64.spv | %FileCheck %s
// RUN: %spirv_dis --raw-id %t.ursa.spirv64+emulated.spv | %FileCheck %s --check-prefix=EMULATED
#include <ursa/spec_constants.h>

typedef struct {
  int whole;
  float parts[3];
} scale_t;

URSA_SPEC_CONSTANT(scale_t, scale, {2, {0.0f, 0.5f, 0.25f}})
URSA_SPEC_CONSTANT(long, bias, 0)

kernel void twice(global float *data) {
  size_t i = get_global_id(0);
  scale_t s = ursa_get(scale);
  data[i] = data[i] * s.whole + s.parts[i % 3] + ursa_get(bias);
}

kernel void again(global float *data) {
  size_t i = get_global_id(0);
  scale_t s = ursa_get(scale);
  data[i] = data[i] - s.whole * s.parts[i % 3] - ursa_get(bias);
}

// CHECK: OpDecorate [[A:%[0-9]+]] SpecId 0
// CHECK: OpDecorate {{%[0-9]+}} SpecId 1
// CHECK: OpDecorate {{%[0-9]+}} SpecId 4
// CHECK-NOT: SpecId
// CHECK: [[A]] = OpSpecConstant {{%[0-9]+}} 2
// CHECK-COUNT-4: = OpSpecConstant
// CHECK-NOT: = OpSpecConstant
// CHECK-NOT: = OpConstantNull %{{(uint|ulong|float|double)}}

// EMULATED-NOT: SpecConstant
