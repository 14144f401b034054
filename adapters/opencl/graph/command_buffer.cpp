#include "adapters/opencl/graph/command_buffer.h"

#include "adapters/common/command_buffer_functions.h"
#include "adapters/opencl/driver/tables.h"
#include "adapters/opencl/launch/arguments.h"
#include "adapters/opencl/launch/launch.h"
#include "adapters/opencl/queue/command.h"

#include <unordered_map>

namespace ursa::opencl {
namespace {

using adapter::Ref;
using Events = std::vector<cl_event>;

// A launch with its arguments. Each execution sets them on the driver's kernel.
class LaunchWork final : public RecordedWork {
public:
  LaunchWork(const ur_device_handle_t_ &device, ur_kernel_handle_t kernel,
             const adapter::NdRange &range)
      : device_(device), kernel_(kernel), shape_(range) {}

  Result<void> take(std::span<const ur_exp_kernel_arg_properties_t> arguments) {
    for (const ur_exp_kernel_arg_properties_t &argument : arguments)
      URSA_CHECK(arguments_.set(argument));
    list_ = arguments_.list();
    return {};
  }

  Result<void> enqueue(const EnqueueTarget &target) override {
    const std::lock_guard guard(kernel_->mutex);
    URSA_TRY(cl_kernel native, prepareLaunch(device_, *kernel_, list_));
    const adapter::NdRange range = shape_.range();
    return checkCl(clEnqueueNDRangeKernel(target.queue, native, range.workDim, range.offset,
                                          range.global, range.local, target.waitCount, target.waits,
                                          target.event),
                   "clEnqueueNDRangeKernel");
  }

  // PoCL 3.1 aborts the process when it rejects a launch, and on samplers; and it launches with the
  // arguments that a kernel has when the command buffer is enqueued.
  bool isRecordable() const override {
    const size_t *local = shape_.range().local;
    for (uint32_t d = 0; d < shape_.workDim; ++d)
      if (shape_.global[d] == 0 || (local && shape_.global[d] % local[d] != 0) ||
          (kernel_->requiredGroupSize[0] != 0 && local[d] != kernel_->requiredGroupSize[d]))
        return false;
    return device_.computeCapability == 0 && !kernel_->usesAnyUsm &&
           std::none_of(list_.begin(), list_.end(), [](const auto &argument) {
             return argument.type == UR_EXP_KERNEL_ARG_TYPE_SAMPLER ||
                    (argument.type == UR_EXP_KERNEL_ARG_TYPE_MEM_OBJ &&
                     argument.value.memObjTuple.hMem && argument.value.memObjTuple.hMem->isImage);
           });
  }

  Result<void> record(const Recording &recording) override {
    const std::lock_guard guard(kernel_->mutex);
    URSA_TRY(recording.kernels.emplace_back(), createForRecording(device_, *kernel_, list_));
    const adapter::NdRange range = shape_.range();
    return checkCl(recording.functions.launch(recording.buffer, nullptr, nullptr,
                                              recording.kernels.back(), range.workDim, range.offset,
                                              range.global, range.local, recording.count(),
                                              recording.list(), recording.done, nullptr),
                   "clCommandNDRangeKernelKHR");
  }

private:
  const ur_device_handle_t_ &device_; ///< kept alive by the context of the kernel's program
  const Ref<ur_kernel_handle_t_> kernel_;
  const adapter::LaunchShape shape_;
  adapter::RecordedArguments<Recordings> arguments_;
  std::vector<ur_exp_kernel_arg_properties_t> list_; ///< of arguments_
};

// One execution: a begin marker, the commands, and an end marker that completes when all of them
// are complete. In an in-order queue, the recording order satisfies all dependencies within the
// execution. If commands need profiling times that the queue does not record, they go to an
// out-of-order queue of the context, and the application's queue gets markers for them.
class Execution {
public:
  Execution(ur_queue_handle_t_ &queue, ur_exp_command_buffer_handle_t_ &buffer)
      : queue_(queue), buffer_(buffer) {}

  Result<void> enqueue(uint32_t waitCount, const ur_event_handle_t *waitList) {
    URSA_CHECK(place(waitCount, waitList));
    URSA_TRY(const bool isEnqueued, enqueueNatively());
    if (isEnqueued)
      return {};
    URSA_CHECK(begin());
    for (size_t i = 0; i < buffer_.commands.size(); ++i)
      URSA_CHECK(enqueueCommand(i));
    return end();
  }

  /// Makes the events of commands stand for this execution. Call only after enqueue succeeded.
  /// @return the execution's event
  Ref<ur_event_handle_t_> publish() {
    auto event = Ref<ur_event_handle_t_>::adopt(
        new ur_event_handle_t_(queue_.context, &queue_, UR_COMMAND_ENQUEUE_COMMAND_BUFFER_EXP,
                               end_.release(), place_.hostWaits()));
    event->beginning = std::move(begin_);
    for (size_t i = 0; i < buffer_.commands.size(); ++i)
      if (buffer_.commands[i].signals)
        signalBy(*buffer_.commands[i].signals, std::move(done_[i]), place_.hostWaits());
    return event;
  }

private:
  // Enqueues a marker after exactly these events. A marker with an empty wait list would wait for
  // all earlier commands.
  Result<HeldEvent> marker(cl_command_queue queue, Events after) {
    HeldEvent complete;
    if (after.empty()) {
      URSA_TRY(complete, completeEvent(*queue_.context));
      after.push_back(complete.get());
    }
    return keepsTimes(queue)
               ? enqueueTimestamp(*queue_.context, queue, static_cast<cl_uint>(after.size()),
                                  after.data())
               : enqueueMarker(queue, static_cast<cl_uint>(after.size()), after.data());
  }
  bool keepsTimes(cl_command_queue queue) const {
    return queue != queue_.id || (queue_.flags & UR_QUEUE_FLAG_PROFILING_ENABLE);
  }

  // Executions follow each other. Those whose commands wait for host tasks are aside as a whole.
  Result<void> place(uint32_t waitCount, const ur_event_handle_t *waitList) {
    URSA_CHECK(adapter::checkWaitList(waitCount, waitList));
    std::vector<ur_event_handle_t> events(waitList, waitList + waitCount);
    if (buffer_.previous)
      events.push_back(buffer_.previous.get());
    HostWaits further;
    if (queue_.sides)
      for (const adapter::RecordedCommand<Recordings> &command : buffer_.commands)
        for (const Ref<ur_event_handle_t_> &event : command.waitList)
          URSA_CHECK(addHostWaits(*event, further));
    queue_.recordCommand();
    return place_.take({.queue = &queue_,
                        .type = UR_COMMAND_ENQUEUE_COMMAND_BUFFER_EXP,
                        .waitCount = static_cast<uint32_t>(events.size()),
                        .waitList = events.empty() ? nullptr : events.data()},
                       further);
  }
  Events before() const { return {place_.data(), place_.data() + place_.size()}; }

  // The begin marker provides the start time.
  Result<bool> enqueueNatively() {
    if (place_.isAside() || !buffer_.native.fits(queue_, buffer_))
      return false;
    Events after = before();
    HeldEvent beginning;
    if (queue_.flags & UR_QUEUE_FLAG_PROFILING_ENABLE) {
      URSA_TRY(beginning, marker(queue_.id, std::move(after)));
      after = {beginning.get()};
    }
    end_ = buffer_.native.enqueue(queue_, buffer_, after);
    if (!end_)
      return false;
    begin_ = std::move(beginning);
    done_.resize(buffer_.commands.size());
    URSA_CHECK(checkCl(clFlush(queue_.id), "clFlush"));
    return true;
  }

  Result<void> begin() {
    target_ = place_.queue();
    isSeparate_ = buffer_.isProfiled && !keepsTimes(target_);
    isOrdered_ = !isSeparate_ && !(queue_.flags & UR_QUEUE_FLAG_OUT_OF_ORDER_EXEC_MODE_ENABLE);
    URSA_TRY(begin_, marker(target_, before()));
    if (!isSeparate_)
      return {};
    URSA_CHECK(checkCl(clFlush(queue_.id), "clFlush"));
    URSA_TRY(separate_,
             ProfilingQueue::take(*queue_.context, queue_.device, !place_.hostWaits().empty()));
    target_ = separate_.id();
    const HeldEvent reached = std::move(begin_);
    URSA_TRY(begin_, marker(target_, {reached.get()}));
    return {};
  }

  Result<void> enqueueCommand(size_t index) {
    const adapter::RecordedCommand<Recordings> &command = buffer_.commands[index];
    std::vector<ur_event_handle_t> elsewhere; // all but those that this execution signals
    Events after;
    for (const Ref<ur_event_handle_t_> &event : command.waitList)
      if (const auto own = signals_.find(event.get()); own != signals_.end())
        after.push_back(own->second);
      else
        elsewhere.push_back(event.get());
    WaitList waits;
    URSA_CHECK(waits.take(static_cast<uint32_t>(elsewhere.size()),
                          elsewhere.empty() ? nullptr : elsewhere.data(), *queue_.context));
    after.insert(after.end(), waits.data(), waits.data() + waits.size());
    if (!isOrdered_) {
      for (const uint32_t earlier : command.after) {
        after.push_back(done_[earlier].get());
        isLast_[earlier] = false;
      }
      if (command.after.empty())
        after.push_back(begin_.get());
    }
    HeldEvent done;
    if (!command.work) {
      URSA_TRY(done, marker(target_, std::move(after)));
    } else {
      const bool isWanted = !isOrdered_ || command.signals;
      cl_event event = nullptr;
      URSA_CHECK(command.work->enqueue({target_, static_cast<cl_uint>(after.size()),
                                        after.empty() ? nullptr : after.data(),
                                        isWanted ? &event : nullptr}));
      done.reset(event);
    }
    if (command.signals)
      signals_[command.signals.get()] = done.get();
    done_.push_back(std::move(done));
    isLast_.push_back(true);
    return {};
  }

  // Commands in other queues may wait for the execution.
  Result<void> end() {
    Events last;
    if (!isOrdered_)
      for (size_t i = 0; i < done_.size(); ++i)
        if (isLast_[i])
          last.push_back(done_[i].get());
    if (last.empty())
      last.push_back(begin_.get());
    URSA_TRY(end_, marker(target_, std::move(last)));
    URSA_CHECK(checkCl(clFlush(target_), "clFlush"));
    if (place_.isAside())
      URSA_CHECK(place_.done(end_.get()));
    if (!isSeparate_)
      return {};
    URSA_TRY(const HeldEvent passed, marker(queue_.id, {end_.get()}));
    return {};
  }

  ur_queue_handle_t_ &queue_;
  ur_exp_command_buffer_handle_t_ &buffer_;
  Placement place_;
  ProfilingQueue separate_; ///< the target if it is not the application's queue
  cl_command_queue target_ = nullptr;
  bool isSeparate_ = false; ///< whether the target is not the application's queue
  bool isOrdered_ = false;
  HeldEvent begin_;
  HeldEvent end_;
  std::vector<HeldEvent> done_; ///< by command; null if nothing waits for it
  std::vector<bool> isLast_;    ///< by command: no other command waits for it
  std::unordered_map<ur_event_handle_t, cl_event> signals_; ///< of the commands enqueued so far
};

Result<void> executeBuffer(const EnqueueParameters &parameters,
                           ur_exp_command_buffer_handle_t_ &buffer) {
  const std::lock_guard guard(buffer.mutex);
  URSA_CHECK(adapter::checkExecution<Recordings>(buffer, parameters.queue->context));
  Execution execution(*parameters.queue, buffer);
  URSA_CHECK(execution.enqueue(parameters.waitCount, parameters.waitList));
  buffer.previous = execution.publish();
  if (parameters.phEvent)
    *parameters.phEvent = Ref<ur_event_handle_t_>(buffer.previous).detach();
  return {};
}

} // namespace

ur_event_handle_t Recordings::makeSignal(ur_context_handle_t context, ur_command_t type, bool) {
  return new ur_event_handle_t_(context, type);
}

bool Recordings::isLocal(const ur_kernel_handle_t_ *kernel, uint32_t index) {
  return index < kernel->parameters.size() &&
         kernel->parameters[index].kind == spirv::ParameterKind::Local;
}

WorkResult Recordings::makeLaunch(ur_device_handle_t device, ur_kernel_handle_t kernel,
                                  const adapter::NdRange &range,
                                  std::span<const ur_exp_kernel_arg_properties_t> arguments) {
  adapter::NdRange complete = range;
  complete.local = localSizeOf(*kernel, range.local);
  URSA_CHECK(checkSizes(*device, *kernel, complete));
  URSA_CHECK(checkArguments(*device, *kernel, arguments));
  auto work = std::make_shared<LaunchWork>(*device, kernel, complete);
  URSA_CHECK(work->take(arguments));
  return std::shared_ptr<RecordedWork>(std::move(work));
}

void fillCommandBufferTable(ur_dditable_t &table) {
  adapter::fillCommandBufferFunctions<Recordings>(table);
  table.EnqueueExp.pfnCommandBufferExp = adapter::enqueueCommandBuffer<Recordings, executeBuffer>;
  fillCommandBufferCommands(table);
}

} // namespace ursa::opencl
