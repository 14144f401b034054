// Loops with a small constant number of iterations are unrolled, also where they are nested: a driver that counts iterations
// has nothing to check then. The offset of a launch is read through a mask that adapters set.
// RUN: %ursac %s --targets=vulkan1.2 --save-temps -o a.ursa
// RUN: python3 -c "import json,struct; d=open('a.ursa.vulkan1.2.vk','rb').read(); n=struct.unpack_from('<I',d,8)[0]; r=json.loads(d[16:16+n]); b=(16+n+7)//8*8; [open(k['name']+'.spv','wb').write(d[b+k['module']['offset']:][:k['module']['size']]) for k in r['kernels']]"
// RUN: %spirv_val --target-env vulkan1.2 blur.spv
// RUN: %spirv_dis --no-color blur.spv | %FileCheck %s --implicit-check-not=OpLoopMerge
// CHECK: OpDecorate %[[MASK:.*]] SpecId 255
// CHECK: %[[MASK]] = OpSpecConstant %uint 4294967295
// CHECK: OpBitwiseAnd %uint {{.*}}%[[MASK]]
kernel void blur(global const float *in, global const float *weights, global float *out, int width, int height) {
  const int column = get_global_id(0), row = get_global_id(1);
  float sum = 0.0f;
  for (int dy = -2; dy <= 2; ++dy)
    for (int dx = -2; dx <= 2; ++dx)
      sum += weights[(dy + 2) * 5 + dx + 2] *
             in[clamp(row + dy, 0, height - 1) * width + clamp(column + dx, 0, width - 1)];
  out[row * width + column] = sum;
}
