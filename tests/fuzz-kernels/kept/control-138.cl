// Reduced from a random kernel; -O1. The address that the inner loop's condition reads is moved before that loop, to
// where the outer one begins, and the end of the inner one is that of both.
kernel void f138(global const uint *in, global uint *out, uint n) {
  uint gid = (uint)get_global_id(0);
  uint a[8];
  uint i, j, sum = 0, fuel = 100;
  for (i = 0; i < 8; ++i)
    a[i] = in[(gid + i) & 255] & 15u;
outer:
  j = 0;
inner:
  if (j < a[i & 7] && fuel-- != 0) {
    a[j & 7] ^= sum & 7u;
    sum = sum * 3u + j;
    if ((sum ^ in[j & 255]) % n == 0) {
      ++i;
      goto outer;
    }
    ++j;
    goto inner;
  }
  out[gid] = sum;
}
