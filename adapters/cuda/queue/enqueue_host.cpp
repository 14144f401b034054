// Waits, barriers, timestamps, host tasks, native commands, and allocations in the order of a
// queue. A host task runs on a thread of the adapter, so that it may use the adapter and wait for
// anything. Of a queue out of order it holds commands back (held_command.h). Of other queues, and
// in graphs, its stream waits for a word in memory meanwhile; with a driver that has no such waits
// it runs on the driver's thread there.
#include "adapters/common/host_commands.h"
#include "adapters/common/reusable_events.h"
#include "adapters/cuda/driver/context.h"
#include "adapters/cuda/driver/tables.h"
#include "adapters/cuda/graph/native_graph.h"
#include "adapters/cuda/memory/usm.h"
#include "adapters/cuda/memory/usm_pool.h"
#include "adapters/cuda/queue/enqueue.h"
#include "adapters/cuda/queue/host_tasks.h"
#include "adapters/cuda/queue/host_word.h"
#include "adapters/cuda/queue/host_writes.h"
#include "adapters/cuda/queue/queue.h"

namespace ursa::cuda {
namespace {

/// A host task that its stream waits for.
class HostTask : public std::enable_shared_from_this<HostTask> {
public:
  HostTask(NativeContext &native, std::function<void()> function)
      : native_(native), function_(std::move(function)) {}
  ~HostTask() {
    if (signal_)
      signal_->give(Error{UR_RESULT_ERROR_DEVICE_LOST, "The context of a host task was lost."});
  }
  HostTask(const HostTask &) = delete;
  HostTask &operator=(const HostTask &) = delete;

  Result<void> submit(Submission &to) {
    CUstream const stream = to.stream.native;
    if (HostWord::isSupported()) {
      URSA_TRY(word_, HostWord::make(native_));
      signal_ = std::make_shared<HostSignal>();
    }
    ++native_.waiting;
    if (const CUresult code = cu().cuLaunchHostFunc(stream, onReached, this);
        code != CUDA_SUCCESS) {
      --native_.waiting;
      return native_.check(code, "cuLaunchHostFunc");
    }
    to.hostTask = signal_;
    return word_ ? word_->submitWait(stream) : Result<void>();
  }

private:
  // The command keeps the task alive until it is complete, or the context is lost; from then on its
  // thread does.
  static void onReached(void *userData) {
    const HostFunctionScope scope;
    const auto task = static_cast<HostTask *>(userData)->shared_from_this();
    if (!task->word_) {
      task->run();
      return;
    }
    auto threaded = std::make_unique<Task>();
    threaded->work = [task] { task->run(); };
    hostTasks().run(std::move(threaded));
  }

  void run() {
    function_();
    --native_.waiting;
    if (!word_)
      return;
    word_->write();
    signal_->give(MarkerPointer());
  }

  NativeContext &native_;
  const std::function<void()> function_;
  std::shared_ptr<HostWord> word_; ///< null if the task runs on the driver's thread
  HostSignalPointer signal_;       ///< given when it has ended; null like the former
};

struct HostCommands : adapter::HandleTypes {
  using Usm = cuda::Usm;

  static Result<void> enqueueWait(const EnqueueParameters &parameters) {
    return enqueue(parameters, nullptr);
  }
  template <class Function>
  static Result<void> enqueueHostTask(const EnqueueParameters &parameters, Function function,
                                      bool /*callsApplication*/) {
    auto work = std::make_shared<Work>();
    work->hostTask = [function = std::move(function), write = std::make_shared<HostWrite>()] {
      function();
    };
    work->submit = [function = work->hostTask](Submission &to) {
      auto task = std::make_shared<HostTask>(to.native, function);
      to.keep(task);
      return task->submit(to);
    };
    work->staysOutOfGraphs = true; // each execution has a task of its own
    return enqueue(parameters, work);
  }
  // The application submits native commands to the first stream.
  static Result<void> waitInFirstStream(ur_queue_handle_t_ &queue) {
    URSA_TRY(const Current current, queue.native.enter());
    const std::lock_guard guard(queue.mutex);
    if (!queue.floor || queue.floor->isKnownReached())
      return {};
    URSA_CHECK(Command::submit(queue, queue.onlyStream(), {queue.floor}, /*submitWork=*/nullptr,
                               /*times=*/nullptr, /*isMarked=*/false));
    return {};
  }
  // Native commands of a queue that is captured become a graph of their own.
  template <class Function>
  static Result<void> callNative(ur_queue_handle_t_ &queue, Function &&call) {
    HostWrite::alwaysExpect();
    if (!queue.captureSlot.active() || !NativeGraph::isSupported()) {
      if (!queue.inOrder)
        URSA_CHECK(waitInFirstStream(queue));
      call();
      return {};
    }
    const auto submit = [&](CUstream stream) {
      CUstream const before = queue.setNativeCapture(stream);
      call();
      (void)queue.setNativeCapture(before);
    };
    URSA_TRY(std::shared_ptr<NativeGraph> graph, NativeGraph::recordCalls(queue.native, submit));
    if (!graph)
      return {};
    return enqueue({.queue = &queue, .type = UR_COMMAND_ENQUEUE_NATIVE_EXP},
                   NativeGraph::workOf(std::move(graph)));
  }
  static ur_device_handle_t deviceOf(const ur_queue_handle_t_ &queue, ur_usm_type_t type) {
    return type == UR_USM_TYPE_HOST ? nullptr : queue.device;
  }
  static bool ownsAllocation(const ur_context_handle_t_ &context, const void *address) {
    return context.allocations.beginsAt(address);
  }
  static Result<void> freeNow(ur_context_handle_t_ &context, void *address) {
    return Usm::free(context, address);
  }
};

ur_context_handle_t contextOfEvent(const ur_event_handle_t_ &event) { return event.context; }

} // namespace

void fillHostCommands(ur_dditable_t &table) {
  using Barriers = adapter::Barriers<ur_queue_handle_t_, contextOfEvent,
                                     adapter::HostCommands<HostCommands>::barrier>;
  table.Enqueue.pfnEventsWait = adapter::HostCommands<HostCommands>::eventsWait;
  table.Enqueue.pfnEventsWaitWithBarrier = Barriers::enqueue;
  table.Enqueue.pfnEventsWaitWithBarrierExt = Barriers::enqueueExt;
  adapter::fillHostTasks<HostCommands>(table);
  adapter::fillQueueAllocations<HostCommands>(table);
}

} // namespace ursa::cuda
