// Copies and fills of buffers and USM. All memory is host memory.
#include "adapters/host/driver/adapter.h"
#include "adapters/host/memory/memory.h"
#include "adapters/host/memory/streaming_copy.h"
#include "adapters/host/queue/enqueue.h"

#include <algorithm>
#include <cstring>

namespace ursa::host {
namespace {

using adapter::Ref;
using adapter::UsedBuffers;

constexpr size_t kCopyUnit = 256 << 10; ///< bytes that one thread copies at a time
constexpr size_t kShortCopy = 8 << 10;  ///< takes less time than a hand-over to a worker

// Work that retains memory objects until the command completes.
class MemoryCommand : public Work {
protected:
  explicit MemoryCommand(const UsedBuffers &buffers) : first_(buffers[0]), second_(buffers[1]) {}

private:
  const Ref<ur_mem_handle_t_> first_;
  const Ref<ur_mem_handle_t_> second_;
};

// Copies one row in units.
class CopyWork final : public MemoryCommand {
public:
  CopyWork(std::byte *destination, const std::byte *source, size_t size, const UsedBuffers &buffers)
      : MemoryCommand(buffers), destination_(destination), source_(source), size_(size) {
    // Copies overlapping memory in a single unit, because memmove needs the whole range.
    const auto to = reinterpret_cast<uintptr_t>(destination);
    const auto from = reinterpret_cast<uintptr_t>(source);
    overlaps_ = to < from + size && from < to + size;
    if (!overlaps_)
      units = (size + kCopyUnit - 1) / kCopyUnit;
    isShort = size <= kShortCopy;
  }

  void run(uint64_t begin, uint64_t end, GroupMemory &) override {
    if (overlaps_) {
      std::memmove(destination_, source_, size_);
      return;
    }
    const size_t first = begin * kCopyUnit;
    const size_t count = std::min(end * kCopyUnit, size_) - first;
    if (size_ >= kStreamingBytes)
      copyStreaming(destination_ + first, source_ + first, count);
    else
      std::memcpy(destination_ + first, source_ + first, count);
  }

private:
  std::byte *const destination_;
  const std::byte *const source_;
  const size_t size_;
  bool overlaps_ = false;
};

std::byte *rowOf(const Rows &rows, uint64_t y, uint64_t z) {
  return rows.start + z * rows.slicePitch + y * rows.rowPitch;
}

// Copies rows, one unit each.
class RowsCopyWork final : public MemoryCommand {
public:
  RowsCopyWork(const Rows &to, const Rows &from, const Extent &extent, const UsedBuffers &buffers)
      : MemoryCommand(buffers), to_(to), from_(from), extent_(extent) {
    units = extent.height * extent.depth;
    unitsPerChunk = std::max<uint64_t>(1, kCopyUnit / extent.width);
  }

  void run(uint64_t begin, uint64_t end, GroupMemory &) override {
    for (uint64_t row = begin; row < end; ++row) {
      const uint64_t y = row % extent_.height;
      const uint64_t z = row / extent_.height;
      std::memmove(rowOf(to_, y, z), rowOf(from_, y, z), extent_.width);
    }
  }

private:
  const Rows to_;
  const Rows from_;
  const Extent extent_;
};

class FillWork final : public MemoryCommand {
public:
  FillWork(std::byte *destination, const void *pattern, size_t patternSize, size_t size,
           const UsedBuffers &buffers)
      : MemoryCommand(buffers), destination_(destination),
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
    isShort = size <= kShortCopy;
  }

  void run(uint64_t begin, uint64_t end, GroupMemory &) override {
    const size_t last = std::min(end * unit_, size_);
    if (size_ >= kStreamingBytes) {
      const size_t first = begin * unit_;
      fillStreaming(destination_ + first, last - first, pattern_.data(), pattern_.size());
      return;
    }
    for (size_t at = begin * unit_; at < last; at += pattern_.size())
      std::memcpy(destination_ + at, pattern_.data(), std::min(pattern_.size(), last - at));
  }

private:
  std::byte *const destination_;
  std::vector<std::byte> pattern_;
  const size_t size_;
  size_t unit_ = 0;
};

// Fills rows of one slice; the pattern continues across row boundaries.
void fillRows(const Rows &rows, const Extent &extent, const std::vector<std::byte> &pattern) {
  size_t from = 0; // offset in the pattern
  for (uint64_t row = 0; row < extent.height; ++row)
    for (size_t at = 0; at < extent.width;) {
      const size_t count = std::min(pattern.size() - from, extent.width - at);
      std::memcpy(rowOf(rows, row, 0) + at, pattern.data() + from, count);
      at += count;
      from = (from + count) % pattern.size();
    }
}

// Mapping returns the buffer's address without a copy.
struct Maps : Commands {
  static Result<void *> map(const EnqueueParameters &parameters, ur_mem_handle_t_ &buffer,
                            ur_map_flags_t, size_t offset, size_t) {
    void *const mapped = buffer.data + offset;
    URSA_CHECK(enqueue(parameters, nullptr));
    return mapped;
  }
  static Result<void> unmap(const EnqueueParameters &parameters, ur_mem_handle_t_ &buffer,
                            const void *mapped) {
    URSA_CHECK(adapter::checkMapping(mapped, buffer.data, buffer.size));
    return enqueue(parameters, nullptr);
  }
};

} // namespace

std::unique_ptr<Work> createCopy(const Rows &to, const Rows &from, const Extent &extent,
                                 const UsedBuffers &buffers) {
  if (extent.height == 1 && extent.depth == 1)
    return std::make_unique<CopyWork>(to.start, from.start, extent.width, buffers);
  return std::make_unique<RowsCopyWork>(to, from, extent, buffers);
}

Result<void> Commands::checkBuffer(ur_context_handle_t context, ur_mem_handle_t buffer) {
  return adapter::checkBufferOf<&Memory::image>(context, buffer);
}

// All contexts share the memory, so one of the buffers may be of another context.
Result<void> Commands::checkBuffers(ur_context_handle_t context, ur_mem_handle_t source,
                                    ur_mem_handle_t destination) {
  return adapter::checkEitherOf<&Memory::image>(context, source, destination);
}

std::byte *Commands::bufferLocation(ur_mem_handle_t buffer, size_t offset) {
  return buffer->data + offset;
}

WorkResult Commands::copy(ur_context_handle_t, const Rows &to, const Rows &from,
                          const Extent &extent, const UsedBuffers &buffers) {
  return createCopy(to, from, extent, buffers);
}

WorkResult Commands::fill(ur_context_handle_t, const Rows &to, const Extent &extent,
                          const void *pattern, size_t patternSize, const UsedBuffers &buffers) {
  if (extent.height == 1)
    return WorkPointer(
        std::make_unique<FillWork>(to.start, pattern, patternSize, extent.width, buffers));
  const auto *begin = static_cast<const std::byte *>(pattern);
  return createWork([=, bytes = std::vector(begin, begin + patternSize),
                     first = Ref<ur_mem_handle_t_>(buffers[0]),
                     second = Ref<ur_mem_handle_t_>(buffers[1])] { fillRows(to, extent, bytes); });
}

void fillMemoryCommands(ur_dditable_t &table) {
  adapter::fillMemoryEnqueues<adapter::MemoryWork<Commands>>(table);
  adapter::fillBufferMaps<Maps>(table);
}

} // namespace ursa::host
