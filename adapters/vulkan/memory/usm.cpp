// Unified shared memory. The address of an allocation is the host's if the host can access it,
// otherwise the device's. If the two differ, launches translate pointer arguments.
#include "adapters/vulkan/memory/usm.h"

#include "adapters/vulkan/driver/context.h"
#include "adapters/vulkan/driver/device.h"
#include "adapters/vulkan/driver/tables.h"
#include "adapters/vulkan/memory/transfer.h"
#include "adapters/vulkan/memory/usm_pool.h"

#include <algorithm>

namespace ursa::vulkan {

Result<std::shared_ptr<Suballocation>> createUsmSuballocation(ur_device_handle_t_ &device,
                                                              ur_usm_type_t type, uint64_t size,
                                                              uint64_t alignment) {
  switch (type) {
  case UR_USM_TYPE_HOST:
    return Suballocation::make(device, size, MemoryUse::Host, alignment);
  case UR_USM_TYPE_SHARED:
    return device.isStaged ? Suballocation::makeMigrating(device, size, alignment)
                           : Suballocation::make(device, size, MemoryUse::Shared, alignment);
  default:
    return Suballocation::make(device, size, MemoryUse::Device, alignment);
  }
}

void *usmAddress(const Suballocation &suballocation, ur_usm_type_t type) {
  return type == UR_USM_TYPE_DEVICE ? reinterpret_cast<void *>(suballocation.address())
                                    : suballocation.host();
}

namespace {

// Returns memory to its pool when the commands in flight are complete.
void releaseUsm(ur_context_handle_t_ &context, Context::UsmMemory memory) {
  const adapter::UsmAllocation &allocation = memory.allocation;
  ur_device_handle_t_ &device = *context.device;
  struct Job {
    adapter::Ref<ur_context_handle_t_> context; ///< released last
    adapter::Ref<ur_usm_pool_handle_t_> pool;
    adapter::PooledKind kind;
    std::shared_ptr<Suballocation> suballocation;
  };
  auto job = std::make_shared<Job>(
      Job{adapter::Ref<ur_context_handle_t_>(&context),
          adapter::Ref<ur_usm_pool_handle_t_>::adopt(allocation.pool),
          {allocation.type, allocation.device, allocation.reserved, allocation.alignment},
          std::move(memory.suballocation)});
  const auto run = [job] { job->pool->returnMemory(job->kind, std::move(job->suballocation)); };
  auto points = device.lastPoints();
  if (points.isReached())
    run();
  else
    device.watcher.post(std::move(points), run);
}

std::optional<adapter::UsmAllocationInfo> findUsm(const ur_context_handle_t_ &context,
                                                  const void *address) {
  const auto found = context.findUsm(address);
  if (!found)
    return std::nullopt;
  const adapter::UsmAllocation &allocation = found->allocation;
  return adapter::UsmAllocationInfo{allocation.type, allocation.base, allocation.size,
                                    context.device, allocation.pool};
}

} // namespace

size_t Usm::largest(const Context &context, ur_device_handle_t) {
  return context.device->maxAllocation;
}

size_t Usm::rowAlignment(const ur_device_handle_t_ &) { return 128; }

Result<void *> Usm::allocate(Context &context, const adapter::UsmRequest &request) {
  ur_device_handle_t_ &device = *context.device;
  const size_t alignment = std::max<size_t>(request.alignment, kBufferAlignment);
  const size_t rounded = (request.size + alignment - 1) / alignment * alignment;
  const adapter::PooledKind kind{request.type, request.device, rounded, alignment};
  std::shared_ptr<Suballocation> suballocation;
  if (request.pool) {
    URSA_TRY(suballocation, request.pool->take(kind));
  } else {
    URSA_TRY(suballocation, createUsmSuballocation(device, request.type, request.size, alignment));
  }
  void *const address = usmAddress(*suballocation, request.type);
  context.addUsm({.base = address,
                  .size = request.size,
                  .type = request.type,
                  .device = request.device,
                  .pool = request.pool,
                  .reserved = rounded,
                  .alignment = alignment},
                 std::move(suballocation));
  return address;
}

Result<void> Usm::free(Context &context, void *address) {
  auto memory = context.removeUsm(address);
  if (!memory)
    return adapter::notAllocated(address);
  if (memory->allocation.pool)
    releaseUsm(context, *std::move(memory));
  else
    context.device->retainUntilDone(std::move(memory->suballocation));
  return {};
}

Result<void> Usm::copyNow(Context &context, void *destination, const void *source, size_t size) {
  return vulkan::copyNow(context, Location::ofPointer(context, destination),
                         Location::ofPointer(context, source), size);
}

void fillUsmTable(ur_dditable_t &table) {
  adapter::fillUsmFunctions<Usm>(table);
  table.USM.pfnGetMemAllocInfo = adapter::getUsmInfo<ur_context_handle_t_, findUsm>;
}

} // namespace ursa::vulkan
