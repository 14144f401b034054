// Images and samplers: every image type, every function, sampler literals. image_halves.cl and image_writes.cl
// contain what fewer devices support.
kernel void copy_2d(read_only image2d_t in, write_only image2d_t out, sampler_t s) {
  const int2 at = (int2)(get_global_id(0), get_global_id(1));
  write_imagef(out, at, read_imagef(in, s, at));
}

// Each coordinate has four components.
kernel void sample_1d(read_only image1d_t in, sampler_t s, global const float4 *at,
                      global float4 *out) {
  const size_t i = get_global_id(0);
  out[i] = read_imagef(in, s, at[i].x);
}
kernel void sample_1d_array(read_only image1d_array_t in, sampler_t s, global const float4 *at,
                            global float4 *out) {
  const size_t i = get_global_id(0);
  out[i] = read_imagef(in, s, at[i].xy);
}
kernel void sample_2d(read_only image2d_t in, sampler_t s, global const float4 *at,
                      global float4 *out) {
  const size_t i = get_global_id(0);
  out[i] = read_imagef(in, s, at[i].xy);
}
kernel void sample_2d_array(read_only image2d_array_t in, sampler_t s, global const float4 *at,
                            global float4 *out) {
  const size_t i = get_global_id(0);
  out[i] = read_imagef(in, s, at[i]);
}
kernel void sample_3d(read_only image3d_t in, sampler_t s, global const float4 *at,
                      global float4 *out) {
  const size_t i = get_global_id(0);
  out[i] = read_imagef(in, s, at[i]);
}
kernel void sample_2d_int(read_only image2d_t in, sampler_t s, global const float4 *at,
                          global int4 *out) {
  const size_t i = get_global_id(0);
  out[i] = read_imagei(in, s, at[i].xy);
}

// Integer coordinates, with and without a sampler.
kernel void fetch_2d(read_only image2d_t in, sampler_t s, global const int4 *at,
                     global float4 *out) {
  const size_t i = get_global_id(0);
  out[2 * i] = read_imagef(in, at[i].xy);
  out[2 * i + 1] = read_imagef(in, s, at[i].xy);
}
kernel void fetch_all(read_only image1d_t a, read_only image1d_array_t b,
                      read_only image1d_buffer_t c, read_only image2d_array_t d,
                      read_only image3d_t e, global uint4 *out) {
  out[0] = read_imageui(a, 1);
  out[1] = read_imageui(b, (int2)(1, 2));
  out[2] = read_imageui(c, 1);
  out[3] = read_imageui(d, (int4)(1, 2, 1, 0));
  out[4] = read_imageui(e, (int4)(2, 1, 1, 0));
}

// Reads and writes a row of a 1D image with each kind of color.
kernel void read_floats(read_only image1d_t in, global float4 *out) {
  out[get_global_id(0)] = read_imagef(in, (int)get_global_id(0));
}
kernel void read_ints(read_only image1d_t in, global int4 *out) {
  out[get_global_id(0)] = read_imagei(in, (int)get_global_id(0));
}
kernel void read_uints(read_only image1d_t in, global uint4 *out) {
  out[get_global_id(0)] = read_imageui(in, (int)get_global_id(0));
}
kernel void write_floats(write_only image1d_t out, global const float4 *in) {
  write_imagef(out, (int)get_global_id(0), in[get_global_id(0)]);
}
kernel void write_ints(write_only image1d_t out, global const int4 *in) {
  write_imagei(out, (int)get_global_id(0), in[get_global_id(0)]);
}
kernel void write_uints(write_only image1d_t out, global const uint4 *in) {
  write_imageui(out, (int)get_global_id(0), in[get_global_id(0)]);
}

kernel void increment(read_write image2d_t image) {
  const int2 at = (int2)(get_global_id(0), get_global_id(1));
  write_imageui(image, at, read_imageui(image, at) + 1);
}

kernel void describe(read_only image1d_array_t a, read_only image2d_t b,
                     read_only image2d_array_t c, read_only image3d_t d,
                     read_only image1d_buffer_t e, global int *out) {
  out[0] = get_image_width(a);
  out[1] = (int)get_image_array_size(a);
  out[2] = get_image_width(b);
  out[3] = get_image_height(b);
  out[4] = get_image_dim(b).x * 100 + get_image_dim(b).y;
  out[5] = (int)get_image_array_size(c);
  out[6] = get_image_dim(c).x * 100 + get_image_dim(c).y;
  out[7] = get_image_depth(d);
  out[8] = get_image_dim(d).x * 10000 + get_image_dim(d).y * 100 + get_image_dim(d).z;
  out[9] = get_image_channel_order(b);
  out[10] = get_image_channel_data_type(b);
  out[11] = get_image_channel_order(d);
  out[12] = get_image_channel_data_type(d);
  out[13] = get_image_width(e);
}

constant sampler_t kRepeat =
    CLK_NORMALIZED_COORDS_TRUE | CLK_ADDRESS_REPEAT | CLK_FILTER_NEAREST;

float4 through(read_only image2d_t in, sampler_t s, float2 at) { return read_imagef(in, s, at); }

kernel void literals(read_only image2d_t in, global float4 *out) {
  const sampler_t clamped =
      CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP | CLK_FILTER_LINEAR;
  out[0] = through(in, kRepeat, (float2)(1.125f, -0.125f));
  out[1] = through(in, clamped, (float2)(0.0f, 0.5f));
}

// A barrier between reads: a work-item that waits there keeps its image and sampler.
kernel void neighbours(read_only image1d_t in, sampler_t s, local float *row, global float *out) {
  const int l = (int)get_local_id(0);
  row[l] = read_imagef(in, s, (int)get_global_id(0)).x;
  barrier(CLK_LOCAL_MEM_FENCE);
  out[get_global_id(0)] =
      row[(l + 1) % (int)get_local_size(0)] + read_imagef(in, s, (int)get_global_id(0)).x;
}
