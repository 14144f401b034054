#include "adapters/cuda/memory/exportable_memory.h"

#include "adapters/common/memory_export_functions.h"
#include "adapters/cuda/driver/context.h"
#include "adapters/cuda/driver/device.h"
#include "adapters/cuda/driver/tables.h"
#include "adapters/cuda/memory/usm.h"

namespace ursa::cuda {
namespace {

/// See MemoryExportFunctions.
struct MemoryExport : adapter::HandleTypes {
  static Result<size_t> granularity(const Context &context, ur_device_handle_t device) {
    if (!device->sharesMemory)
      return notShared(*device);
    return context.addresses.granularity();
  }

  static Result<void *> allocate(Context &context, ur_device_handle_t device, size_t size,
                                 size_t rounded) {
    URSA_TRY(void *const memory, ExportableMemory::allocate(context, device, rounded));
    context.allocations.add({memory, size, UR_USM_TYPE_DEVICE, device, memory, nullptr});
    return memory;
  }

  static Result<void> free(Context &context, ur_device_handle_t, void *memory) {
    if (!context.exportable.has(memory))
      return adapter::notExportable(memory);
    return Usm::free(context, memory);
  }

  static Result<int> exportMemory(const Context &context, ur_device_handle_t device, void *memory) {
    return context.exportable.exportMemory(context.of(device), memory);
  }
};

} // namespace

Result<void *> ExportableMemory::allocate(ur_context_handle_t_ &context, ur_device_handle_t device,
                                          size_t size) {
  NativeContext &native = context.of(device);
  URSA_TRY(const Current current, native.enter());
  const CUmemAllocationProp wanted = physicalProperties(*device, /*isShared=*/true);
  Mapped mapped{0, size};
  URSA_CHECK(native.check(cu().cuMemCreate(&mapped.physical, size, &wanted, 0), "cuMemCreate"));
  CUdeviceptr start = 0;
  bool isMapped = false;
  const auto map = [&]() -> Result<void> {
    URSA_CHECK(
        native.check(cu().cuMemAddressReserve(&start, size, 0, 0, 0), "cuMemAddressReserve"));
    URSA_CHECK(native.check(cu().cuMemMap(start, size, 0, mapped.physical, 0), "cuMemMap"));
    isMapped = true;
    return setDeviceAccess(context.natives, start, size, CU_MEM_ACCESS_FLAGS_PROT_READWRITE);
  };
  if (auto result = map(); !result) {
    if (isMapped)
      (void)cu().cuMemUnmap(start, size);
    if (start != 0)
      (void)cu().cuMemAddressFree(start, size);
    (void)cu().cuMemRelease(mapped.physical);
    return result.error();
  }
  auto *const memory = reinterpret_cast<void *>(start);
  const std::lock_guard guard(context.exportable.mutex_);
  context.exportable.mapped_.emplace(memory, mapped);
  return memory;
}

Result<int> ExportableMemory::exportMemory(NativeContext &native, const void *memory) const {
  const std::lock_guard guard(mutex_);
  const auto found = mapped_.find(memory);
  if (found == mapped_.end())
    return adapter::notExportable(memory);
  URSA_TRY(const Current current, native.enter());
  int descriptor = -1;
  URSA_CHECK(
      native.check(cu().cuMemExportToShareableHandle(&descriptor, found->second.physical,
                                                     CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR, 0),
                   "cuMemExportToShareableHandle"));
  return descriptor;
}

bool ExportableMemory::has(const void *memory) const {
  const std::lock_guard guard(mutex_);
  return mapped_.contains(memory);
}

bool ExportableMemory::free(const ur_context_handle_t_ &context, NativeContext &native,
                            const void *memory) {
  Mapped freed{};
  {
    const std::lock_guard guard(mutex_);
    const auto found = mapped_.find(memory);
    if (found == mapped_.end())
      return false;
    freed = found->second;
    mapped_.erase(found);
  }
  native.retire(
      [start = reinterpret_cast<CUdeviceptr>(memory), freed] {
        (void)cu().cuMemUnmap(start, freed.size);
        (void)cu().cuMemAddressFree(start, freed.size);
        (void)cu().cuMemRelease(freed.physical);
      },
      context.natives);
  return true;
}

void fillMemoryExport(ur_dditable_t &table) {
  adapter::fillMemoryExportFunctions<MemoryExport>(table);
}

} // namespace ursa::cuda
