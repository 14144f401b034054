// The reflection of an image, its modules and its requirements; compiling the same input twice gives the same bytes.
// RUN: %ursac %s --targets=vulkan1.2 -fsycl-device-code-split=off --save-temps -o a.ursa && %ursac %s --targets=vulkan1.2 -fsycl-device-code-split=off -o b.ursa && cmp a.ursa b.ursa
// RUN: ls a.ursa.vulkan1.2.vk a.ursa.vulkan1.2+emulated.vk
// RUN: grep -q "vulkan1.2+emulated" a.ursa
// RUN: strings -n 200 a.ursa.vulkan1.2.vk | %FileCheck %s --check-prefix=REFLECTION
// RUN: tr '\0' '\n' < a.ursa.vulkan1.2.vk | head -c 7 | %FileCheck %s --check-prefix=MAGIC
// RUN: python3 -c "import json,struct,sys; d=open('a.ursa.vulkan1.2.vk','rb').read(); n=struct.unpack_from('<I',d,8)[0]; r=json.loads(d[16:16+n]); b=(16+n+7)//8*8; [open(k['name']+'.spv','wb').write(d[b+k['module']['offset']:][:k['module']['size']]) for k in r['kernels']]"
// RUN: %spirv_val --target-env vulkan1.2 k.spv && %spirv_val --target-env vulkan1.2 small.spv
// RUN: %spirv_dis --no-color k.spv | %FileCheck %s --check-prefix=MODULE
// MAGIC: URSAVK1
// REFLECTION: {"kernels":[{"name":"k","module":{"offset":0,"size":{{[0-9]+}}},"arguments":[{"kind":"pointer","offset":0,"size":8},{"kind":"local","specId":6}],"argumentBytes":8,"argumentBuffer":false,"data":false,"localSize":[8,2,1],"subGroupSize":16,"localBytes":0,"constants":[0],"capabilities":["Float64"{{[^]]*}}]},{"name":"small",{{.*}}"arguments":[{"kind":"pointer","offset":0,"size":8},{"kind":"value","offset":8,"size":4}{{.*}}],"constants":[{"id":0,"size":8},{"id":1,"size":2}]}
// MODULE: OpCapability PhysicalStorageBufferAddresses
// MODULE: OpMemoryModel PhysicalStorageBuffer64 Vulkan
// MODULE: OpEntryPoint GLCompute {{.*}} "k"
// MODULE: OpExecutionMode {{.*}} LocalSize 8 2 1
// MODULE-DAG: OpDecorate %[[C:.*]] SpecId 256
// MODULE-DAG: OpDecorate {{.*}} SpecId 6
// MODULE: %[[C]] = OpSpecConstant %double 1.5
// A barrier orders the memory that its flags name: local memory, and all memory.
// MODULE: OpControlBarrier %uint_2 %uint_2 %uint_24840
// MODULE: OpControlBarrier %uint_2 %uint_2 %uint_24904
#include <ursa/spec_constants.h>
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
URSA_SPEC_CONSTANT(double, factor, 1.5)
URSA_SPEC_CONSTANT(short, unused, 3)
__attribute__((reqd_work_group_size(8, 2, 1), intel_reqd_sub_group_size(16))) kernel void k(global double *o, local double *l) {
  l[get_local_id(0)] = o[get_global_id(0)] * ursa_get(factor);
  barrier(CLK_LOCAL_MEM_FENCE);
  o[get_global_id(0)] = l[7 - get_local_id(0)];
  barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
  l[get_local_id(0)] = o[get_global_id(0)];
}
kernel void small(global int *o, int n) { o[get_global_id(0)] = n + 0 * ursa_get(unused); }
