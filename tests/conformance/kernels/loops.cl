// Loops of every form with many iterations. Some drivers end long loops early.

#define MIX(state, value) (((state) ^ ((state) >> 13)) * 1664525u + (value))

__kernel void counted(__global uint *out, uint n) {
  uint state = (uint)get_global_id(0);
  for (uint i = 0; i < n; ++i)
    state = MIX(state, i);
  out[get_global_id(0)] = state;
}

__kernel void do_while(__global uint *out, uint n) {
  uint state = (uint)get_global_id(0);
  uint i = 0;
  do {
    state = MIX(state, i);
  } while (++i < n);
  out[get_global_id(0)] = state;
}

// Every row has n iterations, except the last one.
__kernel void nested(__global uint *out, uint n, uint rows, uint last) {
  uint state = (uint)get_global_id(0);
  for (uint row = 0; row < rows; ++row) {
    const uint end = row + 1 == rows ? last : n;
    for (uint i = 0; i < end; ++i)
      state = MIX(state, i ^ row);
  }
  out[get_global_id(0)] = state;
}

// A loop with two exits and one continue.
__kernel void exits(__global uint *out, uint n) {
  uint state = (uint)get_global_id(0);
  uint i = 0;
  while (true) {
    if (i == n) {
      state += 7;
      break;
    }
    ++i;
    if ((state & 3) == 1) {
      state = MIX(state, 3);
      continue;
    }
    state = MIX(state, i);
    if (state == 0x12345678)
      break;
  }
  out[get_global_id(0)] = state;
}

__kernel void divergent(__global uint *out, uint n) {
  const uint id = (uint)get_global_id(0);
  uint state = id;
  const uint own = n / 8 * (id % 8 + 1);
  if (id % 2)
    for (uint i = 0; i < own; ++i)
      state = MIX(state, i);
  else
    for (uint i = own; i > 0; --i)
      state = MIX(state, i + 5);
  out[id] = state;
}

__kernel void returns(__global uint *out, uint n) {
  uint state = (uint)get_global_id(0);
  for (uint i = 0;; ++i) {
    if (i >= n) {
      out[get_global_id(0)] = state;
      return;
    }
    state = MIX(state, i);
  }
}

__kernel void with_barriers(__global uint *out, uint n) {
  __local uint shared[64];
  const uint id = (uint)get_local_id(0);
  const uint size = (uint)get_local_size(0);
  uint state = id;
  for (uint i = 0; i < n; ++i) {
    shared[id] = state;
    barrier(CLK_LOCAL_MEM_FENCE);
    state = MIX(shared[(id + 1) % size], i);
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  out[id] = state;
}
