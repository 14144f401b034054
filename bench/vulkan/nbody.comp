#version 450
#define GROUP 256
layout(local_size_x = GROUP) in;
layout(std430, binding = 0) readonly restrict buffer Bodies { vec4 bodies[]; };
layout(std430, binding = 1) writeonly restrict buffer Accelerations { vec4 accelerations[]; };
layout(push_constant) uniform Values { int n; };
shared vec4 tile[GROUP];

void main() {
  const int id = int(gl_LocalInvocationID.x);
  const vec4 own = bodies[gl_GlobalInvocationID.x];
  vec3 sum = vec3(0.0);
  for (int k = 0; k < n; k += GROUP) {
    tile[id] = bodies[k + id];
    barrier();
    for (int i = 0; i < GROUP; ++i) {
      const vec4 other = tile[i];
      const vec3 d = other.xyz - own.xyz;
      const float near = inversesqrt(dot(d, d) + 1e-3);
      sum += d * (other.w * near * near * near);
    }
    barrier();
  }
  accelerations[gl_GlobalInvocationID.x] = vec4(sum, 0.0);
}
