#version 450
layout(local_size_x = 256) in;
layout(std430, binding = 0) readonly restrict buffer A { float a[]; };
layout(std430, binding = 1) readonly restrict buffer B { float b[]; };
layout(std430, binding = 2) writeonly restrict buffer C { float c[]; };

void main() {
  const int i = int(gl_GlobalInvocationID.x);
  c[i] = a[i] + b[i];
}
