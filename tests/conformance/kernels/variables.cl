// Variables of a program: each kernel, with work-groups of any size, sees the values that other kernels stored.
__global int total = 7;
__global int row[5] = {1, 2, 3, 4, 5};
static __global int calls;
__constant int kSteps[4] = {1, 10, 100, 1000};

__attribute__((noinline)) static int step(int i) {
  ++calls;
  return kSteps[i];
}
__attribute__((noinline)) static void advance(int i) { total += step(i); }

__kernel void add(int i) {
  if (get_global_id(0) == 0)
    advance(i);
}

__kernel void look(__global int *out) {
  out[0] = total;
  out[1] = calls;
  out[2] = row[2];
}

__kernel void store(int i, int value) { row[i] = value; }

__kernel void untouched(__global int *out) { out[get_global_id(0)] = 5; }
