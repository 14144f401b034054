#include "sycl/runtime/host_access.h"

#include <algorithm>

namespace ursa::runtime {

HostAccess::HostAccess(std::vector<std::shared_ptr<HostAccess>> on, Commands waits,
                       size_t regionBytes, std::shared_ptr<const WaitReport> report)
    : on_(std::move(on)), waits_(std::move(waits)), regionBytes_(regionBytes),
      report_(std::move(report)) {}

void HostAccess::end() {
  const std::lock_guard lock(mutex_);
  isOpen_ = false;
  changed_.notify_all();
}

bool HostAccess::isComplete() const {
  {
    const std::lock_guard lock(mutex_);
    if (isOpen_)
      return false;
  }
  return std::all_of(on_.begin(), on_.end(), [](const auto &each) { return each->isComplete(); });
}

void HostAccess::wait() const {
  {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [this] { return !isOpen_; });
  }
  for (const auto &each : on_)
    each->wait();
}

void HostAccess::waitOrTell() {
  if (report_ && report_->after.count() > 0) {
    std::unique_lock lock(mutex_);
    const bool hasEnded = changed_.wait_for(lock, report_->after, [this] { return !isOpen_; });
    lock.unlock();
    if (!hasEnded)
      report_->tell("A command has waited for " + std::to_string(report_->after.count()) +
                    " ms for a host accessor of a buffer of " + std::to_string(regionBytes_) +
                    " bytes. If the thread that has the accessor waits for the command, neither "
                    "will ever end: destroy the accessor first.");
  }
  wait();
}

void HostAccess::waitFor(void *held) {
  const std::unique_ptr<std::shared_ptr<HostAccess>> access(
      static_cast<std::shared_ptr<HostAccess> *>(held));
  (*access)->waitOrTell();
}

SharedCommand HostAccess::standInFor(Queue &queue) {
  auto held = std::make_unique<std::shared_ptr<HostAccess>>(shared_from_this());
  SharedCommand command = queue.submit("Waiting for a host_accessor", {},
                                       [&](ur_queue_handle_t handle, uint32_t count,
                                           const ur_event_handle_t *waits, ur_event_handle_t *out) {
                                         return urEnqueueHostTaskExp(handle, waitFor, held.get(),
                                                                     nullptr, count, waits, out);
                                       });
  (void)held.release(); // the task owns it
  return command;
}

} // namespace ursa::runtime
