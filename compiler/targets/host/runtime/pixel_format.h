// Pixel formats: the channels of a pixel, their encoding in memory, and their conversion for
// kernels. Implements "Image channel order and data type values" and "Conversion rules" of the
// OpenCL specification.
#pragma once

#include "ur_api.h"

#include <cstddef>
#include <cstdint>
#include <optional>

namespace ursa::compiler::host {

/// A pixel as kernels see it: red, green, blue, alpha. These are vector types, so that functions
/// have the calling convention of LLVM's <4 x float> and <4 x i32>.
using Float4 = float __attribute__((vector_size(16)));
using Int4 = int32_t __attribute__((vector_size(16)));

/// A valid pixel format. Every channel order can be combined with every single-channel type; packed
/// types hold red, green and blue only, and sRGB requires normalized bytes.
class PixelFormat {
public:
  /// Returns nullopt for an invalid combination or undefined values.
  static std::optional<PixelFormat> of(const ur_image_format_t &format);

  const ur_image_format_t &format() const { return format_; }
  /// Returns the bytes per pixel.
  uint32_t size() const { return size_; }
  /// The results of get_image_channel_order and get_image_channel_data_type in OpenCL C.
  uint32_t openclOrder() const;
  uint32_t openclType() const;

  /// Reads a pixel, which may be unaligned. Formats with integer channels read as 0 here: OpenCL
  /// leaves the result undefined.
  Float4 loadFloat(const std::byte *pixel) const;
  /// Reads a pixel of signed or unsigned integers. Formats without integer channels read as 0.
  Int4 loadInteger(const std::byte *pixel) const;
  /// Writes a pixel, rounding to nearest even and saturating. Does nothing for integer formats.
  void store(std::byte *pixel, Float4 color) const;
  /// Writes a pixel, saturating; @p isSigned selects the signedness of `color`. Does nothing for
  /// other than integer formats.
  void store(std::byte *pixel, Int4 color, bool isSigned) const;

  /// Returns whether the border color, which reads outside of the image return, is (0, 0, 0, 1)
  /// instead of zeros. Depends on the channel order, as in OpenCL.
  bool hasOpaqueBorder() const;

private:
  PixelFormat(const ur_image_format_t &format, uint32_t channels, uint32_t size)
      : format_(format), channels_(channels), size_(size) {}

  ur_image_format_t format_;
  uint32_t channels_;
  uint32_t size_;
};

} // namespace ursa::compiler::host
