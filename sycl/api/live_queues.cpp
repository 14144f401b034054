#include "sycl/api/live_queues.h"

#include <algorithm>
#include <iterator>

inline namespace ursa_sycl {
namespace sycl::detail {
namespace {

bool isEmpty(const ursa::client::QueueHandle &queue) {
  ur_bool_t isEmpty = false;
  return urQueueGetInfo(queue.get(), UR_QUEUE_INFO_EMPTY, sizeof(isEmpty), &isEmpty, nullptr) ==
             UR_RESULT_SUCCESS &&
         isEmpty;
}

ur_context_handle_t contextOf(const ursa::client::QueueHandle &queue) {
  ur_context_handle_t context = nullptr;
  (void)urQueueGetInfo(queue.get(), UR_QUEUE_INFO_CONTEXT, sizeof(context), &context, nullptr);
  return context;
}

ursa::client::QueueHandle share(ur_queue_handle_t queue) {
  if (urQueueRetain(queue) != UR_RESULT_SUCCESS)
    return {};
  return ursa::client::QueueHandle(queue);
}

} // namespace

void LiveQueues::add(ur_queue_handle_t queue) {
  ursa::client::QueueHandle shared = share(queue);
  const std::lock_guard lock(mutex_);
  used_[queue] = std::move(shared);
}

void LiveQueues::retire(ursa::client::QueueHandle queue) {
  std::vector<ursa::client::QueueHandle> done; // released without the lock
  const bool isDone = isEmpty(queue);
  const std::lock_guard lock(mutex_);
  const auto known = used_.find(queue.get());
  if (known != used_.end()) {
    done.push_back(std::move(known->second));
    used_.erase(known);
  }
  const auto firstDone = std::partition(retired_.begin(), retired_.end(),
                                        [](const auto &each) { return !isEmpty(each); });
  std::move(firstDone, retired_.end(), std::back_inserter(done));
  retired_.erase(firstDone, retired_.end());
  if (!isDone)
    retired_.push_back(std::move(queue));
}

void LiveQueues::finishRetired(ur_context_handle_t context) {
  std::vector<ursa::client::QueueHandle> all;
  {
    const std::lock_guard lock(mutex_);
    for (const ursa::client::QueueHandle &each : retired_)
      if (contextOf(each) == context)
        all.push_back(share(each.get()));
  }
  for (const ursa::client::QueueHandle &each : all)
    if (each.get())
      (void)urQueueFinish(each.get());
}

void LiveQueues::finish() {
  std::vector<ursa::client::QueueHandle> all;
  {
    const std::lock_guard lock(mutex_);
    all.swap(retired_);
    for (const auto &[queue, held] : used_)
      all.push_back(share(queue));
  }
  for (const ursa::client::QueueHandle &each : all)
    if (each.get())
      (void)urQueueFinish(each.get());
}

} // namespace sycl::detail
} // namespace ursa_sycl
