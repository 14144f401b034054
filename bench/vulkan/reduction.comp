#version 450
#define GROUP 256
layout(local_size_x = GROUP) in;
layout(std430, binding = 0) readonly restrict buffer In { float values[]; };
layout(std430, binding = 1) writeonly restrict buffer Sums { float sums[]; };
layout(push_constant) uniform Values { int n; };
shared float parts[GROUP];

void main() {
  const int id = int(gl_LocalInvocationID.x);
  const int items = int(gl_NumWorkGroups.x) * GROUP;
  float sum = 0.0;
  for (int i = int(gl_GlobalInvocationID.x); i < n; i += items)
    sum += values[i];
  parts[id] = sum;
  barrier();
  for (int width = GROUP / 2; width > 0; width /= 2) {
    if (id < width)
      parts[id] += parts[id + width];
    barrier();
  }
  if (id == 0)
    sums[gl_WorkGroupID.x] = parts[0];
}
