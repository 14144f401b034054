// Written by hand; -O2. Kernels that take the same branches in all rows, which run several rows at once.
#define SIGNATURE_ global const uint *in, global uint *out, uint n, global uint *total, global uint *slots, \
                  struct Params params, local uint *shared
#define PLACE \
  const int x = (int)(get_global_id(0) - get_global_offset(0)), y = (int)(get_global_id(1) - get_global_offset(1)); \
  const int z = (int)(get_global_id(2) - get_global_offset(2)); \
  const int w = (int)get_global_size(0), h = (int)get_global_size(1); \
  const int at = (z * h + y) * w + x;

// Products: a loop of run-time length, columns that all rows read.
kernel void product_3(SIGNATURE_) {
  PLACE
  float sum = 0.0f;
  for (int k = 0; k < (int)(n & 31u) + 5; ++k)
    sum += (float)(in[1024 + (y * 7 + k) % 1000] + 1u) * (float)in[1024 + k * 16 + x];
  out[at] = fbits(sum);
}
// Neighbours of clamped rows and columns, in vectors of four.
kernel void blur_3(SIGNATURE_) {
  PLACE
  const int right = (int)(n & 15u) + 20, bottom = (int)(n & 3u) + 8;
  const int cx = (int)get_global_id(0), cy = (int)get_global_id(1);
  if (cx >= right || cy >= bottom)
    return;
  global const uchar4 *pixels = (global const uchar4 *)in;
  float4 sum = 0.0f;
  for (int dy = -2; dy <= 2; ++dy)
    for (int dx = -2; dx <= 2; ++dx)
      sum += convert_float4(pixels[clamp(cy + dy, 0, bottom - 1) * right + clamp(cx + dx, 0, right - 1)]) * (0.5f + dx + 3 * dy);
  const uchar4 r = convert_uchar4_sat_rte(sum * 0.01f);
  out[at] = as_uint(r);
}
// Sums over a window, and private memory that is indexed at run time.
kernel void window_3(SIGNATURE_) {
  PLACE
  float values[8];
  for (int i = 0; i < 8; ++i)
    values[i] = (float)(int)in[(y + i) * 64 + x + 1024] * 0.25f;
  float sum = 0.0f;
  for (int i = 0; i < (int)(n & 7u) + 2; ++i)
    sum = sum * 0.5f + values[(i * 3 + (int)n) & 7];
  out[at] = fbits(sum) ^ (uint)get_local_id(1) ^ (uint)(get_group_id(1) << 8);
}
// The same words for all rows, doubles, and stores that later loads of a row read.
kernel void reread_3(SIGNATURE_) {
  PLACE
  double sum = 0.0;
  for (int k = 0; k < 6; ++k) {
    sum += (double)in[1024 + k * 3] * (double)(int)in[1024 + x + k] + y;
    out[at] = dbits(sum);
    sum += (double)(out[at] & 15u);
  }
  out[at] = dbits(sum);
}
