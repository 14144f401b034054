// Unified shared memory. An allocation's address is the host's where the host sees it, else the
// device's. Where the two differ, launches translate pointers that are arguments.
#include "adapters/vulkan/usm.h"

#include "adapters/common/usm_functions.h"
#include "adapters/vulkan/context.h"
#include "adapters/vulkan/device.h"
#include "adapters/vulkan/tables.h"
#include "adapters/vulkan/transfer.h"
#include "adapters/vulkan/usm_pool.h"

#include <bit>

namespace ursa::vulkan {

Result<std::shared_ptr<Block>> makeUsmBlock(ur_device_handle_t_ &device, ur_usm_type_t type,
                                            uint64_t size, uint64_t alignment) {
  switch (type) {
  case UR_USM_TYPE_HOST:
    return Block::make(device, size, BlockUse::Host, alignment);
  case UR_USM_TYPE_SHARED:
    return device.isStaged ? Block::makeMigrating(device, size, alignment)
                           : Block::make(device, size, BlockUse::Shared, alignment);
  default:
    return Block::make(device, size, BlockUse::Device, alignment);
  }
}

void *usmAddress(const Block &block, ur_usm_type_t type) {
  return type == UR_USM_TYPE_DEVICE ? reinterpret_cast<void *>(block.address()) : block.host();
}

namespace {

Result<void> allocate(ur_context_handle_t hContext, const ur_usm_desc_t *pUSMDesc,
                      ur_usm_pool_handle_t pool, size_t size, ur_usm_type_t type, void **ppMem) {
  URSA_HANDLE(hContext);
  URSA_POINTER(ppMem);
  if (pUSMDesc && (pUSMDesc->hints & UR_USM_ADVICE_FLAGS_MASK))
    return makeError(UR_RESULT_ERROR_INVALID_ENUMERATION, "The hints {:#x} are not defined.",
                     pUSMDesc->hints);
  if (pool && pool->context != hContext)
    return makeError(UR_RESULT_ERROR_INVALID_CONTEXT, "The USM pool is of another context.");
  const size_t wanted = pUSMDesc ? pUSMDesc->align : 0;
  if (wanted != 0 && !std::has_single_bit(wanted))
    return makeError(UR_RESULT_ERROR_INVALID_VALUE, "The alignment {} is no power of two.", wanted);
  ur_device_handle_t_ &device = *hContext->device;
  if (size == 0 || size > device.maxAllocation)
    return makeError(UR_RESULT_ERROR_INVALID_USM_SIZE,
                     "An allocation of {} bytes was asked for; 1 to {} are possible.", size,
                     device.maxAllocation);
  const size_t alignment = std::max<size_t>(wanted, kBufferAlignment);
  const size_t rounded = (size + alignment - 1) / alignment * alignment;
  ur_device_handle_t const owner = type == UR_USM_TYPE_HOST ? nullptr : &device;
  const adapter::PooledKind kind{type, owner, rounded, alignment};
  std::shared_ptr<Block> block;
  if (pool) {
    URSA_TRY(block, pool->take(kind));
  } else {
    URSA_TRY(block, makeUsmBlock(device, type, size, alignment));
  }
  void *const address = usmAddress(*block, type);
  hContext->addUsm({.base = address,
                    .size = size,
                    .type = type,
                    .device = owner,
                    .pool = pool,
                    .reserved = rounded,
                    .alignment = alignment},
                   std::move(block));
  *ppMem = address;
  return {};
}

ur_result_t hostAlloc(ur_context_handle_t hContext, const ur_usm_desc_t *pUSMDesc,
                      ur_usm_pool_handle_t pool, size_t size, void **ppMem) {
  return atBoundary(
      [&] { return allocate(hContext, pUSMDesc, pool, size, UR_USM_TYPE_HOST, ppMem); });
}

template <ur_usm_type_t Type>
ur_result_t deviceAlloc(ur_context_handle_t hContext, ur_device_handle_t hDevice,
                        const ur_usm_desc_t *pUSMDesc, ur_usm_pool_handle_t pool, size_t size,
                        void **ppMem) {
  return atBoundary([&]() -> Result<void> {
    URSA_HANDLE(hDevice);
    URSA_HANDLE(hContext);
    URSA_CHECK(hContext->checkHas(hDevice));
    return allocate(hContext, pUSMDesc, pool, size, Type, ppMem);
  });
}

// Memory goes back to its pool when commands that are in flight now are done.
void giveBack(ur_context_handle_t_ &context, ur_context_handle_t_::UsmMemory memory) {
  const adapter::UsmAllocation &allocation = memory.allocation;
  ur_device_handle_t_ &device = *context.device;
  struct Job {
    adapter::Ref<ur_context_handle_t_> context; ///< goes last
    adapter::Ref<ur_usm_pool_handle_t_> pool;
    adapter::PooledKind kind;
    std::shared_ptr<Block> block;
  };
  auto job = std::make_shared<Job>(
      Job{adapter::Ref<ur_context_handle_t_>(&context),
          adapter::Ref<ur_usm_pool_handle_t_>::adopt(allocation.pool),
          {allocation.type, allocation.device, allocation.reserved, allocation.alignment},
          std::move(memory.block)});
  const auto run = [job] { job->pool->giveBack(job->kind, std::move(job->block)); };
  auto points = device.now();
  if (points.isReached())
    run();
  else
    device.watcher.post(std::move(points), run);
}

ur_result_t freeMemory(ur_context_handle_t hContext, void *pMem) {
  return atBoundary([&]() -> Result<void> {
    URSA_HANDLE(hContext);
    URSA_POINTER(pMem);
    auto memory = hContext->removeUsm(pMem);
    if (!memory)
      return makeError(UR_RESULT_ERROR_INVALID_MEM_OBJECT,
                       "{} is not the beginning of an allocation of the context.", pMem);
    if (memory->allocation.pool)
      giveBack(*hContext, *std::move(memory));
    else
      hContext->device->keepUntilDone(std::move(memory->block));
    return {};
  });
}

std::optional<adapter::UsmFacts> findUsm(const ur_context_handle_t_ &context, const void *address) {
  const auto found = context.findUsm(address);
  if (!found)
    return std::nullopt;
  const adapter::UsmAllocation &allocation = found->allocation;
  return adapter::UsmFacts{allocation.type, allocation.base, allocation.size, context.device,
                           allocation.pool};
}

// Rows of whole lines of the cache.
ur_result_t pitchedAlloc(ur_context_handle_t hContext, ur_device_handle_t hDevice,
                         const ur_usm_desc_t *pUSMDesc, ur_usm_pool_handle_t pool,
                         size_t widthInBytes, size_t height, size_t elementSizeBytes, void **ppMem,
                         size_t *pResultPitch) {
  return atBoundary([&]() -> Result<void> {
    URSA_HANDLE(hContext);
    URSA_HANDLE(hDevice);
    URSA_CHECK(hContext->checkHas(hDevice));
    URSA_POINTER(pResultPitch);
    constexpr size_t kLine = 128;
    URSA_TRY(const adapter::PitchedSize size,
             adapter::pitchedSize(widthInBytes, height, elementSizeBytes, kLine));
    URSA_CHECK(allocate(hContext, pUSMDesc, pool, size.bytes, UR_USM_TYPE_DEVICE, ppMem));
    *pResultPitch = size.pitch;
    return {};
  });
}

ur_result_t contextMemcpy(ur_context_handle_t hContext, void *pDst, const void *pSrc, size_t size) {
  return atBoundary([&]() -> Result<void> {
    URSA_HANDLE(hContext);
    URSA_POINTER(pDst);
    URSA_POINTER(pSrc);
    if (size == 0)
      return makeError(UR_RESULT_ERROR_INVALID_SIZE, "A copy of 0 bytes was asked for.");
    return copyNow(*hContext, Place::ofPointer(*hContext, pDst), Place::ofPointer(*hContext, pSrc),
                   size);
  });
}

} // namespace

void fillUsmTable(ur_dditable_t &table) {
  table.USM.pfnHostAlloc = hostAlloc;
  table.USM.pfnDeviceAlloc = deviceAlloc<UR_USM_TYPE_DEVICE>;
  table.USM.pfnSharedAlloc = deviceAlloc<UR_USM_TYPE_SHARED>;
  table.USM.pfnFree = freeMemory;
  table.USM.pfnGetMemAllocInfo = adapter::getUsmInfo<ur_context_handle_t_, findUsm>;
  table.USMExp.pfnPitchedAllocExp = pitchedAlloc;
  table.USMExp.pfnContextMemcpyExp = contextMemcpy;
}

} // namespace ursa::vulkan
