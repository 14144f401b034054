#include "adapters/cuda/memory/usm.h"

#include "adapters/cuda/driver/device.h"
#include "adapters/cuda/driver/tables.h"
#include "adapters/cuda/memory/transfer.h"
#include "adapters/cuda/memory/usm_pool.h"

#include <algorithm>
#include <memory>

namespace ursa::cuda {
namespace {

constexpr size_t kDriversAlignment = 256;

std::optional<adapter::UsmAllocationInfo> findUsm(const ur_context_handle_t_ &context,
                                                  const void *address) {
  auto found = context.allocations.find(address);
  if (!found)
    found = context.foreign.find(address);
  if (!found)
    return std::nullopt;
  return adapter::UsmAllocationInfo{found->type, found->base, found->size,
                                    found->device ? found->device : &context.first().device,
                                    found->pool};
}

} // namespace

Result<void *> allocateNative(ur_context_handle_t_ &context, ur_usm_type_t type,
                              ur_device_handle_t device, size_t size) {
  NativeContext &native = context.of(device);
  URSA_TRY(const Current current, native.enter());
  switch (type) {
  case UR_USM_TYPE_HOST:
    return native.allocateHost(size);
  case UR_USM_TYPE_SHARED: {
    if (!native.device.hasManagedMemory)
      return makeError(UR_RESULT_ERROR_UNSUPPORTED_FEATURE,
                       "Device '{}' has no managed memory, which shared allocations need.",
                       native.device.name);
    URSA_TRY(const CUdeviceptr memory, native.allocateManaged(size));
    return reinterpret_cast<void *>(memory);
  }
  default: {
    URSA_TRY(const CUdeviceptr memory, native.allocateDevice(size));
    return reinterpret_cast<void *>(memory);
  }
  }
}

void freeNative(ur_context_handle_t_ &context, ur_usm_type_t type, ur_device_handle_t device,
                void *memory) {
  if (type == UR_USM_TYPE_DEVICE && context.exportable.free(context, context.of(device), memory))
    return;
  context.of(device).retire(
      [type, memory] {
        if (type == UR_USM_TYPE_HOST)
          (void)cu().cuMemFreeHost(memory);
        else
          (void)cu().cuMemFree(reinterpret_cast<CUdeviceptr>(memory));
      },
      context.natives);
}

// Commands in flight may still use memory that returns to its pool.
void freeUsm(ur_context_handle_t_ &context, const adapter::UsmAllocation &allocation) {
  if (!allocation.pool) {
    freeNative(context, allocation.type, allocation.device, allocation.native);
    return;
  }
  context.of(allocation.device)
      .retire([held = adapter::Ref<ur_context_handle_t_>(&context), // released last
               pool = adapter::Ref<ur_usm_pool_handle_t_>::adopt(allocation.pool),
               kind = adapter::PooledKind{allocation.type, allocation.device, allocation.reserved,
                                          allocation.alignment},
               memory = allocation.native] { pool->returnMemory(kind, memory); },
              context.natives);
}

size_t Usm::largest(const Context &context, ur_device_handle_t device) {
  return context.of(device).device.memoryBytes;
}

size_t Usm::rowAlignment(const ur_device_handle_t_ &) { return 512; }

Result<void *> Usm::allocate(Context &context, const adapter::UsmRequest &request) {
  const bool isWide = request.alignment > kDriversAlignment;
  return adapter::allocateAligned<Pool>(
      context.allocations, request,
      {isWide, kDriversAlignment, isWide ? request.alignment : kDriversAlignment},
      [&](size_t size) { return allocateNative(context, request.type, request.device, size); });
}

// The driver may wait for commands, and the end of a pool uses the context's list.
Result<void> Usm::free(Context &context, void *memory) {
  std::optional<adapter::UsmAllocation> removed;
  context.allocations.remove(memory, [&](const adapter::UsmAllocation &allocation) {
    removed = allocation;
    if (allocation.pool && !adapter::tryRetain(allocation.pool))
      removed->pool = nullptr;
  });
  if (!removed)
    return adapter::notAllocated(memory);
  freeUsm(context, *removed);
  return {};
}

Result<void> Usm::copyNow(Context &context, void *destination, const void *source, size_t size) {
  NativeContext &native = context.first();
  URSA_TRY(const WorkPointer work,
           makeCopy(native, {Commands::hostLocation(destination), size, size},
                    {Commands::hostLocation(source), size, size}, {size}, {}));
  return runNow(native, *work);
}

void fillUsmTable(ur_dditable_t &table) {
  adapter::fillUsmFunctions<Usm>(table);
  table.USM.pfnGetMemAllocInfo = adapter::getUsmInfo<ur_context_handle_t_, findUsm>;
}

} // namespace ursa::cuda
