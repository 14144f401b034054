// Reduced from a random kernel; -O2. FixIrreducible loses what `low` brings to `middle`, the other entry of the loop.
kernel void f468(global const uint *in, global uint *out, uint n) {
  uint gid = (uint)get_global_id(0);
  uint v0 = in[gid & 255], v1 = in[(gid * 3u + 17u) & 255];
  uint fuel = 60u;
  if (v0 & 1u) goto middle;
top:
  v0 = v0 * 5u + v1;
  v1 ^= in[v0 & 255u];
  if (v1 & 4u) goto low;
middle:
  v1 += v0 >> 3;
  out[256 + gid] += v1;
low:
  if (fuel == 0u) goto end;
  fuel--;
  v0 ^= in[v1 & 255u];
  if (v0 & 2u) goto middle;
  goto top;
end:
  out[gid] = v0 ^ v1 * 3u ^ fuel;
}
