#include "adapters/host/memory/physical_memory.h"

#include "adapters/common/virtual_memory_functions.h"

#include <cstring>
#include <unistd.h>

namespace ursa::host {
namespace {

// Handle data locate the file and identify it, because its descriptor number may be reused by
// another file. The operating system decides which processes may open it.

constexpr uint64_t kMagic = 0x316d656d61737275; // "ursamem1"

struct HandleData {
  uint64_t magic;
  int64_t process;
  int64_t descriptor;
  uint64_t identity;
  uint64_t size;
};

/// See VirtualMemory.
struct Functions : adapter::HandleTypes {
  using Physical = ur_physical_mem_handle_t_;

  static Result<size_t> granularity(const Context &context, ur_device_handle_t,
                                    ur_virtual_mem_granularity_info_t) {
    return context.addresses.granularity();
  }

  static Result<Physical *> make(Context &context, ur_device_handle_t device, size_t size,
                                 ur_physical_mem_flags_t flags) {
    URSA_TRY(MemoryFile file, MemoryFile::create(size));
    return new Physical(&context, device, flags, std::move(file));
  }

  static Result<void *> exportMemory(Context &context, const Physical &memory, size_t &size) {
    URSA_TRY(MemoryFile file, memory.file.duplicate());
    URSA_TRY(const uint64_t identity, file.identity());
    const HandleData data{kMagic, getpid(), file.descriptor(), identity, file.size()};
    auto bytes = std::make_unique<std::byte[]>(sizeof(data));
    std::memcpy(bytes.get(), &data, sizeof(data));
    size = sizeof(data);
    return context.exportedFiles.add(std::move(bytes), std::move(file));
  }

  static bool forget(Context &context, const void *data) {
    return context.exportedFiles.remove(data);
  }

  static Result<Physical *> import(Context &context, ur_device_handle_t device,
                                   std::span<const std::byte> bytes) {
    HandleData data{};
    if (bytes.size() != sizeof(data))
      return makeError(UR_RESULT_ERROR_INVALID_VALUE,
                       "Handle data of physical memory are {} bytes; {} were given.", sizeof(data),
                       bytes.size());
    std::memcpy(&data, bytes.data(), sizeof(data));
    if (data.magic != kMagic || data.process <= 0 || data.descriptor < 0 ||
        data.descriptor > INT32_MAX || data.size == 0 || data.size % pageSize() != 0)
      return Error{UR_RESULT_ERROR_INVALID_VALUE,
                   "The bytes are not handle data of physical memory."};
    URSA_TRY(MemoryFile file, MemoryFile::open(data.process, static_cast<int>(data.descriptor),
                                               data.identity, data.size));
    return new Physical(&context, device, UR_PHYSICAL_MEM_FLAG_ENABLE_IPC, std::move(file));
  }
};

} // namespace

void fillVirtualMemoryTable(ur_dditable_t &table) {
  adapter::fillVirtualMemoryFunctions<Functions>(table);
}

} // namespace ursa::host
