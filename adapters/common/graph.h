// Graphs: the commands that queues captured. An adapter makes executable graphs of them and
// enqueues executions.
//
// Capture: the commands of a queue are added to a graph and do not run. A queue that captures
// nothing joins a capture (forks from it) with the first command that waits for an event of the
// capture.
//
// Lock order: the graph's mutex before the lock of a queue's CaptureSlot; locks of events are taken
// last.
#pragma once

#include "adapters/common/concepts.h"
#include "adapters/common/enqueue.h"
#include "adapters/common/recorded_launch.h"

#include <atomic>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

namespace ursa::adapter {

/// Returns a number that is larger than those before.
uint64_t nextGraphId();

/// The base of an adapter's ur_exp_graph_handle_t_.
template <RecordingTraits Adapter> struct Graph : HandleBase {
  struct DestructionCallback {
    ur_exp_graph_destruction_callback_t function;
    void *userData;
  };

  explicit Graph(typename Adapter::Context *hContext) : context(hContext), id(nextGraphId()) {
    retain(context);
  }
  ~Graph() {
    commands.clear(); // they reference objects of the context
    release(context);
  }

  typename Adapter::Context *const context; ///< a reference is held
  const uint64_t id;                        ///< increases with every graph created

  std::mutex mutex; ///< guards the members below, and the capture into the graph
  std::vector<RecordedCommand<Adapter>> commands;
  ur_device_handle_t device = nullptr; ///< of the queue that began the last capture
  bool isBeingCaptured = false;
  std::vector<DestructionCallback> destructionCallbacks;
};

/// From urQueueBegin*Capture* to urQueueEndGraphCaptureExp.
class Capture {
public:
  using GraphPointer = std::shared_ptr<HandleTypes::Graph>; ///< holds a reference

  Capture(GraphPointer graph, bool isGraphNew) : isNew(isGraphNew), graph_(std::move(graph)) {}

  bool isActive() const { return isActive_.load(std::memory_order_acquire); }
  /// Returns the graph; null when the capture has ended. Events of the graph keep the capture, and
  /// the graph may keep events.
  GraphPointer graph() const {
    const std::lock_guard guard(mutex_);
    return graph_;
  }
  /// Call it with the graph's mutex held, and a reference to the graph.
  void end() {
    GraphPointer ended;
    const std::lock_guard guard(mutex_);
    isActive_.store(false, std::memory_order_release);
    ended.swap(graph_);
  }

  const bool isNew; ///< the graph was created for the capture; ending it returns the graph to the
                    ///< application
  /// For each command, whether it was enqueued to the queue that began the capture. Guarded by the
  /// graph's mutex.
  std::vector<bool> isOfFirstQueue;

private:
  mutable std::mutex mutex_; ///< guards graph_; acquired last
  GraphPointer graph_;
  std::atomic<bool> isActive_{true}; ///< changed under the graph's mutex
};

/// A command inside a graph, during or after its capture.
struct CapturedPoint {
  std::shared_ptr<Capture> capture; ///< null if the event is not inside a graph
  uint32_t index = 0;
};

/// One queue's part in a capture. The graph's mutex guards all members except the first two.
struct QueueCapture {
  const std::shared_ptr<Capture> capture;
  const bool isFirst;              ///< the queue began the capture and must end it
  std::vector<uint32_t> commands;  ///< commands of this queue
  std::optional<uint32_t> barrier; ///< later commands of an unordered queue wait for this one
};

/// The capture that a queue belongs to. Thread safe.
class CaptureSlot {
public:
  /// False: the queue is not captured. Takes no lock.
  bool mayCapture() const { return mayCapture_.load(std::memory_order_acquire); }

  /// Returns the active capture, or null.
  std::shared_ptr<QueueCapture> active() {
    if (!mayCapture())
      return nullptr;
    std::shared_ptr<QueueCapture> ended; // destroyed without the lock
    const std::lock_guard guard(mutex_);
    if (capture_ && capture_->capture->isActive())
      return capture_;
    ended.swap(capture_);
    mayCapture_.store(false, std::memory_order_release);
    return nullptr;
  }

  /// Takes the place of a capture that has ended.
  void set(std::shared_ptr<QueueCapture> capture) {
    const std::lock_guard guard(mutex_);
    capture_.swap(capture);
    mayCapture_.store(true, std::memory_order_release);
  }

private:
  std::mutex mutex_; ///< guards capture_, and changes of mayCapture_
  std::shared_ptr<QueueCapture> capture_;
  std::atomic<bool> mayCapture_{false};
};

/// Returns UR_RESULT_ERROR_GRAPH_INTERNAL_EVENT: only commands that are captured into the graph can
/// wait for an event inside it.
Error insideGraph();
/// Returns UR_RESULT_ERROR_GRAPH_CAPTURE_INVALIDATED: the capture ended during the call.
Error invalidated();
/// Returns UR_RESULT_ERROR_GRAPH_CAPTURE_UNSUPPORTED.
Error notCapturable(ur_command_t type);

/// mayBeInGraph is false if the event is not inside a graph, and must be fast. signalBy makes the
/// event stand for that command from now on; makeSignal makes an event for a command.
/// makeExecutable is called with the graph's lock held. Optional: checkJoins(graph, queue) ->
/// Result<void>, an error if the commands of the queue cannot be in the graph. A Queue has context,
/// device, inOrder and captureSlot, a CaptureSlot; the adapter's ur_exp_graph_handle_t_ derives
/// from Graph.
template <class Traits>
concept GraphTraits = RecordingTraits<Traits> &&
    requires(typename Traits::Context *context, typename Traits::Event &event, ur_command_t type,
             bool isProfiled, const CapturedPoint &point, const typename Traits::Graph &graph) {
  { Traits::makeSignal(context, type, isProfiled) } -> std::same_as<typename Traits::Event *>;
  { Traits::mayBeInGraph(event) } -> std::same_as<bool>;
  { Traits::capturedPointOf(event) } -> std::same_as<CapturedPoint>;
  Traits::signalBy(event, point);
  { Traits::makeExecutable(graph) } -> ResultOf<typename Traits::ExecutableGraph *>;
};

/// Fails for an event inside a graph, whose command runs repeatedly.
template <GraphTraits Adapter>
Result<void> checkOutsideGraph(const typename Adapter::Event &event) {
  if (Adapter::mayBeInGraph(event) && Adapter::capturedPointOf(event).capture)
    return insideGraph();
  return {};
}

/// A line of the description of a graph.
struct GraphLine {
  ur_command_t type;
  std::vector<uint32_t> after; ///< indices of earlier lines
};

/// Writes a graph to a file, in the DOT language of Graphviz. Errors: UR_RESULT_ERROR_UNKNOWN.
Result<void> writeGraph(const char *path, uint64_t id, const std::vector<GraphLine> &lines);

} // namespace ursa::adapter
