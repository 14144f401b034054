#include "compiler/targets/host/runtime/image.h"

#include <algorithm>
#include <cmath>

namespace ursa::compiler::host {
namespace {

// A decoded sampler.
struct Sampler {
  explicit Sampler(uint32_t bits)
      : isNormalized(bits & 1), isLinear((bits & 0x30) == 0x20),
        addressing(static_cast<ur_sampler_addressing_mode_t>(bits >> 1 & 7)) {}

  bool isNormalized;
  bool isLinear;
  ur_sampler_addressing_mode_t addressing;
};

// Converts to an integer and clamps; NaN becomes the lower bound.
int64_t toIndex(float value, int64_t least, int64_t most) {
  if (!(value > static_cast<float>(least)))
    return least;
  if (value >= static_cast<float>(most))
    return most;
  return static_cast<int64_t>(value);
}

// The two pixels of one axis that a coordinate samples, and the weight of the second pixel. Index
// -1 and index `extent` are outside.
struct Footprint {
  int64_t first;
  int64_t second;
  float weight; ///< of the second pixel
};

// Implements "Address and filter modes" of the OpenCL specification for one axis.
Footprint footprint(const Sampler &sampler, bool isLinear, float coordinate, uint32_t extent) {
  const auto size = static_cast<float>(extent);
  const int64_t last = int64_t{extent} - 1;
  const float shift = isLinear ? 0.5f : 0.0f;
  switch (sampler.addressing) {
  case UR_SAMPLER_ADDRESSING_MODE_REPEAT: {
    const float s = sampler.isNormalized ? coordinate : coordinate / size;
    const float u = (s - std::floor(s)) * size - shift;
    const int64_t index = toIndex(std::floor(u), -1, last + 1);
    const int64_t next = index + 1;
    return {index < 0      ? index + extent
            : index > last ? index - extent
                           : index,
            next > last ? next - extent : next, u - std::floor(u)};
  }
  case UR_SAMPLER_ADDRESSING_MODE_MIRRORED_REPEAT: {
    const float s = sampler.isNormalized ? coordinate : coordinate / size;
    const float u = std::fabs(s - 2.0f * std::rint(0.5f * s)) * size - shift;
    const int64_t index = toIndex(std::floor(u), -1, last);
    return {std::max<int64_t>(index, 0), std::min(index + 1, last), u - std::floor(u)};
  }
  default: {
    const float u = (sampler.isNormalized ? coordinate * size : coordinate) - shift;
    const bool toEdge = sampler.addressing == UR_SAMPLER_ADDRESSING_MODE_CLAMP_TO_EDGE;
    const int64_t least = toEdge ? 0 : -1;
    const int64_t most = toEdge ? last : last + 1;
    const float below = std::floor(u);
    return {toIndex(below, least, most), toIndex(below + 1.0f, least, most), u - below};
  }
  }
}

// Returns the index of a layer, clamped in every addressing mode.
int64_t layerIndex(float coordinate, uint32_t layers) {
  return toIndex(std::rint(coordinate), 0, int64_t{layers} - 1);
}

bool isInside(const Image &image, const int64_t (&index)[3]) {
  for (unsigned axis = 0; axis < 3; ++axis)
    if (index[axis] < 0 || index[axis] >= image.extent[axis])
      return false;
  return true;
}

const std::byte *pixelAt(const Image &image, const int64_t (&index)[3]) {
  return image.at(static_cast<uint64_t>(index[0]), static_cast<uint64_t>(index[1]),
                  static_cast<uint64_t>(index[2]));
}

Float4 fetchFloat(const Image &image, const int64_t (&index)[3]) {
  if (isInside(image, index))
    return image.format.loadFloat(pixelAt(image, index));
  return Float4{0, 0, 0, image.format.hasOpaqueBorder() ? 1.0f : 0.0f};
}

Int4 fetchInteger(const Image &image, const int64_t (&index)[3]) {
  if (isInside(image, index))
    return image.format.loadInteger(pixelAt(image, index));
  return Int4{0, 0, 0, image.format.hasOpaqueBorder() ? 1 : 0};
}

// The pixels that coordinates sample, along all axes.
struct Area {
  Area(const Image &image, const Sampler &sampler, bool isLinear, const float (&coordinates)[3])
      : axes(format::host::axesOf(image.type)) {
    for (uint32_t axis = 0; axis < axes; ++axis)
      along[axis] = footprint(sampler, isLinear, coordinates[axis], image.extent[axis]);
    if (format::host::isArray(image.type))
      along[axes].first = layerIndex(coordinates[axes], image.extent[axes]);
  }

  uint32_t axes;
  Footprint along[3] = {};
};

void nearest(const Area &area, int64_t (&index)[3]) {
  for (unsigned axis = 0; axis < 3; ++axis)
    index[axis] = area.along[axis].first;
}

// Computes the pixel at integer coordinates. OpenCL requires an unnormalized sampler without
// filtering here.
void pixelIndex(const Image &image, uint32_t bits, const int32_t (&coordinates)[3],
                int64_t (&index)[3]) {
  const uint32_t axes = format::host::axesOf(image.type);
  const bool toEdge = Sampler(bits).addressing == UR_SAMPLER_ADDRESSING_MODE_CLAMP_TO_EDGE;
  for (uint32_t axis = 0; axis < 3; ++axis) {
    const bool isLayer = format::host::isArray(image.type) && axis == axes;
    index[axis] = axis < axes || isLayer ? coordinates[axis] : 0;
    if (isLayer || toEdge)
      index[axis] = std::clamp<int64_t>(index[axis], 0, int64_t{image.extent[axis]} - 1);
  }
}

// Returns the pixel to write; null outside of the image.
std::byte *writable(const Image &image, int32_t x, int32_t y, int32_t z) {
  const int32_t coordinates[3] = {x, y, z};
  int64_t index[3] = {};
  for (uint32_t axis = 0;
       axis < format::host::axesOf(image.type) + (format::host::isArray(image.type) ? 1 : 0);
       ++axis)
    index[axis] = coordinates[axis];
  return isInside(image, index) ? const_cast<std::byte *>(pixelAt(image, index)) : nullptr;
}

} // namespace

Float4 readFloat(const Image &image, uint32_t bits, float x, float y, float z) {
  const Sampler sampler(bits);
  const Area area(image, sampler, sampler.isLinear, {x, y, z});
  int64_t index[3];
  if (!sampler.isLinear) {
    nearest(area, index);
    return fetchFloat(image, index);
  }
  Float4 sum{};
  for (uint32_t corner = 0; corner < 1U << area.axes; ++corner) {
    nearest(area, index);
    float weight = 1.0f;
    for (uint32_t axis = 0; axis < area.axes; ++axis) {
      const Footprint &along = area.along[axis];
      const bool isSecond = corner >> axis & 1;
      weight *= isSecond ? along.weight : 1.0f - along.weight;
      if (isSecond)
        index[axis] = along.second;
    }
    sum += weight * fetchFloat(image, index);
  }
  return sum;
}

Float4 readFloatAtPixel(const Image &image, uint32_t sampler, int32_t x, int32_t y, int32_t z) {
  int64_t index[3];
  pixelIndex(image, sampler, {x, y, z}, index);
  return fetchFloat(image, index);
}

Int4 readInteger(const Image &image, uint32_t bits, float x, float y, float z) {
  int64_t index[3];
  nearest(Area(image, Sampler(bits), /*isLinear=*/false, {x, y, z}), index);
  return fetchInteger(image, index);
}

Int4 readIntegerAtPixel(const Image &image, uint32_t sampler, int32_t x, int32_t y, int32_t z) {
  int64_t index[3];
  pixelIndex(image, sampler, {x, y, z}, index);
  return fetchInteger(image, index);
}

void writeFloat(const Image &image, int32_t x, int32_t y, int32_t z, Float4 color) {
  if (std::byte *pixel = writable(image, x, y, z))
    image.format.store(pixel, color);
}

void writeSigned(const Image &image, int32_t x, int32_t y, int32_t z, Int4 color) {
  if (std::byte *pixel = writable(image, x, y, z))
    image.format.store(pixel, color, /*isSigned=*/true);
}

void writeUnsigned(const Image &image, int32_t x, int32_t y, int32_t z, Int4 color) {
  if (std::byte *pixel = writable(image, x, y, z))
    image.format.store(pixel, color, /*isSigned=*/false);
}

} // namespace ursa::compiler::host
