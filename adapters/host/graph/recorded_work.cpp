#include "adapters/host/graph/recorded_work.h"

#include "adapters/host/driver/adapter.h"
#include "adapters/host/queue/queue.h"
#include "adapters/host/queue/reusable_event.h"
#include "adapters/host/queue/worker_pool.h"

namespace ursa::host {
namespace {

using adapter::Ref;

// Shares the work of a recorded command between executions.
class SharedWork final : public Work {
public:
  explicit SharedWork(std::shared_ptr<Work> work) : work_(std::move(work)) {
    units = work_->units;
    unitsPerChunk = work_->unitsPerChunk;
    stackBytes = work_->stackBytes;
    callsApplication = work_->callsApplication;
  }
  void run(uint64_t begin, uint64_t end, GroupMemory &memory) override {
    work_->run(begin, end, memory);
  }

private:
  const std::shared_ptr<Work> work_;
};

// start() adds the reference that the scheduler releases at completion.
Ref<ur_event_handle_t_> makeCommand(const EnqueueParameters &parameters, ur_command_t type,
                                    const std::shared_ptr<Work> &work, bool profiled) {
  auto event = Ref<ur_event_handle_t_>::adopt(new ur_event_handle_t_(
      parameters.queue, type, work ? std::make_unique<SharedWork>(work) : nullptr));
  event->profile.enabled |= profiled;
  event->profile.mark(event->profile.queued);
  return event;
}

void startCommand(ur_event_handle_t_ &event) {
  adapter::retain(&event);
  event.queue->pool().commandEnqueued();
  releaseDependency(event);
}

} // namespace

RecordedExecution::RecordedExecution(const EnqueueParameters &parameters,
                                     std::span<const RecordedCommand> commands, bool profiled,
                                     ur_event_handle_t previous) {
  begin_ = makeCommand(parameters, parameters.type, nullptr, profiled);
  end_ = makeCommand(parameters, parameters.type, nullptr, profiled);
  end_->beginMarker = begin_;
  commands_.reserve(commands.size());
  for (const RecordedCommand &command : commands)
    commands_.push_back(
        makeCommand(parameters, command.type, command.work,
                    profiled || (command.signals && command.signals->reusable->profiled)));

  addDependencies(*begin_, parameters.waitCount, parameters.waitList);
  if (previous && !previous->isComplete())
    addDependency(*begin_, *previous);
  addDependency(*end_, *begin_);
  std::vector<bool> isLast(commands.size(), true);
  for (size_t i = 0; i < commands.size(); ++i) {
    ur_event_handle_t_ &event = *commands_[i];
    if (commands[i].after.empty())
      addDependency(event, *begin_);
    for (const uint32_t earlier : commands[i].after) {
      addDependency(event, *commands_[earlier]);
      isLast[earlier] = false;
    }
    for (const Ref<ur_event_handle_t_> &other : commands[i].waitList) {
      ur_event_handle_t handle = other.get();
      addDependencies(event, 1, &handle);
    }
    if (commands[i].signals)
      signalBy(*commands[i].signals, event);
  }
  for (size_t i = 0; i < commands.size(); ++i)
    if (isLast[i])
      addDependency(*end_, *commands_[i]);
  joinQueue(parameters, *begin_, *end_);
  if (parameters.phEvent) {
    adapter::retain(end_.get());
    *parameters.phEvent = end_.get();
  }
}

// Releases the commands from last to first: so no command can complete, and release others, before
// those were started.
void RecordedExecution::start() {
  startCommand(*end_);
  for (auto command = commands_.rbegin(); command != commands_.rend(); ++command)
    startCommand(**command);
  startCommand(*begin_);
}

} // namespace ursa::host
