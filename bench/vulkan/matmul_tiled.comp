#version 450
#define TILE 16
layout(local_size_x = TILE, local_size_y = TILE) in;
layout(std430, binding = 0) readonly restrict buffer A { float a[]; };
layout(std430, binding = 1) readonly restrict buffer B { float b[]; };
layout(std430, binding = 2) writeonly restrict buffer C { float c[]; };
layout(push_constant) uniform Values { int n; };
shared float tileA[TILE][TILE], tileB[TILE][TILE];

void main() {
  const int x = int(gl_LocalInvocationID.x), y = int(gl_LocalInvocationID.y);
  const int column = int(gl_GlobalInvocationID.x), row = int(gl_GlobalInvocationID.y);
  float sum = 0.0;
  for (int k = 0; k < n; k += TILE) {
    tileA[y][x] = a[row * n + k + x];
    tileB[y][x] = b[(k + y) * n + column];
    barrier();
    for (int i = 0; i < TILE; ++i)
      sum += tileA[y][i] * tileB[i][x];
    barrier();
  }
  c[row * n + column] = sum;
}
