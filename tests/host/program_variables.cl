// A kernel of a program with a variable, of which other code of the kernel would have another one.
global int total = 0;

kernel void add(global int *out, int times) {
  for (int i = 0; i < times; ++i)
    total += out[i];
  out[0] = total;
}
