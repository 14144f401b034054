#include "adapters/opencl/queue/host_waits.h"

#include <algorithm>

namespace ursa::opencl {

bool isPending(cl_event event) {
  const auto status =
      URSA_CL_VALUE(cl_int, clGetEventInfo, CL_EVENT_COMMAND_EXECUTION_STATUS, event);
  return status && *status > CL_COMPLETE;
}

namespace {

Result<std::shared_ptr<std::remove_pointer_t<cl_event>>> share(cl_event event) {
  URSA_CHECK(checkCl(clRetainEvent(event), "clRetainEvent"));
  return std::shared_ptr<std::remove_pointer_t<cl_event>>(
      event, [](cl_event held) { clReleaseEvent(held); });
}

} // namespace

bool HostWaits::Wait::isOfChainOf(const Wait &other) const {
  return chain ? chain == other.chain : event == other.event;
}

bool HostWaits::Wait::covers(const Wait &other) const {
  return isOfChainOf(other) && place >= other.place;
}

Result<void> HostWaits::add(cl_event event) {
  const auto isSame = [&](const Wait &known) { return known.event.get() == event; };
  if (std::ranges::any_of(waits_, isSame))
    return {};
  URSA_TRY(Event held, share(event));
  waits_.push_back({std::move(held), nullptr});
  return {};
}

void HostWaits::add(const HostWaits &others) {
  for (const Wait &wait : others.waits_) {
    const auto known =
        std::ranges::find_if(waits_, [&](const Wait &other) { return other.isOfChainOf(wait); });
    if (known == waits_.end())
      waits_.push_back(wait);
    else if (known->place < wait.place)
      *known = wait;
  }
}

// The task continues one chain whose last task it waits for, unless another task did so before.
Result<HostWaits> HostWaits::then(cl_event task) const {
  URSA_TRY(Event held, share(task));
  HostWaits after = *this;
  for (Wait &wait : after.waits_) {
    uint64_t last = wait.place;
    if (!wait.chain || !wait.chain->compare_exchange_strong(last, last + 1))
      continue;
    wait.event = std::move(held);
    ++wait.place;
    return after;
  }
  after.waits_.push_back({std::move(held), std::make_shared<std::atomic<uint64_t>>(1), 1});
  return after;
}

void HostWaits::dropComplete() {
  std::erase_if(waits_, [](const Wait &wait) { return !isPending(wait.event.get()); });
}

bool HostWaits::areWithin(const HostWaits &others) const {
  return std::ranges::all_of(waits_, [&](const Wait &wait) {
    return std::ranges::any_of(others.waits_,
                               [&](const Wait &other) { return other.covers(wait); });
  });
}

// One by one: a failed one would end the wait for the others.
void HostWaits::wait() const {
  for (const Wait &wait : waits_) {
    const cl_event native = wait.event.get();
    clWaitForEvents(1, &native);
  }
}

std::vector<cl_event> HostWaits::events() const {
  std::vector<cl_event> all;
  for (const Wait &wait : waits_)
    all.push_back(wait.event.get());
  return all;
}

} // namespace ursa::opencl
