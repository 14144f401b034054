// How the pixels of images lie in memory: which channels a pixel has, how a channel is encoded, and
// what kernels see of it. As in the OpenCL specification, "Image channel order and data type
// values" and "Conversion rules".
#pragma once

#include "ur_api.h"

#include <cstddef>
#include <cstdint>
#include <optional>

namespace ursa::jit {

/// A pixel as kernels see it: red, green, blue, alpha. Vectors, so that functions take and give
/// them as LLVM passes <4 x float> and <4 x i32>.
using Float4 = float __attribute__((vector_size(16)));
using Int4 = int32_t __attribute__((vector_size(16)));

/// A pixel format that exists. Every channel order goes with every type of one channel; the packed
/// types hold red, green and blue only, and the encoding of sRGB is defined for normalized bytes.
class PixelFormat {
public:
  /// Nothing for a combination that does not exist, or values that are not defined.
  static std::optional<PixelFormat> of(const ur_image_format_t &format);

  const ur_image_format_t &format() const { return format_; }
  /// Bytes of a pixel.
  uint32_t size() const { return size_; }
  /// What get_image_channel_order and get_image_channel_data_type give in OpenCL C.
  uint32_t openclOrder() const;
  uint32_t openclType() const;

  /// Reads a pixel, which may be unaligned. A format whose channels are integers reads as 0 here:
  /// OpenCL leaves it undefined.
  Float4 loadFloat(const std::byte *pixel) const;
  /// The same for integers, signed or not; a format whose channels are no integers reads as 0.
  Int4 loadInteger(const std::byte *pixel) const;
  /// Writes a pixel, rounding to nearest even and saturating. Integer formats are left alone.
  void store(std::byte *pixel, Float4 color) const;
  /// Writes a pixel, saturating; @p isSigned tells how the numbers are meant. Formats that are not
  /// integers are left alone.
  void store(std::byte *pixel, Int4 color, bool isSigned) const;

  /// What reads give outside of the image: zeros, with alpha 1 where the format has none.
  bool hasOpaqueBorder() const;

private:
  PixelFormat(const ur_image_format_t &format, uint32_t channels, uint32_t size)
      : format_(format), channels_(channels), size_(size) {}

  ur_image_format_t format_;
  uint32_t channels_;
  uint32_t size_;
};

} // namespace ursa::jit
