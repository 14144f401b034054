// Images of the host, and the functions that implement image reads and
// writes of OpenCL C.
#pragma once

#include "compiler/targets/host/runtime/pixel_format.h"
#include "format/host/image_argument.h"

namespace ursa::compiler::host {

/// An image, as the functions below read and write it. Its kernels use the base only.
struct Image : format::host::ImageArgument {
  PixelFormat format;
};

/// @name Functions that machine code calls. Coordinates beyond the axes of the image type are
/// ignored. A read outside of the image returns what the sampler specifies; a write there does
/// nothing.
/// @{
Float4 readFloat(const Image &image, uint32_t sampler, float x, float y, float z);
Float4 readFloatAtPixel(const Image &image, uint32_t sampler, int32_t x, int32_t y, int32_t z);
Int4 readInteger(const Image &image, uint32_t sampler, float x, float y, float z);
Int4 readIntegerAtPixel(const Image &image, uint32_t sampler, int32_t x, int32_t y, int32_t z);
void writeFloat(const Image &image, int32_t x, int32_t y, int32_t z, Float4 color);
void writeSigned(const Image &image, int32_t x, int32_t y, int32_t z, Int4 color);
void writeUnsigned(const Image &image, int32_t x, int32_t y, int32_t z, Int4 color);
/// @}

} // namespace ursa::compiler::host
