// Prints with every conversion: widths, flags, vectors of all element types, strings, pointers.
__kernel void everything(int number, float real) {
  printf("[%5d|%-5d|%+d|%05d|%u|% i]\n", number, number, -number, -number, (uint)-number, -number);
  printf("[%x|%X|%#x|%o|%c|%%]\n", 255, 255, 255, 255, 'a' - 5 - number);
  printf("[%hhd|%hd|%hu|%ld|%lu]\n", 300, 70000, 70000, LONG_MIN, ULONG_MAX);
  printf("[%v2hhd|%v2hu|%v3ld]\n", (char2)(-3, 122), (ushort2)(40000, 7),
         (long3)(-9000000000L, 1, 2));
  printf("[%v4hlf]\n", (float4)(real, -2.25f, 0, 4));
  printf("[%.2v4hlf|%v8hld]\n", (float4)(real, -2.25f, 0, 4), (int8)(1, 2, 3, 4, 5, 6, 7, 8));
  printf("[%#v4hhx|%v16hhu]\n", (uchar4)(1, 20, 255, 0),
         (uchar16)(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 255));
  printf("[%a|%.1e|%.0E|%g|%G|%f|%F]\n", real * 2, 1.5e10f, 1e-5f, 0.0001f, 1e20f, INFINITY, real);
  printf("[%s|%6s|%.2s|%-6s]\n", "text", "text", "text", "text");
  printf("plain\n");
  printf("%s\n", "a line");
  printf("100%%\n");
}

__kernel void vector_of_doubles(__global int *done) {
#ifdef cl_khr_fp64
  printf("[%v2lf|%.3f]\n", (double2)(1.5, -0.25), 2.0 / 3);
#endif
  done[0] = 1;
}

__kernel void pointer(__global int *memory) { printf("%p\n", memory); }

// Many work-items print at the same time.
__kernel void lines(uint rounds) {
  for (uint i = 0; i < rounds; ++i)
    printf("item %u of group %u says %u and %v4hld\n", (uint)get_local_id(0), (uint)get_group_id(0),
           i, (int4)(i, i + 1, i + 2, i + 3));
}

__kernel void beside_barriers(__global int *out) {
  __local int sum;
  if (get_local_id(0) == 0)
    sum = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int i = 0; i < 2; ++i) {
    if (get_local_id(0) == i)
      printf("%d: %d\n", i, sum);
    barrier(CLK_LOCAL_MEM_FENCE);
    if (get_local_id(0) == 0)
      sum += 12;
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  out[get_global_id(0)] = sum;
}

__kernel void result(__global int *out) { out[0] = printf("%d%d%d\n", 1, 2, 3); }
