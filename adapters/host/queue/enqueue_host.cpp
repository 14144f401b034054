// Commands that only wait, host tasks, native commands, and queue-ordered allocations. There is no
// driver below this adapter, so the native queue is this queue.
#include "adapters/common/host_commands.h"
#include "adapters/common/reusable_events.h"
#include "adapters/host/driver/adapter.h"
#include "adapters/host/driver/context.h"
#include "adapters/host/memory/usm.h"
#include "adapters/host/memory/usm_pool.h"
#include "adapters/host/queue/enqueue.h"
#include "adapters/host/queue/queue.h"
#include "adapters/host/queue/reusable_event.h"

namespace ursa::host {
namespace {

struct HostTasks : adapter::HandleTypes {
  using Usm = host::Usm;

  static Result<void> enqueueWait(const EnqueueParameters &parameters) {
    return enqueue(parameters, nullptr);
  }
  template <class Function>
  static Result<void> enqueueHostTask(const EnqueueParameters &parameters, Function function,
                                      bool callsApplication) {
    auto work = createWork(std::move(function));
    work->callsApplication = callsApplication;
    return enqueue(parameters, std::move(work));
  }
  static ur_device_handle_t deviceOf(const ur_queue_handle_t_ &, ur_usm_type_t) { return nullptr; }
  static bool ownsAllocation(const ur_context_handle_t_ &context, const void *address) {
    const auto allocation = context.findAllocation(address);
    return allocation && allocation->base == address;
  }
  static Result<void> freeNow(ur_context_handle_t_ &context, void *address) {
    return Usm::freeNow(context, address);
  }
};

} // namespace

void fillHostCommands(ur_dditable_t &table) {
  using Barriers =
      adapter::Barriers<ur_queue_handle_t_, contextOf, adapter::HostCommands<HostTasks>::barrier>;
  table.Enqueue.pfnEventsWaitWithBarrier = Barriers::enqueue;
  table.Enqueue.pfnEventsWaitWithBarrierExt = Barriers::enqueueExt;
  adapter::fillHostTasks<HostTasks>(table);
  adapter::fillQueueAllocations<HostTasks>(table);
}

} // namespace ursa::host
