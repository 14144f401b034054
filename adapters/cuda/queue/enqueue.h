// Commands: the code that all enqueue functions share. The work of a command is what it submits to
// a stream; command buffers submit it again at each execution.
#pragma once

#include "adapters/common/enqueue.h"
#include "adapters/cuda/queue/event.h"

#include <functional>
#include <memory>

namespace ursa::cuda {

class Launch;

/// The stream that work is submitted to. The driver's context is current, and the stream is locked.
struct Submission {
  NativeContext &native;
  Stream &stream;
  Batch &batch;            ///< stays alive until the command is complete
  bool hasWaits = false;   ///< the command waits for events of other streams
  bool isBlocking = false; ///< the caller waits for the command, and then calls afterwards
  bool isRecorded = false; ///< into a graph, which is executed later
  /// Whether the resources of the command are to be released soon, or it may wait for the host.
  bool needsMarker = false;
  std::function<void()> afterwards; ///< of a blocking command; null for nothing
  HostSignalPointer hostTask;       ///< set by a host task that the stream waits for

  /// Returns whether everything before this command is complete.
  Result<bool> isIdle() const;
  /// Keeps a resource of some size until the command is complete.
  void keep(std::shared_ptr<const void> used) {
    batch.keep(std::move(used));
    needsMarker = true;
  }
};

struct Work;
using WorkPointer = std::shared_ptr<const Work>;
using WorkResult = Result<WorkPointer>;

/// Refers to function objects of the caller: one that submits a command to a stream, and perhaps
/// one that makes work which does so later.
class SubmitRef {
public:
  template <class Function>
  explicit SubmitRef(const Function &function)
      : function_(&function), call_([](const void *object, Submission &at) {
          return (*static_cast<const Function *>(object))(at);
        }) {}
  template <class Function, class Make>
  SubmitRef(const Function &function, const Make &make) : SubmitRef(function) {
    maker_ = &make;
    make_ = [](const void *object) -> WorkResult { return (*static_cast<const Make *>(object))(); };
  }

  Result<void> operator()(Submission &at) const { return call_(function_, at); }
  /// Returns work for later; null for none. Call it only with a function object that makes work.
  WorkResult makeWork() const { return make_(maker_); }

private:
  const void *function_;
  Result<void> (*call_)(const void *, Submission &);
  const void *maker_ = nullptr;
  WorkResult (*make_)(const void *) = nullptr;
};

struct Work {
  std::function<Result<void>(Submission &)> submit;
  std::function<void()> hostTask; ///< what a host task calls; null for other commands
  Keeps keeps;
  bool usesPageableMemory = false;      ///< host memory that the driver has not pinned
  bool staysOutOfGraphs = false;        ///< no part of a graph with others
  std::shared_ptr<const Launch> launch; ///< the launch that submit submits; null if it is none

  /// Submits it, and retains what it uses until the command is complete.
  Result<void> submitKept(Submission &at) const {
    for (const auto &keep : keeps)
      at.batch.keep(keep);
    return submit(at);
  }
  /// Returns whether a CUDA graph may have it. How pageable memory is copied depends on the moment.
  bool isForGraphs() const { return !usesPageableMemory && !staysOutOfGraphs; }
};

using adapter::EnqueueParameters;

/// Submits a command to a stream of the queue. Call with the queue's lock held and the driver's
/// context current.
class Command {
public:
  /// @param after what the command waits for
  /// @param submitWork null for a command that only waits
  /// @param times of the command, whose markers are set; null for none
  /// @param isMarked set `done`; with times it is set in any case
  /// @param isBlocking the caller waits for the command, and then calls `afterwards`
  static Result<Command> submit(ur_queue_handle_t_ &queue, Stream &stream, Markers after,
                                const SubmitRef *submitWork, CommandTimes *times, bool isMarked,
                                bool isBlocking = false);

  Markers after; ///< what the command waits for, with what may be before it in its stream
  MarkerPointer done;
  std::function<void()> afterwards; ///< of a blocking command; null for nothing
  bool hasClosedBatch = false;      ///< it is time to look at earlier batches
};

/// Enqueues work, or captures it into a graph; null for a command that only waits. On failure the
/// output parameters are unchanged.
Result<void> enqueue(const EnqueueParameters &parameters, const WorkPointer &work);

/// The same for work that is not kept, if nothing is captured.
/// @param submitWork null for a command that only waits; else it makes work for later, too
/// @param isTask the work has a host task
Result<void> enqueue(const EnqueueParameters &parameters, const SubmitRef *submitWork,
                     bool usesPageableMemory, bool isTask = false);

} // namespace ursa::cuda
