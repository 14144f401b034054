// Graphs that can run: one command buffer, or with host tasks several parts.
//
//   kernel ─▶ host task ─▶ kernel ─▶ copy        parts: buffer {kernel, kernel 2} ─▶ host task
//   kernel 2 ────────────────────────┘                  ─▶ buffer {kernel, copy}
#pragma once

#include "sycl/api/graph.h"

#include "client/handle.h"

#include <utility>

inline namespace ursa_sycl {
namespace sycl::detail {

using CommandBufferHandle =
    ursa::client::Handle<ur_exp_command_buffer_handle_t, urCommandBufferReleaseExp>;

struct GraphProperties {
  bool isUpdatable = false;
  bool isProfiled = false;
};

/// Thread safe.
class ExecutableGraphImpl {
public:
  ExecutableGraphImpl(const std::shared_ptr<GraphImpl> &graph, const GraphProperties &properties);

  /// @{ A run: with the lock, and with those of the regions of the requirements.
  std::unique_lock<std::mutex> lock() { return std::unique_lock(mutex_); }
  std::vector<SharedRequirement> lockedRequirements() const;
  /// Enqueues the commands. Throws.
  SharedEvent run(QueueImpl &queue, std::span<const SharedCommand> waits);
  /// @}
  std::vector<SharedRequirement> requirements() const;
  /// Throws errc::invalid for a queue of another context or device.
  void checkQueue(const QueueImpl &queue) const;

  /// Takes the commands of these nodes of the graph that this one was made of. Throws.
  void update(std::span<const std::pair<std::shared_ptr<GraphImpl>, size_t>> nodes);
  /// Takes all commands of a graph with the same nodes and edges. Throws.
  void update(const GraphImpl &graph);

  /// A node of this graph; those of sub-graphs are among them.
  struct Node {
    NodeType type;
    NodeContent content;
    std::vector<size_t> after;
    std::vector<size_t> before; ///< those with commands, which it comes after by way of empty ones
    size_t part = SIZE_MAX;     ///< none if it is empty
    ur_exp_command_buffer_command_handle_t handle = nullptr; ///< of a launch that can be updated
  };
  /// The nodes, to be a part of another graph, and what keeps them.
  std::vector<Node> nodes() const;
  const std::vector<std::shared_ptr<TakenBlock>> &blocks() const { return blocks_; }

private:
  /// A command buffer or a host task.
  struct Part {
    bool isHostTask = false;
    std::vector<size_t> nodes;                   ///< each after those that it depends on
    std::vector<size_t> after;                   ///< earlier parts
    bool isLast = true;                          ///< no part comes after it
    std::vector<SharedRequirement> requirements; ///< of the nodes, without duplicates
    CommandBufferHandle buffer;
  };
  using Changes = std::vector<std::pair<size_t, NodeContent>>;

  struct FlatGraph {
    std::vector<Node> nodes;
    std::vector<size_t> places; ///< of the graph's nodes
    std::vector<std::shared_ptr<TakenBlock>> blocks;
    std::vector<std::shared_ptr<const void>> kept;
  };
  /// The graph with the nodes of its sub-graphs.
  static FlatGraph flatten(const GraphSnapshot &graph);
  std::vector<size_t> order() const;
  void findCommandsBefore(const std::vector<size_t> &order);
  void divide();
  void findRequirements(Part &part);
  void makeBuffer(Part &part);
  SharedEvent runPart(const Part &part, QueueImpl &queue, std::span<const SharedCommand> waits);
  void requireUpdatable() const;
  void apply(const Changes &changes);

  const std::shared_ptr<ContextImpl> context_;
  const std::shared_ptr<DeviceImpl> device_;
  const std::weak_ptr<GraphImpl> origin_;
  const GraphProperties properties_;
  std::vector<std::shared_ptr<TakenBlock>> blocks_; ///< constant
  /// Constant: memory of the host that commands use; null for none.
  std::shared_ptr<const std::vector<std::shared_ptr<const void>>> kept_;
  std::vector<size_t> places_; ///< constant: of the graph's nodes in nodes_
  mutable std::mutex mutex_;   ///< guards the members below
  std::vector<Node> nodes_;
  std::vector<Part> parts_; ///< in the order in which they are enqueued
  SharedEvent last_; ///< the last run; null where the command buffer's runs do not overlap anyway
};

} // namespace sycl::detail
} // namespace ursa_sycl
