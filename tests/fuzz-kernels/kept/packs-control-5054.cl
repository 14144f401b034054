// Reduced from a random kernel; -O1. StructurizeCFG takes the value of one way through the switch for that of others.
kernel void f5054(global const uint *in, global uint *out, uint n) {
  uint gid = (uint)get_global_id(0);
  uint v0 = in[(gid + 64u) & 255], v1 = in[(gid * 3u + 17u) & 255], v2 = in[(gid * 5u + 34u) & 255];
  uint v3 = in[(gid * 7u + 51u) & 255];
  uint fuel = 50u;
  ulong w = v1;
  local uint scratch[64];
  do {
    if (fuel == 0) break;
    fuel--;
    if (in[v0 & 255] > 5u) w += v2;
  } while (((v0 >> (v2 & 31u)) & 1u) == 0u);
  switch (v3 % 6u) {
  case 2:
    for (uint i = 0; i < v1 - v1; ++i) {}
    break;
  case 3:
    do {
      if (fuel == 0) break;
      fuel--;
      w += (ulong)(v1 & 17u);
    } while (1);
    break;
  default: scratch[get_local_id(0) & 63] = v0;
  }
  out[gid] = (uint)(w >> 32) * 7u ^ (uint)w;
}
