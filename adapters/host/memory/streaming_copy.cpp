#include "adapters/host/memory/streaming_copy.h"

#include <algorithm>
#include <cstdint>
#include <cstring>

#if defined(__x86_64__)
#include <immintrin.h>
#endif

namespace ursa::host {
namespace {

#if defined(__x86_64__)

constexpr size_t kLine = 64;          // bytes of a cache line
constexpr size_t kLinesOfABlock = 4;  // copied at a time
constexpr size_t kPrefetchLines = 16; // ahead of the loads

// The functions below copy blocks of whole cache lines to an aligned address.

void prefetchBlock(const std::byte *from) {
  for (size_t line = 0; line < kLinesOfABlock; ++line)
    _mm_prefetch(reinterpret_cast<const char *>(from + (kPrefetchLines + line) * kLine),
                 _MM_HINT_T0);
}

void streamSse2(std::byte *to, const std::byte *from, size_t blocks) {
  constexpr size_t kVectors = kLinesOfABlock * kLine / sizeof(__m128i);
  for (; blocks > 0; --blocks, to += kLinesOfABlock * kLine, from += kLinesOfABlock * kLine) {
    prefetchBlock(from);
    __m128i values[kVectors];
    for (size_t i = 0; i < kVectors; ++i)
      values[i] = _mm_loadu_si128(reinterpret_cast<const __m128i *>(from) + i);
    for (size_t i = 0; i < kVectors; ++i)
      _mm_stream_si128(reinterpret_cast<__m128i *>(to) + i, values[i]);
  }
}

[[gnu::target("avx2")]] void streamAvx2(std::byte *to, const std::byte *from, size_t blocks) {
  constexpr size_t kVectors = kLinesOfABlock * kLine / sizeof(__m256i);
  for (; blocks > 0; --blocks, to += kLinesOfABlock * kLine, from += kLinesOfABlock * kLine) {
    prefetchBlock(from);
    __m256i values[kVectors];
    for (size_t i = 0; i < kVectors; ++i)
      values[i] = _mm256_loadu_si256(reinterpret_cast<const __m256i *>(from) + i);
    for (size_t i = 0; i < kVectors; ++i)
      _mm256_stream_si256(reinterpret_cast<__m256i *>(to) + i, values[i]);
  }
}

[[gnu::target("avx512f")]] void streamAvx512(std::byte *to, const std::byte *from, size_t blocks) {
  constexpr size_t kVectors = kLinesOfABlock * kLine / sizeof(__m512i);
  for (; blocks > 0; --blocks, to += kLinesOfABlock * kLine, from += kLinesOfABlock * kLine) {
    prefetchBlock(from);
    __m512i values[kVectors];
    for (size_t i = 0; i < kVectors; ++i)
      values[i] = _mm512_loadu_si512(reinterpret_cast<const __m512i *>(from) + i);
    for (size_t i = 0; i < kVectors; ++i)
      _mm512_stream_si512(reinterpret_cast<__m512i *>(to) + i, values[i]);
  }
}

void streamBlocks(std::byte *to, const std::byte *from, size_t blocks, StreamVectors vectors) {
  switch (vectors) {
  case StreamVectors::Avx512:
    return streamAvx512(to, from, blocks);
  case StreamVectors::Avx2:
    return streamAvx2(to, from, blocks);
  case StreamVectors::Sse2:
    return streamSse2(to, from, blocks);
  }
}

// The caller orders the stores.
void copyUnordered(std::byte *to, const std::byte *from, size_t size, StreamVectors vectors) {
  const size_t head = std::min(size, -reinterpret_cast<uintptr_t>(to) % kLine);
  std::memcpy(to, from, head);
  const size_t blocks = (size - head) / (kLinesOfABlock * kLine);
  streamBlocks(to + head, from + head, blocks, vectors);
  const size_t done = head + blocks * kLinesOfABlock * kLine;
  std::memcpy(to + done, from + done, size - done);
}

// Streaming stores are weakly ordered: without the fence, another thread that sees that the command
// is complete might not see them.
void orderStores() { _mm_sfence(); }

StreamVectors vectorsOfProcessor() {
  return __builtin_cpu_supports("avx512f") ? StreamVectors::Avx512
         : __builtin_cpu_supports("avx2")  ? StreamVectors::Avx2
                                           : StreamVectors::Sse2;
}

#else

void copyUnordered(std::byte *to, const std::byte *from, size_t size, StreamVectors) {
  std::memcpy(to, from, size);
}
void orderStores() {}
StreamVectors vectorsOfProcessor() { return StreamVectors::Sse2; }

#endif

} // namespace

StreamVectors bestStreamVectors() {
  static const StreamVectors best = vectorsOfProcessor();
  return best;
}

void copyStreaming(std::byte *to, const std::byte *from, size_t size, StreamVectors vectors) {
  copyUnordered(to, from, size, vectors);
  orderStores();
}

void fillStreaming(std::byte *to, size_t size, const std::byte *pattern, size_t patternSize) {
  const StreamVectors vectors = bestStreamVectors();
  for (size_t at = 0; at < size; at += patternSize)
    copyUnordered(to + at, pattern, std::min(patternSize, size - at), vectors);
  orderStores();
}

} // namespace ursa::host
