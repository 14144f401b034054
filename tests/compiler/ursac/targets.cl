// Images for several targets in one container, in the order asked for.
// RUN: %ursac %s --targets=spirv64,nvptx64-sm_80,host-x86_64 --save-temps -o a.ursa
// RUN: %objdump a.ursa | %FileCheck %s --match-full-lines
// RUN: %spirv_val --target-env opencl2.2 a.ursa.spirv64.spv && %spirv_val --target-env opencl2.2 a.ursa.spirv64+emulated.spv
// RUN: %FileCheck %s --check-prefix=PTX < a.ursa.nvptx64-sm_80+emulated.ptx
// RUN: %ursac %s -fsycl-targets=nvptx64-sm_80 -DPLAIN -o plain.ursa && %objdump plain.ursa | %FileCheck %s --check-prefix=PLAIN
// RUN: %ursac %s --targets=nvptx64-sm_80,default,spirv64 -o default.ursa && %objdump default.ursa | grep -oE '^ *image [0-9]+: [a-z0-9_.-]+' | sed 's/.* //' | uniq | paste -sd ' ' | grep -x 'nvptx64-sm_80 spirv64 host-x86_64 nvcl64-sm_70 nvptx64 nvptx64-sm_70 vulkan1.2'
// RUN: %not %ursac %s --targets=spirv64,mars -o bad.ursa 2>&1 | %FileCheck %s --check-prefix=MARS --match-full-lines
// RUN: test ! -e bad.ursa

// CHECK: a.ursa: 5 images
// CHECK-NEXT: image 0: spirv64, SPIR-V, {{[0-9]+}} bytes
// CHECK-NEXT: entries: k
// CHECK-NEXT: constant {{.*}}
// CHECK-NEXT: {{ +}}factor{{ +}}i32{{ +}}0{{ +}}0{{ +}}4{{ +}}3
// CHECK-NEXT: image 1: spirv64+emulated, SPIR-V, {{[0-9]+}} bytes
// CHECK: image 2: nvptx64-sm_80+emulated, native, {{[0-9]+}} bytes
// CHECK: image 3: host-x86_64, LLVM bitcode, {{[0-9]+}} bytes
// CHECK: image 4: host-x86_64+emulated, LLVM bitcode, {{[0-9]+}} bytes
// PTX: .visible .entry k(
// PLAIN: 1 image
// PLAIN: image 0: nvptx64-sm_80, native
// MARS: error: The target 'mars' is not known; host-x86_64, host-x86_64-aot, spirv64, vulkan1.2, and nvptx64, nvptx64-sm_70, nvcl64-sm_70 and the like are.
#include <ursa/spec_constants.h>

URSA_SPEC_CONSTANT(int, factor, 3)

#ifdef PLAIN
kernel void k(global int *out) { out[get_global_id(0)] = 1; }
#else
kernel void k(global int *out) { out[get_global_id(0)] *= ursa_get(factor); }
#endif
