// A container of two images: struct-of-array constants that helpers and several kernels read.
// RUN: %ursac --targets=host-x86_64 %s -o %t.ursa --save-temps
// RUN: %offload_binary %t.ursa --image=file=%t.extracted.bc,triple=x86_64-unknown-linux-gnu,kind=sycl
// RUN: %llvm_dis %t.ursa.host-x86_64.bc -o - | %FileCheck %s --check-prefixes=CHECK,NATIVE
// RUN: %llvm_dis %t.ursa.host-x86_64+emulated.bc -o - | %FileCheck %s --check-prefixes=CHECK,EMU
// RUN: grep -a -o 'host-x86_64[+a-z]*' %t.ursa | %FileCheck %s --check-prefix=TARGETS
// RUN: %ursac --targets=host-x86_64 %s -o %t.again.ursa && cmp %t.ursa %t.again.ursa
// RUN: mkdir %t.copy && cp %s %t.copy/ && cd %t.copy && %ursac --targets=host-x86_64 constants.cl -o other.ursa && cmp other.ursa %t.ursa
#include <ursa/spec_constants.h>

// TARGETS: {{^host-x86_64$}}
// TARGETS: {{^host-x86_64\+emulated$}}

typedef struct {
  float m[3][3];
} Filter;

URSA_SPEC_CONSTANT(int, scale, 2)
URSA_SPEC_CONSTANT(Filter, filter, {{{1.0f, 2.0f}, {3.0f}}})
URSA_SPEC_CONSTANT(int, never_read, 5)

__attribute__((noinline)) float weight(int i) { return ursa_get(filter).m[i][0] * ursa_get(scale); }

// CHECK: target triple = "x86_64-unknown-linux-gnu"
// NATIVE-DAG: @_Z20__spirv_SpecConstantii(i32 9, i32 2)
// NATIVE-DAG: @_Z20__spirv_SpecConstantif(i32 3, float 3.000000e+00)
// EMU: load i32, ptr {{.*}}, align 4, !invariant.load
// NATIVE: define void @first(ptr noundef align 4 %{{[0-9a-z]+}}) #[[T:[0-9]+]]
// EMU: define void @first(ptr noundef align 4 {{.*}}, ptr noalias noundef readonly {{.*}}%ursa.buffer) #[[K:[0-9]+]]
kernel void first(global float *out) { out[get_global_id(0)] = weight(1); }

// NATIVE: define void @second(ptr noundef align 4 %{{[0-9a-z]+}}, i32 noundef %{{[0-9a-z]+}})
// EMU: define void @second(ptr noundef align 4 {{.*}}, i32 noundef {{.*}}, ptr noalias noundef readonly {{.*}}%ursa.buffer)
kernel void second(global float *out, int i) { out[i] = weight(i) + ursa_get(scale); }

// NATIVE: define void @third(ptr noundef align 4 %{{[0-9a-z]+}}) #[[T]]
// EMU: define void @third(ptr noundef align 4 %{{[0-9a-z]+}}) #[[T:[0-9]+]]
kernel void third(global float *out) { out[0] = 1.0f; }

// CHECK-NOT: addrspace
// EMU-DAG: attributes #[[K]] = { {{.*}}"ursa-kernel" "ursa-specialization-buffer"="1"
// CHECK-DAG: attributes #[[T]] = { {{.*}}"ursa-kernel" }
