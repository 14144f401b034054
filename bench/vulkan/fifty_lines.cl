// A kernel of 50 lines with something of everything, whose compilation vulkan_compile measures.
typedef struct { float4 position; float mass; int kind; } Body;
float weight(float r, float h) {
  float q = r / h;
  if (q >= 2.0f) return 0.0f;
  if (q >= 1.0f) return 0.25f * pow(2.0f - q, 3.0f);
  return 1.0f - 1.5f * q * q + 0.75f * q * q * q;
}
kernel void density(global const Body *bodies, global float *out, global const int *neighbours,
                    int count, float h, local float *scratch) {
  const size_t i = get_global_id(0);
  const size_t l = get_local_id(0);
  float sum = 0.0f;
  const Body self = bodies[i];
  for (int k = 0; k < count; ++k) {
    const int other = neighbours[i * count + k];
    if (other < 0)
      continue;
    const Body b = bodies[other];
    const float r = length(b.position.xyz - self.position.xyz);
    switch (b.kind) {
    case 0: sum += b.mass * weight(r, h); break;
    case 1: sum += b.mass * exp(-r / h); break;
    case 2: if (r < h) sum += sin(r) * b.mass; break;
    default: sum -= b.mass * 0.5f; break;
    }
    if (sum > 1e6f)
      break;
  }
  scratch[l] = sum;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (size_t s = get_local_size(0) / 2; s > 0; s >>= 1) {
    if (l < s)
      scratch[l] += scratch[l + s];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  if (l == 0)
    out[get_group_id(0)] = scratch[0] / get_local_size(0);
}
