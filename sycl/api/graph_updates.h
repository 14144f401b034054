// What changes the commands of nodes: dynamic parameters and groups of command group functions.
#pragma once

#include "sycl/api/graph.h"

inline namespace ursa_sycl {
namespace sycl::detail {

/// A value that is an argument of kernels in nodes. Thread safe.
class DynamicParameterImpl {
public:
  explicit DynamicParameterImpl(KernelArgument value) : value_(std::move(value)) {}

  KernelArgument value() const {
    const std::lock_guard lock(mutex_);
    return value_;
  }
  /// Changes the argument in the nodes that have it. Throws.
  void update(KernelArgument value);
  /// Makes it an argument of a kernel. Throws errc::kernel_argument.
  /// @param queue of the device of the graph
  void bind(const SharedNodeBody &body, int index, const QueueImpl &queue);

private:
  struct Use {
    std::weak_ptr<NodeBody> body;
    int index;
    std::shared_ptr<ContextImpl> context; ///< @{ of the graph
    std::shared_ptr<DeviceImpl> device;   ///< @}
  };
  mutable std::mutex mutex_; ///< guards the members below
  KernelArgument value_;
  std::vector<Use> uses_;
};

/// The buffer of an accessor; null for other values.
SharedRequirement requirementOf(const KernelArgument &value);

/// Calls a command group function, whose command becomes a node. Returns the node. Throws.
/// @param draft gets the node instead of the graph; may be null
size_t callToAdd(const std::shared_ptr<GraphImpl> &graph, NodeDraft *draft,
                 const std::function<void(handler &)> &function);

/// Commands of which a node has one at a time. Thread safe.
class DynamicGroupImpl {
public:
  /// Calls the functions. Throws errc::invalid for none, and for commands that a node cannot have.
  DynamicGroupImpl(const std::shared_ptr<GraphImpl> &graph,
                   std::span<const std::function<void(handler &)>> functions);

  size_t activeIndex() const {
    const std::lock_guard lock(mutex_);
    return active_;
  }
  /// Throws errc::invalid for an index that is none.
  void setActiveIndex(size_t index);
  const SharedNodeBody &active() const { return drafts_[activeIndex()].body; }
  const std::vector<NodeDraft> &drafts() const { return drafts_; }
  bool isOf(const GraphImpl &graph) const { return graph_.lock().get() == &graph; }

private:
  const std::weak_ptr<GraphImpl> graph_;
  std::vector<NodeDraft> drafts_; ///< constant
  mutable std::mutex mutex_;      ///< guards the member below
  size_t active_ = 0;
};

} // namespace sycl::detail
} // namespace ursa_sycl
