// A struct as an argument by value, and a kernel that changes its copy: work-items must not see each
// other's changes.
typedef struct {
  int base;
  float values[3];
  double step;
} Parameters;

kernel void use_struct(Parameters p, global double *out) {
  const size_t i = get_global_id(0);
  p.base += (int)i;
  out[i] = p.base + p.values[i % 3] + p.step * (double)i;
}
