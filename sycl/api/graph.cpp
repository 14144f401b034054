#include "sycl/api/graph.h"

#include "sycl/api/command_group.h"
#include "sycl/api/error.h"
#include "sycl/api/graph_updates.h"
#include "sycl/api/reduction_memory.h"

#include <algorithm>
#include <atomic>

inline namespace ursa_sycl {
namespace sycl::detail {
namespace {

size_t nextId() {
  static std::atomic<size_t> last = 0;
  return ++last;
}

} // namespace

void NodeBody::require(const std::vector<SharedRequirement> &requirements) {
  const std::lock_guard lock(mutex_);
  content_.requirements.insert(content_.requirements.end(), requirements.begin(),
                               requirements.end());
}

bool NodeBody::precedes(const Requirement &requirement) const {
  const std::lock_guard lock(mutex_);
  return std::any_of(content_.requirements.begin(), content_.requirements.end(),
                     [&](const SharedRequirement &each) { return requirement.comesAfter(*each); });
}

void NodeBody::setAlternatives(std::span<const std::shared_ptr<const KernelCommand>> others) {
  const std::lock_guard lock(mutex_);
  content_.command = content_.command->asKernel()->withAlternatives(others);
}

void NodeBody::setShape(const LaunchShape &shape) {
  const std::lock_guard lock(mutex_);
  const KernelCommand *kernel = content_.command ? content_.command->asKernel() : nullptr;
  if (!kernel)
    fail(errc::invalid, "The node has no kernel, whose range could be updated.");
  content_.command = kernel->withShape(shape);
}

void NodeBody::setArgument(int index, const KernelArgument &value,
                           const SharedRequirement &before) {
  const std::lock_guard lock(mutex_);
  const KernelCommand *kernel = content_.command ? content_.command->asKernel() : nullptr;
  if (!kernel)
    fail(errc::invalid, "The node has no kernel, which could have a dynamic parameter.");
  content_.command = kernel->withArgument(index, value);
  const SharedRequirement now = requirementOf(value);
  const auto found =
      before ? std::find(content_.requirements.begin(), content_.requirements.end(), before)
             : content_.requirements.end();
  if (found != content_.requirements.end())
    *found = now;
  else if (now && before != now)
    content_.requirements.push_back(now);
}

NodeContent GraphImpl::Node::content() const {
  if (group)
    return group->active()->content();
  return body ? body->content() : NodeContent();
}

bool GraphImpl::Node::precedes(const Requirement &requirement) const {
  const SharedNodeBody &used = group ? group->active() : body;
  return used && used->precedes(requirement);
}

GraphImpl::GraphImpl(std::shared_ptr<ContextImpl> context, std::shared_ptr<DeviceImpl> device,
                     bool isCycleChecked)
    : context_(std::move(context)), device_(std::move(device)), isCycleChecked_(isCycleChecked),
      id_(nextId()) {
  if (!context_->covers(*device_))
    fail(errc::invalid, "The device '" + device_->entry().name + "' is not in the context.");
  ur_bool_t isSupported = false;
  const ur_result_t asked =
      urDeviceGetInfo(device_->handle(), UR_DEVICE_INFO_COMMAND_BUFFER_SUPPORT_EXP,
                      sizeof(isSupported), &isSupported, nullptr);
  if (asked != UR_RESULT_SUCCESS || !isSupported)
    fail(errc::invalid,
         "The device '" + device_->entry().name + "' has no command buffers for graphs.");
}

GraphImpl::~GraphImpl() {
  for (const Recorder &each : recorders_)
    if (const std::shared_ptr<QueueImpl> queue = each.isRecording ? each.queue.lock() : nullptr;
        queue && !queue->recording())
      queue->setRecording(nullptr);
}

SharedEvent GraphImpl::nodeEvent(const std::shared_ptr<QueueImpl> &queue, size_t node) {
  SharedEvent event = EventImpl::make(queue, ursa::client::EventHandle());
  event->setNode(weak_from_this(), node);
  return event;
}

std::vector<size_t> GraphImpl::nodesAmong(const char *what,
                                          std::span<const SharedCommand> waits) const {
  std::vector<size_t> nodes;
  for (const SharedCommand &each : waits) {
    const EventImpl &event = eventOf(each);
    if (event.isNode() && event.graph().lock().get() == this)
      nodes.push_back(event.node());
    else if (event.isNode() || event.handle())
      fail(errc::invalid, std::string(what) + " waits for a command that is not in its graph.");
  }
  return nodes;
}

GraphImpl::Recorder &GraphImpl::recorderOf(QueueImpl &queue) {
  const auto found =
      std::find_if(recorders_.begin(), recorders_.end(),
                   [&queue](const Recorder &each) { return each.queue.lock().get() == &queue; });
  if (found != recorders_.end())
    return *found;
  std::erase_if(recorders_, [](const Recorder &each) { return each.queue.expired(); });
  Recorder recorder;
  recorder.queue = queue.weak_from_this();
  return recorders_.emplace_back(std::move(recorder));
}

size_t GraphImpl::addLocked(Node node) {
  removeDuplicates(node.after);
  nodes_.push_back(std::move(node));
  return nodes_.size() - 1;
}

SharedEvent GraphImpl::add(QueueImpl &queue, const char *what, std::span<const SharedCommand> waits,
                           SharedGraphCommand command) {
  const NodeType type = command ? command->type() : NodeType::empty;
  Node node{type, std::make_shared<NodeBody>(std::move(command)), nullptr, nodesAmong(what, waits)};
  if (NodeDraft *const draft = queue.draft()) {
    if (draft->body)
      fail(errc::invalid, "A function of a dynamic command group has one kernel or host task.");
    removeDuplicates(node.after);
    *draft = {std::move(node.body), std::move(node.after)};
    return nodeEvent(queue.shared_from_this(), SIZE_MAX - 1);
  }
  const std::lock_guard lock(mutex_);
  if (queue.addsNodes())
    return nodeEvent(queue.shared_from_this(), addLocked(std::move(node)));
  Recorder &recorder = recorderOf(queue);
  if (recorder.barrier != SIZE_MAX)
    node.after.push_back(recorder.barrier);
  if (queue.isInOrder()) {
    node.after.insert(node.after.end(), recorder.nodes.begin(), recorder.nodes.end());
    recorder.nodes.clear();
  }
  const size_t index = addLocked(std::move(node));
  recorder.nodes.push_back(index);
  return nodeEvent(queue.shared_from_this(), index);
}

SharedEvent GraphImpl::addBarrier(QueueImpl &queue, const char *what,
                                  std::span<const SharedCommand> waits) {
  if (queue.addsNodes())
    fail(errc::invalid, "A barrier is recorded from a queue; add an empty node with the property "
                        "node::depends_on_all_leaves instead.");
  Node node{NodeType::ext_oneapi_barrier, std::make_shared<NodeBody>(nullptr), nullptr,
            nodesAmong(what, waits)};
  const std::lock_guard lock(mutex_);
  Recorder &recorder = recorderOf(queue);
  if (waits.empty() || queue.isInOrder()) {
    for (const size_t each : recorder.nodes) // but those that others of the queue come after
      if (std::none_of(recorder.nodes.begin(), recorder.nodes.end(), [&](size_t later) {
            const std::vector<size_t> &after = nodes_[later].after;
            return std::find(after.begin(), after.end(), each) != after.end();
          }))
        node.after.push_back(each);
    recorder.nodes.clear();
  }
  if (recorder.barrier != SIZE_MAX)
    node.after.push_back(recorder.barrier);
  const size_t index = addLocked(std::move(node));
  recorder.barrier = index;
  recorder.nodes.push_back(index);
  return nodeEvent(queue.shared_from_this(), index);
}

void GraphImpl::checkNotRecording() const {
  const std::lock_guard lock(mutex_);
  for (const Recorder &each : recorders_)
    if (each.isRecording && !each.queue.expired())
      fail(errc::invalid,
           "Nodes and edges cannot be added to a graph while it records the commands of a queue.");
}

size_t GraphImpl::addEmpty(std::vector<size_t> after) {
  const std::lock_guard lock(mutex_);
  return addLocked({NodeType::empty, nullptr, nullptr, std::move(after)});
}

size_t GraphImpl::addGroup(const std::shared_ptr<DynamicGroupImpl> &group,
                           std::vector<size_t> after) {
  if (!group->isOf(*this))
    fail(errc::invalid, "The dynamic command group is of another graph.");
  const std::unique_lock groups = lockGroups();
  const std::lock_guard lock(mutex_);
  std::vector<std::vector<size_t>> before; // of each function
  for (const NodeDraft &draft : group->drafts()) {
    std::vector<size_t> &nodes = before.emplace_back(draft.after);
    for (const SharedRequirement &requirement : draft.body->content().requirements)
      for (size_t i = 0; i < nodes_.size(); ++i)
        if (nodes_[i].precedes(*requirement))
          nodes.push_back(i);
    removeDuplicates(nodes);
    if (nodes != before.front())
      fail(errc::invalid,
           "The functions of a dynamic command group depend on different nodes of the graph.");
  }
  after.insert(after.end(), before.front().begin(), before.front().end());
  const NodeType type = group->active()->content().command->type();
  return addLocked({type, nullptr, group, std::move(after)});
}

void GraphImpl::appendConflicts(QueueImpl &queue, const Requirement &requirement, Commands &waits) {
  if (queue.draft())
    return; // when its group is added
  const std::lock_guard lock(mutex_);
  for (size_t i = 0; i < nodes_.size(); ++i)
    if (nodes_[i].precedes(requirement))
      waits.push_back(nodeEvent(queue.shared_from_this(), i));
}

void GraphImpl::attach(const QueueImpl &queue, const EventImpl &command,
                       const std::vector<SharedRequirement> &requirements,
                       const std::vector<DynamicArgument> &arguments) {
  SharedNodeBody body;
  if (const NodeDraft *draft = queue.draft()) {
    body = draft->body;
  } else {
    const std::lock_guard lock(mutex_);
    body = nodes_[command.node()].body;
  }
  body->require(requirements);
  try {
    for (const DynamicArgument &each : arguments)
      each.parameter->bind(body, each.index, queue);
  } catch (...) { // nobody has the node yet
    const std::lock_guard lock(mutex_);
    if (!queue.draft() && command.node() + 1 == nodes_.size())
      nodes_.pop_back();
    throw;
  }
}

void GraphImpl::keep(std::shared_ptr<const void> memory) {
  const std::lock_guard lock(mutex_);
  kept_.push_back(std::move(memory));
}

void GraphImpl::keepBlock(std::shared_ptr<TakenBlock> memory) {
  const std::lock_guard lock(mutex_);
  blocks_.push_back(std::move(memory));
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
  if (from == to)
    fail(errc::invalid,
         "An edge from node " + std::to_string(from) + " to itself cannot be in a graph.");
  if (isCycleChecked_ && reaches(to, from))
    fail(errc::invalid, "An edge from node " + std::to_string(from) + " to node " +
                            std::to_string(to) + " makes a cycle in the graph.");
  nodes_[to].after.push_back(from);
  removeDuplicates(nodes_[to].after);
}

size_t GraphImpl::nodeCount() const {
  const std::lock_guard lock(mutex_);
  return nodes_.size();
}

NodeType GraphImpl::typeOf(size_t node) const {
  const std::lock_guard lock(mutex_);
  return nodes_[node].type;
}

NodeContent GraphImpl::contentOf(size_t node) const {
  const std::lock_guard lock(mutex_);
  return nodes_[node].content();
}

std::vector<size_t> GraphImpl::predecessors(size_t node) const {
  const std::lock_guard lock(mutex_);
  return nodes_[node].after;
}

std::vector<size_t> GraphImpl::successors(size_t node) const {
  const std::lock_guard lock(mutex_);
  std::vector<size_t> all;
  for (size_t i = 0; i < nodes_.size(); ++i)
    if (const auto &after = nodes_[i].after;
        std::find(after.begin(), after.end(), node) != after.end())
      all.push_back(i);
  return all;
}

std::vector<size_t> GraphImpl::roots() const {
  const std::lock_guard lock(mutex_);
  std::vector<size_t> all;
  for (size_t i = 0; i < nodes_.size(); ++i)
    if (nodes_[i].after.empty())
      all.push_back(i);
  return all;
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

void GraphImpl::setShape(size_t node, const LaunchShape &shape) {
  SharedNodeBody body;
  {
    const std::lock_guard lock(mutex_);
    body = nodes_[node].group ? nodes_[node].group->active() : nodes_[node].body;
  }
  if (!body)
    fail(errc::invalid, "The node has no kernel, whose range could be updated.");
  body->setShape(shape);
}

void GraphImpl::requireSameDevice(const QueueImpl &queue) const {
  if (&queue.context() != context_.get() || &queue.device() != device_.get())
    fail(errc::invalid, "The graph is of another context or device than the queue.");
}

void GraphImpl::begin(const std::vector<std::shared_ptr<QueueImpl>> &queues) {
  for (const std::shared_ptr<QueueImpl> &each : queues) {
    if (each->recording())
      fail(errc::invalid, "A graph records the commands of the queue already.");
    requireSameDevice(*each);
  }
  const std::lock_guard lock(mutex_);
  for (const std::shared_ptr<QueueImpl> &each : queues) {
    recorderOf(*each).isRecording = true;
    each->setRecording(shared_from_this());
  }
}

void GraphImpl::end(const std::vector<std::shared_ptr<QueueImpl>> &queues) {
  for (const std::shared_ptr<QueueImpl> &each : queues)
    if (const std::shared_ptr<GraphImpl> graph = each->recording(); graph && graph.get() != this)
      fail(errc::invalid, "Another graph records the commands of the queue.");
  const std::lock_guard lock(mutex_);
  for (const std::shared_ptr<QueueImpl> &each : queues)
    if (each->recording()) {
      recorderOf(*each).isRecording = false;
      each->setRecording(nullptr);
    }
}

void GraphImpl::endAll() {
  const std::lock_guard lock(mutex_);
  for (Recorder &each : recorders_)
    if (each.isRecording) {
      each.isRecording = false;
      if (const std::shared_ptr<QueueImpl> queue = each.queue.lock())
        queue->setRecording(nullptr);
    }
}

GraphSnapshot GraphImpl::snapshot() const {
  const std::lock_guard lock(mutex_);
  GraphSnapshot all{{}, blocks_, kept_};
  for (const Node &each : nodes_)
    all.nodes.push_back({each.type, each.content(), each.after});
  return all;
}

} // namespace sycl::detail
} // namespace ursa_sycl
