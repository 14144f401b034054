#include "adapters/vulkan/memory/transfer.h"

#include "adapters/vulkan/driver/device.h"
#include "adapters/vulkan/memory/buffer_copies.h"
#include "adapters/vulkan/queue/queue.h"

#include <algorithm>
#include <cstring>

namespace ursa::vulkan {
namespace {

// Merges rows that are contiguous.
Extent joined(const Rows &to, const Rows &from, Extent extent) {
  if (extent.height > 1 && to.rowPitch == extent.width && from.rowPitch == extent.width) {
    extent.width *= extent.height;
    extent.height = 1;
  }
  const bool slicesTouch = to.slicePitch == extent.width && from.slicePitch == extent.width;
  if (extent.depth > 1 && extent.height == 1 && slicesTouch) {
    extent.width *= extent.depth;
    extent.depth = 1;
  }
  return extent;
}

template <class Function> void forEachRow(const Extent &extent, Function &&function) {
  for (uint64_t z = 0; z < extent.depth; ++z)
    for (uint64_t y = 0; y < extent.height; ++y)
      function(y, z);
}

uint64_t rowAt(const Rows &rows, uint64_t y, uint64_t z) {
  return z * rows.slicePitch + y * rows.rowPitch;
}

std::vector<VkBufferCopy> regionsOf(const Rows &to, const Rows &from, const Extent &extent) {
  std::vector<VkBufferCopy> regions;
  regions.reserve(extent.height * extent.depth);
  const uint64_t source = from.start.suballocation->offset() + from.start.offset;
  const uint64_t destination = to.start.suballocation->offset() + to.start.offset;
  forEachRow(extent, [&](uint64_t y, uint64_t z) {
    appendRegions(regions,
                  {source + rowAt(from, y, z), destination + rowAt(to, y, z), extent.width});
  });
  return regions;
}

RecordStep deviceCopy(const Rows &to, const Rows &from, const Extent &extent) {
  return [regions = regionsOf(to, from, extent), destination = to.start.suballocation->buffer(),
          source = from.start.suballocation->buffer()](Recorder &recorder) -> Result<void> {
    recorder.device().vk.vkCmdCopyBuffer(recorder.commands(), source, destination,
                                         static_cast<uint32_t>(regions.size()), regions.data());
    return {};
  };
}

HostOperation hostCopy(const Rows &to, const Rows &from, const Extent &extent) {
  return [=] {
    forEachRow(extent, [&](uint64_t y, uint64_t z) {
      std::memmove(to.start.host + rowAt(to, y, z), from.start.host + rowAt(from, y, z),
                   extent.width);
    });
  };
}

RecordStep barrierStep() {
  return [](Recorder &recorder) -> Result<void> {
    recorder.barrier();
    return {};
  };
}

bool overlap(const Location &to, const Location &from, const Extent &extent) {
  return to.suballocation == from.suballocation && to.offset < from.offset + extent.width &&
         from.offset < to.offset + extent.width;
}

// Allocates contiguous staging rows that live as long as the work.
Result<Rows> stagingRows(ur_device_handle_t_ &device, const Extent &extent, Keeps &keeps,
                         MemoryUse use) {
  URSA_TRY(auto suballocation, Suballocation::make(device, extent.bytes(), use));
  keeps.push_back(suballocation);
  return Rows{Location::of(std::move(suballocation), 0), extent.width,
              extent.width * extent.height};
}

// Returns whether vkCmdFillBuffer can do it, which repeats 32-bit words.
bool fillsWords(const Location &to, uint64_t size, size_t patternSize) {
  return (patternSize == 1 || patternSize == 2 || patternSize == 4) &&
         (to.suballocation->offset() + to.offset) % 4 == 0 && size % 4 == 0;
}

uint32_t wordOf(const std::byte *pattern, size_t patternSize) {
  std::byte word[4];
  for (size_t i = 0; i < sizeof(word); ++i)
    word[i] = pattern[i % patternSize];
  uint32_t value = 0;
  std::memcpy(&value, word, sizeof(value));
  return value;
}

// The host writes the first copy of the pattern; the rest is copied from what is already there,
// doubling each time.
Result<void> recordFill(Recorder &recorder, Suballocation &suballocation, uint64_t offset,
                        uint64_t size, const std::vector<std::byte> &pattern) {
  constexpr uint64_t kFirst = 16 << 10;
  const VolkDeviceTable &vk = recorder.device().vk;
  const uint64_t repeats = std::max<uint64_t>(1, kFirst / pattern.size());
  uint64_t done = std::min(size, repeats * pattern.size());
  URSA_TRY(const auto source, recorder.upload(done));
  for (uint64_t at = 0; at < done; at += pattern.size())
    std::memcpy(source.host + at, pattern.data(), std::min<uint64_t>(pattern.size(), done - at));
  const uint64_t begin = suballocation.offset() + offset;
  const VkBufferCopy first{source.suballocation->offset() + source.offset, begin, done};
  vk.vkCmdCopyBuffer(recorder.commands(), source.suballocation->buffer(), suballocation.buffer(), 1,
                     &first);
  while (done < size) {
    const uint64_t more = std::min({done, size - done, kMostRegionBytes});
    const VkBufferCopy next{begin, begin + done, more};
    recorder.barrier();
    vk.vkCmdCopyBuffer(recorder.commands(), suballocation.buffer(), suballocation.buffer(), 1,
                       &next);
    done += more;
  }
  return {};
}

// @param phase offset in the pattern of the first byte
void fillBytes(std::byte *memory, uint64_t size, const std::vector<std::byte> &pattern,
               uint64_t phase) {
  for (uint64_t at = 0; at < size;) {
    const uint64_t from = (phase + at) % pattern.size();
    const uint64_t count = std::min<uint64_t>(pattern.size() - from, size - at);
    std::memcpy(memory + at, pattern.data() + from, count);
    at += count;
  }
}

} // namespace

Location Location::of(std::shared_ptr<Suballocation> suballocation, uint64_t offset) {
  std::byte *const host = suballocation->host() ? suballocation->host() + offset : nullptr;
  return {std::move(suballocation), offset, host};
}

Location Location::ofPointer(const ur_context_handle_t_ &context, const void *pointer) {
  auto memory = context.findUsm(pointer);
  if (!memory)
    return ofHost(const_cast<void *>(pointer));
  const auto offset = static_cast<uint64_t>(static_cast<const std::byte *>(pointer) -
                                            static_cast<std::byte *>(memory->allocation.base));
  return of(std::move(memory->suballocation), offset);
}

WorkResult makeCopy(ur_device_handle_t_ &device, const Rows &to, const Rows &from,
                    const Extent &wanted, Keeps keeps) {
  const Extent extent = joined(to, from, wanted);
  auto work = std::make_shared<Work>();
  work->keeps = std::move(keeps);
  for (const Location *location : {&to.start, &from.start})
    if (location->suballocation)
      work->keeps.push_back(location->suballocation);
  if (extent.bytes() == 0)
    return WorkPointer(std::move(work));
  if (to.start.suballocation && from.start.suballocation) {
    if (!overlap(to.start, from.start, extent) || extent.height * extent.depth > 1) {
      work->steps.emplace_back(deviceCopy(to, from, extent));
      return WorkPointer(std::move(work));
    }
    // Overlapping ranges are copied through staging memory.
    URSA_TRY(const Rows between, stagingRows(device, extent, work->keeps, MemoryUse::Device));
    work->steps.emplace_back(deviceCopy(between, from, extent));
    work->steps.emplace_back(barrierStep());
    work->steps.emplace_back(deviceCopy(to, between, extent));
    return WorkPointer(std::move(work));
  }
  // Host reads of uncached device memory are slow: copy it to cached memory first.
  constexpr uint64_t kWorthCopying = 4096;
  const bool isSlow = from.start.suballocation && !from.start.suballocation->isCached() &&
                      extent.bytes() >= kWorthCopying;
  if (to.start.host && from.start.host && !isSlow) {
    work->steps.emplace_back(hostCopy(to, from, extent));
    return WorkPointer(std::move(work));
  }
  URSA_TRY(const Rows between, stagingRows(device, extent, work->keeps, MemoryUse::Host));
  if (to.start.suballocation) {
    work->steps.emplace_back(hostCopy(between, from, extent));
    work->steps.emplace_back(deviceCopy(to, between, extent));
  } else {
    work->steps.emplace_back(deviceCopy(between, from, extent));
    work->steps.emplace_back(hostCopy(to, between, extent));
  }
  return WorkPointer(std::move(work));
}

namespace {

Result<void> runNow(ur_context_handle_t_ &context, const WorkPointer &work) {
  const auto queue = adapter::Ref<ur_queue_handle_t_>::adopt(
      new ur_queue_handle_t_(&context, context.device->transferQueue(), 0));
  return enqueue({queue.get(), UR_COMMAND_USM_MEMCPY, 0, nullptr, nullptr, /*blocking=*/true},
                 work);
}

} // namespace

Result<void> copyNow(ur_context_handle_t_ &context, const Location &to, const Location &from,
                     uint64_t size) {
  URSA_TRY(const WorkPointer work, makeCopy(*context.device, to, from, size));
  return runNow(context, work);
}

Result<void> zeroNow(ur_context_handle_t_ &context, const Location &location, uint64_t size) {
  if (location.host) {
    std::memset(location.host, 0, size);
    return {};
  }
  const uint8_t zero = 0;
  URSA_TRY(const WorkPointer work,
           makeFill(*context.device, {location, size, size}, {size, 1, 1}, &zero, sizeof(zero)));
  return runNow(context, work);
}

WorkResult makeFill(ur_device_handle_t_ &device, const Rows &to, const Extent &wanted,
                    const void *pattern, size_t patternSize, Keeps keeps) {
  const Extent extent = joined(to, to, wanted);
  const auto *first = static_cast<const std::byte *>(pattern);
  std::vector<std::byte> bytes(first, first + patternSize);
  auto work = std::make_shared<Work>();
  work->keeps = std::move(keeps);
  const bool isOneRow = extent.height * extent.depth == 1;
  if (!to.start.suballocation || (!isOneRow && to.start.host)) {
    if (to.start.suballocation)
      work->keeps.push_back(to.start.suballocation);
    work->steps.emplace_back(HostOperation([=, bytes = std::move(bytes)] {
      forEachRow(extent, [&](uint64_t y, uint64_t z) {
        fillBytes(to.start.host + rowAt(to, y, z), extent.width, bytes,
                  (z * extent.height + y) * extent.width);
      });
    }));
    return WorkPointer(std::move(work));
  }
  work->keeps.push_back(to.start.suballocation);
  if (!isOneRow) {
    URSA_TRY(const Rows between, stagingRows(device, extent, work->keeps, MemoryUse::Host));
    fillBytes(between.start.host, extent.bytes(), bytes, 0);
    work->steps.emplace_back(deviceCopy(to, between, extent));
    return WorkPointer(std::move(work));
  }
  Suballocation *const suballocation = to.start.suballocation.get();
  const uint64_t offset = to.start.offset;
  const uint64_t size = extent.width;
  work->steps.emplace_back(RecordStep([=, bytes = std::move(bytes)](Recorder &recorder) {
    if (!fillsWords(to.start, size, bytes.size()))
      return recordFill(recorder, *suballocation, offset, size, bytes);
    recorder.device().vk.vkCmdFillBuffer(recorder.commands(), suballocation->buffer(),
                                         suballocation->offset() + offset, size,
                                         wordOf(bytes.data(), bytes.size()));
    return Result<void>();
  }));
  return WorkPointer(std::move(work));
}

} // namespace ursa::vulkan
