#include "adapters/cuda/graph/recorded_work.h"

#include "adapters/cuda/driver/adapter.h"
#include "adapters/cuda/driver/context.h"
#include "adapters/cuda/queue/held_command.h"
#include "adapters/cuda/queue/queue.h"

#include <algorithm>

namespace ursa::cuda {
namespace {

using adapter::Ref;

constexpr size_t kFewestOfGraph = 2; ///< works; one alone costs less without a graph

/// Returns the markers that a recorded command waits for now.
Markers waitsOf(const adapter::RecordedCommand<Recordings> &command) {
  Markers waits;
  for (const Ref<ur_event_handle_t_> &event : command.waitList)
    if (MarkerPointer done = event->done(); done && !done->isKnownReached())
      waits.push_back(std::move(done));
  return waits;
}

/// Returns the works that a command follows: of commands without work, those that they follow.
/// @param workIndices the works, by the index of their commands
/// @param first the first command of the part; what is before needs no dependency
std::vector<size_t> worksBefore(const RecordedCommands &commands, uint32_t index,
                                const std::map<uint32_t, size_t> &workIndices, uint32_t first) {
  std::vector<size_t> after;
  std::vector<bool> seen(index - first);
  std::vector<uint32_t> open = {index};
  while (!open.empty()) {
    const std::vector<uint32_t> &earlier = commands[open.back()].after;
    open.pop_back();
    for (const uint32_t other : earlier) {
      if (other < first || seen[other - first])
        continue;
      seen[other - first] = true;
      if (const auto found = workIndices.find(other); found != workIndices.end())
        after.push_back(found->second);
      else
        open.push_back(other);
    }
  }
  return after;
}

} // namespace

/// One execution. The locks of the recorded work's owner and of the queue are held.
class RecordedWork::Execution {
public:
  Execution(ur_queue_handle_t_ &queue, Stream &stream, RecordedWork &work,
            const RecordedCommands &commands, bool isProfiled)
      : queue_(queue), stream_(stream), work_(work), commands_(commands), isProfiled_(isProfiled) {}

  /// @param times of the whole execution; null for none
  Result<Command> run(Markers after, CommandTimes *times, bool isMarked) {
    if (isOneGraph()) {
      const auto all = [&](Submission &at) { return submitPart(work_.parts_[0], at); };
      const SubmitRef reference(all);
      URSA_TRY(Command executed,
               Command::submit(queue_, stream_, std::move(after), &reference, times, isMarked));
      work_.last_ = nullptr;
      work_.lastStream_ = stream_.shared_from_this();
      return executed;
    }
    URSA_TRY(Command first,
             Command::submit(queue_, stream_, std::move(after), nullptr, nullptr, true));
    work_.last_ = first.done;
    MarkerPointer begin;
    if (times) {
      URSA_TRY(begin, queue_.native.record(stream_.native, /*isTimed=*/true));
    }
    for (const Part &part : work_.parts_)
      URSA_CHECK(submit(part));
    URSA_TRY(const Command last, Command::submit(queue_, stream_, {}, nullptr, times, true));
    if (times)
      times->setBegin(std::move(begin));
    first.done = work_.last_ = last.done;
    first.hasClosedBatch = true;
    return first;
  }

private:
  /// Returns whether the whole work is one graph, whose executions the driver orders.
  bool isOneGraph() const {
    const std::vector<Part> &parts = work_.parts_;
    return parts.size() == 1 && parts[0].graph &&
           commands_[parts[0].commands.front()].waitList.empty() &&
           !commands_[parts[0].commands.back()].signals;
  }

  Result<void> submit(const Part &part) {
    const ur_event_handle_t signals = commands_[part.commands.back()].signals.get();
    std::shared_ptr<CommandTimes> times;
    if (signals && isProfiled_) {
      URSA_TRY(auto clock, queue_.native.clock());
      times = std::make_shared<CommandTimes>(std::move(clock), /*isTimestamp=*/false);
    }
    const auto all = [&](Submission &at) { return submitPart(part, at); };
    const SubmitRef reference(all);
    URSA_TRY(Command command,
             Command::submit(queue_, stream_, waitsOf(commands_[part.commands.front()]),
                             part.works.empty() ? nullptr : &reference, times.get(), true));
    work_.last_ = command.done;
    if (signals)
      signals->set({&queue_, std::move(command.after), command.done, std::move(times)});
    return {};
  }

  ur_queue_handle_t_ &queue_;
  Stream &stream_;
  RecordedWork &work_;
  const RecordedCommands &commands_;
  const bool isProfiled_;
};

/// One execution whose parts are enqueued as commands of their own, since some of them may have to
/// be held back. The lock of the recorded work's owner is held.
class RecordedWork::SteppedExecution {
public:
  SteppedExecution(const EnqueueParameters &parameters, const RecordedCommands &commands,
                   bool isProfiled)
      : parameters_(parameters), queue_(*parameters.queue), commands_(commands),
        isProfiled_(isProfiled) {}

  /// Returns the point after the execution.
  /// @param lock of the queue; not held any more in the end
  /// @param times of the only part; null for none
  Result<MarkerPointer> run(std::unique_lock<std::mutex> &lock, const std::vector<Part> &parts,
                            const Markers &after, const std::shared_ptr<CommandTimes> &times) {
    MarkerPointer done;
    for (const Part &part : parts) {
      if (!lock.owns_lock())
        lock.lock();
      Markers waits = waitsOf(commands_[part.commands.front()]);
      for (const MarkerPointer &marker : done ? Markers{done} : after)
        waits.push_back(marker);
      URSA_TRY(done, enqueuePart(lock, part, std::move(waits), times));
    }
    if (lock.owns_lock())
      lock.unlock();
    return done;
  }

private:
  Result<MarkerPointer> enqueuePart(std::unique_lock<std::mutex> &lock, const Part &part,
                                    Markers after, std::shared_ptr<CommandTimes> times) {
    Ref<ur_event_handle_t_> event(commands_[part.commands.back()].signals.get());
    if (event && isProfiled_ && !times) {
      URSA_TRY(auto clock, queue_.native.clock());
      times = std::make_shared<CommandTimes>(std::move(clock), /*isTimestamp=*/false);
    }
    if (!event)
      event =
          Ref<ur_event_handle_t_>::adopt(new ur_event_handle_t_(queue_.context, parameters_.type));
    const WorkPointer work = workOf(part);
    const auto submit = [&](Submission &at) { return work->submitKept(at); };
    const auto same = [&] { return WorkResult(work); };
    const SubmitRef reference(submit, same);
    const SubmitRef *const submitWork = work ? &reference : nullptr;
    const bool isTask = work && work->hostTask;
    if (HeldCommand::mayHold(queue_, isTask, after)) {
      URSA_TRY(const bool isHeld,
               HeldCommand::hold(lock, parameters_, submitWork, isTask, after, event.get(), times));
      if (isHeld)
        return event->done();
    }
    if (queue_.floor)
      after.push_back(queue_.floor);
    URSA_TRY(Stream *const stream, queue_.next());
    URSA_TRY(Command command, Command::submit(queue_, *stream, std::move(after), submitWork,
                                              times.get(), /*isMarked=*/true));
    const MarkerPointer done = command.done;
    event->set({&queue_, std::move(command.after), done, std::move(times)});
    lock.unlock();
    if (command.hasClosedBatch)
      queue_.native.reclaim(*stream);
    return done;
  }

  const EnqueueParameters &parameters_;
  ur_queue_handle_t_ &queue_;
  const RecordedCommands &commands_;
  const bool isProfiled_;
};

// A command with a wait list begins a part, a command with an event ends one. One that graphs do
// not have is alone.
std::vector<RecordedWork::Part> RecordedWork::partsOf(const RecordedCommands &commands) {
  std::vector<Part> parts;
  bool isOpen = false;
  for (uint32_t i = 0; i < commands.size(); ++i) {
    const auto &command = commands[i];
    const bool isAlone = command.work && !command.work->isForGraphs();
    if (!isOpen || isAlone || !command.waitList.empty())
      parts.emplace_back();
    parts.back().commands.push_back(i);
    isOpen = !isAlone && !command.signals;
  }
  return parts;
}

void RecordedWork::listWorks(const RecordedCommands &commands, Part &part) {
  part.works.clear();
  part.indices.clear();
  std::map<uint32_t, size_t> workIndices;
  const uint32_t first = part.commands.front();
  for (const uint32_t index : part.commands) {
    if (!commands[index].work)
      continue;
    GraphWork work{commands[index].work, worksBefore(commands, index, workIndices, first)};
    workIndices[index] = part.works.size();
    part.works.push_back(std::move(work));
    part.indices.push_back(index);
  }
}

/// The driver's context is current.
void RecordedWork::makeGraph(NativeContext &native, Part &part) const {
  part.graph = nullptr;
  if (part.works.size() < kFewestOfGraph || !NativeGraph::isSupported())
    return;
  // An update may have brought a work that no graph has.
  if (!std::ranges::all_of(part.works, [](const auto &each) { return each.work->isForGraphs(); }))
    return;
  auto graph = NativeGraph::record(native, part.works);
  if (graph)
    part.graph = *std::move(graph);
  else
    log().write(UR_LOGGER_LEVEL_INFO, "A part of a {} is no graph: {}", what_,
                graph.error().message);
}

void RecordedWork::make(NativeContext &native, const RecordedCommands &commands, const char *what) {
  what_ = what;
  parts_ = partsOf(commands);
  const auto current = native.enter();
  for (Part &part : parts_) {
    listWorks(commands, part);
    if (current)
      makeGraph(native, part);
  }
}

Result<void> RecordedWork::refresh(NativeContext &native, const RecordedCommands &commands) {
  for (Part &part : parts_)
    URSA_CHECK(refresh(native, commands, part));
  return {};
}

Result<void> RecordedWork::refresh(NativeContext &native, const RecordedCommands &commands,
                                   Part &part) {
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
  URSA_CHECK(markLast());
  listWorks(commands, part);
  if (!part.graph && !isOtherList)
    return {};
  if (part.graph && !isOtherList && !isHeld()) { // else that execution would get the new values
    URSA_TRY(const bool isUpdated, part.graph->update(part.works));
    if (isUpdated)
      return {};
  }
  makeGraph(native, part);
  return {};
}

Result<void> RecordedWork::markLast() {
  if (!lastStream_)
    return {};
  const std::lock_guard guard(lastStream_->mutex);
  URSA_TRY(last_, lastStream_->last());
  lastStream_ = nullptr;
  return {};
}

/// Submits a part to a stream.
Result<void> RecordedWork::submitPart(const Part &part, Submission &at) {
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

WorkPointer RecordedWork::workOf(const Part &part) {
  if (part.works.empty())
    return nullptr;
  if (!part.graph && part.works.size() == 1)
    return part.works.front().work;
  auto work = std::make_shared<Work>();
  work->submit = [kept = part](Submission &at) { return submitPart(kept, at); };
  return work;
}

bool RecordedWork::isHeld() const { return last_ && last_->signal && !last_->signal->isGiven(); }

bool RecordedWork::mayHold(const ur_queue_handle_t_ &queue, const Markers &after) const {
  const bool hasTask = std::ranges::any_of(parts_, [](const Part &part) {
    return part.works.size() == 1 && part.works.front().work->hostTask;
  });
  return HeldCommand::mayHold(queue, hasTask, after);
}

Result<void> RecordedWork::enqueue(const EnqueueParameters &parameters,
                                   const RecordedCommands &commands, bool isProfiled) {
  ur_queue_handle_t_ &queue = *parameters.queue;
  NativeContext &native = queue.native;
  URSA_TRY(Markers after, collectWaits(parameters.waitCount, parameters.waitList));
  URSA_TRY(const Current current, native.enter());
  Ref<ur_event_handle_t_> event;
  std::shared_ptr<CommandTimes> times;
  if (parameters.phEvent) {
    event = Ref<ur_event_handle_t_>::adopt(new ur_event_handle_t_(queue.context, parameters.type));
    if (queue.profiling || isProfiled) {
      URSA_TRY(auto clock, native.clock());
      times = std::make_shared<CommandTimes>(std::move(clock), /*isTimestamp=*/false);
    }
  }
  if (last_ && !last_->isKnownReached()) // executions do not overlap
    after.push_back(last_);
  Stream *stream = nullptr;
  bool hasClosedBatch = false;
  {
    std::unique_lock lock(queue.mutex);
    // Times of several parts have no begin of their own.
    const bool hasSteps = parts_.size() == 1 || (!parts_.empty() && !times);
    if (hasSteps && mayHold(queue, after)) [[unlikely]] {
      SteppedExecution execution(parameters, commands, isProfiled);
      URSA_TRY(last_, execution.run(lock, parts_, after, times));
      lastStream_ = nullptr;
      if (event) {
        event->set({&queue, std::move(after), last_, std::move(times)});
        *parameters.phEvent = event.detach();
      }
      return {};
    }
    if (queue.floor)
      after.push_back(queue.floor);
    URSA_TRY(stream, queue.next());
    Execution execution(queue, *stream, *this, commands, isProfiled);
    URSA_TRY(Command executed, execution.run(std::move(after), times.get(), event.get()));
    hasClosedBatch = executed.hasClosedBatch;
    if (event)
      event->set({&queue, std::move(executed.after), executed.done, std::move(times)});
  }
  if (hasClosedBatch)
    native.reclaim(*stream);
  if (event)
    *parameters.phEvent = event.detach();
  return {};
}

} // namespace ursa::cuda
