// Kernels for programs in SPIR-V: built-in functions, half precision, variables, null constants.
#pragma OPENCL EXTENSION cl_khr_fp16 : enable

__kernel void math(__global float *out, __global const float *in) {
  const size_t i = get_global_id(0);
  out[i] = sin(in[i]) + pow(fabs(in[i]), 1.5f) + fmax(exp(in[i]), 1.0f);
}

__kernel void vectors(__global int4 *out, __global const int4 *in) {
  const size_t i = get_global_id(0);
  out[i] = clamp(in[i].wzyx, (int4)(-1), (int4)(7)) + convert_int4(convert_float4(in[i]) * 0.5f);
}

__kernel void halves(__global float *out, __global const half *in) {
  out[get_global_id(0)] = vload_half(get_global_id(0), in) * 2.0f;
}

__kernel void zeros(__global long *out, __global ulong *pointers) {
  int4 vector = (int4)(0);
  vector[get_global_id(0)] = 5;
  out[0] = vector.x + vector.y + (pointers[get_local_id(1)] == 0 ? 100 : 0);
}

__kernel void reverse(__global int *out, __local int *tile) {
  const int l = (int)get_local_id(0);
  tile[l] = (int)get_global_id(0);
  barrier(CLK_LOCAL_MEM_FENCE);
  out[get_global_id(0)] = tile[(int)get_local_size(0) - 1 - l];
}

__kernel void count(__global int *counter) { atomic_add(counter, 2); }

__global int total = 7;
__global float table[4];
__kernel void accumulate(int amount) {
  total += amount;
  table[1] = 0.5f * (float)total;
}
