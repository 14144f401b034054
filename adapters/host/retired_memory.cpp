#include "adapters/host/retired_memory.h"

#include "adapters/host/adapter.h"
#include "adapters/host/queue.h"
#include "adapters/host/scheduler.h"
#include "adapters/host/usm_pool.h"
#include "adapters/host/worker_pool.h"

#include <cstdlib>
#include <unordered_set>

namespace ursa::host {
namespace {

using adapter::Ref;

struct Queues {
  std::mutex mutex; ///< guards all; taken before a queue's lock
  std::unordered_set<ur_queue_handle_t> all;
};

// Never freed: queues may be released from static destructors.
Queues &queues() {
  static Queues &instance = *new Queues;
  return instance;
}

// Memory that waits for commands; given back with the last of them.
class Retired {
public:
  Retired(ur_context_handle_t_ &context, const ur_context_handle_t_::Allocation &allocation)
      : context_(&context), pool_(allocation.pool), allocation_(allocation) {}
  Retired(const Retired &) = delete;
  Retired &operator=(const Retired &) = delete;
  ~Retired() { giveBack(allocation_); }

private:
  const Ref<ur_context_handle_t_> context_;
  const Ref<ur_usm_pool_handle_t_> pool_;
  const ur_context_handle_t_::Allocation allocation_;
};

// The commands of a context that are not complete; of an ordered queue the last one stands for all.
std::vector<Ref<ur_event_handle_t_>> commandsOf(const ur_context_handle_t_ &context) {
  std::vector<Ref<ur_event_handle_t_>> commands;
  const std::lock_guard guard(queues().mutex);
  for (ur_queue_handle_t queue : queues().all) {
    if (queue->context != &context)
      continue;
    const std::lock_guard queueGuard(queue->lock);
    if (queue->inOrder && queue->last)
      commands.emplace_back(queue->last);
    for (auto event = queue->first; event && !queue->inOrder; event = event->nextInQueue)
      commands.emplace_back(event);
  }
  return commands;
}

void drop(ur_event_handle_t, ur_execution_info_t, void *retired) {
  delete static_cast<std::shared_ptr<Retired> *>(retired);
}

} // namespace

void giveBack(const ur_context_handle_t_::Allocation &allocation) {
  if (allocation.pool)
    allocation.pool->giveBack(allocation.base, allocation.reserved, allocation.alignment);
  else
    std::free(allocation.base);
}

void giveBackWhenUnused(ur_context_handle_t_ &context,
                        const ur_context_handle_t_::Allocation &allocation) {
  if (pool().isIdle()) {
    giveBack(allocation);
    return;
  }
  const auto commands = commandsOf(context);
  const auto retired = std::make_shared<Retired>(context, allocation);
  for (const auto &command : commands)
    setCallback(*command,
                {UR_EXECUTION_INFO_COMPLETE, drop, new std::shared_ptr<Retired>(retired)});
}

void noteQueue(ur_queue_handle_t_ &queue) {
  const std::lock_guard guard(queues().mutex);
  queues().all.insert(&queue);
}

void forgetQueue(ur_queue_handle_t_ &queue) {
  const std::lock_guard guard(queues().mutex);
  queues().all.erase(&queue);
}

} // namespace ursa::host
