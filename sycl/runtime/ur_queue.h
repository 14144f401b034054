// A queue of the run time over a queue of the C ABI, for front ends without queues of their own.
#pragma once

#include "sycl/runtime/command.h"

#include "client/handle.h"

#include <mutex>

namespace ursa::runtime {

/// Thread safe. Throws Error. Commands of other contexts are waited for when a command is enqueued.
class UrQueue final : public Queue {
public:
  /// @param inOrder whether @p queue runs its commands in order
  UrQueue(Place place, client::QueueHandle queue, bool inOrder)
      : place_(std::move(place)), queue_(std::move(queue)), inOrder_(inOrder) {}
  /// Creates the queue.
  static std::shared_ptr<UrQueue> create(const Place &place, bool inOrder);

  ur_queue_handle_t handle() const { return queue_.get(); }
  const Place &place() const override { return place_; }
  bool inOrder() const override { return inOrder_; }
  SharedCommand submit(const char *what, std::span<const SharedCommand> waits,
                       const Enqueue &enqueue) override;
  std::shared_ptr<Queue> transferQueue() override;

private:
  const Place place_;
  const client::QueueHandle queue_;
  const bool inOrder_;
  std::mutex mutex_; ///< guards the member below
  std::shared_ptr<Queue> transfers_;
};

} // namespace ursa::runtime
