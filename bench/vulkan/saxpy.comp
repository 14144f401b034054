#version 450
layout(local_size_x = 256) in;
layout(std430, binding = 0) readonly restrict buffer X { float x[]; };
layout(std430, binding = 1) restrict buffer Y { float y[]; };
layout(push_constant) uniform Values { float a; };

void main() {
  const int i = int(gl_GlobalInvocationID.x);
  y[i] = a * x[i] + y[i];
}
