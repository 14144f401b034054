#include "adapters/host/adapter.h"
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
    // Memory that overlaps must be copied in one go.
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
    // A small pattern is repeated beforehand, so that the rest are long copies.
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

ur_result_t fill(ur_queue_handle_t hQueue, void *pMem, size_t patternSize, const void *pPattern,
                 size_t size, uint32_t numEventsInWaitList,
                 const ur_event_handle_t *phEventWaitList, ur_event_handle_t *phEvent) {
  return enqueueMade(
      commandOf(UR_COMMAND_USM_FILL, hQueue, numEventsInWaitList, phEventWaitList, phEvent),
      [&](ur_context_handle_t) { return usmFill(pMem, pPattern, patternSize, size); });
}

ur_result_t copy(ur_queue_handle_t hQueue, bool blocking, void *pDst, const void *pSrc, size_t size,
                 uint32_t numEventsInWaitList, const ur_event_handle_t *phEventWaitList,
                 ur_event_handle_t *phEvent) {
  return enqueueMade(commandOf(UR_COMMAND_USM_MEMCPY, hQueue, numEventsInWaitList, phEventWaitList,
                               phEvent, blocking),
                     [&](ur_context_handle_t) { return usmCopy(pDst, pSrc, size); });
}

Result<void> checkPitch(const char *name, size_t pitch, size_t width, size_t height) {
  if (width == 0 || height == 0 || pitch < width)
    return makeError(UR_RESULT_ERROR_INVALID_SIZE,
                     "{} {} does not fit an area of {} bytes by {} rows.", name, pitch, width,
                     height);
  return {};
}

// The pattern goes on from row to row.
void fillRows(std::byte *memory, size_t pitch, size_t width, size_t height,
              const std::vector<std::byte> &pattern) {
  size_t from = 0; // in the pattern
  for (size_t row = 0; row < height; ++row)
    for (size_t at = 0; at < width;) {
      const size_t count = std::min(pattern.size() - from, width - at);
      std::memcpy(memory + row * pitch + at, pattern.data() + from, count);
      at += count;
      from = (from + count) % pattern.size();
    }
}

ur_result_t fill2D(ur_queue_handle_t hQueue, void *pMem, size_t pitch, size_t patternSize,
                   const void *pPattern, size_t width, size_t height, uint32_t numEventsInWaitList,
                   const ur_event_handle_t *phEventWaitList, ur_event_handle_t *phEvent) {
  return enqueueMade(
      commandOf(UR_COMMAND_USM_FILL_2D, hQueue, numEventsInWaitList, phEventWaitList, phEvent),
      [&](ur_context_handle_t) -> WorkResult {
        URSA_POINTER(pMem);
        URSA_POINTER(pPattern);
        URSA_CHECK(checkPitch("The pitch", pitch, width, height));
        size_t size = 0;
        if (__builtin_mul_overflow(width, height, &size) || patternSize == 0 ||
            size % patternSize != 0)
          return makeError(UR_RESULT_ERROR_INVALID_SIZE,
                           "{} rows of {} bytes are not filled by whole patterns of {} bytes.",
                           height, width, patternSize);
        const auto *first = static_cast<const std::byte *>(pPattern);
        auto *memory = static_cast<std::byte *>(pMem);
        return makeWork([=, pattern = std::vector(first, first + patternSize)] {
          fillRows(memory, pitch, width, height, pattern);
        });
      });
}

ur_result_t copy2D(ur_queue_handle_t hQueue, bool blocking, void *pDst, size_t dstPitch,
                   const void *pSrc, size_t srcPitch, size_t width, size_t height,
                   uint32_t numEventsInWaitList, const ur_event_handle_t *phEventWaitList,
                   ur_event_handle_t *phEvent) {
  return enqueueMade(commandOf(UR_COMMAND_USM_MEMCPY_2D, hQueue, numEventsInWaitList,
                               phEventWaitList, phEvent, blocking),
                     [&](ur_context_handle_t) -> WorkResult {
                       URSA_POINTER(pDst);
                       URSA_POINTER(pSrc);
                       URSA_CHECK(checkPitch("The destination's pitch", dstPitch, width, height));
                       URSA_CHECK(checkPitch("The source's pitch", srcPitch, width, height));
                       auto *destination = static_cast<std::byte *>(pDst);
                       const auto *source = static_cast<const std::byte *>(pSrc);
                       return makeWork([=] {
                         for (size_t row = 0; row < height; ++row)
                           std::memmove(destination + row * dstPitch, source + row * srcPitch,
                                        width);
                       });
                     });
}

ur_result_t prefetch(ur_queue_handle_t hQueue, const void *pMem, size_t size,
                     ur_usm_migration_flags_t flags, uint32_t numEventsInWaitList,
                     const ur_event_handle_t *phEventWaitList, ur_event_handle_t *phEvent) {
  return enqueueMade(
      commandOf(UR_COMMAND_USM_PREFETCH, hQueue, numEventsInWaitList, phEventWaitList, phEvent),
      [&](ur_context_handle_t) { return usmPrefetch(pMem, size, flags); });
}

ur_result_t advise(ur_queue_handle_t hQueue, const void *pMem, size_t size,
                   ur_usm_advice_flags_t advice, ur_event_handle_t *phEvent) {
  return enqueueMade(commandOf(UR_COMMAND_USM_ADVISE, hQueue, 0, nullptr, phEvent),
                     [&](ur_context_handle_t) { return usmAdvise(pMem, size, advice); });
}

} // namespace

WorkResult usmCopy(void *destination, const void *source, size_t size) {
  URSA_CHECK(adapter::checkPointer(destination, "of the destination"));
  URSA_CHECK(adapter::checkPointer(source, "of the source"));
  if (size == 0)
    return makeError(UR_RESULT_ERROR_INVALID_SIZE, "A copy of 0 bytes was asked for.");
  return makeCopy(destination, source, size);
}

WorkResult usmFill(void *memory, const void *pattern, size_t patternSize, size_t size) {
  URSA_CHECK(adapter::checkPointer(memory, "of the memory"));
  URSA_CHECK(adapter::checkPointer(pattern, "of the pattern"));
  if (size == 0 || patternSize == 0 || size % patternSize != 0)
    return makeError(UR_RESULT_ERROR_INVALID_SIZE,
                     "{} bytes are not filled by whole patterns of {} bytes.", size, patternSize);
  return makeFill(memory, pattern, patternSize, size);
}

// All memory is the host's: there is nowhere to move it, and advice changes nothing.
WorkResult usmPrefetch(const void *memory, size_t size, ur_usm_migration_flags_t flags) {
  URSA_CHECK(adapter::checkPointer(memory, "of the memory"));
  if (flags & UR_USM_MIGRATION_FLAGS_MASK)
    return makeError(UR_RESULT_ERROR_INVALID_ENUMERATION,
                     "The migration flags {:#x} are not defined.", flags);
  if (size == 0)
    return makeError(UR_RESULT_ERROR_INVALID_SIZE, "A prefetch of 0 bytes was asked for.");
  return std::unique_ptr<Work>();
}

WorkResult usmAdvise(const void *memory, size_t size, ur_usm_advice_flags_t advice) {
  URSA_CHECK(adapter::checkPointer(memory, "of the memory"));
  if (advice & UR_USM_ADVICE_FLAGS_MASK)
    return makeError(UR_RESULT_ERROR_INVALID_ENUMERATION, "The advice flags {:#x} are not defined.",
                     advice);
  if (size == 0)
    return makeError(UR_RESULT_ERROR_INVALID_SIZE, "Advice about 0 bytes was given.");
  return std::unique_ptr<Work>();
}

std::unique_ptr<Work> makeCopy(void *destination, const void *source, size_t size) {
  return std::make_unique<CopyWork>(destination, source, size);
}

std::unique_ptr<Work> makeFill(void *destination, const void *pattern, size_t patternSize,
                               size_t size) {
  return std::make_unique<FillWork>(destination, pattern, patternSize, size);
}

void fillUsmCommands(ur_dditable_t &table) {
  table.Enqueue.pfnUSMFill = fill;
  table.Enqueue.pfnUSMMemcpy = copy;
  table.Enqueue.pfnUSMFill2D = fill2D;
  table.Enqueue.pfnUSMMemcpy2D = copy2D;
  table.Enqueue.pfnUSMPrefetch = prefetch;
  table.Enqueue.pfnUSMAdvise = advise;
}

} // namespace ursa::host
