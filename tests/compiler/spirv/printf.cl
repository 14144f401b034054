// printf in every shape, also on a device; each call keeps its format.
// RUN: %ursac --save-temps %s --targets=spirv64 -o a.ursa
// RUN: %spirv_val --target-env opencl2.2 a.ursa.spirv64.spv
// RUN: %spirv_dis a.ursa.spirv64.spv | %FileCheck %s --check-prefix=CODE --implicit-check-not=Linkage
// RUN: for v in 1.0 1.4; do %codegen -spirv-version=$v a.ursa.device.bc -O0 -o plain.spv && %spirv_val plain.spv || exit 1; done
// RUN: printf '\000\000\000\000\000\000\000\000' > in
// RUN: %run a.ursa --kernel shapes --device opencl:0 --global 1 --arg inout:in:out | %FileCheck %s
// RUN: printf 'target triple = "spirv64-unknown-unknown"\ndeclare spir_func i32 @printf(ptr, ...)\ndefine spir_kernel void @loud(ptr %%p) {\n  call i32 (ptr, ...) @printf(ptr %%p)\n  ret void\n}\n' > private.ll
// RUN: %not %codegen private.ll -o bad.spv 2>&1 | %FileCheck %s --check-prefix=PRIVATE
// RUN: test ! -e bad.spv

// PRIVATE: {{^}}error: Function 'loud' calls printf with a format that is not in constant memory.
// CODE-COUNT-10: OpExtInst %uint %{{.*}} printf
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
