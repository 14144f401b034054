// An addition that may wrap stays inside the extension of an index; one that may not becomes part of the address.
// RUN: %ursac %s --targets=nvptx64-sm_70 --save-temps -o a.ursa && %FileCheck %s < a.ursa.nvptx64-sm_70.ptx

// CHECK-LABEL: .entry narrow(
// CHECK: add.s16 {{.*}}, 34;
// CHECK: ld.global.b32 {{.*}}+512];
kernel void narrow(global const int *in, global int *out) {
  const uint id = (uint)get_global_id(0);
  out[id] = (in + 128)[(int)(char)(id * 2u + 34u)];
}

// CHECK-LABEL: .entry wraps(
// CHECK: add.s32 {{.*}}, 34;
// CHECK-NOT: +136]
// CHECK: ret;
kernel void wraps(global const int *in, global int *out, uint x) { *out = in[(int)(x + 34u)]; }

// CHECK-LABEL: .entry truncated(
// CHECK-NOT: +136]
// CHECK: ret;
kernel void truncated(global const int *in, global int *out, int x) { *out = in[(char)(x + 34)]; }

// CHECK-LABEL: .entry stays(
// CHECK: +136]
// CHECK: ret;
kernel void stays(global const int *in, global int *out, int x) { *out = in[x + 34]; }
