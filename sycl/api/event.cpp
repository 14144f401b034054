#include "sycl/api/event_impl.h"

#include "sycl/api/error.h"
#include "sycl/api/queue_impl.h"

#include <sycl/device.hpp>

inline namespace ursa_sycl {
namespace sycl {
namespace detail {

ur_event_handle_t EventImpl::made(DeferredEvent &deferred) const {
  return queue_->deferredEvents().make(deferred);
}

void EventImpl::wait() const {
  if (isNode())
    fail(errc::invalid,
         "Nobody can wait for a command that a graph records; it runs when the graph "
         "is submitted.");
  if (const ur_event_handle_t wanted = handle())
    check(urEventWait(1, &wanted), "Waiting for a command");
  if (const EventImpl *next = follower())
    next->wait();
}

std::exception_ptr EventImpl::waitForError() const noexcept {
  try {
    wait();
    return nullptr;
  } catch (...) {
    return std::current_exception();
  }
}

const ursa::runtime::Queue *EventImpl::inOrderQueue() const {
  return queue_ && queue_->isInOrder() ? queue_.get() : nullptr;
}

std::vector<std::shared_ptr<EventImpl>> EventImpl::waitList() const {
  std::vector<std::shared_ptr<EventImpl>> events;
  if (!more_)
    return events;
  for (const std::weak_ptr<Command> &each : more_->waits)
    if (SharedCommand command = each.lock())
      events.push_back(std::static_pointer_cast<EventImpl>(std::move(command)));
  return events;
}

namespace {

/// Negative for a command that failed.
int32_t statusOf(ur_event_handle_t event) {
  ur_event_status_t status = UR_EVENT_STATUS_COMPLETE;
  if (event)
    (void)urEventGetInfo(event, UR_EVENT_INFO_COMMAND_EXECUTION_STATUS, sizeof(status), &status,
                         nullptr);
  return static_cast<int32_t>(status);
}

} // namespace

bool EventImpl::isComplete() const {
  return statusOf(handle()) == UR_EVENT_STATUS_COMPLETE &&
         (!follower() || follower()->isComplete());
}
bool EventImpl::hasEnded() const {
  return statusOf(handle()) <= UR_EVENT_STATUS_COMPLETE && (!follower() || follower()->hasEnded());
}

} // namespace detail

event::event() : Shared(std::make_shared<detail::EventImpl>()) {}

backend event::get_backend() const noexcept {
  return impl_->queue() ? impl_->queue()->device().platform().backend() : device().get_backend();
}

std::vector<event> event::get_wait_list() const {
  std::vector<event> events;
  for (std::shared_ptr<detail::EventImpl> &each : impl_->waitList())
    events.push_back(detail::Access::make<event>(std::move(each)));
  return events;
}

void event::wait() const { impl_->wait(); }
void event::wait(const std::vector<event> &events) {
  for (const event &each : events)
    each.wait();
}
void event::wait_and_throw() const {
  impl_->wait();
  if (impl_->queue())
    impl_->queue()->throwAsynchronous();
}
void event::wait_and_throw(const std::vector<event> &events) {
  wait(events);
  for (const event &each : events)
    each.wait_and_throw();
}

template <>
info::event_command_status event::get_info<info::event::command_execution_status>() const {
  if (impl_->isNode())
    detail::fail(errc::invalid, "A command that a graph records has no state.");
  if (!impl_->handle())
    return info::event_command_status::complete;
  ur_event_status_t status{};
  detail::check(urEventGetInfo(impl_->handle(), UR_EVENT_INFO_COMMAND_EXECUTION_STATUS,
                               sizeof(status), &status, nullptr),
                "Asking for the state of an event");
  switch (status) {
  case UR_EVENT_STATUS_COMPLETE:
    return info::event_command_status::complete;
  case UR_EVENT_STATUS_RUNNING:
    return info::event_command_status::running;
  default:
    return info::event_command_status::submitted;
  }
}

template <> uint32_t event::get_info<info::event::reference_count>() const {
  return impl_->handle() ? static_cast<uint32_t>(impl_.use_count()) : 0; // the command's, if any
}

namespace {

uint64_t profilingTime(const detail::EventImpl &event, ur_profiling_info_t what) {
  if (event.isNode())
    detail::fail(errc::invalid, "A command that a graph records has no times.");
  if (event.lacksTimes())
    detail::fail(errc::invalid, "The run of the graph has no times: the graph was finalized "
                                "without the property graph::enable_profiling.");
  if (!event.queue() || !event.queue()->hasProfiling())
    detail::fail(errc::invalid,
                 "The event has no times: its queue was created without the property "
                 "queue::enable_profiling.");
  if (!event.handle()) // there was nothing to do
    return 0;
  event.wait();
  uint64_t time = 0;
  detail::check(urEventGetProfilingInfo(event.handle(), what, sizeof(time), &time, nullptr),
                "Asking for the times of a command", errc::profiling);
  return time;
}

} // namespace

template <> uint64_t event::get_profiling_info<info::event_profiling::command_submit>() const {
  return profilingTime(impl_->first(), UR_PROFILING_INFO_COMMAND_SUBMIT);
}
template <> uint64_t event::get_profiling_info<info::event_profiling::command_start>() const {
  return profilingTime(impl_->first(), UR_PROFILING_INFO_COMMAND_START);
}
template <> uint64_t event::get_profiling_info<info::event_profiling::command_end>() const {
  return profilingTime(*impl_, UR_PROFILING_INFO_COMMAND_END);
}

} // namespace sycl
} // namespace ursa_sycl
