// Reduced from a random kernel; -O1.
kernel void f5105(global const uint *in, global uint *out, uint n) {
  uint gid = (uint)get_global_id(0);
  local uint tile[64];
  uint l = (uint)get_local_id(0);
  tile[l] = in[l];
  barrier(CLK_LOCAL_MEM_FENCE);
  uint v0 = in[1];
  if ((l & 3u) == 2u) tile[l] = (uint)(((ulong)(1u - (v0 - l)) * (ulong)(l >> 17)) >> 17);
  barrier(CLK_LOCAL_MEM_FENCE);
  out[gid] = tile[(l ^ 29u) & 63u];
}
