// The sum of each group of 64 numbers, as a tree with a barrier after each level.
#define GROUP 64

kernel void reduction(global const float *in, global float *sums) {
  local float parts[GROUP];
  const int id = get_local_id(0);
  parts[id] = in[get_global_id(0)];
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int width = GROUP / 2; width > 0; width /= 2) {
    if (id < width)
      parts[id] += parts[id + width];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  if (id == 0)
    sums[get_group_id(0)] = parts[0];
}
