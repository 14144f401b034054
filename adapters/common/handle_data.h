// Data by which another process opens an object of this one. They come from that process, so they
// are checked before they are used.
#pragma once

#include "support/result.h"

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <span>
#include <type_traits>

#include <unistd.h>
#include <xxhash.h>

namespace ursa::adapter {

/// @tparam Content what locates the object; it has kMagic, a number of its own, and kWhat, such as
///                 "an allocation"
template <class Content> struct HandleData {
  static_assert(std::has_unique_object_representations_v<Content> &&
                sizeof(Content) % sizeof(uint64_t) == 0); // bytes between members have no value

  uint64_t magic = Content::kMagic;
  int64_t process = getpid();
  Content content;
  uint64_t checksum = 0; ///< of the members above

  explicit HandleData(const Content &itsContent = {}) : content(itsContent) {}

  bool isOfThisProcess() const { return process == getpid(); }

  std::unique_ptr<std::byte[]> bytes() {
    checksum = sum();
    auto copy = std::make_unique<std::byte[]>(sizeof(*this));
    std::memcpy(copy.get(), this, sizeof(*this));
    return copy;
  }

  /// Errors: UR_RESULT_ERROR_INVALID_VALUE if the bytes are not such data.
  static Result<HandleData> read(std::span<const std::byte> bytes) {
    HandleData data;
    if (bytes.size() != sizeof(data))
      return makeError(UR_RESULT_ERROR_INVALID_VALUE,
                       "Handle data of {} are {} bytes; {} were given.", Content::kWhat,
                       sizeof(data), bytes.size());
    std::memcpy(static_cast<void *>(&data), bytes.data(), sizeof(data));
    if (data.magic != Content::kMagic || data.checksum != data.sum())
      return makeError(UR_RESULT_ERROR_INVALID_VALUE, "The bytes are not handle data of {}.",
                       Content::kWhat);
    return data;
  }

private:
  uint64_t sum() const { return XXH3_64bits(this, offsetof(HandleData, checksum)); }
};

} // namespace ursa::adapter
