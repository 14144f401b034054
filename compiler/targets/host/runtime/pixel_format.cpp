#include "compiler/targets/host/runtime/pixel_format.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <limits>

namespace ursa::compiler::host {
namespace {

// Source of a component: the index of a channel in memory, or one of these constants.
constexpr int8_t kZero = -1;
constexpr int8_t kOne = -2;

struct Order {
  uint32_t channels;
  std::array<int8_t, 4> components; ///< sources of red, green, blue and alpha
  bool opaqueBorder;
  uint32_t opencl;
};

// Indexed by ur_image_channel_order_t.
constexpr Order kOrders[] = {
    {1, {kZero, kZero, kZero, 0}, false, 0x10B1}, // A
    {1, {0, kZero, kZero, kOne}, true, 0x10B0},   // R
    {2, {0, 1, kZero, kOne}, true, 0x10B2},       // RG
    {2, {0, kZero, kZero, 1}, false, 0x10B3},     // RA
    {3, {0, 1, 2, kOne}, true, 0x10B4},           // RGB
    {4, {0, 1, 2, 3}, false, 0x10B5},             // RGBA
    {4, {2, 1, 0, 3}, false, 0x10B6},             // BGRA
    {4, {1, 2, 3, 0}, false, 0x10B7},             // ARGB
    {4, {3, 2, 1, 0}, false, 0x10C3},             // ABGR
    {1, {0, 0, 0, 0}, false, 0x10B8},             // intensity
    {1, {0, 0, 0, kOne}, true, 0x10B9},           // luminance
    {1, {0, kZero, kZero, kOne}, false, 0x10BA},  // Rx
    {2, {0, 1, kZero, kOne}, false, 0x10BB},      // RGx
    {3, {0, 1, 2, kOne}, false, 0x10BC},          // RGBx
    {4, {0, 1, 2, 3}, false, 0x10C1},             // sRGBA
};

enum class Encoding { SignedNormalized, UnsignedNormalized, Packed, Signed, Unsigned, Float };

struct ChannelType {
  Encoding encoding;
  uint32_t bytes; ///< bytes per channel; per pixel for packed types
  uint32_t opencl;
};

// Indexed by ur_image_channel_type_t.
constexpr ChannelType kChannelTypes[] = {
    {Encoding::SignedNormalized, 1, 0x10D0},
    {Encoding::SignedNormalized, 2, 0x10D1},
    {Encoding::UnsignedNormalized, 1, 0x10D2},
    {Encoding::UnsignedNormalized, 2, 0x10D3},
    {Encoding::Packed, 2, 0x10D4},
    {Encoding::Packed, 2, 0x10D5},
    {Encoding::Packed, 4, 0x10D6},
    {Encoding::Signed, 1, 0x10D7},
    {Encoding::Signed, 2, 0x10D8},
    {Encoding::Signed, 4, 0x10D9},
    {Encoding::Unsigned, 1, 0x10DA},
    {Encoding::Unsigned, 2, 0x10DB},
    {Encoding::Unsigned, 4, 0x10DC},
    {Encoding::Float, 2, 0x10DD},
    {Encoding::Float, 4, 0x10DE},
};

const Order &orderOf(const ur_image_format_t &format) { return kOrders[format.channelOrder]; }
const ChannelType &typeOf(const ur_image_format_t &format) {
  return kChannelTypes[format.channelType];
}

template <class T> T read(const std::byte *memory) {
  T value;
  std::memcpy(&value, memory, sizeof(T));
  return value;
}
template <class T> void write(std::byte *memory, T value) {
  std::memcpy(memory, &value, sizeof(T));
}

// A bit field of a packed channel, counted from the least significant bit.
struct Field {
  uint32_t shift;
  uint32_t bits;
};
Field packedField(ur_image_channel_type_t type, uint32_t channel) {
  constexpr Field k565[] = {{11, 5}, {5, 6}, {0, 5}};
  constexpr Field k555[] = {{10, 5}, {5, 5}, {0, 5}};
  constexpr Field k101010[] = {{20, 10}, {10, 10}, {0, 10}};
  switch (type) {
  case UR_IMAGE_CHANNEL_TYPE_UNORM_SHORT_565:
    return k565[channel];
  case UR_IMAGE_CHANNEL_TYPE_UNORM_SHORT_555:
    return k555[channel];
  default:
    return k101010[channel];
  }
}

// Clamps and rounds to nearest even; NaN becomes 0.
double rounded(float value, double least, double most) {
  if (std::isnan(value))
    return 0;
  return std::nearbyint(std::clamp<double>(value, least, most));
}

float fromSrgb(float value) {
  return value <= 0.04045f ? value / 12.92f : std::pow((value + 0.055f) / 1.055f, 2.4f);
}
float toSrgb(float value) {
  if (std::isnan(value))
    return 0;
  value = std::clamp(value, 0.0f, 1.0f);
  return value < 0.0031308f ? value * 12.92f : 1.055f * std::pow(value, 1.0f / 2.4f) - 0.055f;
}

float loadChannel(const ur_image_format_t &format, const std::byte *pixel, uint32_t channel) {
  const ChannelType &type = typeOf(format);
  const std::byte *memory = pixel + size_t{channel} * type.bytes;
  switch (type.encoding) {
  case Encoding::SignedNormalized:
    return type.bytes == 1 ? std::max(static_cast<float>(read<int8_t>(memory)) / 127.0f, -1.0f)
                           : std::max(static_cast<float>(read<int16_t>(memory)) / 32767.0f, -1.0f);
  case Encoding::UnsignedNormalized:
    return type.bytes == 1 ? static_cast<float>(read<uint8_t>(memory)) / 255.0f
                           : static_cast<float>(read<uint16_t>(memory)) / 65535.0f;
  case Encoding::Packed: {
    const uint32_t bits = type.bytes == 2 ? read<uint16_t>(pixel) : read<uint32_t>(pixel);
    const Field field = packedField(format.channelType, channel);
    const uint32_t most = (1U << field.bits) - 1;
    return static_cast<float>((bits >> field.shift) & most) / static_cast<float>(most);
  }
  case Encoding::Float:
    return type.bytes == 2 ? static_cast<float>(read<_Float16>(memory)) : read<float>(memory);
  default:
    return 0;
  }
}

void storeChannel(const ur_image_format_t &format, std::byte *pixel, uint32_t channel,
                  float value) {
  const ChannelType &type = typeOf(format);
  std::byte *memory = pixel + size_t{channel} * type.bytes;
  switch (type.encoding) {
  case Encoding::SignedNormalized:
    if (type.bytes == 1)
      write(memory, static_cast<int8_t>(rounded(value * 127.0f, -128, 127)));
    else
      write(memory, static_cast<int16_t>(rounded(value * 32767.0f, -32768, 32767)));
    break;
  case Encoding::UnsignedNormalized:
    if (type.bytes == 1)
      write(memory, static_cast<uint8_t>(rounded(value * 255.0f, 0, 255)));
    else
      write(memory, static_cast<uint16_t>(rounded(value * 65535.0f, 0, 65535)));
    break;
  case Encoding::Packed: {
    const Field field = packedField(format.channelType, channel);
    const uint32_t most = (1U << field.bits) - 1;
    const auto bits = static_cast<uint32_t>(rounded(value * static_cast<float>(most), 0, most))
                      << field.shift;
    const uint32_t mask = ~(most << field.shift);
    if (type.bytes == 2)
      write(pixel, static_cast<uint16_t>((read<uint16_t>(pixel) & mask) | bits));
    else
      write(pixel, (read<uint32_t>(pixel) & mask) | bits);
    break;
  }
  case Encoding::Float:
    if (type.bytes == 2)
      write(memory, static_cast<_Float16>(value));
    else
      write(memory, value);
    break;
  default:
    break;
  }
}

int32_t loadIntegerChannel(const ChannelType &type, const std::byte *memory) {
  const bool isSigned = type.encoding == Encoding::Signed;
  switch (type.bytes) {
  case 1:
    return isSigned ? read<int8_t>(memory) : read<uint8_t>(memory);
  case 2:
    return isSigned ? read<int16_t>(memory) : read<uint16_t>(memory);
  default:
    return read<int32_t>(memory);
  }
}

template <class T> void storeSaturated(std::byte *memory, int64_t value) {
  write(memory, static_cast<T>(std::clamp<int64_t>(value, std::numeric_limits<T>::min(),
                                                   std::numeric_limits<T>::max())));
}

void storeIntegerChannel(const ChannelType &type, std::byte *memory, int64_t value) {
  const bool isSigned = type.encoding == Encoding::Signed;
  switch (type.bytes) {
  case 1:
    return isSigned ? storeSaturated<int8_t>(memory, value)
                    : storeSaturated<uint8_t>(memory, value);
  case 2:
    return isSigned ? storeSaturated<int16_t>(memory, value)
                    : storeSaturated<uint16_t>(memory, value);
  default:
    return isSigned ? storeSaturated<int32_t>(memory, value)
                    : storeSaturated<uint32_t>(memory, value);
  }
}

bool isInteger(const ChannelType &type) {
  return type.encoding == Encoding::Signed || type.encoding == Encoding::Unsigned;
}

// Returns the component that a channel is written from: the first one that is read from the
// channel.
unsigned componentOf(const Order &order, uint32_t channel) {
  unsigned component = 0;
  while (order.components[component] != static_cast<int8_t>(channel))
    ++component;
  return component;
}

} // namespace

std::optional<PixelFormat> PixelFormat::of(const ur_image_format_t &format) {
  if (static_cast<size_t>(format.channelOrder) >= std::size(kOrders) ||
      static_cast<size_t>(format.channelType) >= std::size(kChannelTypes))
    return std::nullopt;
  const Order &order = orderOf(format);
  const ChannelType &type = typeOf(format);
  if (type.encoding == Encoding::Packed && format.channelOrder != UR_IMAGE_CHANNEL_ORDER_RGB &&
      format.channelOrder != UR_IMAGE_CHANNEL_ORDER_RGBX)
    return std::nullopt;
  if (format.channelOrder == UR_IMAGE_CHANNEL_ORDER_SRGBA &&
      format.channelType != UR_IMAGE_CHANNEL_TYPE_UNORM_INT8)
    return std::nullopt;
  const uint32_t size =
      type.encoding == Encoding::Packed ? type.bytes : type.bytes * order.channels;
  return PixelFormat(format, order.channels, size);
}

uint32_t PixelFormat::openclOrder() const { return orderOf(format_).opencl; }
uint32_t PixelFormat::openclType() const { return typeOf(format_).opencl; }
bool PixelFormat::hasOpaqueBorder() const { return orderOf(format_).opaqueBorder; }

Float4 PixelFormat::loadFloat(const std::byte *pixel) const {
  const Order &order = orderOf(format_);
  Float4 color{};
  if (isInteger(typeOf(format_)))
    return color;
  for (unsigned i = 0; i < 4; ++i) {
    const int8_t source = order.components[i];
    color[i] = source >= 0 ? loadChannel(format_, pixel, static_cast<uint32_t>(source))
                           : (source == kOne ? 1.0f : 0.0f);
  }
  if (format_.channelOrder == UR_IMAGE_CHANNEL_ORDER_SRGBA)
    for (unsigned i = 0; i < 3; ++i)
      color[i] = fromSrgb(color[i]);
  return color;
}

Int4 PixelFormat::loadInteger(const std::byte *pixel) const {
  const Order &order = orderOf(format_);
  const ChannelType &type = typeOf(format_);
  Int4 color{};
  if (!isInteger(type))
    return color;
  for (unsigned i = 0; i < 4; ++i) {
    const int8_t source = order.components[i];
    color[i] = source >= 0
                   ? loadIntegerChannel(type, pixel + static_cast<size_t>(source) * type.bytes)
                   : (source == kOne ? 1 : 0);
  }
  return color;
}

void PixelFormat::store(std::byte *pixel, Float4 color) const {
  const Order &order = orderOf(format_);
  if (format_.channelOrder == UR_IMAGE_CHANNEL_ORDER_SRGBA)
    for (unsigned i = 0; i < 3; ++i)
      color[i] = toSrgb(color[i]);
  for (uint32_t channel = 0; channel < channels_; ++channel)
    storeChannel(format_, pixel, channel, color[componentOf(order, channel)]);
}

void PixelFormat::store(std::byte *pixel, Int4 color, bool isSigned) const {
  const Order &order = orderOf(format_);
  const ChannelType &type = typeOf(format_);
  if (!isInteger(type))
    return;
  for (uint32_t channel = 0; channel < channels_; ++channel) {
    const int32_t value = color[componentOf(order, channel)];
    storeIntegerChannel(type, pixel + size_t{channel} * type.bytes,
                        isSigned ? int64_t{value} : int64_t{static_cast<uint32_t>(value)});
  }
}

} // namespace ursa::compiler::host
