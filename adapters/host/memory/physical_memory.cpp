#include "adapters/host/memory/physical_memory.h"

#include "adapters/common/handle_data.h"
#include "adapters/common/virtual_memory_functions.h"

namespace ursa::host {
namespace {

struct PhysicalLocation {
  static constexpr uint64_t kMagic = 0x316d656d61737275; // "ursamem1"
  static constexpr const char *kWhat = "physical memory";

  MemoryFile::Location file;
};
using PhysicalData = adapter::HandleData<PhysicalLocation>;

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
    URSA_TRY(const MemoryFile::Location location, file.location());
    size = sizeof(PhysicalData);
    auto bytes = PhysicalData({location}).bytes();
    return context.exportedFiles.add(std::move(bytes), std::move(file));
  }

  static bool forget(Context &context, const void *data) {
    return context.exportedFiles.remove(data);
  }

  static Result<Physical *> import(Context &context, ur_device_handle_t device,
                                   std::span<const std::byte> bytes) {
    URSA_TRY(const PhysicalData data, PhysicalData::read(bytes));
    URSA_TRY(MemoryFile file, MemoryFile::open(data.process, data.content.file));
    return new Physical(&context, device, UR_PHYSICAL_MEM_FLAG_ENABLE_IPC, std::move(file));
  }
};

} // namespace

void fillVirtualMemoryTable(ur_dditable_t &table) {
  adapter::fillVirtualMemoryFunctions<Functions>(table);
}

} // namespace ursa::host
