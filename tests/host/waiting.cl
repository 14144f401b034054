// Kernels that report the stack that they run on, or block their thread.

/// Increments *started and returns when *open is not 0.
kernel void hold(global volatile int *started, global volatile int *open) {
  atomic_inc(started);
  while (*open == 0)
    ;
}

/// Stores an address on its stack.
kernel void stack_address(global ulong *address, int n) {
  volatile int values[16];
  values[n & 15] = n;
  address[get_global_id(0)] = (ulong)values;
}

/// Like stack_address, but uses 200,000 bytes of private memory.
kernel void deep(global ulong *address, int step) {
  volatile int values[50000];
  for (int i = 0; i < 50000; ++i)
    values[(i * step) % 50000] = i;
  address[get_global_id(0)] = values[7] == 7 / step ? (ulong)values : 0;
}
