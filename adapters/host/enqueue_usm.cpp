#include "adapters/common/memory_checks.h"
#include "adapters/host/commands.h"
#include "adapters/host/enqueue.h"

#include <algorithm>
#include <cstring>

namespace ursa::host {
namespace {

constexpr size_t kCopyUnit = 256 << 10; ///< bytes that one thread copies at a time

class CopyWork final : public Work {
public:
  CopyWork(void *destination, const void *source, size_t size)
      : destination_(static_cast<std::byte *>(destination)),
        source_(static_cast<const std::byte *>(source)), size_(size) {
    // Copies overlapping memory in a single unit, because memmove needs the whole range.
    const auto to = reinterpret_cast<uintptr_t>(destination);
    const auto from = reinterpret_cast<uintptr_t>(source);
    overlaps_ = to < from + size && from < to + size;
    if (!overlaps_)
      units = (size + kCopyUnit - 1) / kCopyUnit;
  }

  void run(uint64_t begin, uint64_t end, GroupMemory &) override {
    if (overlaps_) {
      std::memmove(destination_, source_, size_);
      return;
    }
    const size_t first = begin * kCopyUnit;
    std::memcpy(destination_ + first, source_ + first, std::min(end * kCopyUnit, size_) - first);
  }

private:
  std::byte *const destination_;
  const std::byte *const source_;
  const size_t size_;
  bool overlaps_ = false;
};

class FillWork final : public Work {
public:
  FillWork(void *destination, const void *pattern, size_t patternSize, size_t size)
      : destination_(static_cast<std::byte *>(destination)),
        pattern_(static_cast<const std::byte *>(pattern),
                 static_cast<const std::byte *>(pattern) + patternSize),
        size_(size) {
    // Repeats a small pattern first, so that the remaining copies are long.
    constexpr size_t kLong = 4096;
    while (pattern_.size() < kLong && pattern_.size() < size)
      pattern_.insert(pattern_.end(), pattern_.begin(),
                      pattern_.begin() + static_cast<ptrdiff_t>(patternSize));
    unit_ = std::max<size_t>(1, kCopyUnit / pattern_.size()) * pattern_.size();
    units = (size + unit_ - 1) / unit_;
  }

  void run(uint64_t begin, uint64_t end, GroupMemory &) override {
    const size_t last = std::min(end * unit_, size_);
    for (size_t at = begin * unit_; at < last; at += pattern_.size())
      std::memcpy(destination_ + at, pattern_.data(), std::min(pattern_.size(), last - at));
  }

private:
  std::byte *const destination_;
  std::vector<std::byte> pattern_;
  const size_t size_;
  size_t unit_ = 0;
};

// Fills rows; the pattern continues across row boundaries.
void fillRows(std::byte *memory, size_t pitch, size_t width, size_t height,
              const std::vector<std::byte> &pattern) {
  size_t from = 0; // offset in the pattern
  for (size_t row = 0; row < height; ++row)
    for (size_t at = 0; at < width;) {
      const size_t count = std::min(pattern.size() - from, width - at);
      std::memcpy(memory + row * pitch + at, pattern.data() + from, count);
      at += count;
      from = (from + count) % pattern.size();
    }
}

} // namespace

WorkResult MemoryWork::usmCopy(ur_context_handle_t, void *destination, const void *source,
                               size_t size) {
  URSA_CHECK(adapter::checkUsmCopy(destination, source, size));
  return makeCopy(destination, source, size);
}

WorkResult MemoryWork::usmFill(ur_context_handle_t, void *memory, const void *pattern,
                               size_t patternSize, size_t size) {
  URSA_CHECK(adapter::checkUsmFill(memory, pattern, patternSize, size));
  return makeFill(memory, pattern, patternSize, size);
}

WorkResult MemoryWork::usmCopy2D(ur_context_handle_t, void *destination, size_t destinationPitch,
                                 const void *source, size_t sourcePitch, size_t width,
                                 size_t height) {
  URSA_CHECK(
      adapter::checkUsmCopy2D(destination, destinationPitch, source, sourcePitch, width, height));
  auto *to = static_cast<std::byte *>(destination);
  const auto *from = static_cast<const std::byte *>(source);
  return createWork([=] {
    for (size_t row = 0; row < height; ++row)
      std::memmove(to + row * destinationPitch, from + row * sourcePitch, width);
  });
}

WorkResult MemoryWork::usmFill2D(ur_context_handle_t, void *memory, size_t pitch,
                                 const void *pattern, size_t patternSize, size_t width,
                                 size_t height) {
  URSA_CHECK(adapter::checkUsmFill2D(memory, pitch, pattern, patternSize, width, height));
  const auto *first = static_cast<const std::byte *>(pattern);
  return createWork([=, bytes = std::vector(first, first + patternSize)] {
    fillRows(static_cast<std::byte *>(memory), pitch, width, height, bytes);
  });
}

// All memory is host memory: prefetch and advice have no effect.
WorkResult MemoryWork::usmPrefetch(ur_context_handle_t, const void *memory, size_t size,
                                   ur_usm_migration_flags_t flags) {
  URSA_CHECK(adapter::checkUsmPrefetch(memory, size, flags));
  return std::unique_ptr<Work>();
}

WorkResult MemoryWork::usmAdvise(ur_context_handle_t, const void *memory, size_t size,
                                 ur_usm_advice_flags_t advice) {
  URSA_CHECK(adapter::checkUsmAdvice(memory, size, advice));
  return std::unique_ptr<Work>();
}

std::unique_ptr<Work> makeCopy(void *destination, const void *source, size_t size) {
  return std::make_unique<CopyWork>(destination, source, size);
}

std::unique_ptr<Work> makeFill(void *destination, const void *pattern, size_t patternSize,
                               size_t size) {
  return std::make_unique<FillWork>(destination, pattern, patternSize, size);
}

} // namespace ursa::host
