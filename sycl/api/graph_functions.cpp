// The functions of the library that the classes for graphs call.
#include "sycl/api/error.h"
#include "sycl/api/executable_graph.h"
#include "sycl/api/graph_updates.h"

#include <sycl/ext/oneapi/experimental/graph.hpp>

#include <fstream>
#include <string_view>

inline namespace ursa_sycl {
namespace sycl {
namespace detail {
namespace {

std::vector<std::shared_ptr<QueueImpl>> implsOf(const std::vector<queue> &queues) {
  std::vector<std::shared_ptr<QueueImpl>> all;
  all.reserve(queues.size());
  for (const queue &each : queues)
    all.push_back(implOf(each));
  return all;
}

std::vector<size_t> withLeaves(const GraphImpl &graph, std::vector<size_t> after,
                               bool afterLeaves) {
  if (afterLeaves) {
    const std::vector<size_t> leaves = graph.leaves();
    after.insert(after.end(), leaves.begin(), leaves.end());
  }
  return after;
}

const char *nameOf(NodeType type) {
  switch (type) {
  case NodeType::empty:
    return "empty";
  case NodeType::subgraph:
    return "subgraph";
  case NodeType::kernel:
    return "kernel";
  case NodeType::memcpy:
    return "memcpy";
  case NodeType::memset:
    return "memset";
  case NodeType::memfill:
    return "memfill";
  case NodeType::prefetch:
    return "prefetch";
  case NodeType::memadvise:
    return "memadvise";
  case NodeType::ext_oneapi_barrier:
    return "ext_oneapi_barrier";
  case NodeType::host_task:
    return "host_task";
  case NodeType::async_malloc:
  case NodeType::async_free:
    break;
  }
  return "";
}

/// A part of a label. Names of kernels may have quotes.
std::string inQuotes(std::string_view text) {
  std::string all;
  for (const char each : text) {
    if (each == '"' || each == '\\')
      all += '\\';
    all += each;
  }
  return all;
}

} // namespace

std::shared_ptr<GraphImpl> makeGraph(const context &context, const device &device,
                                     const GraphOptions &options) {
  if (options.isNativelyRecorded)
    fail(errc::feature_not_supported,
         "No backend records graphs natively (property graph::enable_native_recording).");
  return std::make_shared<GraphImpl>(implOf(context), implOf(device), options.isCycleChecked);
}

size_t addNode(const std::shared_ptr<GraphImpl> &graph, const GroupFunction *function,
               std::vector<size_t> after, bool afterLeaves) {
  graph->checkNotRecording();
  after = withLeaves(*graph, std::move(after), afterLeaves);
  if (!function)
    return graph->addEmpty(std::move(after));
  return callToAdd(graph, nullptr, [&](handler &group) {
    for (const size_t each : after)
      group.depends_on(Access::make<event>(graph->nodeEvent(nullptr, each)));
    (*function)(group);
  });
}

size_t addNode(const std::shared_ptr<GraphImpl> &graph,
               const std::shared_ptr<DynamicGroupImpl> &group, std::vector<size_t> after,
               bool afterLeaves) {
  graph->checkNotRecording();
  return graph->addGroup(group, withLeaves(*graph, std::move(after), afterLeaves));
}

void makeEdge(GraphImpl &graph, size_t from, size_t to) {
  graph.checkNotRecording();
  graph.makeEdge(from, to);
}

void beginRecording(GraphImpl &graph, const std::vector<queue> &queues) {
  graph.begin(implsOf(queues));
}
void endRecording(GraphImpl &graph, const std::vector<queue> &queues) {
  graph.end(implsOf(queues));
}
void endRecording(GraphImpl &graph) { graph.endAll(); }

std::shared_ptr<GraphImpl> recordingOf(const queue &queue) {
  std::shared_ptr<GraphImpl> graph = implOf(queue)->recording();
  if (!graph)
    fail(errc::invalid, "No graph records the commands of the queue.");
  return graph;
}

NodeName nodeOf(const event &event) {
  const EventImpl &impl = *implOf(event);
  std::shared_ptr<GraphImpl> graph = impl.isNode() ? impl.graph().lock() : nullptr;
  if (!graph)
    fail(errc::invalid, "The event is not of a command that a graph has recorded.");
  return {std::move(graph), impl.node()};
}

size_t nodeCount(const GraphImpl &graph) { return graph.nodeCount(); }
std::vector<size_t> rootNodes(const GraphImpl &graph) { return graph.roots(); }
NodeType nodeType(const GraphImpl &graph, size_t node) { return graph.typeOf(node); }
std::vector<size_t> predecessorsOf(const GraphImpl &graph, size_t node) {
  return graph.predecessors(node);
}
std::vector<size_t> successorsOf(const GraphImpl &graph, size_t node) {
  return graph.successors(node);
}
void setNodeShape(GraphImpl &graph, size_t node, const LaunchShape &shape) {
  graph.setShape(node, shape);
}
size_t graphId(const GraphImpl &graph) noexcept { return graph.id(); }

void printGraph(const GraphImpl &graph, const std::string &path, bool isVerbose) {
  if (!std::string_view(path).ends_with(".dot"))
    fail(errc::invalid,
         "A graph is written to a file whose name ends with '.dot', not to '" + path + "'.");
  std::ofstream file(path);
  file << "digraph dot {\n";
  const GraphSnapshot all = graph.snapshot();
  for (size_t i = 0; i < all.nodes.size(); ++i) {
    const GraphSnapshot::Node &node = all.nodes[i];
    file << "  node" << i << " [label=\"ID = " << i << "\\nTYPE = " << nameOf(node.type);
    const GraphCommand *const command = node.content.command.get();
    if (const KernelCommand *kernel = command ? command->asKernel() : nullptr)
      file << "\\nNAME = " << inQuotes(kernel->name());
    if (isVerbose && command)
      file << "\\n" << inQuotes(command->details());
    file << "\"];\n";
    for (const size_t each : node.after)
      file << "  node" << each << " -> node" << i << ";\n";
  }
  file << "}\n";
  file.close();
  if (!file)
    fail(errc::invalid, "The graph could not be written to '" + path + "'.");
}

std::shared_ptr<ExecutableGraphImpl> finalizeGraph(const std::shared_ptr<GraphImpl> &graph,
                                                   bool isUpdatable, bool isProfiled) {
  return std::make_shared<ExecutableGraphImpl>(graph, GraphProperties{isUpdatable, isProfiled});
}

void updateGraph(ExecutableGraphImpl &graph, const std::vector<NodeName> &nodes) {
  graph.update(nodes);
}
void updateGraph(ExecutableGraphImpl &graph, const GraphImpl &source) { graph.update(source); }

std::shared_ptr<DynamicParameterImpl> makeDynamicParameter(KernelArgument value) {
  return std::make_shared<DynamicParameterImpl>(std::move(value));
}
void updateParameter(DynamicParameterImpl &parameter, KernelArgument value) {
  parameter.update(std::move(value));
}

std::shared_ptr<DynamicGroupImpl>
makeDynamicGroup(const std::shared_ptr<GraphImpl> &graph,
                 const std::vector<std::function<void(handler &)>> &functions) {
  graph->checkNotRecording();
  return std::make_shared<DynamicGroupImpl>(graph, functions);
}
size_t activeIndex(const DynamicGroupImpl &group) { return group.activeIndex(); }
void setActiveIndex(DynamicGroupImpl &group, size_t index) { group.setActiveIndex(index); }

} // namespace detail

ext::oneapi::experimental::queue_state queue::ext_oneapi_get_state() const {
  return impl_->recording() ? ext::oneapi::experimental::queue_state::recording
                            : ext::oneapi::experimental::queue_state::executing;
}

} // namespace sycl
} // namespace ursa_sycl
