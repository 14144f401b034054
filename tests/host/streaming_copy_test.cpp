// Copies and fills with streaming stores: every alignment and length, and every size of vectors
// that this processor has.
#include "adapters/host/memory/streaming_copy.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

namespace ursa::host {
namespace {

std::byte numbered(size_t i) { return static_cast<std::byte>(i * 31 + (i >> 8) + 1); }

std::vector<std::byte> numberedBytes(size_t size) {
  std::vector<std::byte> bytes(size);
  for (size_t i = 0; i < size; ++i)
    bytes[i] = numbered(i);
  return bytes;
}

TEST(StreamingCopy, CopiesWhatItShouldAndNothingElse) {
  constexpr size_t kRoom = 3000;
  const std::vector<std::byte> from = numberedBytes(kRoom);
  for (const auto vectors : {StreamVectors::Sse2, StreamVectors::Avx2, StreamVectors::Avx512}) {
    if (vectors > bestStreamVectors())
      continue;
    for (const size_t size : {0, 1, 63, 64, 65, 255, 256, 257, 319, 320, 1000, 2048, 2900})
      for (const size_t toOffset : {0, 1, 15, 16, 31, 33, 63, 64})
        for (const size_t fromOffset : {0, 1, 17, 64}) {
          std::vector<std::byte> to(kRoom + 64, std::byte{0});
          std::vector<std::byte> wanted = to;
          std::copy_n(from.begin() + static_cast<ptrdiff_t>(fromOffset), size,
                      wanted.begin() + static_cast<ptrdiff_t>(toOffset));
          copyStreaming(to.data() + toOffset, from.data() + fromOffset, size, vectors);
          ASSERT_EQ(to, wanted) << size << " bytes from " << fromOffset << " to " << toOffset;
        }
  }
}

TEST(StreamingCopy, FillsRepeatThePattern) {
  for (const size_t patternSize : {1, 12, 64, 1000, 4100})
    for (const size_t size : {size_t{1}, patternSize, 3 * patternSize, 10 * patternSize + 5}) {
      const std::vector<std::byte> pattern = numberedBytes(patternSize);
      constexpr size_t kOffset = 5;
      std::vector<std::byte> to(size + 2 * kOffset, std::byte{0});
      fillStreaming(to.data() + kOffset, size, pattern.data(), patternSize);
      for (size_t i = 0; i < to.size(); ++i) {
        const bool isInside = i >= kOffset && i < kOffset + size;
        ASSERT_EQ(to[i], isInside ? numbered((i - kOffset) % patternSize) : std::byte{0}) << i;
      }
    }
}

} // namespace
} // namespace ursa::host
