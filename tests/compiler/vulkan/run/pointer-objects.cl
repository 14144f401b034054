// Pointers in memory: to pointers, in arrays and structs, their differences and comparisons, as integers;
// unaligned loads and stores of vectors and halves.
// RUN: %ursac %s --targets=vulkan1.2,host-x86_64 -O0 -o a.ursa
// RUN: %vulkan_run a.ursa tables 'int[64]' 'int[64]=0' --global 64 --local 16
// RUN: %vulkan_run a.ursa members 'int[64]' 'int[128]=0' 'local[256]' --global 64 --local 16
// RUN: %vulkan_run a.ursa list 'int[64]' 'int[64]=0' --global 64 --local 16
// RUN: %vulkan_run a.ursa numbers 'int[64]' 'int[64]=0' 'local[64]' --global 64 --local 16
// RUN: %vulkan_run a.ursa halves 'float[1024]=-100..100' 'half[1024]=0' 'float[1024]=0' --global 64 --local 64
// RUN: %ursac %s --targets=vulkan1.2,host-x86_64 -O2 -o b.ursa
// RUN: %vulkan_run b.ursa tables 'int[64]' 'int[64]=0' --global 64 --local 16
// RUN: %vulkan_run b.ursa members 'int[64]' 'int[128]=0' 'local[256]' --global 64 --local 16
// RUN: %vulkan_run b.ursa list 'int[64]' 'int[64]=0' --global 64 --local 16
// RUN: %vulkan_run b.ursa numbers 'int[64]' 'int[64]=0' 'local[64]' --global 64 --local 16
// RUN: %vulkan_run b.ursa halves 'float[1024]=-100..100' 'half[1024]=0' 'float[1024]=0' --global 64 --local 64
kernel void tables(global const int *in, global int *out) {
  size_t i = get_global_id(0);
  int a[4], b[4], c = 7;
  for (int k = 0; k < 4; ++k) { a[k] = in[(i + k) & 63]; b[k] = a[k] ^ 5; }
  int *rows[3] = {a, b, &c};
  int **row = rows + (i & 1);
  int sum = (*row)[i & 3] + *rows[2];
  int ***all = &row;
  **all = &c;
  *rows[i & 1] += 3;
  out[i] = sum * 5 + c + (rows[0] == rows[2]) + (int)(rows[~i & 1] + 2 - (i & 1 ? a : b));
}
typedef struct { global int *g; local int *l; int *p; const int *any; int n; } Places;
int read(const Places *q, int k) { return q->g[k] + q->l[k] * 3 + q->p[k & 1] * 5 + q->any[0] * 7 + q->n; }
kernel void members(global int *in, global int *out, local int *l) {
  size_t i = get_global_id(0);
  int k = get_local_id(0), own[2] = {(int)i, 3};
  l[k] = in[i] ^ 9;
  barrier(CLK_LOCAL_MEM_FENCE);
  Places q[2] = {{in, l, own, own + 1, 1}, {in + 1, l + 1, own, (const int *)(in + i), 2}};
  Places copy = q[i & 1];
  if (i & 2) copy.any = (const int *)(l + k);
  out[i] = read(&copy, k & 7) + read(q, 3);
  out[i + 64] = (q[0].l < q[1].l) + (copy.g >= in) * 2 + (copy.p != own) * 4 + (copy.any == 0) * 8;
}
typedef struct Node { int value; struct Node *next; } Node;
kernel void list(global const int *in, global int *out) {
  size_t i = get_global_id(0);
  Node nodes[5], *first = 0;
  for (int k = 0; k < 5; ++k) {
    nodes[k].value = in[(i + k) & 63];
    Node **link = &first;
    while (*link && (*link)->value < nodes[k].value) link = &(*link)->next;
    nodes[k].next = *link;
    *link = &nodes[k];
  }
  int r = 0;
  for (Node *n = first; n; n = n->next) r = r * 31 + n->value;
  out[i] = r;
}
kernel void numbers(global const int *in, global int *out, local int *l) {
  size_t i = get_global_id(0);
  int k = get_local_id(0);
  l[k] = in[i];
  barrier(CLK_LOCAL_MEM_FENCE);
  uintptr_t bits = (uintptr_t)(in + i);
  size_t address = (size_t)(l + (k ^ 1)) + 4 * (size_t)((k ^ 1) - k) * 0;
  out[i] = *(global const int *)(bits ^ 0) + *(local int *)address + (int)((bits - (uintptr_t)in) >> 2);
}
kernel void halves(global const float *f, global half *h, global float *o) {
  size_t i = get_global_id(0);
  vstore_half(f[i], i, h); vstore_half_rtp(f[i], i + 64, h); vstore_half_rtn(f[i], i + 128, h); vstore_half_rtz(f[i], i + 192, h);
  if (i < 16) {
    vstore_half2(vload2(i, f), i + 128, h); vstore_half3(vload3(i, f), i + 100, h); vstore_half4_rtz(vload4(i, f), i + 100, h);
    vstorea_half4(vload4(i, f), i + 120, h); vstore_half8(vload8(i, f), i + 70, h); vstorea_half16(vload16(i, f), i + 46, h);
  }
  barrier(CLK_GLOBAL_MEM_FENCE);
  o += 16 * i;
  o[0] = vload_half(i, h);
  if (i < 16) { o[1] = vload_half2(i, h).y; o[2] = vload_half3(i, h).z; o[3] = vloada_half3(i, h).z; vstore8(vload_half8(i, h), 1, o); o[4] = vload_half16(i, h).sf; }
}
