// Copies of memory that is larger than the caches: the stores bypass them, which saves reading the
// destination.
#pragma once

#include <cstddef>

namespace ursa::host {

/// The smallest command whose copies should bypass the caches. Smaller ones often find their memory
/// in a cache, and leave it there for the next command.
inline constexpr size_t kStreamingBytes = size_t{8} << 20;

/// The vectors of the stores, of 16, 32 and 64 bytes.
enum class StreamVectors { Sse2, Avx2, Avx512 };

/// Returns the largest vectors of this processor.
StreamVectors bestStreamVectors();

/// Copies memory that does not overlap. The stores are ordered before all later ones of this
/// thread, as those of memcpy are.
void copyStreaming(std::byte *to, const std::byte *from, size_t size,
                   StreamVectors vectors = bestStreamVectors());

/// Repeats a pattern over memory; it begins with the pattern's first byte.
void fillStreaming(std::byte *to, size_t size, const std::byte *pattern, size_t patternSize);

} // namespace ursa::host
