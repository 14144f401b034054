#include "adapters/host/memory/usm.h"

#include "adapters/host/driver/adapter.h"
#include "adapters/host/driver/context.h"
#include "adapters/host/driver/device.h"
#include "adapters/host/driver/topology.h"
#include "adapters/host/jit/host_jit.h"
#include "adapters/host/memory/usm_pool.h"
#include "adapters/host/queue/event.h"
#include "adapters/host/queue/queue.h"
#include "adapters/host/queue/scheduler.h"
#include "support/last_error.h"

#include <cstdlib>
#include <cstring>

namespace ursa::host {
namespace {

// Frees memory in its destructor, so that memory is also freed if a dependency failed and the work
// did not run.
class FreeWork final : public Work {
public:
  FreeWork(ur_context_handle_t_ &context, void *memory) : context_(context), memory_(memory) {}
  ~FreeWork() override { context_.endFree(memory_); }
  void run(uint64_t, uint64_t, GroupMemory &) override {}

private:
  ur_context_handle_t_ &context_; ///< retained by the command's queue
  void *const memory_;
};

Result<void> beginFree(ur_context_handle_t_ &context, void *memory) {
  if (!context.beginFree(memory))
    return adapter::notAllocated(memory);
  return {};
}

std::optional<adapter::UsmAllocationInfo> findUsm(const ur_context_handle_t_ &context,
                                                  const void *address) {
  const auto found = context.findAllocation(address);
  if (!found)
    return std::nullopt;
  return adapter::UsmAllocationInfo{found->type, found->base, found->size,
                                    found->device ? found->device : context.devices.front().get(),
                                    found->pool};
}

// The device accesses all memory of the application, so an import has no effect.
ur_result_t importMemory(ur_context_handle_t hContext, void *pMem, size_t size) {
  return atBoundary([&]() -> Result<void> {
    URSA_HANDLE(hContext);
    URSA_POINTER(pMem);
    if (size == 0)
      return makeError(UR_RESULT_ERROR_INVALID_SIZE, "An import of 0 bytes was requested.");
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

size_t Usm::largest(const Context &, ur_device_handle_t) { return topology().memoryBytes; }

size_t Usm::rowAlignment(const ur_device_handle_t_ &) { return topology().cacheLineBytes; }

Result<void *> Usm::allocate(Context &context, const adapter::UsmRequest &request) {
  const adapter::PooledKind kind = memoryKind(request.type, request.size, request.alignment);
  const Result<void *> taken =
      request.pool ? request.pool->take(kind) : allocateMemory(context, kind);
  if (!taken)
    return request.type == UR_USM_TYPE_HOST
               ? Error{UR_RESULT_ERROR_OUT_OF_HOST_MEMORY, taken.error().message}
               : taken.error();
  void *const memory = *taken;
  try {
    context.addAllocation({memory, request.size, request.type, kind, request.pool});
  } catch (...) { // recording the allocation failed
    request.pool ? request.pool->returnMemory(kind, memory) : freeMemory(context, kind, memory);
    throw;
  }
  if (request.device)
    context.setDeviceOf(memory, request.device);
  return memory;
}

Result<void> Usm::freeNow(Context &context, void *memory) {
  URSA_CHECK(beginFree(context, memory));
  context.endFree(memory);
  return {};
}

// Enqueues a free command that waits for all incomplete commands, in a separate queue, so that the
// caller, which may run inside a command, does not wait.
Result<void> Usm::free(Context &context, void *memory) {
  const auto commands = context.incompleteCommands();
  if (commands.empty())
    return freeNow(context, memory);
  std::vector<ur_event_handle_t> waitList;
  for (const auto &command : commands)
    waitList.push_back(command.get());
  const auto queue = adapter::Ref<ur_queue_handle_t_>::adopt(new ur_queue_handle_t_(
      &context, context.devices.front().get(), UR_QUEUE_FLAG_OUT_OF_ORDER_EXEC_MODE_ENABLE));
  URSA_CHECK(beginFree(context, memory));
  return enqueue({.queue = queue.get(),
                  .type = UR_COMMAND_ENQUEUE_USM_FREE_EXP,
                  .waitCount = static_cast<uint32_t>(waitList.size()),
                  .waitList = waitList.data()},
                 std::make_unique<FreeWork>(context, memory));
}

Result<void> Usm::copyNow(Context &, void *destination, const void *source, size_t size) {
  std::memmove(destination, source, size);
  return {};
}

void fillUsmTable(ur_dditable_t &table) {
  adapter::fillUsmFunctions<Usm>(table);
  table.USM.pfnGetMemAllocInfo = adapter::getUsmInfo<ur_context_handle_t_, findUsm>;
  table.USMExp.pfnImportExp = importMemory;
  table.USMExp.pfnReleaseExp = releaseMemory;
  fillUsmPoolTable(table);
}

} // namespace ursa::host
