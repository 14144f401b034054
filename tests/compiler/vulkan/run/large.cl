// A kernel with more blocks than the limit up to which SPIRV-Tools checks control flow.
// RUN: %ursac %s --targets=vulkan1.2,host-x86_64 -o a.ursa
// RUN: %vulkan_run a.ursa large 'int[256]=-9..40' 'int[256]=0' int=3 --global 64 --local 32
#define STEP(N)                                                                                    \
  if (in[sum & 63] > N - 9)                                                                        \
    sum += (uint)in[N & 255] * 3;                                                                  \
  else                                                                                             \
    out[g] = (int)sum ^ N;                                                                         \
  for (int i = 0; i < n; ++i) {                                                                    \
    if (in[(i + N) & 255] == (int)sum)                                                             \
      break;                                                                                       \
    sum += (uint)in[(i * N) & 255] ^ sum;                                                          \
  }
#define STEPS(N) STEP(N) STEP(N + 1) STEP(N + 2) STEP(N + 3)
#define ALL(N) STEPS(N) STEPS(N + 4) STEPS(N + 8) STEPS(N + 12)
kernel void large(global const int *in, global int *out, int n) {
  int g = (int)get_global_id(0);
  uint sum = in[g];
  ALL(0) ALL(16) ALL(32) ALL(48)
  out[g] += (int)sum;
}
