// Command graphs (sycl_ext_oneapi_graph): commands that are recorded from queues or added one by
// one, and then run as a whole any number of times. Commands with accessors depend on each other as
// if they were enqueued, and a run of the graph is one command that uses all their pages. Streams,
// host tasks and updates of the host's memory are refused with errc::feature_not_supported.
#pragma once

#include <sycl/queue.hpp>

#include <type_traits>
#include <vector>

inline namespace ursa_sycl {
namespace sycl {
namespace ext::oneapi::experimental {

enum class graph_state { modifiable, executable };

template <graph_state State = graph_state::modifiable> class command_graph;

/// A command of a graph.
class node {
public:
  friend bool operator==(const node &a, const node &b) {
    return a.graph_ == b.graph_ && a.index_ == b.index_;
  }
  friend bool operator!=(const node &a, const node &b) { return !(a == b); }

private:
  friend class command_graph<graph_state::modifiable>;
  node(std::shared_ptr<sycl::detail::GraphImpl> graph, size_t index)
      : graph_(std::move(graph)), index_(index) {}

  std::shared_ptr<sycl::detail::GraphImpl> graph_;
  size_t index_;
};

namespace property {
namespace graph {
class no_cycle_check {}; ///< has no effect
/// Has no effect: memory of a buffer lives as long as a graph that uses it. If that is memory of
/// the program (property::buffer::use_host_ptr), the program keeps it.
class assume_buffer_outlives_graph {};
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
struct is_property<ext::oneapi::experimental::property::node::depends_on> : std::true_type {};
template <>
struct is_property<ext::oneapi::experimental::property::node::depends_on_all_leaves>
    : std::true_type {};

namespace detail {

/// @{ Indexes name nodes in the order in which they were added. Throw.
URSA_SYCL_EXPORT std::shared_ptr<GraphImpl> makeGraph(const context &context, const device &device);
URSA_SYCL_EXPORT size_t addNode(const std::shared_ptr<GraphImpl> &graph,
                                const GroupFunction *function, const std::vector<size_t> &after,
                                bool afterLeaves);
URSA_SYCL_EXPORT void makeEdge(GraphImpl &graph, size_t from, size_t to);
/// @return whether the state of the queue has changed
URSA_SYCL_EXPORT bool recordQueue(const std::shared_ptr<GraphImpl> &graph, const queue &queue,
                                  bool isOn);
URSA_SYCL_EXPORT void endRecording(GraphImpl &graph);
URSA_SYCL_EXPORT std::shared_ptr<ExecutableGraphImpl>
finalizeGraph(const std::shared_ptr<GraphImpl> &graph);
/// @}

} // namespace detail

namespace ext::oneapi::experimental {

/// A graph that commands are added to. Copies are the same graph. Thread safe.
template <>
class command_graph<graph_state::modifiable>
    : public sycl::detail::Shared<command_graph<graph_state::modifiable>, sycl::detail::GraphImpl> {
public:
  command_graph(const context &context, const device &device, const property_list & = {})
      : Shared(sycl::detail::makeGraph(context, device)) {}
  explicit command_graph(const queue &queue, const property_list &properties = {})
      : command_graph(queue.get_context(), queue.get_device(), properties) {}

  /// @{ Commands that are submitted to the queue become nodes instead of being enqueued, until
  /// end_recording. Their events order them among each other; they cannot be waited for.
  /// @return whether the state of a queue has changed
  bool begin_recording(queue &queue, const property_list & = {}) {
    return sycl::detail::recordQueue(impl_, queue, true);
  }
  bool begin_recording(const std::vector<queue> &queues, const property_list & = {}) {
    return recordAll(queues, true);
  }
  bool end_recording(queue &queue) { return sycl::detail::recordQueue(impl_, queue, false); }
  bool end_recording(const std::vector<queue> &queues) { return recordAll(queues, false); }
  void end_recording() { sycl::detail::endRecording(*impl_); }
  /// @}

  /// Adds a node without a command.
  node add(const property_list &properties = {}) { return add(nullptr, properties); }
  /// Adds the command of a command group function.
  template <class Function, class = std::enable_if_t<std::is_invocable_v<Function &, handler &>>>
  node add(Function function, const property_list &properties = {}) {
    const sycl::detail::GroupFunction group(function);
    return add(&group, properties);
  }
  /// @p to runs after @p from. Throws errc::invalid if that makes a cycle.
  void make_edge(node &from, node &to) {
    check(from);
    check(to);
    sycl::detail::makeEdge(*impl_, from.index_, to.index_);
  }

  /// Returns a graph that runs the commands so far.
  command_graph<graph_state::executable> finalize(const property_list & = {}) const;

private:
  node add(const sycl::detail::GroupFunction *function, const property_list &properties) {
    std::vector<size_t> after;
    if (properties.has_property<property::node::depends_on>()) {
      const auto given = properties.get_property<property::node::depends_on>();
      for (const node &each : given.get_dependencies()) {
        check(each);
        after.push_back(each.index_);
      }
    }
    return {impl_, sycl::detail::addNode(
                       impl_, function, after,
                       properties.has_property<property::node::depends_on_all_leaves>())};
  }
  void check(const node &given) const {
    if (given.graph_ != impl_)
      throw exception(make_error_code(errc::invalid), "The node is of another graph.");
  }
  bool recordAll(const std::vector<queue> &queues, bool isOn) {
    bool hasChanged = false;
    for (const queue &each : queues)
      hasChanged = sycl::detail::recordQueue(impl_, each, isOn) || hasChanged;
    return hasChanged;
  }
};

/// A graph that queue::ext_oneapi_graph runs. Copies are the same graph. Thread safe.
template <>
class command_graph<graph_state::executable>
    : public sycl::detail::Shared<command_graph<graph_state::executable>,
                                  sycl::detail::ExecutableGraphImpl> {
private:
  friend struct sycl::detail::Access;
  explicit command_graph(std::shared_ptr<sycl::detail::ExecutableGraphImpl> impl)
      : Shared(std::move(impl)) {}
};

inline command_graph<graph_state::executable>
command_graph<graph_state::modifiable>::finalize(const property_list &) const {
  return sycl::detail::Access::make<command_graph<graph_state::executable>>(
      sycl::detail::finalizeGraph(impl_));
}

command_graph(const queue &, const property_list & = {})->command_graph<graph_state::modifiable>;
command_graph(const context &, const device &)->command_graph<graph_state::modifiable>;
command_graph(const context &, const device &, const property_list &)
    ->command_graph<graph_state::modifiable>;

} // namespace ext::oneapi::experimental

inline void handler::ext_oneapi_graph(const ext::oneapi::experimental::command_graph<
                                      ext::oneapi::experimental::graph_state::executable> &graph) {
  setGraph(sycl::detail::implOf(graph));
}

} // namespace sycl
} // namespace ursa_sycl
