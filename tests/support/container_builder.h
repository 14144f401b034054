// Builds containers of device images byte by byte, so that tests can also build invalid ones.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace ursa::testing {

/// Encodes a byte array as text, as property sets store it.
inline std::string encodeBytes(const std::vector<uint8_t> &payload) {
  static constexpr std::string_view kAlphabet =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::vector<uint8_t> bytes(8);
  const uint64_t bits = uint64_t{8} * payload.size();
  std::memcpy(bytes.data(), &bits, sizeof(bits));
  bytes.insert(bytes.end(), payload.begin(), payload.end());
  std::string text;
  unsigned pending = 0;
  int pendingBits = 0;
  for (const uint8_t byte : bytes) {
    pending |= static_cast<unsigned>(byte) << pendingBits;
    for (pendingBits += 8; pendingBits >= 6; pendingBits -= 6, pending >>= 6)
      text += kAlphabet[pending & 63];
  }
  if (pendingBits > 0)
    text += kAlphabet[pending & 63];
  return text;
}

/// Concatenates values as little-endian bytes.
template <class... Values> std::vector<uint8_t> bytesOf(const Values &...values) {
  std::vector<uint8_t> bytes;
  const auto append = [&bytes](const auto &value) {
    const size_t begin = bytes.size();
    bytes.resize(begin + sizeof(value));
    std::memcpy(bytes.data() + begin, &value, sizeof(value));
  };
  (append(values), ...);
  return bytes;
}

/// The property sets of an image with constants, as text.
struct PropertyText {
  std::string text;

  PropertyText &set(std::string_view name) {
    text.append("[").append(name).append("]\n");
    return *this;
  }
  PropertyText &bytes(std::string_view name, const std::vector<uint8_t> &value) {
    text.append(name).append("=2|").append(encodeBytes(value)).append("\n");
    return *this;
  }
  PropertyText &number(std::string_view name, uint32_t value) {
    text.append(name).append("=1|").append(std::to_string(value)).append("\n");
    return *this;
  }
};

/// One object of a container.
inline std::vector<std::byte>
buildObject(const std::vector<std::pair<std::string, std::string>> &strings,
            std::string_view code) {
  struct {
    uint8_t magic[4] = {0x10, 0xff, 0x10, 0xad};
    uint32_t version = 1;
    uint64_t size = 0, entryOffset = 32, entrySize = 40;
  } header;
  struct {
    uint16_t imageKind = 2, offloadKind = 8;
    uint32_t flags = 0;
    uint64_t stringOffset = 72, stringCount = 0, imageOffset = 0, imageSize = 0;
  } entry;
  static_assert(sizeof(header) == 32 && sizeof(entry) == 40);

  entry.stringCount = strings.size();
  std::vector<uint64_t> offsets;
  std::string table;
  const uint64_t tableBegin = 72 + 16 * strings.size();
  for (const auto &[key, value] : strings)
    for (const std::string *string : {&key, &value}) {
      offsets.push_back(tableBegin + table.size());
      table.append(*string).push_back('\0');
    }
  entry.imageOffset = (tableBegin + table.size() + 7) / 8 * 8;
  entry.imageSize = code.size();
  header.size = (entry.imageOffset + code.size() + 7) / 8 * 8;

  std::vector<std::byte> bytes(header.size);
  std::memcpy(bytes.data(), &header, sizeof(header));
  std::memcpy(bytes.data() + 32, &entry, sizeof(entry));
  const auto put = [&bytes](uint64_t offset, const void *data, size_t size) {
    if (size > 0) // an empty array may be null, which memcpy does not allow
      std::memcpy(bytes.data() + offset, data, size);
  };
  put(72, offsets.data(), 8 * offsets.size());
  put(tableBegin, table.data(), table.size());
  put(entry.imageOffset, code.data(), code.size());
  return bytes;
}

/// An image as the compiler writes it.
inline std::vector<std::byte> buildImage(std::string target, std::string kernels,
                                         std::string properties, std::string_view code) {
  return buildObject({{"triple", "x86_64-unknown-linux-gnu"},
                      {"arch", ""},
                      {"ursa-target", std::move(target)},
                      {"symbols", std::move(kernels)},
                      {"properties", std::move(properties)}},
                     code);
}

inline std::vector<std::byte> concatenate(std::vector<std::byte> first,
                                          const std::vector<std::byte> &second) {
  first.insert(first.end(), second.begin(), second.end());
  return first;
}

/// Two constants, `scale` (int, 3) and `pair` ({ char, int } = { 7, 9 }), of one kernel `k` with
/// two arguments, for a native image, and for an emulated one, where the emulation buffer is after
/// them.
inline std::string nativeProperties() {
  return PropertyText()
      .set("SYCL/specialization constants")
      .bytes("scale", bytesOf(0u, 0u, 4u))
      .bytes("pair", bytesOf(1u, 0u, 1u, 2u, 4u, 4u))
      .set("SYCL/specialization constants default values")
      .bytes("all", bytesOf(3u, 7u, 9u))
      .text;
}

inline std::string emulatedProperties() {
  return PropertyText()
      .set("SYCL/specialization constants")
      .bytes("scale", bytesOf(0u, 0u, 4u))
      .bytes("pair", bytesOf(1u, 0u, 8u))
      .set("SYCL/specialization constants default values")
      .bytes("all", bytesOf(3u, 7u, 9u))
      .set("Ursa/specialization buffer")
      .number("k", 2)
      .text;
}

} // namespace ursa::testing
