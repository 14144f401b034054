// Kernels in the styles of public collections. All have the arguments (global const float *in, global float *out),
// 256 floats each, multiples of 1/8, and run with 64 work-items in groups of 16. What they write is the same on every
// device, in whatever order work-items run.

// RUN: %ursac -cl-std=CL3.0 --targets=nvptx64-sm_70,nvcl64-sm_70 %s -o a.ursa
#if __OPENCL_C_VERSION__ >= 200 && !defined(NO_GENERIC)
#define ANY
#else
#define ANY global
#endif

kernel void histogram(global const float *in, global float *out) {
  local int bins[16];
  const int id = get_local_id(0);
  bins[id] = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int i = 0; i < 4; ++i)
    atomic_inc(&bins[(int)(fabs(in[get_global_id(0) * 4 + i]) * 10) & 15]);
  barrier(CLK_LOCAL_MEM_FENCE);
  out[get_global_id(0)] = bins[id];
}

kernel void global_histogram(global const float *in, global float *out) {
  volatile global int *bins = (volatile global int *)(out + 64);
  for (int i = 0; i < 4; ++i)
    atomic_add(&bins[(int)(fabs(in[get_global_id(0) * 4 + i]) * 10) & 31], 1);
}

kernel void reduction(global const float *in, global float *out) {
  local float sums[16];
  const int id = get_local_id(0);
  const float4 v = vload4(get_global_id(0), in);
  sums[id] = v.x + v.y + v.z + v.w;
  for (int step = 8; step > 0; step >>= 1) {
    barrier(CLK_LOCAL_MEM_FENCE);
    if (id < step)
      sums[id] += sums[id + step];
  }
  if (id == 0)
    out[get_group_id(0)] = sums[0];
}

kernel void image_filter(global const float *in, global float *out) {
  const int id = get_global_id(0);
  float3 sum = 0;
  for (int k = -1; k <= 1; ++k)
    sum += vload3(clamp(id + k, 0, 63), in) * (k == 0 ? 0.5f : 0.25f);
  vstore3(sum, id, out);
}

kernel void pixels(global const float *in, global float *out) {
  global const uchar *bytes = (global const uchar *)in;
  const int id = get_global_id(0);
  const uchar16 v = vload16(id, bytes);
  uchar8 w = vload8(2 * id + 1, bytes);
  w = w.s76543210 ^ v.even;
  vstore8(w, 2 * id, (global uchar *)out);
  vstore8(convert_uchar8_sat(convert_short8(v.hi) * (short)2), 2 * id + 1, (global uchar *)out);
}

kernel void halves(global const float *in, global float *out) {
  const int id = get_global_id(0);
  global half *h = (global half *)out;
  vstore_half4(vload4(id, in), id, h);
  vstore_half4_rtz(vload4(id, in), id + 64, h);
  barrier(CLK_GLOBAL_MEM_FENCE);
  const float4 back = vload_half4(id, h);
  if (back.x != back.x)
    out[255] = 1;
}

kernel void prefix_sum(global const float *in, global float *out) {
  local float a[2][16];
  const int id = get_local_id(0);
  int from = 0;
  a[0][id] = floor(in[get_global_id(0)] * 8);
  for (int step = 1; step < 16; step *= 2) {
    barrier(CLK_LOCAL_MEM_FENCE);
    a[1 - from][id] = a[from][id] + (id >= step ? a[from][id - step] : 0);
    from = 1 - from;
  }
  out[get_global_id(0)] = a[from][id];
}

void order(local float *a, local float *b, bool up) {
  if ((*a > *b) == up) {
    const float t = *a;
    *a = *b;
    *b = t;
  }
}

kernel void bitonic(global const float *in, global float *out) {
  local float a[32];
  const int id = get_local_id(0);
  a[id] = in[get_group_id(0) * 32 + id];
  a[id + 16] = in[get_group_id(0) * 32 + id + 16];
  for (int size = 2; size <= 32; size *= 2)
    for (int stride = size / 2; stride > 0; stride /= 2) {
      barrier(CLK_LOCAL_MEM_FENCE);
      const int place = 2 * id - (id & (stride - 1));
      order(&a[place], &a[place + stride], (place & size) == 0);
    }
  barrier(CLK_LOCAL_MEM_FENCE);
  out[get_group_id(0) * 32 + id] = a[id];
  out[get_group_id(0) * 32 + id + 16] = a[id + 16];
}

float2 times(float2 a, float2 b) { return (float2)(a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x); }

void butterfly(float2 *a, float2 *b) {
  const float2 t = *a;
  *a = t + *b;
  *b = t - *b;
}

kernel void fft(global const float *in, global float *out) {
  float2 v[4];
  for (int i = 0; i < 2; ++i)
    v[i] = vload2(get_global_id(0) * 2 + i, in);
  v[2] = times(v[0], (float2)(0, -1));
  v[3] = times(v[1], (float2)(0.5f, 0.5f));
  butterfly(&v[0], &v[2]);
  butterfly(&v[1], &v[3]);
  butterfly(&v[0], &v[1]);
  vstore4((float4)(v[0], v[1]), get_global_id(0), out);
}

kernel void transpose(global const float *in, global float *out) {
  local float tile[16][17];
  const int id = get_local_id(0), group = get_group_id(0);
  for (int row = 0; row < 4; ++row)
    tile[row][id] = in[(group * 4 + row) * 16 + id];
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int row = 0; row < 4; ++row)
    out[id * 16 + group * 4 + row] = tile[row][id];
}

kernel void sparse(global const float *in, global float *out) {
  const int row = get_global_id(0);
  float sum = 0;
  for (int k = row * 3 % 7; k < row * 3 % 7 + row % 5; ++k)
    sum = fma(in[(row * 31 + k * 17) & 255], in[(k * 13) & 255], sum);
  out[row] = sum;
}

constant uchar box[16] = {99, 124, 119, 123, 242, 107, 111, 197, 48, 1, 103, 43, 254, 215, 171, 118};
constant uint keys[4] = {0x2b7e1516, 0x28aed2a6, 0xabf71588, 0x09cf4f3c};

uint substitute(uint word, constant uchar *table) {
  uint result = 0;
  for (int i = 0; i < 4; ++i)
    result |= (uint)table[word >> (8 * i) & 15] << (8 * i);
  return result;
}

kernel void table(global const float *in, global float *out) {
  uint4 state = vload4(get_global_id(0), (global const uint *)in);
  for (int round = 0; round < 4; ++round) {
    state = (uint4)(substitute(state.x, box), substitute(state.y, box), substitute(state.z, box),
                    substitute(state.w, box)) ^ vload4(0, keys);
    state = rotate(state, (uint4)(0, 8, 16, 24));
  }
  vstore4(state, get_global_id(0), (global uint *)out);
}

kernel void copies(global const float *in, global float *out) {
  local float4 tile[16];
  event_t event = async_work_group_copy((local float *)tile, in + get_group_id(0) * 64, 64, 0);
  wait_group_events(1, &event);
  tile[get_local_id(0)] = tile[get_local_id(0)].wzyx;
  barrier(CLK_LOCAL_MEM_FENCE);
  event = async_work_group_copy(out + get_group_id(0) * 64, (local float *)tile, 64, 0);
  wait_group_events(1, &event);
}

kernel void array_copies(global const float *in, global float *out) {
  local float buffer[64];
  event_t events[2];
  events[0] = async_work_group_copy(buffer, in + get_group_id(0) * 64, 32, 0);
  events[1] = async_work_group_strided_copy(buffer + 32, in + get_group_id(0) * 64, 32, 2, 0);
  wait_group_events(2, events);
  events[0] = async_work_group_copy(out + get_group_id(0) * 64, buffer, 64, 0);
  wait_group_events(1, events);
}

kernel void parts(global const float *in, global float *out) {
  float whole, rest;
  int exponent, quotient;
  const float x = floor(in[get_global_id(0)] * 8) / 8 + 1.375f;
  rest = modf(x, &whole);
  const float low = fract(x, &rest);
  const float scaled = frexp(x, &exponent);
  const float r = remquo(x, 0.75f, &quotient);
  vstore4((float4)(whole + low, scaled + exponent, r, quotient & 7), get_global_id(0), out);
}

typedef struct { ANY const float *values; int count; ANY float *result; } Work;

void add(Work work) {
  float sum = 0;
  for (int i = 0; i < work.count; ++i)
    sum += work.values[i];
  *work.result = sum;
}

kernel void structs(global const float *in, global float *out) {
  const Work work = {in + get_global_id(0), 3, out + get_global_id(0)};
  add(work);
}

kernel void lock_free_list(global const float *in, global float *out) {
  volatile global int *head = (volatile global int *)out;
  int old = *head, seen;
  while ((seen = atomic_cmpxchg(head, old, old + (int)get_global_id(0))) != old)
    old = seen;
}

kernel void float_sum(global const float *in, global float *out) {
  volatile global int *sum = (volatile global int *)out;
  int old = *sum;
  const float x = get_global_id(0);
  while (true) {
    const int seen = atomic_cmpxchg(sum, old, as_int(as_float(old) + x));
    if (seen == old)
      break;
    old = seen;
  }
}

kernel void matrix(global const float *in, global float *out) {
  local float a[4][16], b[4][16];
  const int id = get_local_id(0);
  for (int i = 0; i < 4; ++i) {
    a[i][id] = in[i * 16 + id];
    b[i][id] = in[64 + i * 16 + id];
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  float4 sum = 0;
  for (int k = 0; k < 4; ++k)
    sum = fma(vload4(id & 3, a[k]), (float4)b[k][id], sum);
  vstore4(sum, get_global_id(0), out);
}

kernel void queue(global const float *in, global float *out) {
  local int head;
  local float slots[16];
  if (get_local_id(0) == 0)
    head = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  if (in[get_global_id(0)] > 0)
    slots[atomic_inc(&head)] = in[get_global_id(0)];
  barrier(CLK_LOCAL_MEM_FENCE);
  if (get_local_id(0) == 0) {
    float most = 0;
    for (int i = 0; i < head; ++i)
      most = fmax(most, slots[i]);
    out[get_group_id(0) * 2] = most;
    out[get_group_id(0) * 2 + 1] = head;
  }
}

#if __OPENCL_C_VERSION__ >= 200
int count(volatile atomic_int *where, int by) { return atomic_fetch_add_explicit(where, by, memory_order_relaxed); }

kernel void generic_counter(global const float *in, global float *out) {
  local atomic_int here;
  if (get_local_id(0) == 0)
    atomic_init(&here, 5);
  barrier(CLK_LOCAL_MEM_FENCE);
  count(&here, get_local_id(0));
  count((global atomic_int *)out, 2);
  barrier(CLK_LOCAL_MEM_FENCE);
  if (get_local_id(0) == 0)
    out[1 + get_group_id(0)] = atomic_load(&here);
}

kernel void either(global const float *in, global float *out) {
  local atomic_int here;
  if (get_local_id(0) == 0)
    atomic_init(&here, 0);
  barrier(CLK_LOCAL_MEM_FENCE);
  volatile atomic_int *where = get_local_id(0) & 1 ? (volatile atomic_int *)&here : (global atomic_int *)out;
  atomic_fetch_add(where, 3);
  barrier(CLK_LOCAL_MEM_FENCE);
  if (get_local_id(0) == 0)
    out[1 + get_group_id(0)] = atomic_load(&here);
}

float sum_of(const float *values, int count) {
  float sum = 0;
  for (int i = 0; i < count; ++i)
    sum += values[i];
  return sum;
}

const float *larger(const float *a, const float *b) { return *a > *b ? a : b; }

kernel void generic_sum(global const float *in, global float *out) {
  local float shared[16];
  float own[4];
  shared[get_local_id(0)] = in[get_global_id(0)];
  for (int i = 0; i < 4; ++i)
    own[i] = in[get_global_id(0) + i] * 2;
  barrier(CLK_LOCAL_MEM_FENCE);
  const float *best = larger(&shared[get_local_id(0)], own);
  const float3 three = vload3(0, larger(own, own + 1));
  out[get_global_id(0)] = sum_of(in, 3) + sum_of(shared, 4) + sum_of(own, 3) + *best + three.z;
}

kernel void pointer_table(global const float *in, global float *out) {
  local float shared[16];
  shared[get_local_id(0)] = in[get_global_id(0)] + 1;
  barrier(CLK_LOCAL_MEM_FENCE);
  const float *from[2] = {in, shared};
  float sum = 0;
  for (int i = 0; i < 4; ++i)
    sum += from[(i + get_local_id(0)) & 1][i];
  out[get_global_id(0)] = sum;
}
#endif
