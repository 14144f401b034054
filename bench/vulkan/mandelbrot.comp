#version 450
layout(local_size_x = 16, local_size_y = 16) in;
layout(std430, binding = 0) writeonly restrict buffer Counts { float counts[]; };
layout(push_constant) uniform Values {
  int width;
  float step_;
  int limit;
};

void main() {
  const int column = int(gl_GlobalInvocationID.x), row = int(gl_GlobalInvocationID.y);
  const float x0 = -2.0 + column * step_, y0 = -1.5 + row * step_;
  float x = 0.0, y = 0.0;
  int count = 0;
  while (count < limit && x * x + y * y <= 4.0) {
    const float next = x * x - y * y + x0;
    y = 2.0 * x * y + y0;
    x = next;
    ++count;
  }
  counts[row * width + column] = count;
}
