// Memory for allocations, on large pages where it is large: a processor that walks through memory
// needs an entry of its address translation for each page, and prefetches within one.
#pragma once

#include <cstddef>

namespace ursa::host {

/// Returns memory that std::free frees; null if there is none. It is aligned at least as asked, and
/// its size is rounded up to that alignment. Of 4 MiB and more, the system is asked for large
/// pages, which exist from their first use on.
/// @param alignment bytes, a power of two
void *allocateAligned(size_t alignment, size_t size);

} // namespace ursa::host
