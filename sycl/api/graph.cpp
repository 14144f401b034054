#include "sycl/api/graph.h"

#include "sycl/api/command_group.h"
#include "sycl/api/error.h"

#include <sycl/ext/oneapi/experimental/graph.hpp>

#include <algorithm>

inline namespace ursa_sycl {
namespace sycl {
namespace detail {

GraphImpl::GraphImpl(std::shared_ptr<ContextImpl> context, std::shared_ptr<DeviceImpl> device)
    : context_(std::move(context)), device_(std::move(device)) {
  if (!context_->covers(*device_))
    fail(errc::invalid, "The device '" + device_->entry().name + "' is not in the context.");
  ur_bool_t isSupported = false;
  const ur_result_t asked =
      urDeviceGetInfo(device_->handle(), UR_DEVICE_INFO_COMMAND_BUFFER_SUPPORT_EXP,
                      sizeof(isSupported), &isSupported, nullptr);
  if (asked != UR_RESULT_SUCCESS || !isSupported)
    fail(errc::feature_not_supported,
         "The device '" + device_->entry().name + "' has no command buffers for graphs.");
}

SharedEvent GraphImpl::nodeEvent(const std::shared_ptr<QueueImpl> &queue, size_t node) {
  SharedEvent event = EventImpl::make(queue, ursa::client::EventHandle());
  event->setNode(weak_from_this(), node);
  return event;
}

SharedEvent GraphImpl::add(QueueImpl &queue, const char *what, std::span<const SharedCommand> waits,
                           GraphAppend append) {
  Node node{what, {}, std::move(append)};
  for (const SharedCommand &each : waits) {
    const EventImpl &event = eventOf(each);
    if (event.isNode() && event.graph().lock().get() == this)
      node.after.push_back(event.node());
    else if (event.isNode() || event.handle())
      fail(errc::invalid, std::string(what) + " waits for a command that is not in its graph.");
  }
  const std::lock_guard lock(mutex_);
  return addLocked(queue, std::move(node));
}

SharedEvent GraphImpl::addBarrier(QueueImpl &queue) {
  const std::lock_guard lock(mutex_);
  Node node{"A barrier", {}, nullptr};
  for (size_t i = 0; i < nodes_.size(); ++i)
    node.after.push_back(i);
  SharedEvent event = addLocked(queue, std::move(node));
  barrier_ = event->node();
  return event;
}

SharedEvent GraphImpl::addLocked(QueueImpl &queue, Node node) {
  const size_t index = nodes_.size();
  if (barrier_ != SIZE_MAX)
    node.after.push_back(barrier_);
  if (queue.isInOrder()) {
    const auto found = std::find_if(last_.begin(), last_.end(),
                                    [&queue](const auto &each) { return each.first == &queue; });
    if (found == last_.end()) {
      last_.emplace_back(&queue, index);
    } else {
      node.after.push_back(found->second);
      found->second = index;
    }
  }
  nodes_.push_back(std::move(node));
  return nodeEvent(queue.shared_from_this(), index);
}

void GraphImpl::appendConflicts(QueueImpl &queue, const Requirement &requirement, Commands &waits) {
  const std::lock_guard lock(mutex_);
  for (const auto &[node, earlier] : required_)
    if (requirement.comesAfter(*earlier))
      waits.push_back(nodeEvent(queue.shared_from_this(), node));
}

void GraphImpl::require(size_t node, SharedRequirement requirement) {
  const std::lock_guard lock(mutex_);
  required_.emplace_back(node, std::move(requirement));
}

std::vector<SharedRequirement> GraphImpl::requirements() const {
  const std::lock_guard lock(mutex_);
  std::vector<SharedRequirement> all;
  for (const auto &[node, each] : required_)
    all.push_back(each);
  return all;
}

void GraphImpl::keep(std::shared_ptr<const void> memory) {
  const std::lock_guard lock(mutex_);
  kept_.push_back(std::move(memory));
}

void GraphImpl::keepBlock(std::shared_ptr<TakenBlock> memory) {
  const std::lock_guard lock(mutex_);
  blocks_.push_back(std::move(memory));
}

void GraphImpl::useMemory(const EventImpl &run) {
  const std::lock_guard lock(mutex_);
  for (const std::shared_ptr<TakenBlock> &each : blocks_)
    useBlock(*each, run.handle());
}

bool GraphImpl::reaches(size_t from, size_t to) const {
  std::vector<bool> seen(nodes_.size());
  std::vector<size_t> next{to};
  while (!next.empty()) {
    const size_t node = next.back();
    next.pop_back();
    if (node == from)
      return true;
    if (seen[node])
      continue;
    seen[node] = true;
    next.insert(next.end(), nodes_[node].after.begin(), nodes_[node].after.end());
  }
  return false;
}

void GraphImpl::makeEdge(size_t from, size_t to) {
  const std::lock_guard lock(mutex_);
  if (reaches(to, from))
    fail(errc::invalid, "An edge from node " + std::to_string(from) + " to node " +
                            std::to_string(to) + " makes a cycle in the graph.");
  nodes_[to].after.push_back(from);
}

std::vector<size_t> GraphImpl::leaves() const {
  const std::lock_guard lock(mutex_);
  std::vector<bool> isLeaf(nodes_.size(), true);
  for (const Node &node : nodes_)
    for (const size_t each : node.after)
      isLeaf[each] = false;
  std::vector<size_t> all;
  for (size_t i = 0; i < nodes_.size(); ++i)
    if (isLeaf[i])
      all.push_back(i);
  return all;
}

void GraphImpl::begin(const std::shared_ptr<QueueImpl> &queue) {
  queue->setRecording(shared_from_this());
  const std::lock_guard lock(mutex_);
  queues_.push_back(queue);
}

void GraphImpl::end(QueueImpl &queue) {
  queue.setRecording(nullptr);
  const std::lock_guard lock(mutex_);
  std::erase_if(queues_, [&queue](const std::weak_ptr<QueueImpl> &each) {
    const std::shared_ptr<QueueImpl> one = each.lock();
    return !one || one.get() == &queue;
  });
  std::erase_if(last_, [&queue](const auto &each) { return each.first == &queue; });
}

void GraphImpl::endAll() {
  std::vector<std::weak_ptr<QueueImpl>> queues;
  {
    const std::lock_guard lock(mutex_);
    queues = queues_;
  }
  for (const std::weak_ptr<QueueImpl> &each : queues)
    if (const std::shared_ptr<QueueImpl> queue = each.lock())
      end(*queue);
}

void GraphImpl::append(size_t node, ur_exp_command_buffer_handle_t buffer, std::vector<bool> &done,
                       std::vector<SyncPoints> &points) const {
  if (done[node])
    return;
  done[node] = true;
  SyncPoints waits;
  for (const size_t each : nodes_[node].after) {
    append(each, buffer, done, points);
    waits.insert(waits.end(), points[each].begin(), points[each].end());
  }
  std::sort(waits.begin(), waits.end());
  waits.erase(std::unique(waits.begin(), waits.end()), waits.end());
  if (!nodes_[node].append) {
    points[node] = std::move(waits);
    return;
  }
  ur_exp_command_buffer_sync_point_t point{};
  check(nodes_[node].append(buffer, static_cast<uint32_t>(waits.size()),
                            waits.empty() ? nullptr : waits.data(), &point),
        std::string(nodes_[node].what) + " in a graph");
  points[node] = {point};
}

CommandBufferHandle GraphImpl::makeCommandBuffer() const {
  const std::lock_guard lock(mutex_);
  const ur_exp_command_buffer_desc_t description{UR_STRUCTURE_TYPE_EXP_COMMAND_BUFFER_DESC, nullptr,
                                                 false, false, false};
  CommandBufferHandle buffer;
  check(urCommandBufferCreateExp(context_->handle(), device_->handle(), &description, buffer.out()),
        "Creating a command buffer for a graph");
  std::vector<bool> done(nodes_.size());
  std::vector<SyncPoints> points(nodes_.size());
  for (size_t i = 0; i < nodes_.size(); ++i)
    append(i, buffer.get(), done, points);
  check(urCommandBufferFinalizeExp(buffer.get()), "Finalizing a graph");
  return buffer;
}

SharedEvent ExecutableGraphImpl::run(QueueImpl &queue, std::span<const SharedCommand> waits) const {
  if (&queue.context() != graph_->context().get() || &queue.device() != graph_->device().get())
    fail(errc::invalid, "The graph is of another context or device than the queue.");
  SharedEvent event =
      queue.enqueue("Running a graph", waits,
                    [this](ur_queue_handle_t handle, uint32_t count,
                           const ur_event_handle_t *events, ur_event_handle_t *out) {
                      return urEnqueueCommandBufferExp(handle, buffer_.get(), count, events, out);
                    });
  graph_->useMemory(*event);
  return event;
}

std::shared_ptr<GraphImpl> makeGraph(const context &context, const device &device) {
  return std::make_shared<GraphImpl>(implOf(context), implOf(device));
}

size_t addNode(const std::shared_ptr<GraphImpl> &graph, const GroupFunction *function,
               const std::vector<size_t> &after, bool afterLeaves) {
  // A queue that nothing is enqueued to. It ends with the events, before the graph.
  const auto queueImpl = std::make_shared<QueueImpl>(graph->context(), graph->device(),
                                                     async_handler(), property_list());
  std::vector<event> dependencies;
  for (const size_t each : afterLeaves ? graph->leaves() : after)
    dependencies.push_back(Access::make<event>(graph->nodeEvent(queueImpl, each)));
  if (afterLeaves)
    for (const size_t each : after)
      dependencies.push_back(Access::make<event>(graph->nodeEvent(queueImpl, each)));
  queueImpl->setRecording(graph);
  auto queue = Access::make<sycl::queue>(queueImpl);
  size_t node = 0;
  try {
    const event added = queue.submit([&](handler &group) {
      group.depends_on(dependencies);
      if (function)
        (*function)(group);
      else
        group.ext_oneapi_barrier(dependencies);
    });
    const SharedEvent &impl = implOf(added);
    if (!impl->isNode()) // a command group without a command
      node = graph->add(*queueImpl, "A node without a command", {}, nullptr)->node();
    else
      node = impl->node();
  } catch (...) {
    queueImpl->setRecording(nullptr);
    throw;
  }
  queueImpl->setRecording(nullptr);
  return node;
}

void makeEdge(GraphImpl &graph, size_t from, size_t to) { graph.makeEdge(from, to); }

bool recordQueue(const std::shared_ptr<GraphImpl> &graph, const queue &queue, bool isOn) {
  const std::shared_ptr<QueueImpl> &impl = implOf(queue);
  const std::shared_ptr<GraphImpl> before = impl->recording();
  if (before && before != graph)
    fail(errc::invalid, "Another graph records the commands of the queue.");
  if ((before != nullptr) == isOn)
    return false;
  if (&impl->context() != graph->context().get() || &impl->device() != graph->device().get())
    fail(errc::invalid, "The graph is of another context or device than the queue.");
  if (isOn)
    graph->begin(impl);
  else
    graph->end(*impl);
  return true;
}

void endRecording(GraphImpl &graph) { graph.endAll(); }

std::shared_ptr<ExecutableGraphImpl> finalizeGraph(const std::shared_ptr<GraphImpl> &graph) {
  return std::make_shared<ExecutableGraphImpl>(graph);
}

} // namespace detail

void handler::setGraph(const std::shared_ptr<detail::ExecutableGraphImpl> &graph) {
  for (const detail::SharedRequirement &each : graph->requirements())
    impl_->require(each);
  impl_->setAction([graph, &queue = impl_->queue()](std::span<const detail::SharedCommand> waits) {
    return graph->run(queue, waits);
  });
}

ext::oneapi::experimental::queue_state queue::ext_oneapi_get_state() const {
  return impl_->recording() ? ext::oneapi::experimental::queue_state::recording
                            : ext::oneapi::experimental::queue_state::executing;
}

} // namespace sycl
} // namespace ursa_sycl
