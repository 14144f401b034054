// One work-item prints its arguments; the others print nothing.
__kernel void prints(int number, float real, __global int *done) {
  if (get_global_id(0) == 1)
    printf("%d and %.2f of %s, %x\n", number, real, "three", (uint)get_local_size(0));
  done[get_global_id(0)] = 1;
}
