// Pixels of images in memory: formats, addressing and filtering as OpenCL C 8 defines them, by
// arithmetic alone, so that all devices have the same images with the same results.
#pragma once

#include <sycl/detail/image_shape.hpp>
#include <sycl/half.hpp>
#include <sycl/vec.hpp>

#include <cstdint>
#include <type_traits>

// Kernels have the code of a pixel once for all corners.
#ifdef __clang__
#define URSA_SYCL_KEEP_LOOP _Pragma("clang loop unroll(disable)")
#else
#define URSA_SYCL_KEEP_LOOP
#endif

inline namespace ursa_sycl {
namespace sycl {
namespace detail {

template <class T> struct Channels { T r, g, b, a; };

// ---- numbers

/// Half precision as bits: devices without aspect::fp16 have images of half, too.
inline float floatOfHalf(std::uint16_t bits) {
  const std::uint32_t sign = (bits & 0x8000u) << 16;
  const std::uint32_t exponent = (bits >> 10) & 31u;
  const std::uint32_t mantissa = bits & 1023u;
  if (exponent == 0) {
    const float value = static_cast<float>(mantissa) * 0x1p-24f;
    return sign ? -value : value;
  }
  const std::uint32_t inPlace = exponent == 31 ? 255u : exponent + 112u;
  return __builtin_bit_cast(float, sign | (inPlace << 23) | (mantissa << 13));
}
/// Rounds to the nearest, ties to even.
inline std::uint16_t halfOfFloat(float value) {
  std::uint32_t bits = __builtin_bit_cast(std::uint32_t, value);
  const std::uint32_t sign = (bits >> 16) & 0x8000u;
  bits &= 0x7FFFFFFFu;
  std::uint32_t half;
  if (bits >= 0x47800000u) { // too large for half, infinite or no number
    half = bits > 0x7F800000u ? 0x7E00u : 0x7C00u;
  } else if (bits >= 0x38800000u) {
    half = (bits - 0x38000000u + 0x0FFFu + ((bits >> 13) & 1u)) >> 13;
  } else { // a denormal number of half
    const std::uint32_t exponent = bits >> 23;
    const std::uint32_t shift = exponent < 102u ? 25u : 126u - exponent;
    const std::uint32_t mantissa = exponent < 102u ? 0u : (bits & 0x7FFFFFu) | 0x800000u;
    const std::uint32_t rest = mantissa & ((1u << shift) - 1u);
    half = mantissa >> shift;
    half +=
        (rest > (1u << (shift - 1u)) || (rest == (1u << (shift - 1u)) && (half & 1u))) ? 1u : 0u;
  }
  return static_cast<std::uint16_t>(sign | half);
}

/// Rounds to the nearest, ties to even.
/// @param value 0 to 65535
inline int roundedToEven(float value) {
  const int whole = static_cast<int>(value);
  const float rest = value - static_cast<float>(whole);
  return whole + (rest > 0.5f || (rest == 0.5f && (whole & 1)) ? 1 : 0);
}
/// @return @p low for what is no number
inline float limited(float value, float low, float high) {
  return value > low ? (value < high ? value : high) : low;
}
inline int limited(int value, int low, int high) {
  return value < low ? low : value > high ? high : value;
}
inline int roundedDown(float value) {
  const int whole = static_cast<int>(value);
  return whole - (static_cast<float>(whole) > value ? 1 : 0);
}

// ---- the channels of a pixel, in the order of memory

// Kernels have this code for each read, so that it is short: channels are loaded as bits by their
// size, and then become numbers by their type. Branches are the same for all work-items.

/// The bits of red, green and blue in one number, with red in the highest ones.
struct PackedBits {
  explicit PackedBits(image_channel_type type) {
    const bool isLong = type == image_channel_type::unorm_int_101010;
    other = isLong ? 10 : 5;
    green = type == image_channel_type::unorm_short_565 ? 6 : other;
  }
  static std::uint32_t most(int bits) { return (1u << bits) - 1u; }
  int green, other;
};

template <class T> Channels<std::uint32_t> loadBits(const std::byte *pixel, int channels) {
  // A channel that is not there is as another; its value counts nowhere.
  const T *stored = reinterpret_cast<const T *>(pixel);
  const int last = channels - 1;
  return {stored[0], stored[last < 1 ? last : 1], stored[last < 2 ? last : 2], stored[last]};
}
inline Channels<std::uint32_t> loadBits(const ImageShape &shape, const std::byte *pixel) {
  switch (shape.channelSize) {
  case 1:
    return loadBits<std::uint8_t>(pixel, shape.channels);
  case 2:
    return loadBits<std::uint16_t>(pixel, shape.channels);
  default:
    return loadBits<std::uint32_t>(pixel, shape.channels);
  }
}
template <class T>
void storeBits(std::byte *pixel, int channels, const Channels<std::uint32_t> &bits) {
  T *stored = reinterpret_cast<T *>(pixel);
  stored[0] = static_cast<T>(bits.r);
  if (channels > 1)
    stored[1] = static_cast<T>(bits.g);
  if (channels > 2)
    stored[2] = static_cast<T>(bits.b);
  if (channels > 3)
    stored[3] = static_cast<T>(bits.a);
}
inline void storeBits(const ImageShape &shape, std::byte *pixel,
                      const Channels<std::uint32_t> &bits) {
  switch (shape.channelSize) {
  case 1:
    return storeBits<std::uint8_t>(pixel, shape.channels, bits);
  case 2:
    return storeBits<std::uint16_t>(pixel, shape.channels, bits);
  default:
    return storeBits<std::uint32_t>(pixel, shape.channels, bits);
  }
}

template <class T, class From, class Function>
Channels<T> eachChannel(const Channels<From> &from, const Function &function) {
  return {function(from.r), function(from.g), function(from.b), function(from.a)};
}

/// Channels of float of the types that OpenCL C reads so; others are undefined, and 0 here.
inline Channels<float> floatsOf(const ImageShape &shape, const Channels<std::uint32_t> &bits) {
  using type = image_channel_type;
  switch (shape.type) {
  case type::fp32:
    return eachChannel<float>(bits, [](std::uint32_t x) { return __builtin_bit_cast(float, x); });
  case type::fp16:
    return eachChannel<float>(
        bits, [](std::uint32_t x) { return floatOfHalf(static_cast<std::uint16_t>(x)); });
  case type::unorm_int8:
  case type::unorm_int16: {
    const float unit = shape.channelSize == 1 ? 1.0f / 255 : 1.0f / 65535;
    return eachChannel<float>(bits, [=](std::uint32_t x) { return static_cast<float>(x) * unit; });
  }
  case type::snorm_int8:
  case type::snorm_int16: {
    const float unit = shape.channelSize == 1 ? 1.0f / 127 : 1.0f / 32767;
    const int unused = shape.channelSize == 1 ? 24 : 16;
    return eachChannel<float>(bits, [=](std::uint32_t x) {
      const float value = static_cast<float>(static_cast<std::int32_t>(x << unused) >> unused);
      return value * unit < -1.0f ? -1.0f : value * unit;
    });
  }
  case type::unorm_short_565:
  case type::unorm_short_555:
  case type::unorm_int_101010: {
    const PackedBits packed(shape.type);
    const auto part = [&](int shift, int count) {
      return static_cast<float>((bits.r >> shift) & PackedBits::most(count)) *
             (1.0f / static_cast<float>(PackedBits::most(count)));
    };
    return {part(packed.green + packed.other, packed.other), part(packed.other, packed.green),
            part(0, packed.other), 1.0f};
  }
  default:
    return {0, 0, 0, 0};
  }
}
inline Channels<std::uint32_t> bitsOf(const ImageShape &shape, const Channels<float> &channels) {
  using type = image_channel_type;
  switch (shape.type) {
  case type::fp32:
    return eachChannel<std::uint32_t>(channels,
                                      [](float x) { return __builtin_bit_cast(std::uint32_t, x); });
  case type::fp16:
    return eachChannel<std::uint32_t>(
        channels, [](float x) { return static_cast<std::uint32_t>(halfOfFloat(x)); });
  case type::unorm_int8:
  case type::unorm_int16: {
    const float most = shape.channelSize == 1 ? 255 : 65535;
    return eachChannel<std::uint32_t>(channels, [=](float x) {
      return static_cast<std::uint32_t>(roundedToEven(limited(x, 0.0f, 1.0f) * most));
    });
  }
  case type::snorm_int8:
  case type::snorm_int16: {
    const float most = shape.channelSize == 1 ? 127 : 32767;
    return eachChannel<std::uint32_t>(channels, [=](float x) {
      const int rounded = roundedToEven(limited(x < 0 ? -x : x, 0.0f, 1.0f) * most);
      return static_cast<std::uint32_t>(x < 0 ? -rounded : rounded);
    });
  }
  case type::unorm_short_565:
  case type::unorm_short_555:
  case type::unorm_int_101010: {
    const PackedBits packed(shape.type);
    const auto part = [](float x, int count) {
      return static_cast<std::uint32_t>(
          roundedToEven(limited(x, 0.0f, 1.0f) * static_cast<float>(PackedBits::most(count))));
    };
    const std::uint32_t all = (part(channels.r, packed.other) << (packed.green + packed.other)) |
                              (part(channels.g, packed.green) << packed.other) |
                              part(channels.b, packed.other);
    return {all, 0, 0, 0};
  }
  default:
    return {0, 0, 0, 0};
  }
}

/// @{ The same for integers, which are limited to those of the channel when they are written.
inline Channels<std::int32_t> signedOf(const ImageShape &shape,
                                       const Channels<std::uint32_t> &bits) {
  using type = image_channel_type;
  const bool isRight = shape.type == type::signed_int8 || shape.type == type::signed_int16 ||
                       shape.type == type::signed_int32;
  const int unused = 32 - 8 * shape.channelSize;
  return eachChannel<std::int32_t>(bits, [=](std::uint32_t x) {
    return isRight ? static_cast<std::int32_t>(x << unused) >> unused : 0;
  });
}
inline Channels<std::uint32_t> bitsOf(const ImageShape &shape,
                                      const Channels<std::int32_t> &channels) {
  const auto most = static_cast<std::int32_t>(0x7FFFFFFFu >> (32 - 8 * shape.channelSize));
  return eachChannel<std::uint32_t>(channels, [=](std::int32_t x) {
    return static_cast<std::uint32_t>(limited(x, -most - 1, most));
  });
}
inline Channels<std::uint32_t> unsignedOf(const ImageShape &shape,
                                          const Channels<std::uint32_t> &bits) {
  using type = image_channel_type;
  const bool isRight = shape.type == type::unsigned_int8 || shape.type == type::unsigned_int16 ||
                       shape.type == type::unsigned_int32;
  return eachChannel<std::uint32_t>(bits, [=](std::uint32_t x) { return isRight ? x : 0u; });
}
inline Channels<std::uint32_t> bitsOf(const ImageShape &shape,
                                      const Channels<std::uint32_t> &channels) {
  const std::uint32_t most = 0xFFFFFFFFu >> (32 - 8 * shape.channelSize);
  return eachChannel<std::uint32_t>(channels, [=](std::uint32_t x) { return x < most ? x : most; });
}
/// @}

template <class T> Channels<T> readStored(const ImageShape &shape, const std::byte *pixel) {
  const Channels<std::uint32_t> bits = loadBits(shape, pixel);
  if constexpr (std::is_same_v<T, float>)
    return floatsOf(shape, bits);
  else if constexpr (std::is_signed_v<T>)
    return signedOf(shape, bits);
  else
    return unsignedOf(shape, bits);
}
template <class T>
void writeStored(const ImageShape &shape, std::byte *pixel, const Channels<T> &channels) {
  storeBits(shape, pixel, bitsOf(shape, channels));
}

/// The color of a pixel, by its channels in memory.
template <class T> Channels<T> colorOf(image_channel_order order, const Channels<T> &stored) {
  using is = image_channel_order;
  switch (order) {
  case is::rgba:
    return stored;
  case is::a:
    return {0, 0, 0, stored.r};
  case is::r:
  case is::rx:
    return {stored.r, 0, 0, 1};
  case is::rg:
  case is::rgx:
    return {stored.r, stored.g, 0, 1};
  case is::ra:
    return {stored.r, 0, 0, stored.g};
  case is::rgb:
  case is::rgbx:
    return {stored.r, stored.g, stored.b, 1};
  case is::argb:
    return {stored.g, stored.b, stored.a, stored.r};
  case is::bgra:
    return {stored.b, stored.g, stored.r, stored.a};
  case is::abgr:
    return {stored.a, stored.b, stored.g, stored.r};
  case is::intensity:
    return {stored.r, stored.r, stored.r, stored.r};
  case is::luminance:
    return {stored.r, stored.r, stored.r, 1};
  default:
    return stored;
  }
}
template <class T> Channels<T> storedOf(image_channel_order order, const Channels<T> &color) {
  using is = image_channel_order;
  switch (order) {
  case is::a:
    return {color.a, 0, 0, 0};
  case is::ra:
    return {color.r, color.a, 0, 0};
  case is::argb:
    return {color.a, color.r, color.g, color.b};
  case is::bgra:
    return {color.b, color.g, color.r, color.a};
  case is::abgr:
    return {color.a, color.b, color.g, color.r};
  default:
    return color;
  }
}
/// The color outside of an image (OpenCL C, 8.2).
template <class T> Channels<T> borderColor(image_channel_order order) {
  using is = image_channel_order;
  const bool isOpaque =
      order == is::r || order == is::rg || order == is::rgb || order == is::luminance;
  return {0, 0, 0, static_cast<T>(isOpaque ? 1 : 0)};
}

// ---- pixels

inline bool isInside(const ImageShape &shape, const int (&place)[3]) {
  for (int i = 0; i < 3; ++i)
    if (static_cast<unsigned>(place[i]) >= static_cast<unsigned>(shape.extent[i]))
      return false;
  return true;
}
inline size_t pixelOffset(const ImageShape &shape, const int (&place)[3]) {
  return static_cast<size_t>(place[2]) * shape.slicePitch +
         static_cast<size_t>(place[1]) * shape.rowPitch +
         static_cast<size_t>(place[0]) * static_cast<size_t>(shape.pixelSize);
}

/// The color of a pixel; that of the border outside of the image.
template <class T>
Channels<T> readPixel(const ImageShape &shape, const void *memory, const int (&place)[3]) {
  if (!isInside(shape, place))
    return borderColor<T>(shape.order);
  return colorOf(shape.order, readStored<T>(shape, static_cast<const std::byte *>(memory) +
                                                       pixelOffset(shape, place)));
}
/// Outside of the image nothing is written.
template <class T>
void writePixel(const ImageShape &shape, void *memory, const int (&place)[3],
                const Channels<T> &color) {
  if (isInside(shape, place))
    writeStored(shape, static_cast<std::byte *>(memory) + pixelOffset(shape, place),
                storedOf(shape.order, color));
}

/// The pixels of one dimension that a coordinate is between.
struct SampledPixels {
  int first = 0, second = 0; ///< outside of the image for its border
  float secondShare = 0;
};

/// OpenCL C, 8.2 and 8.3.
inline SampledPixels sampledPixels(const image_sampler &sampler, float coordinate, int extent) {
  const float size = static_cast<float>(extent);
  const bool isNormalized = sampler.coordinate == coordinate_normalization_mode::normalized;
  const bool isRepeated = sampler.addressing == addressing_mode::repeat;
  float place = isNormalized ? coordinate * size : coordinate;
  if (isRepeated || sampler.addressing == addressing_mode::mirrored_repeat) {
    float part = isNormalized ? coordinate : coordinate / size;
    // Larger numbers are even integers, as are those that are not numbers.
    part = part > -0x1p24f && part < 0x1p24f ? part : 0.0f;
    if (isRepeated) {
      part -= static_cast<float>(roundedDown(part));
    } else {
      const int nearestEven = 2 * roundedDown(0.5f * part + 0.5f);
      part -= static_cast<float>(nearestEven);
      part = part < 0 ? -part : part;
    }
    place = part * size;
  }
  place = limited(place, -2.0f, size + 2.0f);
  if (sampler.filtering == filtering_mode::linear)
    place -= 0.5f;
  SampledPixels pixels;
  pixels.first = roundedDown(place);
  pixels.second = pixels.first + 1;
  pixels.secondShare = place - static_cast<float>(pixels.first);
  if (isRepeated) {
    pixels.first += pixels.first < 0 ? extent : pixels.first >= extent ? -extent : 0;
    pixels.second -= pixels.second >= extent ? extent : 0;
  } else if (sampler.addressing != addressing_mode::clamp) {
    pixels.first = limited(pixels.first, 0, extent - 1);
    pixels.second = limited(pixels.second, 0, extent - 1);
  }
  return pixels;
}

/// The color of an image at a coordinate. Only colors of float are filtered.
template <class T, int Dimensions>
Channels<T> samplePixel(const ImageShape &shape, const void *memory, const image_sampler &sampler,
                        const float (&coordinates)[3]) {
  SampledPixels pixels[3];
  for (int i = 0; i < Dimensions; ++i)
    pixels[i] = sampledPixels(sampler, coordinates[i], shape.extent[i]);
  if constexpr (std::is_same_v<T, float>)
    if (sampler.filtering == filtering_mode::linear) {
      Channels<float> sum{0, 0, 0, 0};
      URSA_SYCL_KEEP_LOOP for (int corner = 0; corner < 1 << Dimensions; ++corner) {
        int place[3] = {0, 0, 0};
        float share = 1;
        for (int i = 0; i < Dimensions; ++i) {
          const bool isSecond = (corner >> i) & 1;
          place[i] = isSecond ? pixels[i].second : pixels[i].first;
          share *= isSecond ? pixels[i].secondShare : 1.0f - pixels[i].secondShare;
        }
        const Channels<float> color = readPixel<float>(shape, memory, place);
        sum = {sum.r + share * color.r, sum.g + share * color.g, sum.b + share * color.b,
               sum.a + share * color.a};
      }
      return sum;
    }
  const int place[3] = {pixels[0].first, pixels[1].first, pixels[2].first};
  return readPixel<T>(shape, memory, place);
}

// ---- colors and coordinates as vectors

/// How an accessor's type of colors is read: half as float.
template <class Color> struct ColorOf;
template <class T> struct ColorOf<vec<T, 4>> {
  static_assert(std::is_same_v<T, float> || std::is_same_v<T, half> ||
                    (std::is_integral_v<T> && sizeof(T) == 4),
                "Colors of images are float4, half4, int4 or uint4.");
  using Channel =
      std::conditional_t<!std::is_integral_v<T>, float,
                         std::conditional_t<std::is_signed_v<T>, std::int32_t, std::uint32_t>>;
  static vec<T, 4> from(const Channels<Channel> &color) {
    return {static_cast<T>(color.r), static_cast<T>(color.g), static_cast<T>(color.b),
            static_cast<T>(color.a)};
  }
  static Channels<Channel> to(const vec<T, 4> &color) {
    return {static_cast<Channel>(color[0]), static_cast<Channel>(color[1]),
            static_cast<Channel>(color[2]), static_cast<Channel>(color[3])};
  }
};

/// Coordinates of an image: a number, or a vector of which the first ones count.
template <class T, int Dimensions> struct ImageCoordinates {
  template <class Coordinates> explicit ImageCoordinates(const Coordinates &given) {
    if constexpr (std::is_arithmetic_v<Coordinates>) {
      static_assert(Dimensions == 1, "The coordinates of this image are a vector.");
      values[0] = static_cast<T>(given);
    } else {
      const vec<typename Coordinates::element_type, Coordinates::size()> all(given);
      for (int i = 0; i < Dimensions; ++i)
        values[i] = static_cast<T>(all[i]);
    }
  }
  T values[3] = {};
};

} // namespace detail
} // namespace sycl
} // namespace ursa_sycl

#undef URSA_SYCL_KEEP_LOOP
