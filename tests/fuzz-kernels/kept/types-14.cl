// Reduced from a random kernel; -O0. Conversions of vectors: to more and to fewer bits, to floats.
#define ALL(to) \
  ONE(to, char) ONE(to, uchar) ONE(to, short) ONE(to, ushort) ONE(to, int) ONE(to, uint) ONE(to, long) ONE(to, ulong)
#define ONE(to, from) \
  { to##4 y = convert_##to##4((from##4)((from)v, (from)(v >> 13), (from)(v >> 27), (from)(v >> 41))); \
    r = r * 31u + (ulong)y.x + (ulong)y.y * 3u + (ulong)y.z * 5u + (ulong)y.w * 7u; \
    r += as_uint(convert_float2((from##2)(v & 0xFFFF)).y) + (uint)(uchar)(v >> 3) * n; \
    y = n < 100 ? y : (to##4)(1); \
    r ^= (ulong)y.x; }
#define BODY(to) \
  { \
    uint gid = (uint)get_global_id(0); \
    ulong v = in[gid] * 0x9E3779B97F4A7C15ul, r = n; \
    ALL(to) \
    out[gid] = (uint)r; out[256 + gid] = (uint)(r >> 32); \
  }
#define PARAMETERS global const uint *in, global uint *out, uint n
kernel void to_char(PARAMETERS) BODY(char)
kernel void to_uchar(PARAMETERS) BODY(uchar)
kernel void to_short(PARAMETERS) BODY(short)
kernel void to_ushort(PARAMETERS) BODY(ushort)
kernel void to_int(PARAMETERS) BODY(int)
kernel void to_uint(PARAMETERS) BODY(uint)
kernel void to_long(PARAMETERS) BODY(long)
kernel void to_ulong(PARAMETERS) BODY(ulong)
