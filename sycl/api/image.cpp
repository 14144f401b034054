// Images: memory of a buffer that has pixels in rows and slices.
#include "sycl/api/error.h"

#include <sycl/detail/image_shape.hpp>

#include <cstddef>
#include <limits>
#include <string>

inline namespace ursa_sycl {
namespace sycl::detail {
namespace {

int channelsOf(image_channel_order order) {
  switch (order) {
  case image_channel_order::a:
  case image_channel_order::r:
  case image_channel_order::intensity:
  case image_channel_order::luminance:
    return 1;
  case image_channel_order::rx:
  case image_channel_order::rg:
  case image_channel_order::ra:
    return 2;
  case image_channel_order::rgx:
  case image_channel_order::rgb:
    return 3;
  case image_channel_order::rgbx:
  case image_channel_order::rgba:
  case image_channel_order::argb:
  case image_channel_order::bgra:
  case image_channel_order::abgr:
    return 4;
  }
  fail(errc::invalid,
       "There is no image_channel_order " + std::to_string(static_cast<int>(order)) + ".");
}

bool isPacked(image_channel_type type) {
  return type == image_channel_type::unorm_short_565 ||
         type == image_channel_type::unorm_short_555 ||
         type == image_channel_type::unorm_int_101010;
}

/// The bytes of a channel of a type that is not packed.
int bytesOf(image_channel_type type) {
  switch (type) {
  case image_channel_type::snorm_int8:
  case image_channel_type::unorm_int8:
  case image_channel_type::signed_int8:
  case image_channel_type::unsigned_int8:
    return 1;
  case image_channel_type::snorm_int16:
  case image_channel_type::unorm_int16:
  case image_channel_type::signed_int16:
  case image_channel_type::unsigned_int16:
  case image_channel_type::fp16:
    return 2;
  case image_channel_type::signed_int32:
  case image_channel_type::unsigned_int32:
  case image_channel_type::fp32:
    return 4;
  default:
    break;
  }
  fail(errc::invalid,
       "There is no image_channel_type " + std::to_string(static_cast<int>(type)) + ".");
}

int packedBytes(image_channel_order order, image_channel_type type) {
  if (order != image_channel_order::rgb && order != image_channel_order::rgbx)
    fail(errc::invalid, "An image of unorm_short_565, unorm_short_555 or unorm_int_101010 has the "
                        "channels rgb or rgbx.");
  return type == image_channel_type::unorm_int_101010 ? 4 : 2;
}

/// Returns a given pitch. Throws if what it separates does not fit or is not aligned.
size_t checkedPitch(const char *of, size_t pitch, size_t least, size_t unit) {
  if (pitch >= least && pitch % unit == 0)
    return pitch;
  fail(errc::invalid, std::string("The pitch of an image's ") + of + " is " +
                          std::to_string(pitch) + " bytes; it must be at least " +
                          std::to_string(least) + " and a multiple of " + std::to_string(unit) +
                          ".");
}

/// Returns the bytes of @p count rows or slices. Throws if a process cannot address them.
size_t checkedBytes(const char *what, size_t pitch, size_t count) {
  size_t bytes = 0;
  constexpr size_t most = std::numeric_limits<std::ptrdiff_t>::max();
  if (!__builtin_mul_overflow(pitch, count, &bytes) && bytes <= most)
    return bytes;
  fail(errc::invalid, "An image has " + std::to_string(count) + " " + what + " of " +
                          std::to_string(pitch) + " bytes; " + std::to_string(most) +
                          " bytes are possible at most.");
}

/// The memory of an image as one row of bytes.
MemoryBox bytesOf(const ImageShape &shape) {
  MemoryBox box;
  box.elementSize = 1;
  box.whole[0] = box.part[0] = imageBytes(shape);
  return box;
}

/// Between rows and slices is memory of the program, which commands do not write.
bool hasGaps(const ImageShape &shape) {
  return imageBytes(shape) !=
         static_cast<size_t>(shape.extent[0]) * static_cast<size_t>(shape.extent[1]) *
             static_cast<size_t>(shape.extent[2]) * static_cast<size_t>(shape.pixelSize);
}

} // namespace

ImageShape makeImageShape(int dimensions, const size_t *extent, const size_t *pitch,
                          image_channel_order order, image_channel_type type) {
  ImageShape shape;
  shape.order = order;
  shape.type = type;
  shape.channels = isPacked(type) ? 1 : channelsOf(order);
  shape.channelSize = isPacked(type) ? packedBytes(order, type) : bytesOf(type);
  shape.pixelSize = shape.channels * shape.channelSize;
  for (int i = 0; i < dimensions; ++i) {
    constexpr size_t most = std::numeric_limits<int>::max() / 2; // coordinates are int
    if (extent[i] > most)
      fail(errc::invalid, "An image has " + std::to_string(extent[i]) + " pixels in dimension " +
                              std::to_string(i) + "; at most " + std::to_string(most) +
                              " are possible.");
    shape.extent[i] = static_cast<int>(extent[i]);
  }
  const auto width = static_cast<size_t>(shape.extent[0]);
  const auto height = static_cast<size_t>(shape.extent[1]);
  const auto pixelSize = static_cast<size_t>(shape.pixelSize);
  shape.rowPitch = width * pixelSize;
  if (pitch && dimensions > 1)
    shape.rowPitch = checkedPitch("rows", pitch[0], shape.rowPitch, pixelSize);
  shape.slicePitch = checkedBytes("rows", shape.rowPitch, height);
  if (pitch && dimensions > 2)
    shape.slicePitch = checkedPitch("slices", pitch[1], shape.slicePitch, shape.rowPitch);
  (void)checkedBytes("slices", shape.slicePitch, static_cast<size_t>(shape.extent[2]));
  return shape;
}

std::shared_ptr<BufferImpl> makeImageMemory(const ImageShape &shape, void *storage,
                                            bool isUsedByDevices, const void *initial,
                                            std::shared_ptr<void> keepAlive) {
  BufferShape bytes;
  bytes.elementSize = 1;
  bytes.elements[0] = imageBytes(shape);
  return std::make_shared<BufferImpl>(bytes, storage, isUsedByDevices, initial,
                                      std::move(keepAlive));
}

std::shared_ptr<Requirement> makeImageRequirement(const std::shared_ptr<BufferImpl> &memory,
                                                  const ImageShape &shape, bool reads, bool writes,
                                                  bool isForHostTask) {
  return makeRequirement(memory, 0, bytesOf(shape), reads || hasGaps(shape), writes, isForHostTask);
}

std::shared_ptr<void> beginImageHostAccess(const std::shared_ptr<BufferImpl> &memory,
                                           const ImageShape &shape, bool reads, bool writes,
                                           void **address) {
  return beginHostAccess(memory, 0, bytesOf(shape), reads || hasGaps(shape), writes, address);
}

} // namespace sycl::detail
} // namespace ursa_sycl
