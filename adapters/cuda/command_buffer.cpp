#include "adapters/cuda/command_buffer.h"

#include "adapters/common/command_buffer_functions.h"
#include "adapters/common/memory_work.h"
#include "adapters/cuda/adapter.h"
#include "adapters/cuda/context.h"
#include "adapters/cuda/launch.h"
#include "adapters/cuda/queue.h"
#include "adapters/cuda/tables.h"

namespace ursa::cuda {
namespace {

using adapter::Ref;
using BufferCommand = adapter::RecordedCommand<Recordings>;

constexpr size_t kFewestOfGraph = 2; ///< works; one alone costs less without a graph

bool usesPageableMemory(const BufferCommand &command) {
  return command.work && command.work->usesPageableMemory;
}

// A command with a wait list begins a part, a command with an event ends one. One that uses memory
// that the driver does not know is alone: it depends on the moment how that is copied.
std::vector<BufferPart> partsOf(const std::vector<BufferCommand> &commands) {
  std::vector<BufferPart> parts;
  bool isOpen = false;
  for (uint32_t i = 0; i < commands.size(); ++i) {
    const BufferCommand &command = commands[i];
    const bool isAlone = usesPageableMemory(command);
    if (!isOpen || isAlone || !command.waitList.empty())
      parts.emplace_back();
    parts.back().commands.push_back(i);
    isOpen = !isAlone && !command.signals;
  }
  return parts;
}

/// Appends the works that a command follows: of commands without work, those that they follow.
void addDependencies(const std::vector<BufferCommand> &commands, uint32_t index,
                     const std::map<uint32_t, size_t> &places, uint32_t first,
                     std::vector<size_t> &after) {
  for (const uint32_t other : commands[index].after) {
    if (other < first)
      continue; // in an earlier part
    if (const auto place = places.find(other); place != places.end())
      after.push_back(place->second);
    else
      addDependencies(commands, other, places, first, after);
  }
}

void listWorks(const std::vector<BufferCommand> &commands, BufferPart &part) {
  part.works.clear();
  part.indices.clear();
  std::map<uint32_t, size_t> places;
  for (const uint32_t index : part.commands) {
    if (!commands[index].work)
      continue;
    GraphWork work{commands[index].work, {}};
    addDependencies(commands, index, places, part.commands.front(), work.after);
    places[index] = part.works.size();
    part.works.push_back(std::move(work));
    part.indices.push_back(index);
  }
}

/// The driver's context is current.
void makeGraph(NativeContext &native, BufferPart &part) {
  part.graph = nullptr;
  if (part.works.size() < kFewestOfGraph || !Graph::isSupported())
    return;
  auto graph = Graph::record(native, part.works);
  if (graph)
    part.graph = *std::move(graph);
  else
    log().write(UR_LOGGER_LEVEL_INFO, "A part of a command buffer is no graph: {}",
                graph.error().message);
}

/// Takes over what updates changed. The driver's context is current.
Result<void> refresh(NativeContext &native, const std::vector<BufferCommand> &commands,
                     BufferPart &part) {
  bool isSame = true;
  size_t next = 0;
  bool isOtherList = false;
  for (const uint32_t index : part.commands) {
    const bool wasThere = next < part.indices.size() && part.indices[next] == index;
    isOtherList |= wasThere != (commands[index].work != nullptr);
    if (wasThere && part.works[next++].work != commands[index].work)
      isSame = false;
  }
  if (isSame && !isOtherList)
    return {};
  listWorks(commands, part);
  if (!part.graph && !isOtherList)
    return {};
  if (part.graph && !isOtherList) {
    URSA_TRY(const bool isUpdated, part.graph->update(part.works));
    if (isUpdated)
      return {};
  }
  makeGraph(native, part);
  return {};
}

/// Gives a part to a stream.
Result<void> give(const BufferPart &part, Submission &at) {
  if (part.graph) {
    at.batch.keep(part.graph);
    return part.graph->submit(at);
  }
  for (const GraphWork &recorded : part.works) {
    at.batch.keep(recorded.work);
    URSA_CHECK(recorded.work->submit(at));
  }
  return {};
}

/// One execution. The locks of the command buffer and of the queue are held.
class Execution {
public:
  Execution(ur_queue_handle_t_ &queue, Stream &stream, ur_exp_command_buffer_handle_t_ &buffer)
      : queue_(queue), stream_(stream), buffer_(buffer) {}

  /// Returns whether the whole command buffer is one graph, whose executions the driver orders.
  static bool isOneGraph(const ur_exp_command_buffer_handle_t_ &buffer) {
    return buffer.parts.size() == 1 && buffer.parts[0].graph &&
           buffer.commands[buffer.parts[0].commands.front()].waitList.empty() &&
           !buffer.commands[buffer.parts[0].commands.back()].signals;
  }

  /// @param times of the whole execution; null for none
  Result<Command> run(Markers after, CommandTimes *times, bool isMarked) {
    if (isOneGraph(buffer_)) {
      const auto all = [&](Submission &at) { return give(buffer_.parts[0], at); };
      const GiveRef reference(all);
      buffer_.last = nullptr;
      return Command::submit(queue_, stream_, std::move(after), &reference, times, isMarked);
    }
    URSA_TRY(Command first,
             Command::submit(queue_, stream_, std::move(after), nullptr, nullptr, true));
    buffer_.last = first.done;
    MarkerPointer begin;
    if (times) {
      URSA_TRY(begin, queue_.native.record(stream_.native, /*isTimed=*/true));
    }
    for (const BufferPart &part : buffer_.parts)
      URSA_CHECK(submit(part));
    URSA_TRY(const Command last, Command::submit(queue_, stream_, {}, nullptr, times, true));
    if (times)
      times->begin = std::move(begin);
    first.done = buffer_.last = last.done;
    first.hasClosedBatch = true;
    return first;
  }

private:
  static Result<Markers> waitsOf(const BufferCommand &command) {
    std::vector<ur_event_handle_t> events;
    for (const Ref<ur_event_handle_t_> &event : command.waitList)
      events.push_back(event.get());
    return collectWaits(static_cast<uint32_t>(events.size()),
                        events.empty() ? nullptr : events.data());
  }

  Result<void> submit(const BufferPart &part) {
    const ur_event_handle_t signals = buffer_.commands[part.commands.back()].signals.get();
    std::shared_ptr<CommandTimes> times;
    if (signals && buffer_.isProfiled) {
      URSA_TRY(auto clock, queue_.native.clock());
      times = std::make_shared<CommandTimes>(std::move(clock), /*isTimestamp=*/false);
    }
    URSA_TRY(Markers after, waitsOf(buffer_.commands[part.commands.front()]));
    const auto all = [&](Submission &at) { return give(part, at); };
    const GiveRef reference(all);
    URSA_TRY(Command command,
             Command::submit(queue_, stream_, std::move(after),
                             part.works.empty() ? nullptr : &reference, times.get(), true));
    buffer_.last = command.done;
    if (signals)
      signals->set({&queue_, std::move(command.after), command.done, std::move(times)});
    return {};
  }

  ur_queue_handle_t_ &queue_;
  Stream &stream_;
  ur_exp_command_buffer_handle_t_ &buffer_;
};

ur_result_t enqueueBuffer(ur_queue_handle_t hQueue, ur_exp_command_buffer_handle_t hCommandBuffer,
                          uint32_t numEventsInWaitList, const ur_event_handle_t *phEventWaitList,
                          ur_event_handle_t *phEvent) {
  return atBoundary([&]() -> Result<void> {
    URSA_HANDLE(hQueue);
    URSA_HANDLE(hCommandBuffer);
    ur_exp_command_buffer_handle_t_ &buffer = *hCommandBuffer;
    NativeContext &native = hQueue->native;
    URSA_CHECK(native.checkNotLost());
    URSA_TRY(Markers after, collectWaits(numEventsInWaitList, phEventWaitList));
    const std::lock_guard guard(buffer.mutex);
    URSA_CHECK(adapter::checkExecution<Recordings>(buffer, hQueue->context));
    URSA_TRY(const Current current, native.enter());
    if (buffer.isUpdatable)
      for (BufferPart &part : buffer.parts)
        URSA_CHECK(refresh(native, buffer.commands, part));
    Ref<ur_event_handle_t_> event;
    std::shared_ptr<CommandTimes> times;
    if (phEvent) {
      event = Ref<ur_event_handle_t_>::adopt(
          new ur_event_handle_t_(hQueue->context, UR_COMMAND_ENQUEUE_COMMAND_BUFFER_EXP));
      if (hQueue->profiling || buffer.isProfiled) {
        URSA_TRY(auto clock, native.clock());
        times = std::make_shared<CommandTimes>(std::move(clock), /*isTimestamp=*/false);
      }
    }
    if (buffer.last && !buffer.last->isKnownReached()) // executions do not overlap
      after.push_back(buffer.last);
    Stream *stream = nullptr;
    bool hasClosedBatch = false;
    {
      const std::lock_guard queueGuard(hQueue->mutex);
      if (hQueue->floor)
        after.push_back(hQueue->floor);
      URSA_TRY(stream, hQueue->next());
      Execution execution(*hQueue, *stream, buffer);
      URSA_TRY(Command executed, execution.run(std::move(after), times.get(), phEvent != nullptr));
      hasClosedBatch = executed.hasClosedBatch;
      if (event)
        event->set({hQueue, std::move(executed.after), executed.done, std::move(times)});
    }
    if (hasClosedBatch)
      native.reclaim(*stream);
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

void Recordings::onFinalize(ur_exp_command_buffer_handle_t_ &buffer) {
  buffer.parts = partsOf(buffer.commands);
  NativeContext &native = buffer.context->of(buffer.device);
  const auto current = native.enter();
  for (BufferPart &part : buffer.parts) {
    listWorks(buffer.commands, part);
    if (current)
      makeGraph(native, part);
  }
}

void fillCommandBufferTable(ur_dditable_t &table) {
  adapter::fillCommandBufferFunctions<Recordings>(table);
  table.EnqueueExp.pfnCommandBufferExp = enqueueBuffer;
  adapter::fillMemoryAppends<Recordings, adapter::MemoryWork<Commands>>(table);
}

} // namespace ursa::cuda
