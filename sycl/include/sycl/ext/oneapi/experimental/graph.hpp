// Command graphs (sycl_ext_oneapi_graph): commands that are recorded from queues or added one by
// one, and then run as a whole any number of times. Commands with accessors depend on each other as
// if they were enqueued, and a run of the graph is in order with all commands that use the same
// pages. Streams and updates of the host's memory are refused with errc::feature_not_supported.
#pragma once

#include <sycl/ext/oneapi/experimental/node_type.hpp>
#include <sycl/queue.hpp>

#include <functional>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

inline namespace ursa_sycl {
namespace sycl {
namespace ext::oneapi::experimental {

enum class graph_state { modifiable, executable };

template <graph_state State = graph_state::modifiable> class command_graph;
class dynamic_command_group;
class node;

} // namespace ext::oneapi::experimental

namespace detail {

/// @{ Indexes name nodes in the order in which they were added. All throw.
using NodeName = std::pair<std::shared_ptr<GraphImpl>, size_t>;
struct GraphOptions {
  bool isCycleChecked, isNativelyRecorded;
};
URSA_SYCL_EXPORT std::shared_ptr<GraphImpl> makeGraph(const context &context, const device &device,
                                                      const GraphOptions &options);
/// @param function null for an empty node
URSA_SYCL_EXPORT size_t addNode(const std::shared_ptr<GraphImpl> &graph,
                                const GroupFunction *function, std::vector<size_t> after,
                                bool afterLeaves);
URSA_SYCL_EXPORT void makeEdge(GraphImpl &graph, size_t from, size_t to);
URSA_SYCL_EXPORT void beginRecording(GraphImpl &graph, const std::vector<queue> &queues);
URSA_SYCL_EXPORT void endRecording(GraphImpl &graph, const std::vector<queue> &queues);
/// Of all queues.
URSA_SYCL_EXPORT void endRecording(GraphImpl &graph);
URSA_SYCL_EXPORT std::shared_ptr<GraphImpl> recordingOf(const queue &queue);
URSA_SYCL_EXPORT NodeName nodeOf(const event &event);
URSA_SYCL_EXPORT size_t nodeCount(const GraphImpl &graph);
URSA_SYCL_EXPORT std::vector<size_t> rootNodes(const GraphImpl &graph);
URSA_SYCL_EXPORT ext::oneapi::experimental::node_type nodeType(const GraphImpl &graph, size_t node);
URSA_SYCL_EXPORT std::vector<size_t> predecessorsOf(const GraphImpl &graph, size_t node);
URSA_SYCL_EXPORT std::vector<size_t> successorsOf(const GraphImpl &graph, size_t node);
URSA_SYCL_EXPORT void setNodeShape(GraphImpl &graph, size_t node, const LaunchShape &shape);
URSA_SYCL_EXPORT void printGraph(const GraphImpl &graph, const std::string &path, bool isVerbose);
URSA_SYCL_EXPORT size_t graphId(const GraphImpl &graph) noexcept;
URSA_SYCL_EXPORT std::shared_ptr<ExecutableGraphImpl>
finalizeGraph(const std::shared_ptr<GraphImpl> &graph, bool isUpdatable, bool isProfiled);
URSA_SYCL_EXPORT void updateGraph(ExecutableGraphImpl &graph, const std::vector<NodeName> &nodes);
URSA_SYCL_EXPORT void updateGraph(ExecutableGraphImpl &graph, const GraphImpl &source);
/// @}

} // namespace detail

namespace ext::oneapi::experimental {

/// A command of a graph. Copies are the same node.
class node {
public:
  node() = delete;

  node_type get_type() const { return sycl::detail::nodeType(*graph_, index_); }
  /// @{ The nodes that this one comes right after, and those that come right after it.
  std::vector<node> get_predecessors() const {
    return named(graph_, sycl::detail::predecessorsOf(*graph_, index_));
  }
  std::vector<node> get_successors() const {
    return named(graph_, sycl::detail::successorsOf(*graph_, index_));
  }
  /// @}
  /// The node of an event that a queue returned while a graph recorded it. Throws errc::invalid for
  /// other events.
  static node get_node_from_event(event nodeEvent) {
    const sycl::detail::NodeName name = sycl::detail::nodeOf(nodeEvent);
    return {name.first, name.second};
  }

  /// @{ A kernel gets another index space of the same number of dimensions; executable graphs when
  /// they are updated. Throw errc::invalid for other dimensions, and for other commands.
  template <int Dimensions> void update_nd_range(nd_range<Dimensions> executionRange) {
    sycl::detail::setNodeShape(*graph_, index_, sycl::detail::LaunchShape(executionRange));
  }
  template <int Dimensions> void update_range(range<Dimensions> executionRange) {
    sycl::detail::setNodeShape(*graph_, index_, sycl::detail::LaunchShape(executionRange));
  }
  /// @}

  friend bool operator==(const node &a, const node &b) {
    return a.graph_ == b.graph_ && a.index_ == b.index_;
  }
  friend bool operator!=(const node &a, const node &b) { return !(a == b); }

private:
  template <graph_state> friend class command_graph;
  friend struct std::hash<node>;
  node(std::shared_ptr<sycl::detail::GraphImpl> graph, size_t index)
      : graph_(std::move(graph)), index_(index) {}
  static std::vector<node> named(const std::shared_ptr<sycl::detail::GraphImpl> &graph,
                                 const std::vector<size_t> &indexes) {
    std::vector<node> nodes;
    for (const size_t each : indexes)
      nodes.push_back({graph, each});
    return nodes;
  }

  std::shared_ptr<sycl::detail::GraphImpl> graph_;
  size_t index_;
};

namespace property {
namespace graph {
class no_cycle_check {}; ///< make_edge does not look for cycles, which must not be made
/// Has no effect: memory of a buffer lives as long as a graph that uses it. If that is memory of
/// the program (property::buffer::use_host_ptr), the program keeps it.
class assume_buffer_outlives_graph {};
class updatable {};        ///< of finalize: the executable graph can be updated
class enable_profiling {}; ///< of finalize: events of runs on queues with profiling have times
/// No backend has it: makes the constructor of a graph throw errc::feature_not_supported.
class enable_native_recording {};
} // namespace graph
namespace node {
/// The node runs after others.
class depends_on {
public:
  template <class... Nodes,
            class = std::enable_if_t<(std::is_same_v<Nodes, experimental::node> && ...)>>
  depends_on(Nodes... nodes) : nodes_{nodes...} {}
  depends_on(std::vector<experimental::node> nodes) : nodes_(std::move(nodes)) {}
  const std::vector<experimental::node> &get_dependencies() const { return nodes_; }

private:
  std::vector<experimental::node> nodes_;
};
/// The node runs after all that no other one depends on.
class depends_on_all_leaves {};
} // namespace node
} // namespace property

} // namespace ext::oneapi::experimental

template <>
struct is_property<ext::oneapi::experimental::property::graph::no_cycle_check> : std::true_type {};
template <>
struct is_property<ext::oneapi::experimental::property::graph::assume_buffer_outlives_graph>
    : std::true_type {};
template <>
struct is_property<ext::oneapi::experimental::property::graph::updatable> : std::true_type {};
template <>
struct is_property<ext::oneapi::experimental::property::graph::enable_profiling> : std::true_type {
};
template <>
struct is_property<ext::oneapi::experimental::property::graph::enable_native_recording>
    : std::true_type {};
template <>
struct is_property<ext::oneapi::experimental::property::node::depends_on> : std::true_type {};
template <>
struct is_property<ext::oneapi::experimental::property::node::depends_on_all_leaves>
    : std::true_type {};

namespace ext::oneapi::experimental {

/// A graph that commands are added to. Copies are the same graph; when the last one is destroyed,
/// its recordings end. Thread safe.
template <>
class command_graph<graph_state::modifiable>
    : public sycl::detail::Shared<command_graph<graph_state::modifiable>, sycl::detail::GraphImpl> {
public:
  command_graph(const context &context, const device &device, const property_list &properties = {})
      : Shared(sycl::detail::makeGraph(
            context, device,
            {!properties.has_property<property::graph::no_cycle_check>(),
             properties.has_property<property::graph::enable_native_recording>()})) {}
  explicit command_graph(const queue &queue, const property_list &properties = {})
      : command_graph(queue.get_context(), queue.get_device(), properties) {}
  /// In the default context of the platform.
  explicit command_graph(const device &device, const property_list &properties = {})
      : command_graph(device.get_platform().khr_get_default_context(), device, properties) {}

  /// @{ Commands that are submitted to the queues become nodes instead of being enqueued, until
  /// end_recording. Their events order them among each other; they cannot be waited for. Another
  /// queue joins when one of its commands depends on such an event. Throw errc::invalid if a queue
  /// is recorded already, or has another context or device.
  void begin_recording(queue &queue, const property_list & = {}) {
    sycl::detail::beginRecording(*impl_, {queue});
  }
  void begin_recording(const std::vector<queue> &queues, const property_list & = {}) {
    sycl::detail::beginRecording(*impl_, queues);
  }
  /// @}
  /// @{ Does nothing for queues that are not recorded. Throw errc::invalid if another graph records
  /// one.
  void end_recording() { sycl::detail::endRecording(*impl_); }
  void end_recording(queue &queue) { sycl::detail::endRecording(*impl_, {queue}); }
  void end_recording(const std::vector<queue> &queues) {
    sycl::detail::endRecording(*impl_, queues);
  }
  /// @}

  /// @{ Throw errc::invalid while the graph records.
  /// Adds a node without a command.
  node add(const property_list &properties = {}) { return add(nullptr, properties); }
  /// Adds the command of a command group function.
  template <class Function, class = std::enable_if_t<std::is_invocable_v<Function &, handler &>>>
  node add(Function function, const property_list &properties = {}) {
    const sycl::detail::GroupFunction group(function);
    return add(&group, properties);
  }
  /// Adds the active one of several commands (graph_updates.hpp).
  node add(dynamic_command_group &group, const property_list &properties = {});
  /// @p to runs after @p from. Throws errc::invalid if that makes a cycle.
  void make_edge(node &from, node &to) {
    check(from);
    check(to);
    sycl::detail::makeEdge(*impl_, from.index_, to.index_);
  }
  /// @}

  /// Returns a graph that runs the commands so far.
  command_graph<graph_state::executable> finalize(const property_list &properties = {}) const;

  /// Writes the graph in the language of Graphviz. Throws errc::invalid unless @p path ends with
  /// ".dot" and can be written.
  /// @param verbose with arguments and addresses
  void print_graph(std::string path, bool verbose = false) const {
    sycl::detail::printGraph(*impl_, path, verbose);
  }

  /// The nodes in the order in which they were added.
  std::vector<node> get_nodes() const {
    std::vector<size_t> all(sycl::detail::nodeCount(*impl_));
    for (size_t i = 0; i < all.size(); ++i)
      all[i] = i;
    return node::named(impl_, all);
  }
  /// The nodes that depend on no other one.
  std::vector<node> get_root_nodes() const {
    return node::named(impl_, sycl::detail::rootNodes(*impl_));
  }
  bool empty() const { return sycl::detail::nodeCount(*impl_) == 0; }
  /// A number that no other graph of the process has, and later graphs have higher ones.
  size_t get_id() const noexcept { return sycl::detail::graphId(*impl_); }

private:
  friend class sycl::queue;
  friend struct sycl::detail::Access;
  template <graph_state> friend class command_graph;
  explicit command_graph(std::shared_ptr<sycl::detail::GraphImpl> impl) : Shared(std::move(impl)) {}

  node add(const sycl::detail::GroupFunction *function, const property_list &properties) {
    return {impl_, sycl::detail::addNode(
                       impl_, function, dependencies(properties),
                       properties.has_property<property::node::depends_on_all_leaves>())};
  }
  std::vector<size_t> dependencies(const property_list &properties) const {
    std::vector<size_t> after;
    if (properties.has_property<property::node::depends_on>()) {
      const auto given = properties.get_property<property::node::depends_on>();
      for (const node &each : given.get_dependencies()) {
        check(each);
        after.push_back(each.index_);
      }
    }
    return after;
  }
  void check(const node &given) const {
    if (given.graph_ != impl_)
      throw exception(make_error_code(errc::invalid), "The node is of another graph.");
  }
};

/// A graph that queue::ext_oneapi_graph runs. Copies are the same graph. Thread safe.
template <>
class command_graph<graph_state::executable>
    : public sycl::detail::Shared<command_graph<graph_state::executable>,
                                  sycl::detail::ExecutableGraphImpl> {
public:
  command_graph() = delete;

  /// @{ Later runs have the commands that nodes have now: of some nodes, kernels and host tasks, of
  /// the graph that this one was made of; or of another graph with the same nodes and edges, whose
  /// commands are of these kinds. Throw errc::invalid for other nodes, and without the property
  /// graph::updatable.
  void update(const node &one) {
    sycl::detail::updateGraph(*impl_, {sycl::detail::NodeName(one.graph_, one.index_)});
  }
  void update(const std::vector<node> &nodes) {
    std::vector<sycl::detail::NodeName> names;
    for (const node &each : nodes)
      names.emplace_back(each.graph_, each.index_);
    sycl::detail::updateGraph(*impl_, names);
  }
  void update(const command_graph<graph_state::modifiable> &graph) {
    sycl::detail::updateGraph(*impl_, *graph.impl_);
  }
  /// @}
  /// Graphs own no memory: 0.
  size_t get_required_mem_size() const noexcept { return 0; }

private:
  friend struct sycl::detail::Access;
  explicit command_graph(std::shared_ptr<sycl::detail::ExecutableGraphImpl> impl)
      : Shared(std::move(impl)) {}
};

inline command_graph<graph_state::executable>
command_graph<graph_state::modifiable>::finalize(const property_list &properties) const {
  return sycl::detail::Access::make<command_graph<graph_state::executable>>(
      sycl::detail::finalizeGraph(impl_, properties.has_property<property::graph::updatable>(),
                                  properties.has_property<property::graph::enable_profiling>()));
}

command_graph(const queue &, const property_list & = {})->command_graph<graph_state::modifiable>;
command_graph(const device &, const property_list & = {})->command_graph<graph_state::modifiable>;
command_graph(const context &, const device &)->command_graph<graph_state::modifiable>;
command_graph(const context &, const device &, const property_list &)
    ->command_graph<graph_state::modifiable>;

} // namespace ext::oneapi::experimental

inline void handler::ext_oneapi_graph(const ext::oneapi::experimental::command_graph<
                                      ext::oneapi::experimental::graph_state::executable> &graph) {
  setGraph(sycl::detail::implOf(graph));
}

inline ext::oneapi::experimental::command_graph<ext::oneapi::experimental::graph_state::modifiable>
queue::ext_oneapi_get_graph() const {
  return sycl::detail::Access::make<
      ext::oneapi::experimental::command_graph<ext::oneapi::experimental::graph_state::modifiable>>(
      sycl::detail::recordingOf(*this));
}

} // namespace sycl
} // namespace ursa_sycl

template <> struct std::hash<sycl::ext::oneapi::experimental::node> {
  std::size_t operator()(const sycl::ext::oneapi::experimental::node &node) const {
    return std::hash<const void *>()(node.graph_.get()) * 31 + node.index_;
  }
};
URSA_SYCL_HASH(sycl::ext::oneapi::experimental::command_graph<
               sycl::ext::oneapi::experimental::graph_state::modifiable>)
URSA_SYCL_HASH(sycl::ext::oneapi::experimental::command_graph<
               sycl::ext::oneapi::experimental::graph_state::executable>)

#include <sycl/ext/oneapi/experimental/graph_updates.hpp>
