// Command graphs: commands as functions that append them to a command buffer of the C ABI.
#pragma once

#include "sycl/api/queue_impl.h"

#include "client/handle.h"

#include <functional>
#include <memory>
#include <mutex>
#include <span>
#include <vector>

inline namespace ursa_sycl {
namespace sycl::detail {

class TakenBlock;

using CommandBufferHandle =
    ursa::client::Handle<ur_exp_command_buffer_handle_t, urCommandBufferReleaseExp>;

/// Thread safe.
class GraphImpl : public std::enable_shared_from_this<GraphImpl> {
public:
  GraphImpl(std::shared_ptr<ContextImpl> context, std::shared_ptr<DeviceImpl> device);

  /// Adds a command of a queue that records. Returns an event that stands for it in wait lists.
  /// Throws.
  /// @param append null for a node without a command
  SharedEvent add(QueueImpl &queue, const char *what, std::span<const SharedCommand> waits,
                  GraphAppend append);
  /// The same, after all nodes so far and before those that come.
  SharedEvent addBarrier(QueueImpl &queue);
  /// @{ Buffers that nodes use. A command group is recorded with the lock.
  std::unique_lock<std::mutex> lockGroups() { return std::unique_lock(groups_); }
  /// Appends the nodes that come before a command with a requirement.
  void appendConflicts(QueueImpl &queue, const Requirement &requirement, Commands &waits);
  void require(size_t node, SharedRequirement requirement);
  std::vector<SharedRequirement> requirements() const;
  /// @}
  /// Keeps memory of the host as long as the graph and those that are made of it.
  void keep(std::shared_ptr<const void> memory);
  /// Keeps memory of a reduction as long as the graph and those that are made of it.
  void keepBlock(std::shared_ptr<TakenBlock> memory);
  /// The memory is in use until a run of the graph is complete.
  void useMemory(const EventImpl &run);
  void makeEdge(size_t from, size_t to);
  std::vector<size_t> leaves() const;
  /// An event for wait lists.
  SharedEvent nodeEvent(const std::shared_ptr<QueueImpl> &queue, size_t node);

  void begin(const std::shared_ptr<QueueImpl> &queue);
  void end(QueueImpl &queue);
  void endAll();

  /// Returns a command buffer with all nodes. Throws.
  CommandBufferHandle makeCommandBuffer() const;

  const std::shared_ptr<ContextImpl> &context() const { return context_; }
  const std::shared_ptr<DeviceImpl> &device() const { return device_; }

private:
  struct Node {
    const char *what;
    std::vector<size_t> after;
    GraphAppend append;
  };
  using SyncPoints = std::vector<ur_exp_command_buffer_sync_point_t>;
  /// Whether there is a path of edges.
  bool reaches(size_t from, size_t to) const;
  void append(size_t node, ur_exp_command_buffer_handle_t buffer, std::vector<bool> &done,
              std::vector<SyncPoints> &points) const;
  SharedEvent addLocked(QueueImpl &queue, Node node);

  const std::shared_ptr<ContextImpl> context_;
  const std::shared_ptr<DeviceImpl> device_;
  std::mutex groups_;        ///< held while a command group is recorded, before mutex_
  mutable std::mutex mutex_; ///< guards the members below
  std::vector<Node> nodes_;
  std::vector<std::pair<size_t, SharedRequirement>> required_; ///< by nodes
  std::vector<std::shared_ptr<TakenBlock>> blocks_;
  std::vector<std::shared_ptr<const void>> kept_;
  std::vector<std::weak_ptr<QueueImpl>> queues_;           ///< that record
  std::vector<std::pair<const QueueImpl *, size_t>> last_; ///< nodes of in-order queues
  size_t barrier_ = SIZE_MAX;                              ///< the last one
};

/// A graph that can run. Immutable.
class ExecutableGraphImpl {
public:
  explicit ExecutableGraphImpl(std::shared_ptr<GraphImpl> graph)
      : graph_(std::move(graph)), buffer_(graph_->makeCommandBuffer()),
        requirements_(graph_->requirements()) {}
  /// Requirements of a command that runs the graph.
  const std::vector<SharedRequirement> &requirements() const { return requirements_; }
  /// Enqueues the commands. Throws.
  SharedEvent run(QueueImpl &queue, std::span<const SharedCommand> waits) const;

private:
  const std::shared_ptr<GraphImpl> graph_;
  const CommandBufferHandle buffer_;
  const std::vector<SharedRequirement> requirements_;
};

} // namespace sycl::detail
} // namespace ursa_sycl
