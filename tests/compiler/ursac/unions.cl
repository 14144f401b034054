// Unions in OpenCL C: each byte is part of a constant, also where the longest member has a gap, and
// when the linker takes the union's type for another one with the same members.
// RUN: %ursac --targets=host-x86_64 -DFIRST -c %s -o first.o && %ursac --targets=host-x86_64 -fsycl-device-code-split=none first.o %s -o a.ursa --save-temps
// RUN: %llvm_dis a.ursa.host-x86_64.bc -o - | %FileCheck %s
#include <ursa/spec_constants.h>

#ifdef FIRST
struct Outer {
  struct { char c; int i; } inner;
};
kernel void first(global struct Outer *out, int n) {
  struct Outer copies[2];
  copies[n].inner.i = n;
  copies[1 - n].inner.c = n;
  *out = copies[n];
}
#else
typedef union {
  struct { char c; int i; } record;
  char raw[8];
} Gap;
URSA_SPEC_CONSTANT(Gap, gap, { { 1, 2 } })

// CHECK: define void @second
// CHECK-DAG: call i32 @_Z20__spirv_SpecConstantii(i32 0, i32 1)
// CHECK-DAG: call i32 @_Z20__spirv_SpecConstantii(i32 1, i32 2)
kernel void second(global Gap *out) { *out = ursa_get(gap); }
#endif
