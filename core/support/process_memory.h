// Memory of this process that may not be there: what an adapter says is a handle.
#pragma once

#include <cstddef>

namespace ursa {

/// Copies from memory that need not be readable, without a fault. Where the system does not let a
/// process look at itself in this way (a seccomp filter), the memory is read as it is.
///
/// @return whether it was read
bool readMemory(const void *from, void *to, size_t size) noexcept;

} // namespace ursa
