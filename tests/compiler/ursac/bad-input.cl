// Input that cannot be compiled: status 1, a line that begins "error:" and names it, no output.
// RUN: %split_file %s %t
// RUN: %not %ursac %t/missing.cl -o %t.ursa 2>&1 | %FileCheck %s --check-prefix=MISSING
// RUN: %not %ursac %t/text.txt -o %t.ursa 2>&1 | %FileCheck %s --check-prefix=EXTENSION
// RUN: %not %ursac %t/syntax.cl -o %t.ursa 2>&1 | %FileCheck %s --check-prefix=SYNTAX
// RUN: %not %ursac %t/pointer.cl -o %t.ursa 2>&1 | %FileCheck %s --check-prefix=POINTER
// RUN: %not %ursac %t/undefined.cl -o %t.ursa 2>&1 | %FileCheck %s --check-prefix=UNDEFINED
// RUN: %not %ursac %t/pipe.cl -o %t.ursa 2>&1 | %FileCheck %s --check-prefix=PIPE
// RUN: %not %ursac %t/fine.cl -O9 -o %t.ursa 2>&1 | %FileCheck %s --check-prefix=LEVEL
// RUN: %not %ursac -o %t.ursa 2>&1 | %FileCheck %s --check-prefix=NOTHING
// RUN: URSA_LIBCLC=%t/nowhere.bc %not %ursac %t/math.cl -o %t.ursa 2>&1 | %FileCheck %s --check-prefix=LIBCLC
// RUN: URSA_CLANG=%t/nowhere %not %ursac %t/fine.cl -o %t.ursa 2>&1 | %FileCheck %s --check-prefix=CLANG
// RUN: test ! -e %t.ursa
// RUN: %not %ursac %t/fine.cl -o %t/no/such/folder/x.ursa 2>&1 | %FileCheck %s --check-prefix=FOLDER
// RUN: %ursac %t/fine.cl -o %t.ursa && cp %t.ursa %t.before
// RUN: %not %ursac %t/syntax.cl -o %t.ursa 2>&1 | %FileCheck %s --check-prefix=SYNTAX && cmp %t.ursa %t.before

// MISSING: {{^}}error: The kernel source '{{.*}}missing.cl' does not exist.
// EXTENSION: {{^}}error: The input '{{.*}}text.txt' is not a kernel source (.cl, .clcpp, .cpp), device IR (.bc, .ll), object or archive.
// SYNTAX: syntax.cl:1:{{.*}}error: use of undeclared identifier 'nothing'
// SYNTAX: {{^}}error: clang did not compile '{{.*}}syntax.cl' (exit status 1).
// POINTER: {{^}}error: {{.*}}pointer.cl:4:{{[0-9]+}}: Specialization constant 'where' of type {{.*}} holds a pointer;
// UNDEFINED: {{^}}error: {{.*}}undefined.cl:2:43: Kernel 'k' calls 'far_away(int)', which is not defined in any input.
// PIPE: {{^}}error: {{.*}}pipe.cl:1: Argument 'input' of kernel 'k' has type {{.*}}, which cannot be passed to a kernel.
// LEVEL: {{^}}error: The optimization level is '9'; 0, 1, 2, 3, s and z are known.
// NOTHING: {{^}}error: No input was given.
// LIBCLC: {{^}}error: The library of built-in functions '{{.*}}nowhere.bc' cannot be read:
// CLANG: {{^}}error: URSA_CLANG names '{{.*}}nowhere', which cannot be run.
// FOLDER: {{^}}error: The file '{{.*}}x.ursa' cannot be written:

//--- text.txt
kernel void k() {}
//--- fine.cl
kernel void k(global int *out) { out[0] = 1; }
//--- math.cl
kernel void k(global float *out) { out[0] = sin(out[0]); }
//--- syntax.cl
kernel void k(global int *out) { out[0] = nothing; }
//--- pointer.cl
#include <ursa/spec_constants.h>
typedef struct { global int *p; } Pointer;
URSA_SPEC_CONSTANT(Pointer, where, {0})
kernel void k(global int *out) { out[0] = ursa_get(where).p == 0; }
//--- undefined.cl
int __attribute__((overloadable)) far_away(int i);
kernel void k(global int *out) { out[0] = far_away(1); }
//--- pipe.cl
kernel void k(read_only pipe int input, global int *out) { read_pipe(input, out); }
