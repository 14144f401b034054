// A container in a program, for Ursa's loader: registered before main, taken back after it; a program
// whose images cannot be used runs all the same. Tools find the images in it, LLVM's too.
// RUN: %ursac --targets=host-x86_64 %s -o a.ursa && %ursac --targets=host-x86_64 %s -DOTHER -o b.ursa
// RUN: %wrapper -kind=ursa a.ursa b.ursa -o a.o && %wrapper -kind=ursa a.ursa -o a.bc && %opt -passes=verify -disable-output a.bc
// RUN: echo 'int puts(const char *); int main(void) { return puts("main") < 0; }' > main.c
// RUN: %cc -w main.c %S/Inputs/loader.c a.o -o program && ./program | %FileCheck %s --check-prefix=RUN1
// RUN: REFUSE=1 ./program | %FileCheck %s --check-prefix=REFUSED
// RUN: for f in a.o program; do %objdump $f | %FileCheck %s || exit 1; %objdump --json $f | %FileCheck %s --check-prefix=JSON || exit 1; done
// RUN: %objdump a.ursa | %FileCheck %s --check-prefix=CONTAINER
// RUN: %objdump program -extract=. && %objdump a.ursa -extract=new/folder && cmp new/folder/a-1.bc program-1.bc && ls program-3.bc && %opt -passes=verify -disable-output program-1.bc
// RUN: cp a.ursa cut.ursa && truncate -s -8 cut.ursa
// RUN: %not %wrapper -kind=ursa cut.ursa -o none.o 2>&1 | %FileCheck %s --check-prefix=CUT
// RUN: %not %objdump cut.ursa 2>&1 | %FileCheck %s --check-prefix=CUT
// RUN: test ! -e none.o

// RUN1: create 10 ff aligned 1 size 1
// RUN1-NEXT: register 1 for 1
// RUN1-NEXT: main
// RUN1-NEXT: unregister 1
// RUN1-NEXT: release 1
// REFUSED: create
// REFUSED-NEXT: main
// REFUSED-NOT: {{.}}
// CUT: {{^}}error: The file 'cut.ursa' cannot be used. Device image 1 of the container is cut short

// CHECK: {{^}}{{.*}}: 4 images
// CHECK-NEXT: image 0: host-x86_64, LLVM bitcode, {{[0-9]+}} bytes
// CHECK-NEXT: entries: k
// CHECK-NEXT: constant{{ +}}type{{ +}}id{{ +}}offset{{ +}}size{{ +}}default
// CHECK-NEXT: {{^}}    scale{{ +}}float{{ +}}0{{ +}}0{{ +}}4{{ +}}2.5
// CHECK-NEXT: {{^}}    pair{{ +}}{ i8, double }{{ +}}1-2{{ +}}4{{ +}}16{{ +}}0x07000000000000000000000000001440
// CHECK-NEXT: {{^}}    big{{ +}}i64{{ +}}3{{ +}}20{{ +}}8{{ +}}-5
// CHECK-NEXT: image 1: host-x86_64+emulated, LLVM bitcode
// CHECK-NEXT: entries: k
// CHECK-NEXT: constant
// CHECK-NEXT: {{^}}    scale{{ +}}float{{ +}}0{{ +}}0{{ +}}4{{ +}}2.5
// CHECK-NEXT: {{^}}    pair{{ +}}{ i8, double }{{ +}}1{{ +}}8{{ +}}16{{ +}}0x
// CHECK-NEXT: {{^}}    big{{ +}}i64{{ +}}2{{ +}}24{{ +}}8{{ +}}-5
// CONTAINER: a.ursa: 2 images
// JSON: "name": "pair",
// JSON-NEXT: "type": "{ i8, double }",
// JSON-NEXT: "offset": 4,
// JSON-NEXT: "size": 16,
// JSON-NEXT: "default": "07000000000000000000000000001440",
// JSON-NEXT: "leaves": [
// JSON-NEXT: {
// JSON-NEXT: "id": 1,
// JSON-NEXT: "offset": 0,
// JSON-NEXT: "size": 1
#include <ursa/spec_constants.h>
#pragma OPENCL EXTENSION cl_khr_fp64 : enable

typedef struct { char c; double d; } Pair;
URSA_SPEC_CONSTANT(float, scale, 2.5f)
URSA_SPEC_CONSTANT(Pair, pair, { 7, 5.0 })
URSA_SPEC_CONSTANT(long, big, -5)

kernel void k(global double *out) {
  out[0] = ursa_get(scale);
  out[1] = ursa_get(pair).d + ursa_get(pair).c;
  out[2] = ursa_get(big);
}
