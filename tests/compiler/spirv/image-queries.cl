// Image queries return OpenCL's values of channel orders and data types, and zero as the fourth
// size.
// RUN: %ursac --save-temps %s --targets=spirv64 -o a.ursa
// RUN: %spirv_val --target-env opencl2.2 a.ursa.spirv64.spv
// RUN: %spirv_dis a.ursa.spirv64.spv | %FileCheck %s --implicit-check-not=OpFunctionCall --implicit-check-not=Linkage

// CHECK: %[[T:.*]] = OpImageQueryFormat %uint %[[A:.*]]
// CHECK: OpIAdd %uint %[[T]] %uint_4304
// CHECK: %[[O:.*]] = OpImageQueryOrder %uint %[[A]]
// CHECK: OpIAdd %uint %[[O]] %uint_4272
// CHECK: %[[P:.*]] = OpImageQueryOrder %uint %[[B:.*]]
// CHECK: OpIAdd %uint %[[P]] %uint_4272
// CHECK: OpImageQuerySizeLod %v3uint %[[B]]
// CHECK: OpCompositeInsert %v4uint %uint_0 %{{.*}} 3
kernel void queries(read_only image2d_t a, write_only image3d_t b, global int *out) {
  out[0] = get_image_channel_data_type(a);
  out[1] = get_image_channel_order(a);
  out[2] = get_image_channel_order(b);
  vstore4(get_image_dim(b), 1, out);
}
