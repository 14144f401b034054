#include "adapters/cuda/command_buffer.h"

#include "adapters/common/command_buffer_functions.h"
#include "adapters/common/memory_work.h"
#include "adapters/cuda/context.h"
#include "adapters/cuda/launch.h"
#include "adapters/cuda/queue.h"
#include "adapters/cuda/tables.h"

namespace ursa::cuda {
namespace {

using adapter::Ref;
using BufferCommand = adapter::RecordedCommand<Recordings>;

/// Work of several commands, one after the other.
WorkPointer together(std::vector<WorkPointer> works) {
  if (works.empty())
    return nullptr;
  if (works.size() == 1)
    return works.front();
  auto all = std::make_shared<Work>();
  all->submit = [works = std::move(works)](Submission &at) -> Result<void> {
    for (const WorkPointer &work : works)
      URSA_CHECK(work->submit(at));
    return {};
  };
  return all;
}

/// One execution. The locks of the command buffer and of the queue are held.
class Execution {
public:
  Execution(ur_queue_handle_t_ &queue, Stream &stream, ur_exp_command_buffer_handle_t_ &buffer)
      : queue_(queue), stream_(stream), buffer_(buffer) {}

  /// @param times of the whole execution; null for none
  Result<Command> run(Markers after, CommandTimes *times) {
    URSA_TRY(Command first, Command::submit(queue_, stream_, std::move(after), nullptr, nullptr));
    done_ = first.done;
    MarkerPointer begin;
    if (times) {
      URSA_TRY(begin, queue_.native.record(stream_.native, /*isTimed=*/true));
    }
    URSA_CHECK(runCommands());
    URSA_TRY(const Command last, Command::submit(queue_, stream_, {}, nullptr, times));
    if (times)
      times->begin = std::move(begin);
    first.done = done_ = last.done;
    return first;
  }

  /// The last marker, also after a failure; null if nothing was submitted.
  const MarkerPointer &done() const { return done_; }

private:
  // A command with a wait list begins a part, a command with an event ends one.
  Result<void> runCommands() {
    std::vector<WorkPointer> works;
    for (const BufferCommand &command : buffer_.commands) {
      if (!command.waitList.empty() && !works.empty())
        URSA_CHECK(submit({}, std::exchange(works, {}), nullptr));
      if (command.work)
        works.push_back(command.work);
      if (command.waitList.empty() && !command.signals)
        continue;
      URSA_TRY(Markers after, waitsOf(command));
      URSA_CHECK(submit(std::move(after), std::exchange(works, {}), command.signals.get()));
    }
    return works.empty() ? Result<void>() : submit({}, std::move(works), nullptr);
  }

  static Result<Markers> waitsOf(const BufferCommand &command) {
    std::vector<ur_event_handle_t> events;
    for (const Ref<ur_event_handle_t_> &event : command.waitList)
      events.push_back(event.get());
    return collectWaits(static_cast<uint32_t>(events.size()),
                        events.empty() ? nullptr : events.data());
  }

  Result<void> submit(Markers after, std::vector<WorkPointer> works, ur_event_handle_t signals) {
    std::shared_ptr<CommandTimes> times;
    if (signals && buffer_.isProfiled) {
      URSA_TRY(auto clock, queue_.native.clock());
      times = std::make_shared<CommandTimes>(std::move(clock), /*isTimestamp=*/false);
    }
    URSA_TRY(Command command, Command::submit(queue_, stream_, std::move(after),
                                              together(std::move(works)), times.get()));
    done_ = command.done;
    if (signals)
      signals->set({&queue_, std::move(command.after), command.done, std::move(times)});
    return {};
  }

  ur_queue_handle_t_ &queue_;
  Stream &stream_;
  ur_exp_command_buffer_handle_t_ &buffer_;
  MarkerPointer done_;
};

// Stores the last execution without its queue: the application may release that queue.
void setPrevious(ur_exp_command_buffer_handle_t_ &buffer, MarkerPointer done) {
  buffer.previous = Ref<ur_event_handle_t_>::adopt(
      new ur_event_handle_t_(buffer.context, UR_COMMAND_ENQUEUE_COMMAND_BUFFER_EXP));
  buffer.previous->set({nullptr, {}, std::move(done), nullptr});
}

ur_result_t enqueueBuffer(ur_queue_handle_t hQueue, ur_exp_command_buffer_handle_t hCommandBuffer,
                          uint32_t numEventsInWaitList, const ur_event_handle_t *phEventWaitList,
                          ur_event_handle_t *phEvent) {
  return atBoundary([&]() -> Result<void> {
    URSA_HANDLE(hQueue);
    URSA_HANDLE(hCommandBuffer);
    NativeContext &native = hQueue->native;
    URSA_CHECK(native.checkNotLost());
    native.reclaim();
    URSA_TRY(Markers after, collectWaits(numEventsInWaitList, phEventWaitList));
    const std::lock_guard guard(hCommandBuffer->mutex);
    URSA_CHECK(adapter::checkExecution<Recordings>(*hCommandBuffer, hQueue->context));
    URSA_TRY(const Current current, native.enter());
    auto event = Ref<ur_event_handle_t_>::adopt(
        new ur_event_handle_t_(hQueue->context, UR_COMMAND_ENQUEUE_COMMAND_BUFFER_EXP));
    if (hCommandBuffer->previous) // executions of a command buffer do not overlap
      after.push_back(hCommandBuffer->previous->state().done);
    std::shared_ptr<CommandTimes> times;
    if (phEvent && (hQueue->profiling || hCommandBuffer->isProfiled)) {
      URSA_TRY(auto clock, native.clock());
      times = std::make_shared<CommandTimes>(std::move(clock), /*isTimestamp=*/false);
    }
    {
      const std::lock_guard queueGuard(hQueue->mutex);
      if (hQueue->floor)
        after.push_back(hQueue->floor);
      URSA_TRY(Stream *const stream, hQueue->next());
      Execution execution(*hQueue, *stream, *hCommandBuffer);
      auto executed = execution.run(std::move(after), times.get());
      if (execution.done())
        setPrevious(*hCommandBuffer, execution.done());
      if (!executed)
        return executed.error();
      event->set({hQueue, std::move(executed->after), executed->done, std::move(times)});
    }
    if (phEvent)
      *phEvent = event.detach();
    return {};
  });
}

} // namespace

Result<void> Recordings::checkDeviceInContext(ur_context_handle_t context,
                                              ur_device_handle_t device) {
  return context->checkHas(device);
}

ur_event_handle_t Recordings::createSignal(ur_context_handle_t context, ur_command_t type, bool) {
  return new ur_event_handle_t_(context, type);
}

bool Recordings::isLocal(const ur_kernel_handle_t_ *kernel, uint32_t index) {
  return kernel->parameters && index < kernel->parameters->size() &&
         (*kernel->parameters)[index].kind == adapter::ParameterKind::Local;
}

bool Recordings::mayBeLocal(const ur_kernel_handle_t_ *kernel, uint32_t index) {
  return kernel->parameters && index < kernel->parameters->size() &&
         (*kernel->parameters)[index].kind == adapter::ParameterKind::LocalOrValue;
}

WorkResult Recordings::createLaunch(ur_device_handle_t device, ur_kernel_handle_t kernel,
                                    const adapter::NdRange &range,
                                    std::span<const ur_exp_kernel_arg_properties_t> arguments) {
  return cuda::createLaunch(device, kernel, range, arguments, /*isCooperative=*/false);
}

void fillCommandBufferTable(ur_dditable_t &table) {
  adapter::fillCommandBufferFunctions<Recordings>(table);
  table.EnqueueExp.pfnCommandBufferExp = enqueueBuffer;
  adapter::fillMemoryAppends<Recordings, adapter::MemoryWork<Commands>>(table);
}

} // namespace ursa::cuda
