// Kernels that report the stack that they run on, or block their thread.

/// Increments *started and returns when *open is not 0.
kernel void hold(global volatile int *started, global volatile int *open) {
  atomic_inc(started);
  while (*open == 0)
    ;
}

/// Stores an address on its stack. Its length is unknown, so that workers or waiting threads run it.
kernel void stack_address(global ulong *address, int n) {
  volatile int values[16];
  for (int i = 0; i <= n; ++i)
    values[i & 15] = i;
  address[get_global_id(0)] = (ulong)values;
}

/// The same in a few instructions.
kernel void short_address(global ulong *address, int n) {
  volatile int values[16];
  values[n & 15] = n;
  address[get_global_id(0)] = (ulong)values;
}

/// The same with 200,000 bytes of private memory.
kernel void short_deep(global ulong *address, int n) {
  volatile int values[50000];
  values[n & 15] = n;
  address[get_global_id(0)] = (ulong)values;
}

/// Adds 1, or does it n times in a loop.
kernel void add_one(global int *sum, int n) { *sum += 1; }
kernel void add_ones(global int *sum, int n) {
  for (int i = 0; i < n; ++i)
    *(global volatile int *)sum += 1;
}

/// Like stack_address, but uses 200,000 bytes of private memory.
kernel void deep(global ulong *address, int step) {
  volatile int values[50000];
  for (int i = 0; i < 50000; ++i)
    values[(i * step) % 50000] = i;
  address[get_global_id(0)] = values[7] == 7 / step ? (ulong)values : 0;
}
