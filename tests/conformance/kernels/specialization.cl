// One constant of each scalar type, read as device code reads it natively.
#define CONSTANT(type) type __spirv_SpecConstant(int, type) __attribute__((overloadable));
#pragma OPENCL EXTENSION cl_khr_fp16 : enable
CONSTANT(bool) CONSTANT(char) CONSTANT(uchar) CONSTANT(short) CONSTANT(ushort) CONSTANT(int)
CONSTANT(uint) CONSTANT(long) CONSTANT(ulong) CONSTANT(half) CONSTANT(float) CONSTANT(double)

__kernel void integers(__global long *out) {
  out[0] = __spirv_SpecConstant(0, (bool)1);
  out[1] = __spirv_SpecConstant(1, (char)-1);
  out[2] = __spirv_SpecConstant(2, (uchar)2);
  out[3] = __spirv_SpecConstant(3, (short)-3);
  out[4] = __spirv_SpecConstant(4, (ushort)4);
  out[5] = __spirv_SpecConstant(5, (int)-5);
  out[6] = __spirv_SpecConstant(6, (uint)6);
  out[7] = __spirv_SpecConstant(7, (long)-7);
  out[8] = (long)__spirv_SpecConstant(8, (ulong)8);
}

__kernel void floats(__global double *out) {
  out[0] = __spirv_SpecConstant(10, 1.5f);
  out[1] = __spirv_SpecConstant(11, 2.5);
}

// Devices without half arithmetic can still convert halves.
__kernel void halves(__global float *out) { out[0] = (float)__spirv_SpecConstant(12, (half)1.5); }

// A loop whose trip count is the constant, which a helper function reads again.
int helper(int x) { return x * __spirv_SpecConstant(5, (int)-5); }
__kernel void loop(__global int *out) {
  int total = 0;
  for (uint i = 0; i < __spirv_SpecConstant(6, (uint)6); ++i)
    total += helper((int)i);
  out[get_global_id(0)] = total;
}
