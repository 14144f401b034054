// Calls a function that another program defines.
int twice(int x);
__kernel void call_twice(__global int *out) {
  out[get_global_id(0)] = twice((int)get_global_id(0)) + 1;
}
