// Commands: the code that all enqueue functions share. The work of a command is what it gives to a
// stream; command buffers give it again at each execution.
#pragma once

#include "adapters/common/enqueue.h"
#include "adapters/cuda/event.h"

#include <functional>
#include <memory>

namespace ursa::cuda {

/// Where work is given to the driver. The driver's context is current, and the stream is locked.
struct Submission {
  NativeContext &native;
  Stream &stream;
  Keeps &keeps; ///< stays alive until the command is complete

  /// Returns whether everything before this command is complete.
  Result<bool> isIdle() const;
};

struct Work {
  std::function<Result<void>(Submission &)> submit;
  Keeps keeps;
  bool usesPageableMemory = false; ///< memory of the host that the driver does not know
};
using WorkPointer = std::shared_ptr<const Work>;
using WorkResult = Result<WorkPointer>;

using adapter::EnqueueParameters;

/// Gives a command to the queue. Call with the queue's lock held and the driver's context current.
class Command {
public:
  /// @param after what the command waits for
  /// @param times of the command, whose markers are set; null for none
  static Result<Command> submit(ur_queue_handle_t_ &queue, Stream &stream, Markers after,
                                const WorkPointer &work, CommandTimes *times);

  Markers after; ///< what the command waited for, with what was before it in its stream
  MarkerPointer done;
};

/// Enqueues work; null for a command that only waits. On failure the output parameters are
/// unchanged.
Result<void> enqueue(const EnqueueParameters &parameters, const WorkPointer &work);

} // namespace ursa::cuda
