// Writes the answers of ur*GetInfo functions, a value, string or array, to (propSize, pPropValue,
// pPropSizeRet). Writes nothing if the caller's buffer is too small.
#pragma once

#include "support/result.h"

#include <cstring>
#include <span>
#include <string_view>
#include <type_traits>

namespace ursa::adapter {

class InfoWriter {
public:
  InfoWriter(size_t propSize, void *propValue, size_t *propSizeRet)
      : size_(propSize), value_(propValue), sizeRet_(propSizeRet) {}

  template <class T> Result<void> value(const T &answer) const {
    static_assert(std::is_trivially_copyable_v<T>);
    if (!value_ || size_ < sizeof(T))
      return bytes(&answer, sizeof(T));
    std::memcpy(value_, &answer, sizeof(T));
    if (sizeRet_)
      *sizeRet_ = sizeof(T);
    return {};
  }
  /// Writes a string and its terminating zero.
  Result<void> string(std::string_view answer) const;
  template <class T> Result<void> array(std::span<const T> answer) const {
    static_assert(std::is_trivially_copyable_v<T>);
    return bytes(answer.data(), answer.size_bytes());
  }
  Result<void> bytes(const void *answer, size_t size) const;

  /// Returns the error for a query that UR defines but this adapter does not support.
  static Result<void> unsupported(const char *function, int query);
  /// Returns the error for a query that UR does not define.
  static Result<void> unknown(const char *function, int query);

private:
  Result<void> checkRoom(size_t needed) const;

  size_t size_;
  void *value_;
  size_t *sizeRet_;
};

} // namespace ursa::adapter
