// Control flow: loops with breaks and returns, switches, jumps into loops, calls.
// RUN: %ursac %s --targets=vulkan1.2,host-x86_64 -o a.ursa
// RUN: %vulkan_run a.ursa loops 'int[256]=-3..24' 'int[256]' int=250 int=40 --global 256 --local 32
// RUN: %vulkan_run a.ursa switches 'int[256]=-4..18' 'int[256]=0' --global 256 --local 32
// RUN: %vulkan_run a.ursa irreducible 'int[256]=0..50' 'int[256]' int=256 --global 256 --local 32
// RUN: %vulkan_run a.ursa calls 'int[256]=0' --global 256 --local 32
// RUN: %ursac %s --targets=vulkan1.2,host-x86_64 -O0 -o plain.ursa
// RUN: %vulkan_run plain.ursa loops 'int[256]=-3..24' 'int[256]' int=250 int=40 --global 256 --local 32
// RUN: %vulkan_run plain.ursa switches 'int[256]=-4..18' 'int[256]=0' --global 256 --local 32
// RUN: %vulkan_run plain.ursa irreducible 'int[256]=0..50' 'int[256]' int=256 --global 256 --local 32
// RUN: %vulkan_run plain.ursa calls 'int[256]=0' --global 256 --local 32
kernel void loops(global const int *in, global int *out, int n, int limit) {
  int g = (int)get_global_id(0);
  if (g >= n) return;
  int sum = 0;
  for (int i = 0; i < limit; ++i) {
    int v = in[(g + i) % n];
    if (v < -2) { out[g] = -1; return; }
    if (v == 7) continue;
    if (v == 24) break;
    for (int j = 0; j < v; ++j) {
      if (((i ^ j) & 3) == 3) break;
      sum += j * i + (j & 1 ? v : -v);
    }
    if (sum > 10000) sum -= 5000;
  }
  out[g] = sum;
}
kernel void switches(global const int *in, global int *out) {
  size_t i = get_global_id(0);
  int v = in[i], r = 0;
  switch (v) {
  case 0: r = 5; break;
  case 1: r = 11 * (int)i; // falls through
  case 2: r += 3; break;
  case 17:
    for (int k = 0; k < 5; ++k) { r += k * v; if (r > (int)i) break; }
    break;
  case -3: out[i] = -77; return;
  default: r = -1;
  }
  out[i] = r;
}
kernel void irreducible(global const int *in, global int *out, int n) {
  size_t i = get_global_id(0);
  int s = in[i], k = 0;
  if (s & 1) goto middle;
top:
  s += in[(i + k) % n];
  if (s > 500) goto end;
middle:
  s ^= k * 3;
  k++;
  if (k < 64) { if (s % 7 == 3) goto middle; goto top; }
end:
  out[i] = s;
}
__attribute__((noinline)) int fibonacci(int n) {
  int a = 0, b = 1;
  for (int i = 0; i < n; ++i) { int t = a + b; a = b; b = t; }
  return a;
}
__attribute__((noinline)) void exchange(private int *a, private int *b) { int t = *a; *a = *b; *b = t; }
kernel void calls(global int *o) {
  size_t i = get_global_id(0);
  int x = (int)i, y = fibonacci((int)i & 15);
  exchange(&x, &y);
  o[i] = x * 100 + y;
}
