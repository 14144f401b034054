// Device allocations that processes share: memory files, which the others map, too.
#include "adapters/common/handle_data.h"
#include "adapters/common/ipc_memory_functions.h"
#include "adapters/host/driver/context.h"
#include "adapters/host/memory/memory_sharing.h"

#include <algorithm>
#include <sys/mman.h>

namespace ursa::host {
namespace {

struct AllocationLocation {
  static constexpr uint64_t kMagic = 0x3163706961737275; // "ursaipc1"
  static constexpr const char *kWhat = "an allocation";

  MemoryFile::Location file;
  uint64_t offset = 0; ///< of the address in the file
  uint64_t size = 0;   ///< bytes from the address on
};
using AllocationData = adapter::HandleData<AllocationLocation>;

/// See IpcMemoryTraits.
struct SharedAllocations : adapter::HandleTypes {
  static constexpr size_t kHandleDataSize = sizeof(AllocationData);

  static std::optional<Context::Allocation> findAllocation(const Context &context,
                                                           const void *memory) {
    return context.findAllocation(memory);
  }

  static Result<void *> exportMemory(Context &context, void *memory,
                                     const Context::Allocation &found) {
    auto file = context.exported.fileOf(found.base);
    if (!file)
      return makeError(UR_RESULT_ERROR_UNSUPPORTED_FEATURE,
                       "The memory at {} cannot be shared with other processes: the variable "
                       "URSA_HOST_IPC_MEMORY is not set, or another process has allocated it.",
                       memory);
    AllocationLocation location;
    URSA_TRY(location.file, file->location());
    location.offset =
        static_cast<uint64_t>(static_cast<char *>(memory) - static_cast<char *>(found.base));
    location.size = found.size - location.offset;
    return context.exportedAllocations.add(AllocationData(location).bytes(), std::move(*file));
  }

  static bool forget(Context &context, const void *data) {
    return context.exportedAllocations.remove(data);
  }

  static Result<void *> open(Context &context, ur_device_handle_t,
                             std::span<const std::byte> bytes) {
    URSA_TRY(const AllocationData data, AllocationData::read(bytes));
    const AllocationLocation &location = data.content;
    URSA_TRY(const MemoryFile file, MemoryFile::open(data.process, location.file));
    if (location.offset >= file.size() || location.size == 0 ||
        location.size > file.size() - location.offset)
      return makeError(UR_RESULT_ERROR_INVALID_VALUE,
                       "The handle data name {} bytes at offset {} of an allocation of {}.",
                       location.size, location.offset, file.size());
    return context.opened.open(&context, file, location.file.identity, location.offset,
                               location.size);
  }

  static Result<void> close(Context &context, void *memory) {
    return context.opened.close(&context, memory);
  }
};

} // namespace

OpenedMemory::~OpenedMemory() {
  for (const auto &[part, opened] : opened_)
    munmap(opened.mapping, opened.mappedSize);
}

Result<void *> OpenedMemory::open(ur_context_handle_t context, const MemoryFile &file,
                                  uint64_t identity, size_t offset, size_t size) {
  const std::lock_guard guard(mutex_);
  const auto [place, isNew] = opened_.try_emplace({identity, offset});
  Opened &opened = place->second;
  if (isNew) {
    const auto mapping = file.map(pageSize());
    if (!mapping) {
      opened_.erase(place);
      return mapping.error();
    }
    opened = {*mapping, file.size(), 0};
    Context::Allocation range;
    range.base = static_cast<char *>(opened.mapping) + offset;
    range.size = size;
    range.type = UR_USM_TYPE_DEVICE;
    if (!context->addForeign(range)) {
      munmap(opened.mapping, opened.mappedSize);
      opened_.erase(place);
      return makeError(UR_RESULT_ERROR_INVALID_VALUE,
                       "Memory that is registered in the context does not exist any more at {}.",
                       range.base);
    }
  }
  ++opened.count;
  return static_cast<char *>(opened.mapping) + offset;
}

Result<void> OpenedMemory::close(ur_context_handle_t context, void *memory) {
  const std::lock_guard guard(mutex_);
  const auto found = std::find_if(opened_.begin(), opened_.end(), [memory](const auto &entry) {
    return static_cast<char *>(entry.second.mapping) + entry.first.second == memory;
  });
  if (found == opened_.end())
    return adapter::notOpened(memory);
  Opened &opened = found->second;
  if (--opened.count == 0) {
    context->removeForeign(memory, UR_USM_TYPE_DEVICE);
    munmap(opened.mapping, opened.mappedSize);
    opened_.erase(found);
  }
  return {};
}

void fillIpcMemoryTable(ur_dditable_t &table) {
  adapter::fillIpcMemoryFunctions<SharedAllocations>(table);
}

} // namespace ursa::host
