// The records of a container's objects: LLVM's OffloadBinary, version 1.
#pragma once

#include <cstdint>

namespace ursa::format::layout {

inline constexpr uint8_t kMagic[4] = {0x10, 0xff, 0x10, 0xad};
inline constexpr uint32_t kVersion = 1;
inline constexpr uint64_t kAlignment = 8; ///< of an object, and of the code in it
inline constexpr uint16_t kSycl = 8;      ///< offload kind

struct Header {
  uint8_t magic[4];
  uint32_t version;
  uint64_t size; ///< of the whole object
  uint64_t entryOffset;
  uint64_t entrySize;
};

struct Entry {
  uint16_t imageKind;
  uint16_t offloadKind;
  uint32_t flags;
  uint64_t stringOffset;
  uint64_t stringCount;
  uint64_t imageOffset;
  uint64_t imageSize;
};

struct StringEntry {
  uint64_t keyOffset;
  uint64_t valueOffset;
};

static_assert(sizeof(Header) == 32 && sizeof(Entry) == 40 && sizeof(StringEntry) == 16);

/// Returns @p size rounded up to the alignment.
constexpr uint64_t aligned(uint64_t size) {
  return (size + kAlignment - 1) / kAlignment * kAlignment;
}

} // namespace ursa::format::layout
