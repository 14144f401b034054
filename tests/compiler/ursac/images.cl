// Images and samplers become pointers that say what they are; functions on them stay for the JIT, and
// what the host does not have is an error of the compiler.
// RUN: %split_file %s %t
// RUN: %ursac --targets=host-x86_64 %t/good.cl -o %t/good.ursa --save-temps
// RUN: %llvm_dis %t/good.ursa.host-x86_64.bc -o - | %FileCheck %t/good.cl
// RUN: %not %ursac --targets=host-x86_64 %t/depth.cl -o %t/depth.ursa 2>&1 | %FileCheck %t/depth.cl
// RUN: %not %ursac --targets=host-x86_64 %t/level.cl -o %t/level.ursa 2>&1 | %FileCheck %t/level.cl

//--- good.cl
constant sampler_t literal = CLK_NORMALIZED_COORDS_TRUE | CLK_ADDRESS_REPEAT | CLK_FILTER_LINEAR;
// CHECK-LABEL: define void @kernel_of_images
// CHECK-SAME: (ptr "ursa-image"="image2d_t" "ursa-image-read-only" %{{[^,]*}}, ptr "ursa-image"="image3d_t" %{{[^,]*}},
// CHECK-SAME: ptr "ursa-image"="image1d_buffer_t" %{{[^,]*}}, ptr "ursa-sampler" %{{[^,]*}}, ptr
// CHECK: call ptr @__translate_sampler_initializer(i32 39)
// CHECK: call <4 x float> @_Z11read_imagef14ocl_image2d_ro11ocl_samplerDv2_f(ptr
kernel void kernel_of_images(read_only image2d_t in, read_write image3d_t both,
                             write_only image1d_buffer_t out, sampler_t s, global float4 *color) {
  color[0] = read_imagef(in, literal, (float2)(0.5f)) + read_imagef(in, s, (int2)(1));
  write_imagef(both, (int4)(0), color[0]);
  write_imagef(out, 1, color[get_image_width(out)]);
}

//--- depth.cl
// CHECK: error: Argument 0 of kernel 'k' is of type 'image2d_depth_t', which the host does not support.
kernel void k(read_only image2d_depth_t in, global float *out) { out[0] = read_imagef(in, (int2)(0)); }

//--- level.cl
#pragma OPENCL EXTENSION cl_khr_mipmap_image : enable
// CHECK: error: A kernel uses 'read_imagef(ocl_image2d_ro, ocl_sampler, float vector[2], float)', which is not defined.
kernel void k(read_only image2d_t in, sampler_t s, global float4 *out) {
  out[0] = read_imagef(in, s, (float2)(0.5f), 1.0f);
}
