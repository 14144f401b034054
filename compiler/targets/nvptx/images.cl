// Formats of images: from the texels of a texture to colors, and between colors and the bytes of a
// pixel, which a surface has as up to four words. The numbers of channel orders and types are those
// of OpenCL C. Calls are made by images.cpp.

#define INLINE __attribute__((always_inline))

// The channels in memory begin with x. Channels that a pixel does not have are 0, alpha is 1.
#define DEFINE_ORDERS(TYPE)                                                                        \
  INLINE TYPE ursa_image_color_##TYPE(uint isRgba, uint order, TYPE c) {                           \
    if (__builtin_expect(isRgba, 1))                                                               \
      return c;                                                                                    \
    switch (order) {                                                                               \
    case CLK_R:                                                                                    \
      return (TYPE)(c.x, 0, 0, 1);                                                                 \
    case CLK_A:                                                                                    \
      return (TYPE)(0, 0, 0, c.x);                                                                 \
    case CLK_RG:                                                                                   \
      return (TYPE)(c.x, c.y, 0, 1);                                                               \
    case CLK_RA:                                                                                   \
      return (TYPE)(c.x, 0, 0, c.y);                                                               \
    case CLK_BGRA:                                                                                 \
      return c.zyxw;                                                                               \
    case CLK_ARGB:                                                                                 \
      return c.yzwx;                                                                               \
    case CLK_ABGR:                                                                                 \
      return c.wzyx;                                                                               \
    case CLK_INTENSITY:                                                                            \
      return c.xxxx;                                                                               \
    case CLK_LUMINANCE:                                                                            \
      return (TYPE)(c.x, c.x, c.x, 1);                                                             \
    default:                                                                                       \
      return c;                                                                                    \
    }                                                                                              \
  }                                                                                                \
                                                                                                   \
  static INLINE TYPE channels_##TYPE(uint isRgba, uint order, TYPE color) {                        \
    if (__builtin_expect(isRgba, 1))                                                               \
      return color;                                                                                \
    switch (order) {                                                                               \
    case CLK_A:                                                                                    \
      return color.wwww;                                                                           \
    case CLK_RA:                                                                                   \
      return color.xwww;                                                                           \
    case CLK_BGRA:                                                                                 \
      return color.zyxw;                                                                           \
    case CLK_ARGB:                                                                                 \
      return color.wxyz;                                                                           \
    case CLK_ABGR:                                                                                 \
      return color.wzyx;                                                                           \
    default:                                                                                       \
      return color;                                                                                \
    }                                                                                              \
  }

DEFINE_ORDERS(float4)
DEFINE_ORDERS(uint4)

static INLINE uint4 packBytes(uint4 c) {
  c &= 0xFFu;
  return (uint4)(c.x | c.y << 8 | c.z << 16 | c.w << 24, 0, 0, 0);
}
static INLINE uint4 packShorts(uint4 c) {
  c &= 0xFFFFu;
  return (uint4)(c.x | c.y << 16, c.z | c.w << 16, 0, 0);
}
static INLINE uint4 bytesOf(uint4 words) {
  return (uint4)(words.x, words.x >> 8, words.x >> 16, words.x >> 24) & 0xFFu;
}
static INLINE uint4 shortsOf(uint4 words) {
  return (uint4)(words.x, words.x >> 16, words.y, words.y >> 16) & 0xFFFFu;
}
static INLINE int4 signedBytes(uint4 words) { return as_int4(bytesOf(words) << 24) >> 24; }
static INLINE int4 signedShorts(uint4 words) { return as_int4(shortsOf(words) << 16) >> 16; }

// To the nearest number, an even one in the middle; NaN becomes the least.
static INLINE uint4 rounded(float4 value, float least, float most) {
  value = __builtin_elementwise_min(__builtin_elementwise_max(value, (float4)least), (float4)most);
  value = __builtin_elementwise_roundeven(value);
  return as_uint4(__builtin_convertvector(value, int4));
}

INLINE uint4 ursa_image_encode_float(uint isRgba, uint order, uint type, float4 color) {
  color = channels_float4(isRgba, order, color);
  switch (type) {
  case CLK_UNORM_INT8:
    return packBytes(rounded(color * 255.0f, 0.0f, 255.0f));
  case CLK_UNORM_INT16:
    return packShorts(rounded(color * 65535.0f, 0.0f, 65535.0f));
  case CLK_SNORM_INT8:
    return packBytes(rounded(color * 127.0f, -128.0f, 127.0f));
  case CLK_SNORM_INT16:
    return packShorts(rounded(color * 32767.0f, -32768.0f, 32767.0f));
  case CLK_HALF_FLOAT:
    return packShorts(
        __builtin_convertvector(as_ushort4(__builtin_convertvector(color, half4)), uint4));
  default:
    return as_uint4(color);
  }
}

INLINE uint4 ursa_image_encode_int(uint isRgba, uint order, uint type, uint4 bits) {
  const int4 color = as_int4(channels_uint4(isRgba, order, bits));
  switch (type) {
  case CLK_SIGNED_INT8:
    return packBytes(as_uint4(
        __builtin_elementwise_min(__builtin_elementwise_max(color, (int4)-128), (int4)127)));
  case CLK_SIGNED_INT16:
    return packShorts(as_uint4(
        __builtin_elementwise_min(__builtin_elementwise_max(color, (int4)-32768), (int4)32767)));
  default:
    return as_uint4(color);
  }
}

INLINE uint4 ursa_image_encode_uint(uint isRgba, uint order, uint type, uint4 color) {
  color = channels_uint4(isRgba, order, color);
  switch (type) {
  case CLK_UNSIGNED_INT8:
    return packBytes(__builtin_elementwise_min(color, (uint4)255));
  case CLK_UNSIGNED_INT16:
    return packShorts(__builtin_elementwise_min(color, (uint4)65535));
  default:
    return color;
  }
}

// The least number of a signed format is -1 as well.
static INLINE float4 normalized(int4 value, float most) {
  return __builtin_elementwise_max(__builtin_convertvector(value, float4) / most, (float4)-1.0f);
}

INLINE float4 ursa_image_decode_float(uint type, uint4 words) {
  switch (type) {
  case CLK_UNORM_INT8:
    return __builtin_convertvector(bytesOf(words), float4) / 255.0f;
  case CLK_UNORM_INT16:
    return __builtin_convertvector(shortsOf(words), float4) / 65535.0f;
  case CLK_SNORM_INT8:
    return normalized(signedBytes(words), 127.0f);
  case CLK_SNORM_INT16:
    return normalized(signedShorts(words), 32767.0f);
  case CLK_HALF_FLOAT:
    return __builtin_convertvector(as_half4(__builtin_convertvector(shortsOf(words), ushort4)),
                                   float4);
  default:
    return as_float4(words);
  }
}

INLINE uint4 ursa_image_decode_int(uint type, uint4 words) {
  switch (type) {
  case CLK_SIGNED_INT8:
    return as_uint4(signedBytes(words));
  case CLK_SIGNED_INT16:
    return as_uint4(signedShorts(words));
  case CLK_UNSIGNED_INT8:
    return bytesOf(words);
  case CLK_UNSIGNED_INT16:
    return shortsOf(words);
  default:
    return words;
  }
}
