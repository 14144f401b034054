// The ids of work-items. Each writes a record of 20 numbers at its place in the global range.
__kernel void ids(__global ulong *out) {
  const size_t place = get_global_linear_id();
  __global ulong *record = out + 20 * place;
  for (uint d = 0; d < 3; ++d) {
    record[d] = get_global_id(d);
    record[3 + d] = get_local_id(d);
    record[6 + d] = get_group_id(d);
    record[9 + d] = get_local_size(d);
    record[12 + d] = get_num_groups(d);
  }
  record[15] = get_work_dim();
  record[16] = get_local_linear_id();
  record[17] = get_enqueued_local_size(0);
  record[18] = get_global_size(1);
  record[19] = get_global_offset(2);
}

// Dimensions that do not exist, with an index that is a constant or not.
__kernel void beyond(__global ulong *out, uint dimension) {
  out[0] = get_global_id(3) + get_local_id(7) + get_group_id(3) + get_global_offset(3);
  out[1] = get_global_size(3) * get_local_size(5) * get_num_groups(3) * get_enqueued_local_size(9);
  out[2] = get_global_id(dimension) + get_local_id(dimension) + get_group_id(dimension);
  out[3] = get_global_size(dimension) * get_local_size(dimension) * get_num_groups(dimension);
}

__kernel void iota(__global int *out, int start) { out[get_global_id(0)] = start + (int)get_global_id(0); }

__kernel void empty(void) {}

__attribute__((reqd_work_group_size(8, 2, 1))) __kernel void required(__global int *out) {
  out[get_global_linear_id()] = (int)get_local_size(0) * 100 + (int)get_local_size(1);
}

// Launched one after the other in a queue: each step is wrong if the previous one is not complete.
__kernel void step(__global int *value, int expected) {
  if (value[get_global_id(0)] == expected)
    value[get_global_id(0)] = expected + 1;
}

// Runs long enough for the host to enqueue more commands, release objects and query the status. It does 32 steps in
// each iteration, because some drivers end loops after 65,535 iterations.
#define STEP state = (state ^ state >> 15) * 1664525u + 1013904223u;
#define STEPS STEP STEP STEP STEP STEP STEP STEP STEP

__kernel void slow(__global uint *out, uint rounds) {
  uint state = (uint)get_global_id(0) + 1;
  for (uint i = 0; i < rounds; ++i) {
    STEPS STEPS STEPS STEPS
  }
  out[get_global_id(0)] = state;
}
