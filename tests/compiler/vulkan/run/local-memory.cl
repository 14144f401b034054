// Local memory, static and as an argument, with barriers.
// RUN: %ursac %s --targets=vulkan1.2,host-x86_64 -o a.ursa
// RUN: %vulkan_run a.ursa reduce 'float[1024]=1' 'float[64]=0' 'local[1024]' uint=1000 --global 1024 --local 256
// RUN: %vulkan_run a.ursa reduce 'float[1024]=1' 'float[64]=0' 'local[64]' uint=1000 --global 1024 --local 16
// RUN: %vulkan_run a.ursa matmul 'float[1024]' 'float[1024]' 'float[1024]=0' int=32 --global 32,32 --local 8,8 --absolute 1e-3
// RUN: %vulkan_run a.ursa bitonic 'int[256]' 'int[256]' 'local[256]' --global 256 --local 64
// RUN: %vulkan_run a.ursa scan 'int[256]' 'int[256]' --global 256 --local 64
// RUN: %vulkan_run a.ursa structs 'int[32]=-1000..1000' 'double[32]' --global 32 --local 32
// RUN: %vulkan_run a.ursa bytes 'uint[32]' 'uint[32]' --global 32 --local 32
// RUN: %vulkan_run a.ursa globalBarrier 'int[256]=0' 'int[256]=0' --global 256 --local 64
// RUN: %vulkan_run a.ursa severalArguments 'int[64]' 'int[64]' 'local[64]' 'local[128]' 'local[32]' --global 64 --local 16
kernel void reduce(global const float *in, global float *out, local float *tmp, uint n) {
  uint l = get_local_id(0), g = get_global_id(0);
  tmp[l] = g < n ? in[g] : 0.0f;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (uint s = get_local_size(0) >> 1; s > 0; s >>= 1) {
    if (l < s) tmp[l] += tmp[l + s];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  if (l == 0) out[get_group_id(0)] = tmp[0];
}
kernel void matmul(global const float *A, global const float *B, global float *C, int n) {
  local float ta[8][8], tb[8][9];
  int x = get_global_id(0), y = get_global_id(1), lx = get_local_id(0), ly = get_local_id(1);
  float sum = 0;
  for (int t = 0; t < n / 8; ++t) {
    ta[ly][lx] = A[y * n + t * 8 + lx];
    tb[ly][lx] = B[(t * 8 + ly) * n + x];
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int k = 0; k < 8; ++k) sum += ta[ly][k] * tb[k][lx];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  C[y * n + x] = sum;
}
kernel void bitonic(global const int *in, global int *out, local int *s) {
  int l = get_local_id(0), L = get_local_size(0), g = get_group_id(0);
  s[l] = in[g * L + l];
  for (int k = 2; k <= L; k <<= 1)
    for (int j = k >> 1; j > 0; j >>= 1) {
      barrier(CLK_LOCAL_MEM_FENCE);
      int p = l ^ j;
      if (p > l) {
        int a = s[l], b = s[p];
        if (((l & k) == 0) == (a > b)) { s[l] = b; s[p] = a; }
      }
    }
  barrier(CLK_LOCAL_MEM_FENCE);
  out[g * L + l] = s[l];
}
kernel void scan(global const int *in, global int *out) {
  local int buffer[2][64];
  int l = get_local_id(0), current = 0;
  buffer[0][l] = in[get_global_id(0)];
  for (int o = 1; o < 64; o <<= 1) {
    barrier(CLK_LOCAL_MEM_FENCE);
    if (l >= o) buffer[1 - current][l] = buffer[current][l] + buffer[current][l - o];
    else buffer[1 - current][l] = buffer[current][l];
    current = 1 - current;
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  out[get_global_id(0)] = buffer[current][l];
}
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
typedef struct { float f; int i; char c[3]; double d; } S;
kernel void structs(global const int *in, global double *out) {
  local S s[32];
  int l = get_local_id(0);
  s[l].f = in[l] * 0.5f; s[l].i = in[l]; s[l].c[l % 3] = (char)l; s[l].c[(l + 1) % 3] = 1;
  s[l].c[(l + 2) % 3] = 2; s[l].d = in[l] * 0.25;
  barrier(CLK_LOCAL_MEM_FENCE);
  S t = s[31 - l];
  out[l] = t.f + t.i + t.c[0] + t.c[1] * 10 + t.c[2] * 100 + t.d;
}
kernel void bytes(global const uint *in, global uint *out) {
  local uchar b[128];
  local uint *w = (local uint *)b;
  int l = get_local_id(0);
  w[l] = in[l];
  barrier(CLK_LOCAL_MEM_FENCE);
  out[l] = b[l] + b[l + 32] * 256u + b[127 - l] * 65536u;
}
kernel void globalBarrier(global int *data, global int *out) {
  int l = get_local_id(0), g = get_global_id(0);
  data[g] = l * 3 + 1;
  barrier(CLK_GLOBAL_MEM_FENCE);
  out[g] = data[(g & ~63) + ((l + 17) & 63)];
}
kernel void severalArguments(global const int *in, global int *out, local int *a, local long *b, local short *c) {
  int l = get_local_id(0), L = get_local_size(0), g = get_global_id(0);
  local int *either = in[0] & 1 ? a : a + L / 2;
  a[l] = in[g]; b[l] = in[g] * 3L; c[l] = (short)in[g];
  barrier(CLK_LOCAL_MEM_FENCE);
  out[g] = either[l / 2] + (int)b[L - 1 - l] + c[l ^ 1];
}
