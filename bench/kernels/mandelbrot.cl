// How often each point can be iterated: a loop whose length differs between neighbours.
kernel void mandelbrot(global int *counts, int width, float step, int limit) {
  const int column = get_global_id(0), row = get_global_id(1);
  const float x0 = -2.0f + column * step, y0 = -1.5f + row * step;
  float x = 0.0f, y = 0.0f;
  int count = 0;
  while (count < limit && x * x + y * y <= 4.0f) {
    const float next = x * x - y * y + x0;
    y = 2.0f * x * y + y0;
    x = next;
    ++count;
  }
  counts[row * width + column] = count;
}
