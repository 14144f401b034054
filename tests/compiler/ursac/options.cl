// -I, -D, -cl-std and -O reach clang; -v shows its command and -### does nothing else.
// RUN: mkdir %t.include && echo '#define FROM_HEADER 7' > %t.include/header.h
// RUN: %ursac --targets=host-x86_64 %s -I %t.include -DVALUE=35 -D OTHER -cl-std=CL1.2 -O3 -o %t.ursa --save-temps
// RUN: %llvm_dis %t.ursa.host-x86_64.bc -o - | %FileCheck %s
// RUN: %ursac --targets=host-x86_64 %s -I%t.include -DVALUE=1 -D OTHER -cl-std=CL1.2 -O1 -v -o %t.ursa 2>&1 | %FileCheck %s --check-prefix=COMMAND
// RUN: %ursac --targets=host-x86_64 %s -### -O0 -cl-std=CL2.0 -o %t.none.ursa 2>&1 | %FileCheck %s --check-prefix=DRY
// RUN: test ! -e %t.none.ursa
#include <header.h>
#ifndef OTHER
#error "OTHER is not defined."
#endif
#if __OPENCL_C_VERSION__ != 120
#error "The language is not OpenCL C 1.2."
#endif

// COMMAND: {{.*}}clang{{.*}} -x cl -cl-std=CL1.2 -target spirv64-unknown-unknown -O1
// COMMAND-SAME: -D VALUE=1 -D OTHER
// DRY: -cl-std=CL2.0 {{.*}} -O0

// CHECK: store i32 42, ptr
kernel void k(global int *out) { out[0] = VALUE + FROM_HEADER; }
