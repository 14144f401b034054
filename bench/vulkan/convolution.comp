#version 450
layout(local_size_x = 16, local_size_y = 16) in;
layout(std430, binding = 0) readonly restrict buffer In { float pixels[]; };
layout(std430, binding = 1) readonly restrict buffer Weights { float weights[]; };
layout(std430, binding = 2) writeonly restrict buffer Out { float result[]; };
layout(push_constant) uniform Values {
  int width;
  int height;
};

void main() {
  const int column = int(gl_GlobalInvocationID.x), row = int(gl_GlobalInvocationID.y);
  float sum = 0.0;
  for (int dy = -2; dy <= 2; ++dy)
    for (int dx = -2; dx <= 2; ++dx)
      sum += weights[(dy + 2) * 5 + dx + 2] *
             pixels[clamp(row + dy, 0, height - 1) * width + clamp(column + dx, 0, width - 1)];
  result[row * width + column] = sum;
}
