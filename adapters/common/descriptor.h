// A file descriptor, of this process or taken over from another one.
#pragma once

#include "support/result.h"

#include <cstdint>

namespace ursa::adapter {

/// Owns the descriptor.
class Descriptor {
public:
  explicit Descriptor(int number) : number_(number) {}
  Descriptor(Descriptor &&other) noexcept : number_(std::exchange(other.number_, -1)) {}
  Descriptor &operator=(Descriptor &&other) noexcept {
    std::swap(number_, other.number_);
    return *this;
  }
  ~Descriptor();

  int number() const { return number_; }
  /// Returns a number that differs for other files that are open at the same time.
  Result<uint64_t> identity() const;

private:
  int number_;
};

/// Returns a descriptor of the same open file as one of another process, or of this one. Errors:
/// UR_RESULT_ERROR_INVALID_VALUE if there is none, or the system does not allow it.
Result<Descriptor> openDescriptor(int64_t process, int64_t number);

} // namespace ursa::adapter
