#include "adapters/host/graph_capture.h"

#include "adapters/host/adapter.h"
#include "adapters/host/context.h"
#include "adapters/host/queue.h"
#include "adapters/host/reusable_event.h"
#include "core/support/last_error.h"

namespace ursa::host {
namespace {

using adapter::Ref;

// Returns the active capture of a queue, or null.
std::shared_ptr<QueueCapture> activeCapture(ur_queue_handle_t_ &queue) {
  if (!queue.mayCapture.load(std::memory_order_acquire))
    return nullptr;
  std::shared_ptr<QueueCapture>
      ended; // may hold the graph's last reference, so destroyed without the lock
  const std::lock_guard guard(queue.lock);
  if (queue.capture && queue.capture->capture->active)
    return queue.capture;
  ended.swap(queue.capture);
  queue.mayCapture.store(false, std::memory_order_release);
  return nullptr;
}

// Adds a queue to a capture. The graph's mutex must be held.
std::shared_ptr<QueueCapture> join(ur_queue_handle_t_ &queue,
                                   const std::shared_ptr<Capture> &capture, bool isFirst) {
  auto joined = std::make_shared<QueueCapture>(QueueCapture{capture, isFirst, {}, {}});
  std::shared_ptr<QueueCapture> before = joined;
  const std::lock_guard guard(queue.lock);
  queue.capture.swap(before);
  queue.mayCapture.store(true, std::memory_order_release);
  return joined;
}

void end(Capture &capture) {
  capture.active = false;
  capture.graph->isBeingCaptured = false;
}

// Returns the capture of a command, from its queue or its wait list; null if there is none.
Result<std::shared_ptr<Capture>> captureOf(const EnqueueParameters &parameters,
                                           const std::shared_ptr<QueueCapture> &ofQueue) {
  std::shared_ptr<Capture> found = ofQueue ? ofQueue->capture : nullptr;
  for (uint32_t i = 0; i < parameters.waitCount; ++i) {
    const std::shared_ptr<Capture> capture = capturedPointOf(*parameters.waitList[i]).capture;
    if (!capture || capture == found)
      continue;
    if (!capture->active)
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

Error notCapturable(const EnqueueParameters &parameters) {
  return makeError(UR_RESULT_ERROR_GRAPH_CAPTURE_UNSUPPORTED,
                   "A command of type {:#x} cannot be captured into a graph.",
                   static_cast<unsigned>(parameters.type));
}

// A command is joined if it is a command of the first queue, or a joined command waits for it.
// Returns whether all are.
bool areForksJoined(const Capture &capture) {
  const std::vector<RecordedCommand> &commands = capture.graph->commands;
  std::vector<bool> isJoined = capture.isOfFirstQueue;
  for (size_t i = commands.size(); i-- > 0;) {
    if (!isJoined[i])
      return false;
    for (const uint32_t earlier : commands[i].after)
      isJoined[earlier] = true;
  }
  return true;
}

Result<void> begin(ur_queue_handle_t hQueue, const Ref<ur_exp_graph_handle_t_> &graph, bool isNew) {
  if (activeCapture(*hQueue))
    return makeError(UR_RESULT_ERROR_INVALID_OPERATION,
                     "The queue is being captured into a graph already.");
  if (graph->context != hQueue->context)
    return makeError(UR_RESULT_ERROR_INVALID_CONTEXT,
                     "The graph belongs to another context than the queue.");
  const std::lock_guard guard(graph->mutex);
  if (graph->isBeingCaptured)
    return makeError(UR_RESULT_ERROR_INVALID_OPERATION,
                     "Another queue is being captured into the graph.");
  if (!graph->commands.empty())
    return makeError(UR_RESULT_ERROR_INVALID_ARGUMENT,
                     "The graph has {} commands; a capture needs an empty one.",
                     graph->commands.size());
  join(*hQueue, std::make_shared<Capture>(graph, isNew), /*isFirst=*/true);
  graph->isBeingCaptured = true;
  return {};
}

ur_result_t beginCapture(ur_queue_handle_t hQueue) {
  return atBoundary([&]() -> Result<void> {
    URSA_HANDLE(hQueue);
    return begin(hQueue,
                 Ref<ur_exp_graph_handle_t_>::adopt(new ur_exp_graph_handle_t_(hQueue->context)),
                 /*isNew=*/true);
  });
}

ur_result_t beginCaptureInto(ur_queue_handle_t hQueue, ur_exp_graph_handle_t hGraph) {
  return atBoundary([&]() -> Result<void> {
    URSA_HANDLE(hQueue);
    URSA_HANDLE(hGraph);
    return begin(hQueue, Ref<ur_exp_graph_handle_t_>(hGraph), /*isNew=*/false);
  });
}

ur_result_t endCapture(ur_queue_handle_t hQueue, ur_exp_graph_handle_t *phGraph) {
  return atBoundary([&]() -> Result<void> {
    URSA_HANDLE(hQueue);
    URSA_POINTER(phGraph);
    const std::shared_ptr<QueueCapture> own = activeCapture(*hQueue);
    if (!own)
      return makeError(UR_RESULT_ERROR_COMMAND_LIST_NOT_CAPTURING,
                       "The queue is not being captured into a graph.");
    if (!own->isFirst)
      return makeError(UR_RESULT_ERROR_INVALID_OPERATION,
                       "The queue joined the capture of another queue, which ends it.");
    Capture &capture = *own->capture;
    const std::lock_guard guard(capture.graph->mutex);
    if (!areForksJoined(capture))
      return makeError(UR_RESULT_ERROR_GRAPH_UNJOINED_FORKS,
                       "Commands of a queue that joined the capture were captured, and the queue "
                       "that ends it does not wait for them.");
    end(capture);
    // The application already has a reference to a graph that it created.
    if (capture.isNew)
      adapter::retain(capture.graph.get());
    *phGraph = capture.graph.get();
    return {};
  });
}

ur_result_t isEnabled(ur_queue_handle_t hQueue, bool *pResult) {
  return atBoundary([&]() -> Result<void> {
    URSA_HANDLE(hQueue);
    URSA_POINTER(pResult);
    *pResult = activeCapture(*hQueue) != nullptr;
    return {};
  });
}

ur_result_t getGraph(ur_queue_handle_t hQueue, ur_exp_graph_handle_t *phGraph) {
  return atBoundary([&]() -> Result<void> {
    URSA_HANDLE(hQueue);
    URSA_POINTER(phGraph);
    const std::shared_ptr<QueueCapture> own = activeCapture(*hQueue);
    if (!own)
      return makeError(UR_RESULT_ERROR_INVALID_OPERATION,
                       "The queue is not being captured into a graph.");
    *phGraph = own->capture->graph.get();
    return {};
  });
}

} // namespace

bool mayBeCaptured(const EnqueueParameters &parameters) {
  if (parameters.queue->mayCapture.load(std::memory_order_acquire))
    return true;
  for (uint32_t i = 0; i < parameters.waitCount; ++i)
    if (parameters.waitList[i]->reusable)
      return true;
  return false;
}

Result<void> checkNotCaptured(const EnqueueParameters &parameters) {
  if (!mayBeCaptured(parameters))
    return {};
  URSA_TRY(const std::shared_ptr<Capture> capture,
           captureOf(parameters, activeCapture(*parameters.queue)));
  if (capture)
    return notCapturable(parameters);
  return {};
}

Result<bool> captureCommand(const EnqueueParameters &parameters, std::unique_ptr<Work> &work) {
  std::shared_ptr<QueueCapture> own = activeCapture(*parameters.queue);
  URSA_TRY(const std::shared_ptr<Capture> capture, captureOf(parameters, own));
  if (!capture)
    return false;
  if (!parameters.capturable)
    return notCapturable(parameters);
  if (parameters.blocking)
    return makeError(UR_RESULT_ERROR_GRAPH_CAPTURE_UNSUPPORTED,
                     "A command that is being captured into a graph cannot be waited for.");
  Ref<ur_event_handle_t_> event; // allocated first, so that a failure changes nothing
  if (parameters.phEvent && !parameters.signals)
    event = Ref<ur_event_handle_t_>::adopt(
        new ur_event_handle_t_(parameters.queue->context, parameters.type, /*profiled=*/false));

  ur_exp_graph_handle_t_ &graph = *capture->graph;
  std::unique_lock lock(graph.mutex);
  if (!capture->active)
    return makeError(UR_RESULT_ERROR_GRAPH_CAPTURE_INVALIDATED,
                     "The capture ended while a command was being enqueued.");
  if (!own)
    own = join(*parameters.queue, capture, /*isFirst=*/false);

  RecordedCommand command{.type = parameters.type, .work = std::move(work)};
  for (uint32_t i = 0; i < parameters.waitCount; ++i) {
    const CapturedPoint point = capturedPointOf(*parameters.waitList[i]);
    if (point.capture)
      command.after.push_back(point.index);
    else
      command.waitList.emplace_back(parameters.waitList[i]);
  }
  if (parameters.queue->inOrder && !own->commands.empty())
    command.after.push_back(own->commands.back());
  else if (!parameters.queue->inOrder && parameters.waitsForAll)
    command.after.insert(command.after.end(), own->commands.begin(), own->commands.end());
  else if (own->barrier)
    command.after.push_back(*own->barrier);

  const auto index = static_cast<uint32_t>(graph.commands.size());
  graph.commands.push_back(std::move(command));
  capture->isOfFirstQueue.push_back(own->isFirst);
  own->commands.push_back(index);
  if (parameters.blocksQueue)
    own->barrier = index;
  lock.unlock(); // the event's previous command may hold the last reference to another queue
  if (parameters.signals) {
    signalBy(*parameters.signals, {capture, index});
  } else if (event) {
    signalBy(*event, {capture, index});
    *parameters.phEvent = event.detach();
  }
  return true;
}

void abandonCapture(ur_queue_handle_t_ &queue) {
  const std::shared_ptr<QueueCapture> own = activeCapture(queue);
  if (!own || !own->isFirst)
    return;
  const std::lock_guard guard(own->capture->graph->mutex);
  end(*own->capture);
}

void fillCaptureTable(ur_dditable_t &table) {
  table.QueueExp.pfnBeginGraphCaptureExp = beginCapture;
  table.QueueExp.pfnBeginCaptureIntoGraphExp = beginCaptureInto;
  table.QueueExp.pfnEndGraphCaptureExp = endCapture;
  table.QueueExp.pfnIsGraphCaptureEnabledExp = isEnabled;
  table.QueueExp.pfnGetGraphExp = getGraph;
}

} // namespace ursa::host
