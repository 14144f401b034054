#include "sycl/runtime/ur_queue.h"

#include "sycl/runtime/error.h"

namespace ursa::runtime {
namespace {

class UrCommand final : public Command {
public:
  UrCommand(const UrQueue &queue, client::EventHandle event)
      : inOrderQueue_(queue.inOrder() ? &queue : nullptr), context_(queue.place().context),
        event_(std::move(event)) {}

  bool isComplete() const override {
    ur_event_status_t status = UR_EVENT_STATUS_QUEUED;
    return urEventGetInfo(event_.get(), UR_EVENT_INFO_COMMAND_EXECUTION_STATUS, sizeof(status),
                          &status, nullptr) == UR_RESULT_SUCCESS &&
           status == UR_EVENT_STATUS_COMPLETE;
  }
  void wait() const override {
    const ur_event_handle_t event = event_.get();
    check(urEventWait(1, &event), "Waiting for a command");
  }
  const Queue *inOrderQueue() const override { return inOrderQueue_; }
  ur_context_handle_t context() const { return context_; }
  ur_event_handle_t event() const { return event_.get(); }

private:
  const Queue *const inOrderQueue_; ///< only compared
  const ur_context_handle_t context_;
  const client::EventHandle event_;
};

} // namespace

std::shared_ptr<UrQueue> UrQueue::create(const Place &place, bool inOrder) {
  ur_queue_properties_t properties{UR_STRUCTURE_TYPE_QUEUE_PROPERTIES, nullptr, 0};
  if (!inOrder)
    properties.flags = UR_QUEUE_FLAG_OUT_OF_ORDER_EXEC_MODE_ENABLE;
  client::QueueHandle queue;
  check(urQueueCreate(place.context, place.device, &properties, queue.out()),
        "Creating a queue for '" + place.deviceName + "'");
  return std::make_shared<UrQueue>(place, std::move(queue), inOrder);
}

SharedCommand UrQueue::submit(const char *what, std::span<const SharedCommand> waits,
                              const Enqueue &enqueue) {
  std::vector<ur_event_handle_t> events;
  for (const SharedCommand &each : waits) {
    const auto *command = dynamic_cast<const UrCommand *>(each.get());
    if (command && command->context() == place_.context)
      events.push_back(command->event());
    else
      each->wait();
  }
  client::EventHandle event;
  check(enqueue(queue_.get(), static_cast<uint32_t>(events.size()),
                events.empty() ? nullptr : events.data(), event.out()),
        what);
  return std::make_shared<UrCommand>(*this, std::move(event));
}

std::shared_ptr<Queue> UrQueue::transferQueue() {
  const std::lock_guard lock(mutex_);
  if (!transfers_)
    transfers_ = create(place_, false);
  return transfers_;
}

} // namespace ursa::runtime
