// The work that a recorded command does when it is replayed, and this adapter's traits for
// adapters/common.
#pragma once

#include "adapters/common/command_buffer.h"
#include "adapters/opencl/driver/cl.h"
#include "adapters/opencl/driver/context.h"
#include "adapters/opencl/graph/native_commands.h"
#include "adapters/opencl/memory/memory.h"
#include "adapters/opencl/program/kernel.h"
#include "adapters/opencl/program/program.h"
#include "adapters/opencl/queue/event.h"

namespace ursa::opencl {

/// Where to enqueue a command: the last parameters of the driver's enqueue functions.
struct EnqueueTarget {
  cl_command_queue queue = nullptr;
  cl_uint waitCount = 0;
  const cl_event *waits = nullptr;
  cl_event *event = nullptr; ///< null if the caller needs none
};

/// A command that can be enqueued repeatedly. Holds references to the objects that it uses.
class RecordedWork {
public:
  RecordedWork() = default;
  RecordedWork(const RecordedWork &) = delete;
  RecordedWork &operator=(const RecordedWork &) = delete;
  virtual ~RecordedWork() = default;
  virtual Result<void> enqueue(const EnqueueTarget &target) = 0;
  /// Returns whether the driver's command buffers support this command.
  virtual bool isRecordable() const { return false; }
  /// Records it in a driver's command buffer, if supported.
  virtual Result<void> record(const Recording &) {
    return Error{UR_RESULT_ERROR_UNSUPPORTED_FEATURE,
                 "The driver's command buffers do not support this command."};
  }
};
using WorkResult = Result<std::shared_ptr<RecordedWork>>;

/// The traits of this adapter's command buffers.
struct Recordings : adapter::HandleTypes {
  using Work = RecordedWork;

  static Result<void> checkWaitable(const ur_event_handle_t_ &) { return {}; }
  static ur_event_handle_t makeSignal(ur_context_handle_t context, ur_command_t type,
                                      bool profiled);
  static const std::string &nameOf(const ur_kernel_handle_t_ &kernel) { return kernel.name; }
  static bool isLocal(const ur_kernel_handle_t_ *kernel, uint32_t index);
  static WorkResult makeLaunch(ur_device_handle_t device, ur_kernel_handle_t kernel,
                               const adapter::NdRange &range,
                               std::span<const ur_exp_kernel_arg_properties_t> arguments);
};

/// Creates work that makes one driver call. @p native is called with (queue, number of events,
/// events, output for the new event) and returns the driver's code.
template <class Native> WorkResult createWork(const char *call, Native native) {
  class Work final : public RecordedWork {
  public:
    Work(const char *name, Native function) : call_(name), native_(std::move(function)) {}
    Result<void> enqueue(const EnqueueTarget &target) override {
      return checkCl(native_(target.queue, target.waitCount, target.waits, target.event), call_);
    }

  private:
    const char *const call_;
    Native native_;
  };
  return std::shared_ptr<RecordedWork>(std::make_shared<Work>(call, std::move(native)));
}

/// Like createWork, for a command that the driver's command buffers support. @p recorded is called
/// with (recording) and returns the driver's code.
template <class Native, class Recorded>
WorkResult createRecordableWork(const char *call, Native native, const char *recordingCall,
                                Recorded recorded) {
  class Work final : public RecordedWork {
  public:
    Work(const char *name, Native function, const char *recordingName, Recorded recordingFunction)
        : call_(name), recordingCall_(recordingName), native_(std::move(function)),
          recorded_(std::move(recordingFunction)) {}
    Result<void> enqueue(const EnqueueTarget &target) override {
      return checkCl(native_(target.queue, target.waitCount, target.waits, target.event), call_);
    }
    bool isRecordable() const override { return true; }
    Result<void> record(const Recording &recording) override {
      return checkCl(recorded_(recording), recordingCall_);
    }

  private:
    const char *const call_;
    const char *const recordingCall_;
    Native native_;
    Recorded recorded_;
  };
  return std::shared_ptr<RecordedWork>(
      std::make_shared<Work>(call, std::move(native), recordingCall, std::move(recorded)));
}

} // namespace ursa::opencl
