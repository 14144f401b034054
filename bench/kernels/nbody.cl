// The accelerations of bodies (x, y, z, mass) by their gravity.
kernel void nbody(global const float4 *bodies, global float4 *accelerations, int n) {
  const int i = get_global_id(0);
  const float4 own = bodies[i];
  float4 sum = 0.0f;
  for (int j = 0; j < n; ++j) {
    const float4 other = bodies[j];
    const float4 d = other - own;
    const float squared = d.x * d.x + d.y * d.y + d.z * d.z + 1e-3f;
    const float near = 1.0f / sqrt(squared);
    sum += d * (other.w * near * near * near);
  }
  sum.w = 0.0f;
  accelerations[i] = sum;
}
