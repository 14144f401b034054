// Pointers: private arrays, type punning, selects between objects, pointers in memory, generic pointers, structs
// by value, unaligned accesses.
// RUN: %ursac %s --targets=vulkan1.2,host-x86_64 -o a.ursa
// RUN: %vulkan_run a.ursa sorted 'int[1024]' 'int[1024]'
// RUN: %vulkan_run a.ursa bytes 'uint[512]' 'uint[64]' int=50
// RUN: %vulkan_run a.ursa selected 'int[64]' 'int[64]' int=20
// RUN: %vulkan_run a.ursa inMemory 'ref[2]=1,2' 'int[128]' 'int[64]' int=1
// RUN: %vulkan_run a.ursa genericResolved 'int[128]' 'int[64]' 'local[64]'
// RUN: %vulkan_run a.ursa genericTagged 'int[128]' 'int[64]' 'local[64]' int=1
// RUN: %vulkan_run a.ursa null 'int[64]' 'int[64]=0'
// RUN: %vulkan_run a.ursa byValue 'float[64]=0' 'uint=1,0,2,3,4,5,6,7,8,9,10,11' float4=1,0.5,3,0
// RUN: %vulkan_run a.ursa packed 'uchar[1024]' 'ulong[64]=0'
// RUN: %ursac %s --targets=vulkan1.2,host-x86_64 -O0 -o plain.ursa
// RUN: %vulkan_run plain.ursa bytes 'uint[512]' 'uint[64]' int=50
// RUN: %vulkan_run plain.ursa selected 'int[64]' 'int[64]' int=20
// RUN: %vulkan_run plain.ursa genericTagged 'int[128]' 'int[64]' 'local[64]' int=1
// RUN: %vulkan_run plain.ursa byValue 'float[64]=0' 'uint=1,0,2,3,4,5,6,7,8,9,10,11' float4=1,0.5,3,0
kernel void sorted(global const int *in, global int *out) {
  size_t i = get_global_id(0);
  int a[16];
  for (int k = 0; k < 16; ++k) a[k] = in[i * 16 + k];
  for (int k = 1; k < 16; ++k) {
    int v = a[k], j = k - 1;
    while (j >= 0 && a[j] > v) { a[j + 1] = a[j]; --j; }
    a[j + 1] = v;
  }
  for (int k = 0; k < 16; ++k) out[i * 16 + k] = a[k];
}
kernel void bytes(global const uint *in, global uint *out, int n) {
  size_t i = get_global_id(0);
  uint w[8];
  for (int k = 0; k < 8; ++k) w[k] = in[i * 8 + k];
  uchar *b = (uchar *)w;
  uint s = 0;
  for (int k = 0; k < n; ++k) { s = s * 31 + b[(k * 7) & 31]; b[(k * 5) & 31] ^= s; }
  for (int k = 0; k < 8; ++k) s ^= w[k];
  out[i] = s;
}
kernel void selected(global const int *in, global int *out, int n) {
  size_t i = get_global_id(0);
  int a[8], b[8];
  for (int k = 0; k < 8; ++k) { a[k] = in[k] + (int)i; b[k] = in[k] * 2; }
  int *p = (in[i] & 1) ? a : b;
  int *q = (in[i] & 2) ? a : b;
  int s = 0;
  for (int k = 0; k < n; ++k) { s += p[(k * 3) & 7]; q[k & 7] += s; int *t = p; p = q; q = t; }
  out[i] = s + (p == q);
}
kernel void inMemory(global ulong *pointers, global int *out, global int *other, int sel) {
  size_t i = get_global_id(0);
  global int *p = (global int *)pointers[(i + sel) & 1];
  global int *q = (i & 1) ? p : out;
  out[i + 64] = q[i] + (p == other) + (int)((p - out) == 0);
}
int sum(const int *p, int n) { int s = 0; for (int k = 0; k < n; ++k) s += p[k]; return s; }
kernel void genericResolved(global const int *in, global int *out, local int *l) {
  size_t i = get_global_id(0);
  int a[4] = {1, 2, (int)i, 4};
  l[get_local_id(0)] = (int)i;
  barrier(CLK_LOCAL_MEM_FENCE);
  out[i] = sum(in + i, 3) + sum(a, 4) + sum(l, 2);
}
kernel void genericTagged(global const int *in, global int *out, local int *l, int sel) {
  size_t i = get_global_id(0);
  int own[2] = {(int)i, in[i]};
  l[get_local_id(0)] = (int)i * 2;
  barrier(CLK_LOCAL_MEM_FENCE);
  const int *p = (sel + (int)i) % 3 == 0 ? (const int *)in : (sel + (int)i) % 3 == 1 ? (const int *)l : (const int *)own;
  out[i] = p[get_local_id(0) & 1];
}
kernel void null(global const int *in, global int *out) {
  size_t i = get_global_id(0);
  int own[2] = {in[i], 3};
  int *p = in[i] & 1 ? own : 0;
  int *last = 0;
  for (int k = 0; k < (in[i] & 3); ++k) { last = p; p = p ? p + 1 - (k & 1) : 0; }
  out[i] = p ? 1 + (last == p) : last ? 5 : 7;
}
typedef struct { float a; int b; uchar c[8]; int d[8]; } Struct;
kernel void byValue(global float *o, Struct s, float3 f) {
  size_t i = get_global_id(0);
  Struct copy = s;
  copy.d[i & 7] += (int)i;
  o[i] = copy.b + s.c[i % 8] + copy.d[(i + 1) & 7] + copy.d[i & 7] + f.y;
}
typedef struct __attribute__((packed)) { uchar a; ulong b; ushort c; uint d; uchar e; } Packed;
kernel void packed(global const Packed *in, global ulong *out) {
  size_t i = get_global_id(0);
  Packed p = in[i];
  out[i] = p.a + p.b * 3 + p.c * 5 + p.d * 7 + p.e;
}
