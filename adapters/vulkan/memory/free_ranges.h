// The free parts of a range of numbers: best fit, and released pieces merge with their neighbours.
// Both operations take logarithmic time.
#pragma once

#include <bit>
#include <cassert>
#include <cstdint>
#include <iterator>
#include <map>
#include <optional>
#include <set>

namespace ursa::vulkan {

/// Not thread safe.
class FreeRanges {
public:
  FreeRanges(uint64_t begin, uint64_t size) : size_(size) { insert(begin, size); }

  /// Allocates a piece from the smallest free part that fits.
  /// @param size not 0
  /// @param alignment of the piece's first number, a power of two
  /// @return the first number; nothing if no part fits
  std::optional<uint64_t> allocate(uint64_t size, uint64_t alignment) {
    // A part that is just large enough may be misaligned: a few are tried, then one that fits at
    // any alignment.
    constexpr int kMaxAttempts = 8;
    auto part = bySize_.lower_bound({size, 0});
    for (int i = 0; i < kMaxAttempts && part != bySize_.end(); ++i, ++part)
      if (const auto first = firstIn(*part, size, alignment))
        return cut(*part, *first, size);
    if (part == bySize_.end() || size > UINT64_MAX - alignment)
      return std::nullopt;
    part = bySize_.lower_bound({size + alignment - 1, 0});
    if (part == bySize_.end())
      return std::nullopt;
    return cut(*part, *firstIn(*part, size, alignment), size);
  }

  /// Frees an allocated piece.
  void release(uint64_t begin, uint64_t size) {
    const auto next = byBegin_.upper_bound(begin);
    assert(next == byBegin_.end() || begin + size <= next->first);
    if (next != byBegin_.end() && next->first == begin + size) {
      size += next->second;
      erase(next);
    }
    const auto after = byBegin_.lower_bound(begin);
    if (after != byBegin_.begin()) {
      const auto previous = std::prev(after);
      assert(previous->first + previous->second <= begin);
      if (previous->first + previous->second == begin) {
        begin = previous->first;
        size += previous->second;
        erase(previous);
      }
    }
    insert(begin, size);
  }

  /// Returns whether nothing is allocated.
  bool isWhole() const { return byBegin_.size() == 1 && byBegin_.begin()->second == size_; }
  uint64_t largest() const { return bySize_.empty() ? 0 : bySize_.rbegin()->first; }

private:
  using Part = std::pair<uint64_t, uint64_t>; // size and first number

  static std::optional<uint64_t> firstIn(const Part &part, uint64_t size, uint64_t alignment) {
    assert(std::has_single_bit(alignment));
    const uint64_t skipped = (alignment - part.second % alignment) % alignment;
    if (skipped > part.first || part.first - skipped < size)
      return std::nullopt;
    return part.second + skipped;
  }

  uint64_t cut(Part part, uint64_t first, uint64_t size) {
    const auto [partSize, partBegin] = part;
    erase(byBegin_.find(partBegin));
    if (first != partBegin)
      insert(partBegin, first - partBegin);
    if (first + size != partBegin + partSize)
      insert(first + size, partBegin + partSize - first - size);
    return first;
  }

  void insert(uint64_t begin, uint64_t size) {
    byBegin_.emplace(begin, size);
    bySize_.emplace(size, begin);
  }
  void erase(std::map<uint64_t, uint64_t>::const_iterator part) {
    bySize_.erase({part->second, part->first});
    byBegin_.erase(part);
  }

  uint64_t size_;                        ///< of the whole range
  std::map<uint64_t, uint64_t> byBegin_; ///< sizes of the free parts, by first number
  std::set<Part> bySize_;                ///< the same parts
};

} // namespace ursa::vulkan
