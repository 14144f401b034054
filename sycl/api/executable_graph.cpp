#include "sycl/api/executable_graph.h"

#include "sycl/api/command_group.h"
#include "sycl/api/error.h"
#include "sycl/api/reduction_memory.h"

#include <algorithm>
#include <deque>
#include <map>

inline namespace ursa_sycl {
namespace sycl::detail {
namespace {

bool isHostTask(const ExecutableGraphImpl::Node &node) {
  return node.content.command && node.content.command->asHostTask();
}

} // namespace

ExecutableGraphImpl::ExecutableGraphImpl(const std::shared_ptr<GraphImpl> &graph,
                                         const GraphProperties &properties)
    : context_(graph->context()), device_(graph->device()), origin_(graph),
      properties_(properties) {
  FlatGraph flat = flatten(graph->snapshot());
  nodes_ = std::move(flat.nodes);
  places_ = std::move(flat.places);
  blocks_ = std::move(flat.blocks);
  if (!flat.kept.empty())
    kept_ = std::make_shared<const std::vector<std::shared_ptr<const void>>>(std::move(flat.kept));
  divide();
  for (Part &each : parts_) {
    findRequirements(each);
    if (!each.isHostTask)
      makeBuffer(each);
  }
}

ExecutableGraphImpl::FlatGraph ExecutableGraphImpl::flatten(const GraphSnapshot &graph) {
  FlatGraph flat{{}, {}, graph.blocks, graph.kept};
  std::vector<Node> &nodes = flat.nodes;
  std::vector<size_t> &places = flat.places;
  for (const GraphSnapshot::Node &each : graph.nodes) {
    places.push_back(nodes.size());
    nodes.push_back({each.type, each.content, {}, {}});
    const SubgraphCommand *const child =
        each.content.command ? each.content.command->asSubgraph() : nullptr;
    if (!child)
      continue;
    // The node itself, which is empty then, comes after all nodes of the sub-graph.
    nodes.back().content = {};
    const size_t own = nodes.size() - 1, first = nodes.size();
    for (Node &inner : child->graph()->nodes()) {
      for (size_t &after : inner.after)
        after += first;
      nodes[own].after.push_back(nodes.size());
      nodes.push_back({inner.type, std::move(inner.content), std::move(inner.after), {}});
    }
    const std::vector<std::shared_ptr<TakenBlock>> &blocks = child->graph()->blocks();
    flat.blocks.insert(flat.blocks.end(), blocks.begin(), blocks.end());
    if (const auto &kept = child->graph()->kept_)
      flat.kept.insert(flat.kept.end(), kept->begin(), kept->end());
  }
  for (size_t i = 0; i < graph.nodes.size(); ++i) {
    const size_t own = places[i];
    const size_t end = i + 1 < places.size() ? places[i + 1] : nodes.size();
    std::vector<size_t> before;
    for (const size_t each : graph.nodes[i].after)
      before.push_back(places[each]);
    for (size_t inner = own + 1; inner < end; ++inner) // the roots of a sub-graph
      if (nodes[inner].after.empty())
        nodes[inner].after = before;
    nodes[own].after.insert(nodes[own].after.end(), before.begin(), before.end());
  }
  return flat;
}

// Each node after those that it depends on. Nodes of cycles, which only no_cycle_check lets pass,
// come last.
std::vector<size_t> ExecutableGraphImpl::order() const {
  std::vector<std::vector<size_t>> next(nodes_.size());
  std::vector<size_t> missing(nodes_.size());
  for (size_t i = 0; i < nodes_.size(); ++i) {
    missing[i] = nodes_[i].after.size();
    for (const size_t each : nodes_[i].after)
      next[each].push_back(i);
  }
  std::vector<size_t> all;
  for (size_t i = 0; i < nodes_.size(); ++i)
    if (missing[i] == 0)
      all.push_back(i);
  for (size_t done = 0; done < all.size(); ++done)
    for (const size_t each : next[all[done]])
      if (--missing[each] == 0)
        all.push_back(each);
  for (size_t i = 0; i < nodes_.size(); ++i)
    if (missing[i] != 0)
      all.push_back(i);
  return all;
}

void ExecutableGraphImpl::findCommandsBefore(const std::vector<size_t> &order) {
  for (const size_t each : order) {
    Node &node = nodes_[each];
    for (const size_t after : node.after)
      if (nodes_[after].content.command)
        node.before.push_back(after);
      else
        node.before.insert(node.before.end(), nodes_[after].before.begin(),
                           nodes_[after].before.end());
    removeDuplicates(node.before);
  }
}

// The depth of a node is the largest number of host tasks before it that other commands come
// between. The commands of a depth are one command buffer, before the host tasks of the depth.
void ExecutableGraphImpl::divide() {
  const std::vector<size_t> sorted = order();
  findCommandsBefore(sorted);
  std::vector<size_t> depths(nodes_.size());
  std::map<std::pair<size_t, bool>, std::vector<size_t>> levels; // by depth and isHostTask
  for (const size_t node : sorted) {
    if (!nodes_[node].content.command)
      continue;
    const bool isOnHost = isHostTask(nodes_[node]);
    for (const size_t each : nodes_[node].before)
      depths[node] =
          std::max(depths[node], depths[each] + (!isOnHost && isHostTask(nodes_[each]) ? 1 : 0));
    levels[{depths[node], isOnHost}].push_back(node);
  }
  for (auto &[level, nodes] : levels)
    for (size_t i = 0; i < nodes.size(); ++i) {
      if (i == 0 || level.second)
        parts_.emplace_back().isHostTask = level.second;
      parts_.back().nodes.push_back(nodes[i]);
      nodes_[nodes[i]].part = parts_.size() - 1;
    }
  for (size_t i = 0; i < parts_.size(); ++i) {
    std::vector<size_t> &after = parts_[i].after;
    for (const size_t node : parts_[i].nodes)
      for (const size_t each : nodes_[node].before)
        if (nodes_[each].part < i)
          after.push_back(nodes_[each].part);
    removeDuplicates(after);
    for (const size_t each : after)
      parts_[each].isLast = false;
  }
  if (parts_.empty())
    parts_.emplace_back();
}

void ExecutableGraphImpl::findRequirements(Part &part) {
  part.requirements.clear();
  for (const size_t node : part.nodes) {
    const std::vector<SharedRequirement> &own = nodes_[node].content.requirements;
    part.requirements.insert(part.requirements.end(), own.begin(), own.end());
  }
  removeDuplicates(part.requirements);
}

void ExecutableGraphImpl::makeBuffer(Part &part) {
  const ur_exp_command_buffer_desc_t description{UR_STRUCTURE_TYPE_EXP_COMMAND_BUFFER_DESC, nullptr,
                                                 properties_.isUpdatable, false,
                                                 properties_.isProfiled};
  CommandBufferHandle buffer;
  check(urCommandBufferCreateExp(context_->handle(), device_->handle(), &description, buffer.out()),
        "Creating a command buffer for a graph");
  std::map<size_t, SyncPoints> points;
  std::map<size_t, ur_exp_command_buffer_command_handle_t> handles;
  for (const size_t node : part.nodes) {
    SyncPoints waits;
    for (const size_t each : nodes_[node].before)
      if (const auto found = points.find(each); found != points.end())
        waits.insert(waits.end(), found->second.begin(), found->second.end());
    removeDuplicates(waits);
    const GraphCommand &command = *nodes_[node].content.command;
    ur_exp_command_buffer_command_handle_t handle = nullptr;
    points[node] = command.append(
        buffer.get(), waits, properties_.isUpdatable && command.asKernel() ? &handle : nullptr);
    handles[node] = handle;
  }
  check(urCommandBufferFinalizeExp(buffer.get()), "Finalizing a graph");
  part.buffer = std::move(buffer);
  for (const auto &[node, handle] : handles)
    nodes_[node].handle = handle;
}

std::vector<SharedRequirement> ExecutableGraphImpl::lockedRequirements() const {
  std::vector<SharedRequirement> all;
  for (const Part &each : parts_)
    all.insert(all.end(), each.requirements.begin(), each.requirements.end());
  return all;
}

std::vector<SharedRequirement> ExecutableGraphImpl::requirements() const {
  const std::lock_guard lock(mutex_);
  return lockedRequirements();
}

std::vector<ExecutableGraphImpl::Node> ExecutableGraphImpl::nodes() const {
  const std::lock_guard lock(mutex_);
  return nodes_;
}

void ExecutableGraphImpl::checkQueue(const QueueImpl &queue) const {
  if (&queue.context() != context_.get() || &queue.device() != device_.get())
    fail(errc::invalid, "The graph is of another context or device than the queue.");
}

SharedEvent ExecutableGraphImpl::runPart(const Part &part, QueueImpl &queue,
                                         std::span<const SharedCommand> waits) {
  if (part.isHostTask)
    return enqueueHostTask(queue, nodes_[part.nodes.front()].content.command->asHostTask()->task(),
                           waits);
  return queue.enqueue("Running a graph", waits,
                       [&part](ur_queue_handle_t handle, uint32_t count,
                               const ur_event_handle_t *events, ur_event_handle_t *out) {
                         return urEnqueueCommandBufferExp(handle, part.buffer.get(), count, events,
                                                          out);
                       });
}

SharedEvent ExecutableGraphImpl::run(QueueImpl &queue, std::span<const SharedCommand> waits) {
  std::vector<SharedEvent> events;
  Commands ends;
  for (const Part &part : parts_) {
    Commands before;
    if (part.after.empty())
      before.assign(waits.begin(), waits.end());
    if (part.after.empty() && last_)
      before.push_back(last_);
    for (const size_t each : part.after)
      before.push_back(events[each]);
    for (const SharedRequirement &each : part.requirements)
      each->begin(queue, before);
    events.push_back(runPart(part, queue, before));
    for (const SharedRequirement &each : part.requirements)
      each->end(queue, events.back());
    if (part.isLast)
      ends.push_back(events.back());
  }
  const SharedEvent event = ends.size() == 1 ? events.back() : queue.join("Running a graph", ends);
  event->setGraphRun(events.front() == event ? nullptr : events.front(), properties_.isProfiled);
  for (const std::shared_ptr<TakenBlock> &each : blocks_)
    useBlock(*each, event->handle());
  if (kept_) // the graph may end before the run does
    (void)keepUntil(queue, event, kept_);
  // A command buffer does not overlap with itself, but with the one that an update replaces it by.
  if (properties_.isUpdatable || parts_.size() > 1)
    last_ = event;
  return event;
}

void ExecutableGraphImpl::requireUpdatable() const {
  if (!properties_.isUpdatable)
    fail(errc::invalid, "The graph was finalized without the property graph::updatable.");
}

void ExecutableGraphImpl::update(
    std::span<const std::pair<std::shared_ptr<GraphImpl>, size_t>> nodes) {
  requireUpdatable();
  Changes changes;
  for (const auto &[graph, node] : nodes) {
    if (graph != origin_.lock() || node >= places_.size())
      fail(errc::invalid, "The node is not of the graph that is updated.");
    NodeContent content = graph->contentOf(node);
    if (!content.command || (!content.command->asKernel() && !content.command->asHostTask()))
      fail(errc::invalid, "Nodes with kernels and host tasks can be updated, others cannot.");
    changes.emplace_back(places_[node], std::move(content));
  }
  const std::lock_guard lock(mutex_);
  apply(changes);
}

void ExecutableGraphImpl::update(const GraphImpl &graph) {
  requireUpdatable();
  if (graph.context() != context_ || graph.device() != device_)
    fail(errc::invalid, "The graph is of another context or device than the one that is updated.");
  const FlatGraph source = flatten(graph.snapshot());
  Changes changes;
  const std::lock_guard lock(mutex_);
  if (source.nodes.size() != nodes_.size())
    fail(errc::invalid, "A graph of " + std::to_string(nodes_.size()) +
                            " nodes cannot be updated from one of " +
                            std::to_string(source.nodes.size()) + ".");
  for (size_t i = 0; i < nodes_.size(); ++i) {
    const Node &from = source.nodes[i];
    const GraphCommand *const command = from.content.command.get();
    if (command && !command->asKernel() && !command->asHostTask())
      fail(errc::invalid, "A graph can be updated from one whose nodes are kernels, host tasks, "
                          "barriers and empty ones; others are among them.");
    if (from.type != nodes_[i].type || from.after != nodes_[i].after)
      fail(errc::invalid, "Node " + std::to_string(i) +
                              " of the graphs has other edges or another kind of command.");
    if (command)
      changes.emplace_back(i, from.content);
  }
  apply(changes);
}

void ExecutableGraphImpl::apply(const Changes &changes) {
  std::vector<NodeContent> before; // outlives the updates, which point to the commands
  std::map<size_t, std::deque<LaunchUpdate>> updates; // by part
  std::vector<bool> isRemade(parts_.size()), isChanged(parts_.size());
  for (const auto &[place, content] : changes) {
    Node &node = nodes_[place];
    isChanged[node.part] = true;
    const KernelCommand *const now = content.command->asKernel();
    const KernelCommand *const then =
        before.emplace_back(std::exchange(node.content, content)).command->asKernel();
    if (!now || !then || now == then)
      continue;
    if (node.handle && now->canReplace(*then))
      updates[node.part].emplace_back(*then, *now, node.handle);
    else
      isRemade[node.part] = true;
  }
  for (const auto &[number, all] : updates) {
    std::vector<ur_exp_command_buffer_update_kernel_launch_desc_t> given;
    for (const LaunchUpdate &each : all)
      if (!each.isEmpty())
        given.push_back(each.get());
    if (!isRemade[number] && !given.empty())
      isRemade[number] = urCommandBufferUpdateKernelLaunchExp(parts_[number].buffer.get(),
                                                              static_cast<uint32_t>(given.size()),
                                                              given.data()) != UR_RESULT_SUCCESS;
  }
  for (size_t i = 0; i < parts_.size(); ++i) {
    if (isChanged[i])
      findRequirements(parts_[i]);
    if (isRemade[i])
      makeBuffer(parts_[i]);
  }
}

} // namespace sycl::detail
} // namespace ursa_sycl
