// The arguments that would pay as constants: by their numbers.
// RUN: %ursac %s --targets=host-x86_64 --save-temps -o a.ursa
// RUN: %host_opt a.ursa.host-x86_64.bc --stage=arguments | %FileCheck %s --match-full-lines

// The radius decides how long loops are. The width is a stride, which does not pay.
// CHECK: convolve: 2 (length)
kernel void convolve(global const float *in, global float *out, int radius, int width) {
  const int x = get_global_id(0), y = get_global_id(1);
  float sum = 0;
  for (int dy = -radius; dy <= radius; ++dy)
    for (int dx = -radius; dx <= radius; ++dx)
      sum += in[(y + dy) * width + x + dx];
  out[y * width + x] = sum;
}

// Nothing is in a loop, and the bound is compared with the number of the work-item.
// CHECK-NEXT: linear:
kernel void linear(global const float *x, global float *y, float a, int n) {
  const int i = get_global_id(0);
  if (i < n)
    y[i] = a * x[i] + y[i];
}

// The length of a loop that begins at the work-item's number stays unknown.
// CHECK-NEXT: strided:
kernel void strided(global float *y, int n) {
  for (int i = get_global_id(0); i < n; i += get_global_size(0))
    y[i] += 1;
}

// Modes, also by a number and another argument.
// CHECK-NEXT: modes: 1 2 3
kernel void modes(global float *y, int mode, float limit, float other) {
  const int i = get_global_id(0);
  if (mode == 3)
    y[i] = sin(y[i]);
  if (limit * 2 > other)
    y[i] += 1;
}

// CHECK-NEXT: chosen: 1
kernel void chosen(global int *y, int which) {
  const int i = get_global_id(0);
  switch (which) {
  case 0: y[i] += 3; break;
  case 1: y[i] *= 5; break;
  case 7: y[i] -= y[0]; break;
  default: y[i] = 1;
  }
}

// A divisor; a dividend does not pay.
// CHECK-NEXT: divided: 1
kernel void divided(global uint *y, uint by, uint of) {
  const int i = get_global_id(0);
  y[i] = y[i] / by + of / (y[i] | 1);
}

// What is computed of arguments alone takes no time.
// CHECK-NEXT: computed:
kernel void computed(global int *y, int a, int b) { y[get_global_id(0)] += a / b * b; }

// A vector of lengths is not looked into.
// CHECK-NEXT: vectors:
kernel void vectors(global int *y, int2 range, int2 scale) {
  int sum = 0;
  for (int i = range.x; i < range.y; ++i)
    sum += y[i];
  y[get_global_id(0) * scale.x] = sum;
}

// A loop with another exit.
// CHECK-NEXT: exits:
kernel void exits(global float *y, int limit) {
  float x = y[get_global_id(0)];
  int i = 0;
  while (i < limit && x < 4) {
    x = x * x + 1;
    ++i;
  }
  y[get_global_id(0)] = i;
}

// One branch compares the mode and the number of rounds.
// CHECK-NEXT: loops: 1 2
kernel void loops(global float *y, int mode, int times) {
  const size_t i = get_global_id(0);
  if (mode == 2)
    for (int j = 0; j < times; ++j)
      y[i] = y[i] * y[i] + 1;
}

// What is read from memory decides the length as well.
// CHECK-NEXT: loaded:
kernel void loaded(global int *y, int n) {
  int sum = 0;
  for (int i = 0; i < n + y[0]; ++i)
    sum += y[i] * n;
  y[get_global_id(0)] = sum;
}
