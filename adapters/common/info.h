// Answers of the ur*GetInfo functions: a value, string or array into (propSize, pPropValue,
// pPropSizeRet), with nothing written when the room is too small.
#pragma once

#include "core/support/result.h"

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
    return bytes(&answer, sizeof(T));
  }
  /// A string with its terminating zero.
  Result<void> string(std::string_view answer) const;
  template <class T> Result<void> array(std::span<const T> answer) const {
    static_assert(std::is_trivially_copyable_v<T>);
    return bytes(answer.data(), answer.size_bytes());
  }
  Result<void> bytes(const void *answer, size_t size) const;

  /// The query is defined, but this adapter has no answer to it.
  static Result<void> unsupported(const char *function, int query);
  /// There is no such query.
  static Result<void> unknown(const char *function, int query);

private:
  Result<void> checkRoom(size_t needed) const;

  size_t size_;
  void *value_;
  size_t *sizeRet_;
};

} // namespace ursa::adapter
