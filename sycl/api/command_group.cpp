#include "sycl/api/command_group.h"

#include "sycl/api/error.h"

namespace sycl::detail {

void CommandGroup::setConstant(const char *id, const void *value, size_t size) {
  const auto *bytes = static_cast<const std::byte *>(value);
  constants_[id].assign(bytes, bytes + size);
}

void CommandGroup::setAction(std::function<SharedEvent(std::span<const SharedEvent>)> action) {
  if (action_)
    fail(errc::invalid, "A command group has one command; its function asks for a second one.");
  action_ = std::move(action);
}

void CommandGroup::setCommand(const char *what, QueueImpl::Enqueue enqueue) {
  setAction([this, what, enqueue = std::move(enqueue)](std::span<const SharedEvent> waits) {
    return queue_.enqueue(what, waits, enqueue);
  });
}

void CommandGroup::setKernel(const KernelDescription &description, KernelObject object,
                             const LaunchShape &shape) {
  setAction(
      [this, &description, object = std::move(object), shape](std::span<const SharedEvent> waits) {
        KernelCache &kernels = queue_.context().kernels();
        const auto kernel = constants_.empty()
                                ? kernels.find(queue_.device(), description.name)
                                : kernels.find(queue_.device(), description.name, constants_);
        return queue_.launch(*kernel, &description, object.get(), shape, waits);
      });
}

SharedEvent CommandGroup::finish() {
  if (!action_ && dependencies_.empty() && requirements_.empty())
    return std::make_shared<EventImpl>();
  std::vector<SharedEvent> waits = dependencies_;
  for (const SharedRequirement &each : requirements_)
    each->begin(queue_, waits);
  SharedEvent command;
  if (action_)
    command = action_(waits);
  else
    command = queue_.enqueue(
        "An empty command group", waits,
        [](ur_queue_handle_t queue, uint32_t count, const ur_event_handle_t *events,
           ur_event_handle_t *out) { return urEnqueueEventsWait(queue, count, events, out); });
  for (const SharedRequirement &each : requirements_)
    each->end(queue_, command);
  return command;
}

} // namespace sycl::detail
