#include "adapters/vulkan/graph/command_buffer.h"

#include "adapters/common/command_buffer_functions.h"
#include "adapters/vulkan/driver/device.h"
#include "adapters/vulkan/driver/tables.h"
#include "adapters/vulkan/launch/launch.h"
#include "adapters/vulkan/memory/transfer.h"
#include "adapters/vulkan/queue/queue.h"

namespace ursa::vulkan {
namespace {

using adapter::Ref;
using BufferCommand = adapter::RecordedCommand<Recordings>;

bool isForDevice(const BufferCommand &command) {
  return !command.work || command.work->isForDevice();
}

// Splits commands into segments: a command with a wait list begins one, a command with an event
// ends one, and a host operation is one of its own.
std::vector<Segment> segmentsOf(const std::vector<BufferCommand> &commands) {
  std::vector<Segment> segments;
  bool continues = false;
  for (size_t i = 0; i < commands.size(); ++i) {
    const bool isAlone = !isForDevice(commands[i]);
    if (!continues || isAlone || !commands[i].waitList.empty())
      segments.push_back({i, 0, {}, nullptr});
    ++segments.back().count;
    continues = !isAlone && !commands[i].signals;
  }
  return segments;
}

// Records a barrier before a command that depends on another one, unless a barrier already follows
// that one.
std::vector<RecordStep> recordSteps(const std::vector<BufferCommand> &commands,
                                    const Segment &segment) {
  std::vector<RecordStep> steps;
  size_t ordered = segment.first; // a barrier follows the commands before this one
  for (size_t i = segment.first; i < segment.first + segment.count; ++i) {
    const auto waits = [&](uint32_t earlier) { return earlier >= ordered; };
    if (std::any_of(commands[i].after.begin(), commands[i].after.end(), waits)) {
      steps.emplace_back([](Recorder &recorder) -> Result<void> {
        recorder.barrier();
        return {};
      });
      ordered = i;
    }
    if (commands[i].work)
      for (const Step &step : commands[i].work->steps)
        steps.push_back(std::get<RecordStep>(step));
  }
  return steps;
}

// Records a segment unless it is recorded and unchanged.
Result<void> prepare(ur_exp_command_buffer_handle_t_ &buffer, Segment &segment) {
  std::vector<WorkPointer> works;
  for (size_t i = segment.first; i < segment.first + segment.count; ++i)
    works.push_back(buffer.commands[i].work);
  if (segment.recorded && segment.works == works)
    return {};
  URSA_TRY(segment.recorded,
           Recording::make(*buffer.device, recordSteps(buffer.commands, segment)));
  segment.works = std::move(works);
  return {};
}

// Retains everything that the commands of a segment use.
HardwareQueue::Keep retainSegment(ur_queue_handle_t_ &queue, const Segment &segment,
                                  const BufferCommand &command) {
  auto works = std::make_shared<std::vector<WorkPointer>>(segment.works);
  works->push_back(command.work);
  return {Ref<ur_queue_handle_t_>(&queue), std::move(works), nullptr};
}

// Stores the last execution without its queue: the application may release that queue.
void setPreviousExecution(ur_context_handle_t context, ur_exp_command_buffer_handle_t_ &buffer,
                          PointSet done) {
  buffer.previous = Ref<ur_event_handle_t_>::adopt(
      new ur_event_handle_t_(context, nullptr, UR_COMMAND_ENQUEUE_COMMAND_BUFFER_EXP));
  buffer.previous->set({nullptr, {}, std::move(done), nullptr});
}

class Execution {
public:
  Execution(ur_queue_handle_t_ &queue, ur_exp_command_buffer_handle_t_ &buffer)
      : queue_(queue), buffer_(buffer),
        isIdle_(!buffer.previous || buffer.previous->state().done.isReached()) {}

  /// Call with the queue's lock held. On failure, queue and command buffer have recorded the
  /// segments that were submitted before.
  Result<PointSet> run(PointSet after, const std::shared_ptr<adapter::EventProfile> &profile) {
    if (buffer_.segments.empty())
      buffer_.segments = segmentsOf(buffer_.commands);
    PointSet submitted;
    for (Segment &segment : buffer_.segments) {
      auto done = runSegment(segment, std::move(after), profile);
      if (!done) {
        queue_.all.add(submitted);
        setPreviousExecution(queue_.context, buffer_, std::move(submitted));
        return done.error();
      }
      submitted = after = *std::move(done);
    }
    return after;
  }

private:
  Result<PointSet> runSegment(Segment &segment, PointSet after,
                              const std::shared_ptr<adapter::EventProfile> &profile) {
    const BufferCommand &first = buffer_.commands[segment.first];
    std::vector<ur_event_handle_t> events;
    for (const Ref<ur_event_handle_t_> &event : first.waitList)
      events.push_back(event.get());
    URSA_TRY(const PointSet waits,
             collectWaits(static_cast<uint32_t>(events.size()),
                          events.empty() ? nullptr : events.data(), *queue_.device));
    after.add(waits);
    const BufferCommand &last = buffer_.commands[segment.first + segment.count - 1];
    Batch batch;
    if (profile)
      batch.profiles.push_back(profile);
    std::shared_ptr<adapter::EventProfile> own;
    if (last.signals && buffer_.isProfiled)
      batch.profiles.push_back(own = makeProfile());
    if (isForDevice(first)) {
      URSA_CHECK(prepare(buffer_, segment));
      batch.recorded = segment.recorded;
    } else {
      batch.steps = {first.work->steps.data(), first.work->steps.size()};
      batch.serialOrder = first.work->serialOrder.get();
    }
    for (size_t i = segment.first; i < segment.first + segment.count; ++i)
      if (const auto &work = buffer_.commands[i].work; work && work->launch) {
        work->launch->restart(isIdle_);
        batch.launches.add(work->launch);
      }
    batch.keep = retainSegment(queue_, segment, first);
    PointSet begin = after;
    URSA_TRY(PointSet done, runSteps(queue_, std::move(after), batch));
    if (last.signals)
      last.signals->set({&queue_, std::move(begin), done, own});
    return done;
  }

  ur_queue_handle_t_ &queue_;
  ur_exp_command_buffer_handle_t_ &buffer_;
  const bool isIdle_; ///< whether the last execution is complete
};

Result<void> executeBuffer(const EnqueueParameters &parameters,
                           ur_exp_command_buffer_handle_t_ &buffer) {
  ur_queue_handle_t_ &queue = *parameters.queue;
  URSA_CHECK(queue.device->checkNotLost());
  queue.device->reclaim();
  URSA_TRY(PointSet after, collectWaits(parameters.waitCount, parameters.waitList, *queue.device));
  const std::lock_guard guard(buffer.mutex);
  URSA_CHECK(adapter::checkExecution<Recordings>(buffer, queue.context));
  auto event = Ref<ur_event_handle_t_>::adopt(
      new ur_event_handle_t_(queue.context, nullptr, UR_COMMAND_ENQUEUE_COMMAND_BUFFER_EXP));
  if (buffer.previous) // executions of a command buffer do not overlap
    after.add(buffer.previous->state().done);
  const bool isProfiled = queue.profiling || buffer.isProfiled;
  const auto profile = parameters.phEvent && isProfiled ? makeProfile() : nullptr;
  {
    const std::lock_guard queueGuard(queue.mutex);
    after.add(queue.inOrder ? queue.all : queue.floor);
    PointSet begin = after;
    URSA_TRY(const PointSet done, Execution(queue, buffer).run(std::move(after), profile));
    if (queue.inOrder)
      queue.floor = queue.all = done;
    else
      queue.all.add(done);
    event->set({&queue, std::move(begin), done, profile});
  }
  setPreviousExecution(queue.context, buffer, event->state().done);
  if (parameters.phEvent)
    *parameters.phEvent = event.detach();
  return {};
}

} // namespace

ur_event_handle_t Recordings::makeSignal(ur_context_handle_t context, ur_command_t type, bool) {
  return new ur_event_handle_t_(context, nullptr, type);
}

bool Recordings::isLocal(const ur_kernel_handle_t_ *kernel, uint32_t index) {
  return index < kernel->info.arguments.size() && kernel->info.arguments[index].isLocal;
}

WorkResult Recordings::makeLaunch(ur_device_handle_t device, ur_kernel_handle_t kernel,
                                  const adapter::NdRange &range,
                                  std::span<const ur_exp_kernel_arg_properties_t> arguments) {
  URSA_TRY(const LaunchSizes sizes, launchSizes(*device, kernel->info, range));
  return vulkan::createLaunch(kernel, sizes, arguments);
}

void fillCommandBufferTable(ur_dditable_t &table) {
  adapter::fillCommandBufferFunctions<Recordings>(table);
  table.EnqueueExp.pfnCommandBufferExp = adapter::enqueueCommandBuffer<Recordings, executeBuffer>;
  adapter::fillMemoryAppends<Recordings, adapter::MemoryWork<Commands>>(table);
}

} // namespace ursa::vulkan
