// The widths of packs: what costs least for a kernel, on processors with AVX-512 and with AVX2.
// RUN: %ursac %s --targets=host-x86_64 --save-temps -o a.ursa
// RUN: %host_opt a.ursa.host-x86_64.bc --width=0 --cpu=znver4 --stage=width 2> reasons.txt | %FileCheck %s
// RUN: %FileCheck %s --check-prefix=REASON --input-file=reasons.txt
// RUN: %host_opt a.ursa.host-x86_64.bc --width=0 --cpu=haswell --stage=width | %FileCheck %s --check-prefix=AVX2
// A width that is given stays.
// RUN: %host_opt a.ursa.host-x86_64.bc --width=16 --stage=width | %FileCheck %s --check-prefix=FORCED
// RUN: %host_opt a.ursa.host-x86_64.bc --width=16 --stage=rivals | %FileCheck %s --check-prefix=FORCED
// FORCED-COUNT-26: {{^[A-Za-z]+: 16$}}
// One that was measured takes the place of the estimate.
// RUN: %host_opt a.ursa.host-x86_64.bc --width=0 --preferred=4 --stage=rivals | %FileCheck %s --check-prefix=MEASURED
// MEASURED-COUNT-26: {{^[A-Za-z]+: 4$}}
// Others that may be faster: the usual one where another was chosen by a factor of less than 2, and those of similar
// cost.
// RUN: %host_opt a.ursa.host-x86_64.bc --width=0 --cpu=znver4 --stage=rivals | %FileCheck %s --check-prefix=RIVALS
// RIVALS: byteProducts: 1{{$}}
// RIVALS: matrixVector: 8 or 32 or 4 or 16 or 1{{$}}
// RIVALS: counts: 1 or 32 or 8{{$}}
// RIVALS: linear: 32 or 16{{$}}
// RIVALS: columnSums: 32{{$}}
// RIVALS: tiles: 8{{$}}
// RIVALS: swapped: 16 or 32 or 8{{$}}
// ursa-run tells the width of its launches.
// RUN: head -c 4096 /dev/zero > zeros.bin
// RUN: env URSA_CACHE=0 URSA_HOST_VECTOR_WIDTH=8 %run a.ursa --device host:0 --kernel linear --global 64 --arg in:zeros.bin --arg inout:zeros.bin:out.bin --arg f32:1 | %FileCheck %s --check-prefix=RUN8
// RUN8: {{^}}packs of 8 work-items{{$}}
// Sums of floats that may take any order keep their width, because results depend on it.
// RUN: %ursac %s --targets=host-x86_64 -cl-fast-relaxed-math --save-temps -o b.ursa
// RUN: %host_opt b.ursa.host-x86_64.bc --width=0 --cpu=znver4 --stage=rivals | %FileCheck %s --check-prefix=FAST
// FAST: matrixVector: {{[0-9]+$}}
// FAST: counts: 1 or
// FAST: mandelbrot: {{[0-9]+$}}
typedef struct {
  float x, y, z, speedX, speedY, speedZ, mass;
} Particle;

typedef struct {
  float x, y, z;
} Vector;

// Each work-item walks memory of its own, and LLVM vectorizes its loop.
// CHECK: byteProducts: 1
// AVX2: byteProducts: 1
// REASON: kernel 'byteProducts' stays scalar: an estimated {{[0-9]+}} cycles for each work-item, and {{[0-9]+}} in packs of 32
kernel void byteProducts(global const char *a, global const char *b, global int *out, int n) {
  const int i = get_global_id(0);
  int sum = 0;
  for (int j = 0; j < n; ++j)
    sum += a[i * n + j] * b[j];
  out[i] = sum;
}

// CHECK-NEXT: maxima: 1
// AVX2-NEXT: maxima: 1
kernel void maxima(global const int *in, global int *out, int n) {
  const size_t i = get_global_id(0);
  int most = INT_MIN;
  for (int j = 0; j < n; ++j)
    most = max(most, in[i * n + j]);
  out[i] = most;
}

// CHECK-NEXT: scaleRows: 1
// AVX2-NEXT: scaleRows: 1
kernel void scaleRows(global float *a, global const float *factors, int n) {
  const size_t i = get_global_id(0);
  const float factor = factors[i];
  for (int j = 0; j < n; ++j)
    a[i * n + j] *= factor;
}

// Three gathers cost more than the loop of a single work-item waits for its sum.
// CHECK-NEXT: sparse: 1
// AVX2-NEXT: sparse: 1
kernel void sparse(global const int *rows, global const int *columns, global const float *values,
                   global const float *x, global float *out) {
  const size_t i = get_global_id(0);
  float sum = 0;
  for (int j = rows[i]; j < rows[i + 1]; ++j)
    sum += values[j] * x[columns[j]];
  out[i] = sum;
}

// Sums of floats keep their order, so that lanes fill the time that each waits. More than 8 rows at
// a time would push each other out of the cache.
// CHECK-NEXT: matrixVector: 8
// AVX2-NEXT: matrixVector: 8
// REASON: kernel 'matrixVector' has packs of 8: an estimated {{[0-9]+}} cycles
kernel void matrixVector(global const float *a, global const float *x, global float *out, int n) {
  const int i = get_global_id(0);
  float sum = 0;
  for (int j = 0; j < n; ++j)
    sum += a[i * n + j] * x[j];
  out[i] = sum;
}

// Structures, which are accessed whole.
// CHECK-NEXT: particles: 1
// AVX2-NEXT: particles: 1
kernel void particles(global Particle *all, float time) {
  const size_t i = get_global_id(0);
  Particle p = all[i];
  p.x += p.speedX * time;
  p.y += p.speedY * time;
  p.z += p.speedZ * time;
  p.speedZ -= time * p.mass;
  all[i] = p;
}

// CHECK-NEXT: addVectors: 1
// AVX2-NEXT: addVectors: 1
kernel void addVectors(global Vector *a, global const Vector *b, float factor) {
  const size_t i = get_global_id(0);
  a[i].x += b[i].x * factor;
  a[i].y += b[i].y * factor;
  a[i].z += b[i].z * factor;
}

// Counts in private memory, by an index of data.
// CHECK-NEXT: counts: 1
// AVX2-NEXT: counts: 1
kernel void counts(global const uchar *in, global uint *out, int n) {
  const size_t i = get_global_id(0);
  uint count[16] = {};
  for (int j = 0; j < n; ++j)
    ++count[in[i * n + j] & 15];
  for (int j = 0; j < 16; ++j)
    out[i * 16 + j] = count[j];
}

// All others have the usual width.
// CHECK-NEXT: nearest: 32
// AVX2-NEXT: nearest: 16
kernel void nearest(global const Vector *points, global const Vector *centres, global int *out,
                    int n) {
  const size_t i = get_global_id(0);
  const Vector own = points[i];
  float least = INFINITY;
  int at = 0;
  for (int j = 0; j < n; ++j) {
    const float x = own.x - centres[j].x, y = own.y - centres[j].y, z = own.z - centres[j].z;
    const float squared = x * x + y * y + z * z;
    if (squared < least) {
      least = squared;
      at = j;
    }
  }
  out[i] = at;
}

// CHECK-NEXT: linear: 32
// AVX2-NEXT: linear: 16
kernel void linear(global const float *x, global float *y, float a) {
  const size_t i = get_global_id(0);
  y[i] = a * x[i] + y[i];
}

// CHECK-NEXT: product: 32
// AVX2-NEXT: product: 16
kernel void product(global const float *a, global const float *b, global float *c, int n) {
  const int x = get_global_id(0), y = get_global_id(1);
  float sum = 0;
  for (int k = 0; k < n; ++k)
    sum += a[y * n + k] * b[k * n + x];
  c[y * n + x] = sum;
}

// CHECK-NEXT: mandelbrot: 32
// AVX2-NEXT: mandelbrot: 16
kernel void mandelbrot(global int *out, float step, int limit) {
  const int i = get_global_id(0);
  const float x0 = i * step, y0 = 0.5f;
  float x = 0, y = 0;
  int count = 0;
  while (count < limit && x * x + y * y <= 4.0f) {
    const float next = x * x - y * y + x0;
    y = 2 * x * y + y0;
    x = next;
    ++count;
  }
  out[i] = count;
}

// CHECK-NEXT: collatz: 32
// AVX2-NEXT: collatz: 16
kernel void collatz(global int *out) {
  const size_t i = get_global_id(0);
  uint value = (uint)i + 1;
  int count = 0;
  while (value != 1 && count < 1000) {
    value = value & 1 ? 3 * value + 1 : value / 2;
    ++count;
  }
  out[i] = count;
}

// Clamped indices have a stride in the version of most packs.
// CHECK-NEXT: blur: 32
// AVX2-NEXT: blur: 16
kernel void blur(global const uchar *in, global uchar *out, int width, int height) {
  const int x = get_global_id(0), y = get_global_id(1);
  int sum = 0;
  for (int dy = -1; dy <= 1; ++dy)
    for (int dx = -1; dx <= 1; ++dx)
      sum += in[clamp(y + dy, 0, height - 1) * width + clamp(x + dx, 0, width - 1)];
  out[y * width + x] = sum / 9;
}

// CHECK-NEXT: stencil: 32
// AVX2-NEXT: stencil: 16
kernel void stencil(global const float *in, global float *out, int width, int height) {
  const int x = get_global_id(0), y = get_global_id(1), i = y * width + x;
  if (x > 0 && y > 0 && x < width - 1 && y < height - 1)
    out[i] = 0.2f * (in[i] + in[i - 1] + in[i + 1] + in[i - width] + in[i + width]);
}

// CHECK-NEXT: search: 32
// AVX2-NEXT: search: 16
kernel void search(global const int *keys, global const int *table, global int *out, int n) {
  const size_t i = get_global_id(0);
  int low = 0, high = n;
  while (low < high) {
    const int middle = (low + high) / 2;
    if (table[middle] < keys[i])
      low = middle + 1;
    else
      high = middle;
  }
  out[i] = low;
}

// CHECK-NEXT: columnSums: 32
// AVX2-NEXT: columnSums: 16
kernel void columnSums(global const float *in, global float *out, int n, int height) {
  const size_t i = get_global_id(0);
  float sum = 0;
  for (int j = 0; j < height; ++j)
    sum += in[j * n + i];
  out[i] = sum;
}

// CHECK-NEXT: bodies: 32
// AVX2-NEXT: bodies: 16
kernel void bodies(global const float4 *all, global float4 *out, int n) {
  const int i = get_global_id(0);
  const float4 own = all[i];
  float4 sum = 0;
  for (int j = 0; j < n; ++j) {
    const float4 d = all[j] - own;
    const float near = 1.0f / sqrt(d.x * d.x + d.y * d.y + d.z * d.z + 1e-3f);
    sum += d * (all[j].w * near * near * near);
  }
  out[i] = sum;
}

// CHECK-NEXT: exponentials: 32
// AVX2-NEXT: exponentials: 16
kernel void exponentials(global const float *in, global float *out) {
  const size_t i = get_global_id(0);
  out[i] = exp(in[i]);
}

// Atomic operations on local memory are loads and stores, of 8 lanes in a row at most.
// CHECK-NEXT: histogram: 8
// AVX2-NEXT: histogram: 8
kernel void histogram(global const uchar *in, global uint *out, int n) {
  local uint count[256];
  const int i = get_local_id(0);
  count[i] = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int j = 0; j < n; ++j)
    atomic_inc(&count[in[get_group_id(0) * 256 * n + j * 256 + i]]);
  barrier(CLK_LOCAL_MEM_FENCE);
  atomic_add(&out[i], count[i]);
}

// The rows of a group are those of a tile.
// CHECK-NEXT: tiles: 8
// AVX2-NEXT: tiles: 8
kernel void tiles(global const float *a, global const float *b, global float *c, int n) {
  local float tileA[8][8], tileB[8][8];
  const int x = get_local_id(0), y = get_local_id(1);
  const int column = get_global_id(0), row = get_global_id(1);
  float sum = 0;
  for (int k = 0; k < n; k += 8) {
    tileA[y][x] = a[row * n + k + x];
    tileB[y][x] = b[(k + y) * n + column];
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int i = 0; i < 8; ++i)
      sum += tileA[y][i] * tileB[i][x];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  c[row * n + column] = sum;
}

// A kernel with barriers has no scalar form that is fast.
// CHECK-NEXT: swapped: 16
// AVX2-NEXT: swapped: 16
kernel void swapped(global const Particle *in, global Particle *out) {
  local Particle all[64];
  const size_t i = get_local_id(0);
  all[i] = in[get_global_id(0)];
  barrier(CLK_LOCAL_MEM_FENCE);
  out[get_global_id(0)] = all[i ^ 1];
}

// Sums of every n-th element: the more lanes, the longer are the pieces that a round reads.
// CHECK-NEXT: stridedSums: 64
// AVX2-NEXT: stridedSums: 32
kernel void stridedSums(global const float *in, global float *sums, uint count) {
  local float parts[256];
  const uint id = get_local_id(0);
  float sum = 0;
  for (size_t i = get_global_id(0); i < count; i += get_global_size(0))
    sum += in[i];
  parts[id] = sum;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (uint width = get_local_size(0) / 2; width > 0; width /= 2) {
    if (id < width)
      parts[id] += parts[id + width];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  if (id == 0)
    sums[get_group_id(0)] = parts[0];
}

// The same with an index of 32 bits, which might overflow. A tree in local memory does not walk.
// CHECK-NEXT: stridedSumsNarrow: 64
// AVX2-NEXT: stridedSumsNarrow: 32
kernel void stridedSumsNarrow(global const float *in, global float *sums, uint count) {
  local float parts[256];
  const uint id = get_local_id(0);
  float sum = 0;
  for (uint i = get_global_id(0); i < count; i += get_global_size(0))
    sum += in[i];
  parts[id] = sum;
  barrier(CLK_LOCAL_MEM_FENCE);
  sums[get_global_id(0)] = parts[id ^ 1];
}

// CHECK-NEXT: tree: 16
// AVX2-NEXT: tree: 16
kernel void tree(global const float *in, global float *sums) {
  local float parts[256];
  const uint id = get_local_id(0);
  parts[id] = in[get_global_id(0)];
  barrier(CLK_LOCAL_MEM_FENCE);
  for (uint width = get_local_size(0) / 2; width > 0; width /= 2) {
    if (id < width)
      parts[id] += parts[id + width];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  if (id == 0)
    sums[get_group_id(0)] = parts[0];
}

// Each lane writes to a line of its own, as those of the next rows do: 8 lanes, and the rows of a group in the inner
// loop.
// CHECK-NEXT: transpose: 8
// AVX2-NEXT: transpose: 8
// RUN: %host_opt a.ursa.host-x86_64.bc --width=0 --cpu=znver4 --stage=entry 2> log.txt | %FileCheck %s --check-prefix=COLUMNS
// COLUMNS-LABEL: define void @ursa.entry.transpose(
// COLUMNS: {{^}}pack:
// COLUMNS: {{^}}y:
// COLUMNS: call void @llvm.masked.scatter.v8f32
kernel void transpose(global const float *in, global float *out, int n) {
  const int x = get_global_id(0), y = get_global_id(1);
  out[x * n + y] = in[y * n + x];
}
