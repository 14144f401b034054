// How commands and queues are captured into graphs (graph.h). Included where an adapter enqueues
// commands.
#pragma once

#include "adapters/common/graph.h"

namespace ursa::adapter {

/// A command is joined if it is a command of the first queue, or a joined command waits for it.
/// Returns whether all are. The graph's mutex must be held.
template <class Graph> bool areForksJoined(const Capture &capture, const Graph &graph) {
  std::vector<bool> isJoined = capture.isOfFirstQueue;
  for (size_t i = graph.commands.size(); i-- > 0;) {
    if (!isJoined[i])
      return false;
    for (const uint32_t earlier : graph.commands[i].after)
      isJoined[earlier] = true;
  }
  return true;
}

template <GraphTraits Adapter> class Captures {
public:
  using Queue = typename Adapter::Queue;
  using Event = typename Adapter::Event;
  using Graph = typename Adapter::Graph;
  using WorkPointer = std::shared_ptr<typename Adapter::Work>;

  /// Returns whether add must be called.
  static bool mayCapture(const EnqueueParameters &parameters) {
    const Queue &queue = *parameters.queue;
    if (queue.captureSlot.mayCapture())
      return true;
    for (uint32_t i = 0; i < parameters.waitCount; ++i)
      if (Adapter::mayBeInGraph(*parameters.waitList[i]))
        return true;
    return false;
  }

  /// Fails if the command would be captured. For commands that graphs do not support.
  static Result<void> checkNone(const EnqueueParameters &parameters) {
    if (!mayCapture(parameters))
      return {};
    Queue &queue = *parameters.queue;
    URSA_TRY(const std::shared_ptr<Capture> capture, find(parameters, queue.captureSlot.active()));
    if (capture)
      return notCapturable(parameters.type);
    return {};
  }

  /// Adds a command to a graph if the queue or an event in the wait list is being captured.
  /// @param work taken if the command was added
  /// @return whether the command was added; if not, nothing has changed. Errors:
  /// UR_RESULT_ERROR_GRAPH_CAPTURE_MERGE_ATTEMPT, UR_RESULT_ERROR_GRAPH_INTERNAL_EVENT for an event
  /// of a capture that ended, UR_RESULT_ERROR_GRAPH_CAPTURE_UNSUPPORTED.
  template <class OwnPointer>
  static Result<bool> add(const EnqueueParameters &parameters, OwnPointer &work) {
    Queue &queue = *parameters.queue;
    std::shared_ptr<QueueCapture> own = queue.captureSlot.active();
    URSA_TRY(const std::shared_ptr<Capture> capture, find(parameters, own));
    if (!capture)
      return false;
    if (!parameters.capturable)
      return notCapturable(parameters.type);
    if (parameters.blocking)
      return makeError(UR_RESULT_ERROR_GRAPH_CAPTURE_UNSUPPORTED,
                       "A command that is being captured into a graph cannot be waited for.");
    Ref<Event> event; // allocated first, so that a failure changes nothing
    if (parameters.phEvent && !parameters.signals)
      event = Ref<Event>::adopt(
          Adapter::makeSignal(queue.context, parameters.type, /*profiled=*/false));

    const Capture::GraphPointer held = capture->graph();
    if (!held)
      return invalidated();
    Graph &graph = *held;
    std::unique_lock lock(graph.mutex);
    if (!capture->isActive())
      return invalidated();
    if (!own) {
      if constexpr (requires { Adapter::checkJoins(graph, queue); })
        URSA_CHECK(Adapter::checkJoins(graph, queue));
      own = join(queue, capture, /*isFirst=*/false);
    }
    const uint32_t index = append(parameters, *own, graph, std::move(work));
    lock.unlock(); // the event's previous command may hold the last reference to another queue
    if (parameters.signals) {
      Adapter::signalBy(*parameters.signals, {capture, index});
    } else if (event) {
      Adapter::signalBy(*event, {capture, index});
      *parameters.phEvent = event.detach();
    }
    return true;
  }

  /// @param isNew ending the capture returns the graph to the application
  static Result<void> begin(Queue &queue, const Ref<Graph> &graph, bool isNew) {
    if (queue.captureSlot.active())
      return makeError(UR_RESULT_ERROR_INVALID_OPERATION,
                       "The queue is being captured into a graph already.");
    if (graph->context != queue.context)
      return makeError(UR_RESULT_ERROR_INVALID_CONTEXT,
                       "The graph belongs to another context than the queue.");
    const Capture::GraphPointer held(graph.get(), [](Graph *object) { release(object); });
    retain(held.get());
    const std::lock_guard guard(graph->mutex);
    if (graph->isBeingCaptured)
      return makeError(UR_RESULT_ERROR_INVALID_OPERATION,
                       "Another queue is being captured into the graph.");
    if (!graph->commands.empty())
      return makeError(UR_RESULT_ERROR_INVALID_ARGUMENT,
                       "The graph has {} commands; a capture needs an empty one.",
                       graph->commands.size());
    join(queue, std::make_shared<Capture>(held, isNew), /*isFirst=*/true);
    graph->isBeingCaptured = true;
    graph->device = queue.device;
    return {};
  }

  /// Ends the capture that a queue began when the queue is destroyed.
  static void abandon(Queue &queue) {
    const std::shared_ptr<QueueCapture> own = queue.captureSlot.active();
    const Capture::GraphPointer held = own && own->isFirst ? own->capture->graph() : nullptr;
    if (!held)
      return;
    Graph &graph = *held;
    const std::lock_guard guard(graph.mutex);
    end(*own->capture, graph);
  }

  /// The graph's mutex must be held.
  static void end(Capture &capture, Graph &graph) {
    capture.end();
    graph.isBeingCaptured = false;
  }

private:
  // The graph's mutex must be held.
  static std::shared_ptr<QueueCapture> join(Queue &queue, const std::shared_ptr<Capture> &capture,
                                            bool isFirst) {
    auto joined = std::make_shared<QueueCapture>(QueueCapture{capture, isFirst, {}, {}});
    queue.captureSlot.set(joined);
    return joined;
  }

  // Returns the capture of a command, from its queue or its wait list; null if there is none.
  static Result<std::shared_ptr<Capture>> find(const EnqueueParameters &parameters,
                                               const std::shared_ptr<QueueCapture> &ofQueue) {
    std::shared_ptr<Capture> found = ofQueue ? ofQueue->capture : nullptr;
    for (uint32_t i = 0; i < parameters.waitCount; ++i) {
      const std::shared_ptr<Capture> capture =
          Adapter::capturedPointOf(*parameters.waitList[i]).capture;
      if (!capture || capture == found)
        continue;
      if (!capture->isActive())
        return insideGraph();
      if (found)
        return makeError(UR_RESULT_ERROR_GRAPH_CAPTURE_MERGE_ATTEMPT,
                         "Event {} of {} in the wait list is of another graph capture than the "
                         "queue or an event before it.",
                         i, parameters.waitCount);
      found = capture;
    }
    return found;
  }

  // Adds a command and what it follows, and returns its index. The graph's mutex must be held.
  static uint32_t append(const EnqueueParameters &parameters, QueueCapture &own, Graph &graph,
                         WorkPointer work) {
    const Queue &queue = *parameters.queue;
    RecordedCommand<Adapter> command{.type = parameters.type, .work = std::move(work)};
    for (uint32_t i = 0; i < parameters.waitCount; ++i) {
      const CapturedPoint point = Adapter::capturedPointOf(*parameters.waitList[i]);
      if (point.capture)
        command.after.push_back(point.index);
      else
        command.waitList.emplace_back(parameters.waitList[i]);
    }
    if (queue.inOrder && !own.commands.empty())
      command.after.push_back(own.commands.back());
    else if (!queue.inOrder && parameters.waitsForAll)
      command.after.insert(command.after.end(), own.commands.begin(), own.commands.end());
    else if (own.barrier)
      command.after.push_back(*own.barrier);

    const auto index = static_cast<uint32_t>(graph.commands.size());
    graph.commands.push_back(std::move(command));
    own.capture->isOfFirstQueue.push_back(own.isFirst);
    own.commands.push_back(index);
    if (parameters.blocksQueue)
      own.barrier = index;
    return index;
  }
};

/// The functions of queues, for graph_functions.h.
template <GraphTraits Adapter> struct CaptureFunctions {
  using Own = Captures<Adapter>;
  using Queue = typename Adapter::Queue;
  using Graph = typename Adapter::Graph;

  static ur_result_t begin(ur_queue_handle_t hQueue) {
    return atBoundary([&]() -> Result<void> {
      URSA_HANDLE(hQueue);
      Queue &queue = *hQueue;
      return Own::begin(queue, Ref<Graph>::adopt(new Graph(queue.context)), /*isNew=*/true);
    });
  }

  static ur_result_t beginInto(ur_queue_handle_t hQueue, ur_exp_graph_handle_t hGraph) {
    return atBoundary([&]() -> Result<void> {
      URSA_HANDLE(hQueue);
      URSA_HANDLE(hGraph);
      return Own::begin(*hQueue, Ref<Graph>(hGraph), /*isNew=*/false);
    });
  }

  static ur_result_t end(ur_queue_handle_t hQueue, ur_exp_graph_handle_t *phGraph) {
    return atBoundary([&]() -> Result<void> {
      URSA_HANDLE(hQueue);
      URSA_POINTER(phGraph);
      Queue &queue = *hQueue;
      const std::shared_ptr<QueueCapture> own = queue.captureSlot.active();
      if (!own)
        return makeError(UR_RESULT_ERROR_COMMAND_LIST_NOT_CAPTURING,
                         "The queue is not being captured into a graph.");
      if (!own->isFirst)
        return makeError(UR_RESULT_ERROR_INVALID_OPERATION,
                         "The queue joined the capture of another queue, which ends it.");
      Capture &capture = *own->capture;
      const Capture::GraphPointer held = capture.graph();
      if (!held)
        return invalidated();
      Graph &graph = *held;
      const std::lock_guard guard(graph.mutex);
      if (!capture.isActive())
        return invalidated();
      if (!areForksJoined(capture, graph))
        return makeError(UR_RESULT_ERROR_GRAPH_UNJOINED_FORKS,
                         "Commands of a queue that joined the capture were captured, and the queue "
                         "that ends it does not wait for them.");
      Own::end(capture, graph);
      // The application already has a reference to a graph that it created.
      if (capture.isNew)
        retain(&graph);
      *phGraph = &graph;
      return {};
    });
  }

  static ur_result_t isEnabled(ur_queue_handle_t hQueue, bool *pResult) {
    return atBoundary([&]() -> Result<void> {
      URSA_HANDLE(hQueue);
      URSA_POINTER(pResult);
      Queue &queue = *hQueue;
      *pResult = queue.captureSlot.active() != nullptr;
      return {};
    });
  }

  static ur_result_t getGraph(ur_queue_handle_t hQueue, ur_exp_graph_handle_t *phGraph) {
    return atBoundary([&]() -> Result<void> {
      URSA_HANDLE(hQueue);
      URSA_POINTER(phGraph);
      Queue &queue = *hQueue;
      const std::shared_ptr<QueueCapture> own = queue.captureSlot.active();
      const Capture::GraphPointer graph = own ? own->capture->graph() : nullptr;
      if (!graph)
        return makeError(UR_RESULT_ERROR_INVALID_OPERATION,
                         "The queue is not being captured into a graph.");
      *phGraph = graph.get();
      return {};
    });
  }
};

} // namespace ursa::adapter
