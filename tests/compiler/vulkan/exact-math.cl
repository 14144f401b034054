// Code that drivers must not compute inexactly: library functions use Fma for sums of products, and fabs of a number
// whose bits are used is a bit mask.
// RUN: %ursac %s --targets=vulkan1.2 --save-temps -o a.ursa
// RUN: python3 -c "import json,struct; d=open('a.ursa.vulkan1.2.vk','rb').read(); n=struct.unpack_from('<I',d,8)[0]; r=json.loads(d[16:16+n]); b=(16+n+7)//8*8; [open(k['name']+'.spv','wb').write(d[b+k['module']['offset']:][:k['module']['size']]) for k in r['kernels']]"
// RUN: %spirv_val --target-env vulkan1.2 library.spv && %spirv_dis --no-color library.spv -o library.txt
// RUN: python3 -c "import re; t=open('library.txt').read(); sums=re.findall(r'(%\w+) = OpExtInst %float %\w+ Fma', t); assert sums and all(f'OpDecorate {s} NoContraction' in t for s in sums), sums"
// RUN: %spirv_val --target-env vulkan1.2 bits.spv && %spirv_dis --no-color bits.spv | %FileCheck %s --check-prefix=BITS
// BITS: %[[BITS:[0-9]+]] = OpBitcast %uint
// BITS: OpBitwiseAnd %uint %[[BITS]] %uint_2147483647
kernel void library(global float *f) { f[0] = log10(f[1]); }
kernel void bits(global float *f, global uint *u) {
  u[0] = (as_uint(f[0] + f[1]) & 0x7FFFFFFF) + 1;
}
