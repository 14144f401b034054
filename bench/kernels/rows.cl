// Work-items that walk rows of memory of their own.

kernel void int8_rows(global const char *rows, global const char *vector, global int *out, int n) {
  const size_t row = get_global_id(0);
  int sum = 0;
  for (int j = 0; j < n; ++j)
    sum += rows[row * n + j] * vector[j];
  out[row] = sum;
}

kernel void matrix_vector(global const float *rows, global const float *vector, global float *out,
                          int n) {
  const size_t row = get_global_id(0);
  float sum = 0;
  for (int j = 0; j < n; ++j)
    sum += rows[row * n + j] * vector[j];
  out[row] = sum;
}

kernel void sparse(global const int *begins, global const int *columns, global const float *values,
                   global const float *vector, global float *out) {
  const size_t row = get_global_id(0);
  float sum = 0;
  for (int j = begins[row]; j < begins[row + 1]; ++j)
    sum += values[j] * vector[columns[j]];
  out[row] = sum;
}

typedef struct {
  float x, y, z, vx, vy, vz, mass;
} Particle;

kernel void particles(global const Particle *in, global Particle *out) {
  const size_t i = get_global_id(0);
  const float step = 0.01f;
  Particle p = in[i];
  p.x += p.vx * step;
  p.y += p.vy * step;
  p.z += p.vz * step;
  p.vz -= p.mass * step;
  out[i] = p;
}

typedef struct {
  float x, y, z;
} Point;

// The assignment of k-means.
kernel void nearest(global const Point *points, global const Point *centres, global int *out,
                    int n) {
  const size_t i = get_global_id(0);
  const Point own = points[i];
  float least = INFINITY;
  int at = 0;
  for (int j = 0; j < n; ++j) {
    const float x = own.x - centres[j].x, y = own.y - centres[j].y, z = own.z - centres[j].z;
    const float squared = x * x + y * y + z * z;
    if (squared < least) {
      least = squared;
      at = j;
    }
  }
  out[i] = at;
}
