#include "adapters/host/usm.h"

#include "adapters/common/usm_functions.h"
#include "adapters/host/adapter.h"
#include "adapters/host/context.h"
#include "adapters/host/device.h"
#include "adapters/host/event.h"
#include "adapters/host/queue.h"
#include "adapters/host/scheduler.h"
#include "adapters/host/topology.h"
#include "adapters/host/usm_pool.h"
#include "compiler/targets/host/jit/host_jit.h"
#include "core/support/last_error.h"

#include <bit>
#include <cstdlib>
#include <cstring>

namespace ursa::host {
namespace {

Result<void> allocate(ur_context_handle_t hContext, const ur_usm_desc_t *pUSMDesc,
                      ur_usm_pool_handle_t pool, size_t size, ur_usm_type_t type, void **ppMem) {
  URSA_HANDLE(hContext);
  URSA_POINTER(ppMem);
  if (pUSMDesc && (pUSMDesc->hints & UR_USM_ADVICE_FLAGS_MASK))
    return makeError(UR_RESULT_ERROR_INVALID_ENUMERATION, "The hints {:#x} are not defined.",
                     pUSMDesc->hints);
  URSA_TRY(*ppMem, allocateUsm(*hContext, pool, size, pUSMDesc ? pUSMDesc->align : 0, type));
  return {};
}

// Frees memory when it ends, be it that a command to wait for failed and nothing was run.
class FreeWork final : public Work {
public:
  FreeWork(ur_context_handle_t_ &context, void *memory) : context_(context), memory_(memory) {}
  ~FreeWork() override { context_.endFree(memory_); }
  void run(uint64_t, uint64_t, GroupMemory &) override {}

private:
  ur_context_handle_t_ &context_; ///< kept by the command's queue
  void *const memory_;
};

Result<void> beginFree(ur_context_handle_t_ &context, void *memory) {
  if (!context.beginFree(memory))
    return makeError(UR_RESULT_ERROR_INVALID_MEM_OBJECT,
                     "{} is not the beginning of an allocation of the context.", memory);
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
    URSA_CHECK(allocate(hContext, pUSMDesc, pool, size, Type, ppMem));
    hContext->setDeviceOf(*ppMem, hDevice);
    return {};
  });
}

ur_result_t freeMemory(ur_context_handle_t hContext, void *pMem) {
  return atBoundary([&]() -> Result<void> {
    URSA_HANDLE(hContext);
    URSA_POINTER(pMem);
    return freeUsm(hContext, pMem);
  });
}

std::optional<adapter::UsmFacts> findUsm(const ur_context_handle_t_ &context, const void *address) {
  const auto found = context.findAllocation(address);
  if (!found)
    return std::nullopt;
  return adapter::UsmFacts{found->type, found->base, found->size,
                           found->device ? found->device : context.devices.front().get(),
                           found->pool};
}

// Rows of whole cache lines.
ur_result_t pitchedAlloc(ur_context_handle_t hContext, ur_device_handle_t hDevice,
                         const ur_usm_desc_t *pUSMDesc, ur_usm_pool_handle_t pool,
                         size_t widthInBytes, size_t height, size_t elementSizeBytes, void **ppMem,
                         size_t *pResultPitch) {
  return atBoundary([&]() -> Result<void> {
    URSA_HANDLE(hDevice);
    URSA_CHECK(checkDevice(hDevice));
    URSA_POINTER(pResultPitch);
    URSA_TRY(
        const adapter::PitchedSize size,
        adapter::pitchedSize(widthInBytes, height, elementSizeBytes, topology().cacheLineBytes));
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
    std::memmove(pDst, pSrc, size);
    return {};
  });
}

// Memory of the application is the device's memory: there is nothing to make known.
ur_result_t importMemory(ur_context_handle_t hContext, void *pMem, size_t size) {
  return atBoundary([&]() -> Result<void> {
    URSA_HANDLE(hContext);
    URSA_POINTER(pMem);
    if (size == 0)
      return makeError(UR_RESULT_ERROR_INVALID_SIZE, "An import of 0 bytes was asked for.");
    return {};
  });
}

ur_result_t releaseMemory(ur_context_handle_t hContext, void *pMem) {
  return atBoundary([&]() -> Result<void> {
    URSA_HANDLE(hContext);
    URSA_POINTER(pMem);
    return {};
  });
}

} // namespace

Result<void *> allocateUsm(ur_context_handle_t_ &context, ur_usm_pool_handle_t pool, size_t size,
                           size_t wantedAlignment, ur_usm_type_t type) {
  if (wantedAlignment != 0 && !std::has_single_bit(wantedAlignment))
    return makeError(UR_RESULT_ERROR_INVALID_VALUE, "The alignment {} is no power of two.",
                     wantedAlignment);
  if (size == 0 || size > topology().memoryBytes)
    return makeError(UR_RESULT_ERROR_INVALID_USM_SIZE,
                     "An allocation of {} bytes was asked for; 1 to {} are possible.", size,
                     topology().memoryBytes);
  if (pool && pool->context != &context)
    return makeError(UR_RESULT_ERROR_INVALID_CONTEXT, "The USM pool is of another context.");
  const size_t alignment = std::max(wantedAlignment, jit::kMemoryAlignment);
  const size_t rounded = (size + alignment - 1) / alignment * alignment;
  const adapter::PooledKind kind{.size = rounded, .alignment = alignment};
  void *memory = nullptr;
  if (pool) {
    const Result<void *> taken = pool->take(kind);
    memory = taken ? *taken : nullptr;
  } else {
    memory = std::aligned_alloc(alignment, rounded);
  }
  if (!memory)
    return makeError(type == UR_USM_TYPE_HOST ? UR_RESULT_ERROR_OUT_OF_HOST_MEMORY
                                              : UR_RESULT_ERROR_OUT_OF_DEVICE_MEMORY,
                     "There is no memory for an allocation of {} bytes.", size);
  try {
    context.addAllocation({memory, size, type, rounded, alignment, pool});
  } catch (...) { // there was no room to note it
    pool ? pool->giveBack(kind, memory) : std::free(memory);
    throw;
  }
  return memory;
}

Result<void> freeUsmNow(ur_context_handle_t_ &context, void *memory) {
  URSA_CHECK(beginFree(context, memory));
  context.endFree(memory);
  return {};
}

// A command of a queue of its own, which waits for all others, so that whoever frees - be it a
// command itself - need not wait.
Result<void> freeUsm(ur_context_handle_t context, void *memory) {
  const auto commands = context->incompleteCommands();
  if (commands.empty())
    return freeUsmNow(*context, memory);
  std::vector<ur_event_handle_t> waitList;
  for (const auto &command : commands)
    waitList.push_back(command.get());
  const auto queue = adapter::Ref<ur_queue_handle_t_>::adopt(new ur_queue_handle_t_(
      context, context->devices.front().get(), UR_QUEUE_FLAG_OUT_OF_ORDER_EXEC_MODE_ENABLE));
  URSA_CHECK(beginFree(*context, memory));
  return enqueue({.queue = queue.get(),
                  .type = UR_COMMAND_ENQUEUE_USM_FREE_EXP,
                  .waitCount = static_cast<uint32_t>(waitList.size()),
                  .waitList = waitList.data()},
                 std::make_unique<FreeWork>(*context, memory));
}

void fillUsmTable(ur_dditable_t &table) {
  table.USM.pfnHostAlloc = hostAlloc;
  table.USM.pfnDeviceAlloc = deviceAlloc<UR_USM_TYPE_DEVICE>;
  table.USM.pfnSharedAlloc = deviceAlloc<UR_USM_TYPE_SHARED>;
  table.USM.pfnFree = freeMemory;
  table.USM.pfnGetMemAllocInfo = adapter::getUsmInfo<ur_context_handle_t_, findUsm>;
  table.USMExp.pfnPitchedAllocExp = pitchedAlloc;
  table.USMExp.pfnContextMemcpyExp = contextMemcpy;
  table.USMExp.pfnImportExp = importMemory;
  table.USMExp.pfnReleaseExp = releaseMemory;
  fillUsmPoolTable(table);
}

} // namespace ursa::host
