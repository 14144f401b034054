// Images and samplers: textures for what is read only, surfaces for the rest. The arguments are addresses of tables, and
// bit masks; comments in the PTX tell which they are.
// RUN: %ursac --save-temps %s --targets=nvptx64 -o a.ursa && cp a.ursa.nvptx64.bc a.bc
// RUN: %llvm_dis a.bc -o - | %FileCheck %s --check-prefix=IR
// RUN: for sm in 70 80 90 100; do %nvptx_compile a.bc --capability=$sm > $sm.ptx && %FileCheck %s < $sm.ptx && %ptxas -arch=sm_$((sm < 75 ? 75 : sm)) $sm.ptx -o $sm.cubin || exit 1; done
// RUN: %nvptx_compile a.bc --capability=75 -O0 > plain.ptx && %ptxas -arch=sm_75 plain.ptx -o plain.cubin
// RUN: %FileCheck %s --check-prefix=NOTES < 70.ptx
// RUN: %ursac %s --targets=nvptx64-sm_70 --save-temps -o b.ursa && %FileCheck %s < b.ursa.nvptx64-sm_70.ptx
// RUN: %not %ursac %s --targets=nvcl64-sm_70 -o bad.ursa 2>&1 | %FileCheck %s --check-prefix=OPENCL

// IR-DAG: define{{.*}} ptx_kernel void @sample(ptr addrspace(1) {{.*}}"ursa-image"="image2d_array_t"{{.*}}, ptr {{.*}}"ursa-sampler"{{.*}},
// IR-DAG: define{{.*}} ptx_kernel void @plain(ptr addrspace(1) {{[^"]*}})
// IR-NOT: spirv.Image

// OPENCL: error: Argument 0 of function 'sample' is an image, a sampler or the like, which this target does not have.

// The texture for the sampler is an element of the table; a layer is rounded, and not below 0.
// CHECK: .visible .entry sample(
// CHECK-NEXT: .param .u64 .ptr .global
// CHECK-NEXT: .param .u64
// CHECK: shl.b64 [[OFFSET:%rd[0-9]+]], {{%rd[0-9]+}}, 3;
// CHECK-NEXT: add.s64 [[PLACE:%rd[0-9]+]], {{%rd[0-9]+}}, [[OFFSET]];
// CHECK-NEXT: ld.global.nc.b64 [[TEXTURE:%rd[0-9]+]], {{\[}}[[PLACE]]];
// CHECK: cvt.rni.s32.f32
// CHECK: max.s32
// CHECK: tex.a2d.v4.f32.f32 {{.*}}, {{\[}}[[TEXTURE]], {
kernel void sample(read_only image2d_array_t in, sampler_t s, global float4 *out) {
  out[get_global_id(0)] = read_imagef(in, s, (float4)(0.25f, out[0].y, out[0].z, 0));
}

// Pixels have their centers at halves. The index of a sampler in the kernel is known: 20 for these bits, and 0 for reads
// without a sampler.
// CHECK: .visible .entry literal(
// CHECK: ld.global.nc.b64 {{%rd[0-9]+}}, [{{%rd[0-9]+}}+160];
// CHECK: 0f3F000000
// CHECK: tex.1d.v4.s32.f32
// CHECK: ld.global.nc.b64 {{%rd[0-9]+}}, [{{%rd[0-9]+}}];
// CHECK: tex.3d.v4.u32.f32
kernel void literal(read_only image1d_t a, read_only image3d_t b, global int4 *out, global uint4 *more) {
  const sampler_t s = CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP | CLK_FILTER_LINEAR;
  out[0] = read_imagei(a, s, (int)get_global_id(0));
  more[0] = read_imageui(b, (int4)(1, out[1].x, 3, 0));
}

// The surface, at the byte of the pixel, by words for each size of a pixel.
// CHECK: .visible .entry increment(
// CHECK: suld.b.2d.{{.*}}.zero
// CHECK: sust.b.2d.{{.*}}.zero
kernel void increment(read_write image2d_t image) {
  const int2 at = (int2)(get_global_id(0), get_global_id(1));
  write_imageui(image, at, read_imageui(image, at) + 1);
}

// CHECK: .visible .entry writes(
// CHECK-DAG: sust.b.1d.b8.zero
// CHECK-DAG: sust.b.1d.b16.zero
// CHECK-DAG: sust.b.1d.b32.zero
// CHECK-DAG: sust.b.1d.v2.b32.zero
// CHECK-DAG: sust.b.1d.v4.b32.zero
// CHECK-DAG: sust.b.a1d.v4.b32.zero
// CHECK-DAG: sust.b.a2d.v4.b32.zero
// CHECK-DAG: sust.b.3d.v4.b32.zero
kernel void writes(write_only image1d_t a, write_only image1d_array_t b, write_only image2d_array_t c,
                   write_only image3d_t d, global const float4 *in) {
  write_imagef(a, 1, in[0]);
  write_imagef(b, (int2)(1, 2), in[1]);
  write_imagei(c, (int4)(1, 2, 3, 0), convert_int4(in[2]));
  write_imageui(d, (int4)(1, 2, 3, 0), convert_uint4(in[3]));
}

// CHECK: .visible .entry queries(
// CHECK-DAG: ld.global.nc.b32 {{%r[0-9]+}}, [{{%rd[0-9]+}}+264];
// CHECK-DAG: ld.global.nc.b32 {{%r[0-9]+}}, [{{%rd[0-9]+}}+268];
// CHECK-DAG: ld.global.nc.b32 {{%r[0-9]+}}, [{{%rd[0-9]+}}+272];
// CHECK-DAG: ld.global.nc.b32 {{%r[0-9]+}}, [{{%rd[0-9]+}}+280];
// CHECK-DAG: ld.global.nc.b32 {{%r[0-9]+}}, [{{%rd[0-9]+}}+284];
kernel void queries(read_only image2d_array_t in, global int *out) {
  out[0] = get_image_width(in);
  out[1] = get_image_dim(in).y;
  out[2] = (int)get_image_array_size(in);
  out[3] = get_image_channel_order(in);
  out[4] = get_image_channel_data_type(in);
}

// CHECK: .visible .entry plain(
kernel void plain(global int *out) { out[0] = 1; }

// NOTES: // ursa-argument sample 0 image2d_array_t read_only{{$}}
// NOTES-NEXT: // ursa-argument sample 1 sampler_t
// NOTES-NEXT: // ursa-argument literal 0 image1d_t
// NOTES-NEXT: // ursa-argument literal 1 image3d_t
// NOTES-NEXT: // ursa-argument increment 0 image2d_t{{$}}
// NOTES-NEXT: // ursa-argument writes 0 image1d_t{{$}}
// NOTES-NEXT: // ursa-argument writes 1 image1d_array_t
// NOTES-NEXT: // ursa-argument writes 2 image2d_array_t
// NOTES-NEXT: // ursa-argument writes 3 image3d_t
// NOTES-NEXT: // ursa-argument queries 0 image2d_array_t read_only{{$}}
// NOTES-NOT: plain
