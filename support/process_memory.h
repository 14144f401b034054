// Reads memory of this process that may be unmapped, such as a supposed handle from an adapter.
#pragma once

#include <cstddef>

namespace ursa::inline support {

/// Copies from memory that may be unreadable, without a fault. If the system does not allow the
/// process to inspect itself in this way (a seccomp filter), reads the memory directly.
///
/// @return whether the memory was read
bool readMemory(const void *from, void *to, size_t size) noexcept;

} // namespace ursa::inline support
