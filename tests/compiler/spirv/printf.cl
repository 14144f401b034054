// Formats and arguments of printf, also on a device; calls with equal formats are not merged.
// RUN: %ursac --save-temps %s --targets=spirv64 -o a.ursa
// RUN: %spirv_val --target-env opencl2.2 a.ursa.spirv64.spv
// RUN: %spirv_dis a.ursa.spirv64.spv | %FileCheck %s --check-prefix=CODE --implicit-check-not=Linkage
// RUN: for v in 1.0 1.4; do %codegen -spirv-version=$v a.ursa.device.bc -O0 -o plain.spv && %spirv_val plain.spv || exit 1; done
// RUN: printf '\000\000\000\000\000\000\000\000' > in
// RUN: %run a.ursa --kernel shapes --device opencl:0 --global 1 --arg inout:in:out | %FileCheck %s
// RUN: printf 'target triple = "spirv64-unknown-unknown"\ndeclare spir_func i32 @printf(ptr, ...)\ndefine spir_kernel void @loud(ptr %%p) {\n  call i32 (ptr, ...) @printf(ptr %%p)\n  ret void\n}\n' > private.ll
// RUN: %not %codegen private.ll -o bad.spv 2>&1 | %FileCheck %s --check-prefix=PRIVATE
// RUN: test ! -e bad.spv

// RUN: %run a.ursa --kernel vectors --device opencl:0 --global 1 --arg i32:-5 | %FileCheck %s --check-prefix=VECTORS

// VECTORS: -5,-10 251,246,241,236 +5,+10,+15
// VECTORS-NEXT: -5,-10 65531,65526,65521 0xfffb,0xfff6,0xfff1,0xffec
// VECTORS-NEXT: 251,246,241,236,231,226,221,216,211,206,201,196,191,186,181,176
// VECTORS-NEXT: [   -5|-10]: -5,-10,-15,-20,-25,-30,-35,-40,-45,-50,-55,-60,-65,-70,-75,-80
// VECTORS-NEXT: -5.0,-10.0,-15.0,-20.0,-25.0,-30.0,-35.0,-40.0 1.5,-0.5
// VECTORS-NEXT: -5.00,-10.00,-15.00,-20.00,-25.00,-30.00,-35.00,-40.00,-45.00,-50.00,-55.00,-60.00,-65.00,-70.00,-75.00,-80.00
// VECTORS-NEXT: 1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16

// PRIVATE: {{^}}error: Function 'loud' calls printf with a format that is not in constant memory.
// CODE-COUNT-17: OpExtInst %uint %{{.*}} printf
// CODE-NOT: printf

// CHECK: hello
// CHECK-NEXT: hello
// CHECK-NEXT: int4 1,2,3,4 float2 1.5,2.5
// CHECK-NEXT: text c %  1.25 -7 123456789012 ff 3
// CHECK-NEXT: said 0
// CHECK-NEXT: said 5
// CHECK-NEXT: no
// CHECK-NEXT: last
#pragma OPENCL EXTENSION cl_khr_fp64 : enable

__attribute__((noinline)) void say(int x) { printf("said %d\n", x); }

kernel void shapes(global int *out) {
  printf("hello\n");
  printf("hello\n");
  printf("int4 %v4hld float2 %v2hlg\n", (int4)(1, 2, 3, 4), (float2)(1.5f, 2.5f));
  printf("%s %c %% %5.2f %d %ld %x %u\n", "text", 'c', 1.25f, -7, 123456789012L, 255u, 3u);
  say(out[0]);
  say(5);
  if (out[0])
    printf("yes\n");
  else
    printf("no\n");
  out[1] = printf("last\n");
}
kernel void other(global int *out) { out[0] = printf("hello\n"); }

#define MULTIPLES_16 a, 2 * a, 3 * a, 4 * a, 5 * a, 6 * a, 7 * a, 8 * a, 9 * a, 10 * a, 11 * a, \
                     12 * a, 13 * a, 14 * a, 15 * a, 16 * a
kernel void vectors(int a) {
  printf("%v2hhd %v4hhu %+v3hhd\n", (char2)(a, 2 * a), (uchar4)(a, 2 * a, 3 * a, 4 * a), (char3)(-a, -2 * a, -3 * a));
  printf("%v2hd %v3hu %#v4hx\n", (short2)(a, 2 * a), (ushort3)(a, 2 * a, 3 * a), (ushort4)(a, 2 * a, 3 * a, 4 * a));
  printf("%v16hhu\n", (uchar16)(MULTIPLES_16));
  printf("[%5d|%d]: %v16ld\n", a, 2 * a, (long16)(MULTIPLES_16));
  printf("%.1v8hlf %v2lg\n", (float8)(a, 2 * a, 3 * a, 4 * a, 5 * a, 6 * a, 7 * a, 8 * a), (double2)(1.5, -0.5));
  printf("%.2v16lf\n", (double16)(MULTIPLES_16));
  printf("%v16hlg\n", (float16)(MULTIPLES_16) / a);
}
