// Kernels with every kind of argument.
typedef struct {
  char tag;
  double weight;
  int values[3];
} Record;

__kernel void scalars(__global double *out, char c, short s, int i, long l, float f, double d,
                      uchar flag) {
  const size_t g = get_global_id(0);
  out[g] = c + s + i + (double)l + f + d + (flag ? 1000.0 : 0.0);
}

__kernel void vectors(__global float *out, float4 a, float3 b, int2 c) {
  out[get_global_id(0)] = a.x + a.y + a.z + a.w + b.x * b.y * b.z + (float)(c.x - c.y);
}

// The struct is private: no other work-item sees writes to it.
__kernel void by_value(__global double *out, Record record) {
  const size_t g = get_global_id(0);
  record.values[g % 3] += (int)g;
  out[g] = record.weight * record.tag + record.values[0] + record.values[1] + record.values[2];
}

__kernel void two_locals(__global int *out, __local int *a, __local char *b) {
  const int l = (int)get_local_id(0);
  a[l] = l;
  b[l] = (char)(2 * l);
  barrier(CLK_LOCAL_MEM_FENCE);
  const int other = (int)get_local_size(0) - 1 - l;
  out[get_global_id(0)] = a[other] * 1000 + b[other];
}

__kernel void add(__global float *sum, __global const float *a, __global const float *b, float scale) {
  const int i = (int)get_global_id(0);
  sum[i] = a[i] + scale * b[i];
}

__constant int kTable[4] = {10, 20, 30, 40};
__kernel void table(__global int *out) { out[get_global_id(0)] = kTable[get_global_id(0) % 4]; }

__kernel void count(volatile __global atomic_int *counter) {
  __opencl_atomic_fetch_add(counter, 1, memory_order_relaxed, memory_scope_device);
}

__kernel void is_null(__global int *out, __global const int *pointer) { out[0] = pointer == 0; }

typedef struct {
  int count;
  __global int *rows[2];
  struct {
    __global const int *first;
  } from;
} Pointers;

__kernel void by_pointers(Pointers pointers) {
  const int i = (int)get_global_id(0);
  if (i < pointers.count)
    pointers.rows[i % 2][i / 2] += 100 * pointers.from.first[i];
}

// Pointers in memory.
struct Node {
  global const struct Node *next;
  int value;
};

kernel void sum_list(global const struct Node *first, global int *sum) {
  int total = 0;
  for (global const struct Node *node = first; node; node = node->next)
    total += node->value;
  *sum = total;
}
