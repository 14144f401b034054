// Colors of half precision.
#pragma OPENCL EXTENSION cl_khr_fp16 : enable
kernel void copy_halves(read_only image1d_t in, write_only image1d_t out) {
  write_imageh(out, (int)get_global_id(0), read_imageh(in, (int)get_global_id(0)) * (half)2);
}
