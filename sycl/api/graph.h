// Graphs that commands are added to: nodes with their commands and edges.
//
//   GraphImpl ── nodes ── NodeBody: a command, which updates replace, and the buffers that it uses
//       │                    └─ several of a DynamicGroupImpl, one of which is active
//       └─ snapshot() ──▶ ExecutableGraphImpl, which appends the commands to command buffers
#pragma once

#include "sycl/api/graph_command.h"

#include <algorithm>
#include <memory>
#include <mutex>
#include <span>
#include <vector>

inline namespace ursa_sycl {
namespace sycl::detail {

class DynamicGroupImpl;
class TakenBlock;
struct DynamicArgument;

/// Sorts a list, too.
template <class List> void removeDuplicates(List &all) {
  std::sort(all.begin(), all.end());
  all.erase(std::unique(all.begin(), all.end()), all.end());
}

/// The command of a node, and the buffers that it uses.
struct NodeContent {
  SharedGraphCommand command; ///< null: an empty node or a barrier
  std::vector<SharedRequirement> requirements;
};

/// Thread safe.
class NodeBody {
public:
  explicit NodeBody(SharedGraphCommand command) : content_{std::move(command), {}} {}

  NodeContent content() const {
    const std::lock_guard lock(mutex_);
    return content_;
  }
  void require(const std::vector<SharedRequirement> &requirements);
  /// Whether a command with a requirement comes after this one.
  bool precedes(const Requirement &requirement) const;
  /// Of a kernel: the kernels of others may replace it.
  void setAlternatives(std::span<const std::shared_ptr<const KernelCommand>> others);
  /// Throws errc::invalid unless the command is a kernel with these dimensions.
  void setShape(const LaunchShape &shape);
  /// Throws errc::kernel_argument for an argument that cannot be.
  /// @param before the requirement of the value so far; null for none
  void setArgument(int index, const KernelArgument &value, const SharedRequirement &before);

private:
  mutable std::mutex mutex_; ///< guards the member below
  NodeContent content_;
};
using SharedNodeBody = std::shared_ptr<NodeBody>;

/// A node that is not added to its graph yet: of a command group function among several.
struct NodeDraft {
  SharedNodeBody body;
  std::vector<size_t> after;
};

/// What an executable graph is made of.
struct GraphSnapshot {
  struct Node {
    NodeType type;
    NodeContent content;
    std::vector<size_t> after; ///< without duplicates
  };
  std::vector<Node> nodes;
  std::vector<std::shared_ptr<TakenBlock>> blocks;
  std::vector<std::shared_ptr<const void>> kept;
};

/// Thread safe.
class GraphImpl : public std::enable_shared_from_this<GraphImpl> {
public:
  GraphImpl(std::shared_ptr<ContextImpl> context, std::shared_ptr<DeviceImpl> device,
            bool isCycleChecked);
  /// Ends the recording of its queues.
  ~GraphImpl();

  /// Adds a command of a queue that records. Returns an event that stands for it in wait lists.
  /// Throws.
  /// @param command null for a node without a command
  SharedEvent add(QueueImpl &queue, const char *what, std::span<const SharedCommand> waits,
                  SharedGraphCommand command);
  /// The same for a barrier: all later commands of the queue wait for it; without @p waits it
  /// comes after all earlier ones of the queue.
  SharedEvent addBarrier(QueueImpl &queue, const char *what, std::span<const SharedCommand> waits);
  /// Throws errc::invalid while a queue records.
  void checkNotRecording() const;
  /// @{ Nodes that are added one by one. Throw errc::invalid.
  size_t addEmpty(std::vector<size_t> after);
  size_t addGroup(const std::shared_ptr<DynamicGroupImpl> &group, std::vector<size_t> after);
  void makeEdge(size_t from, size_t to);
  /// @}

  /// @{ Buffers that nodes use. A command group is recorded with the lock.
  std::unique_lock<std::mutex> lockGroups() { return std::unique_lock(groups_); }
  /// Appends the nodes that come before a command with a requirement.
  void appendConflicts(QueueImpl &queue, const Requirement &requirement, Commands &waits);
  /// What the command of a queue, which was added as a node, uses. Throws.
  void attach(const QueueImpl &queue, const EventImpl &command,
              const std::vector<SharedRequirement> &requirements,
              const std::vector<DynamicArgument> &arguments);
  /// @}
  /// Keeps memory of the host as long as the graph and those that are made of it.
  void keep(std::shared_ptr<const void> memory);
  /// Keeps memory of a reduction as long as the graph and those that are made of it.
  void keepBlock(std::shared_ptr<TakenBlock> memory);

  /// @{ Of the nodes, by indexes in the order in which they were added.
  size_t nodeCount() const;
  NodeType typeOf(size_t node) const;
  NodeContent contentOf(size_t node) const;
  std::vector<size_t> predecessors(size_t node) const;
  std::vector<size_t> successors(size_t node) const;
  std::vector<size_t> roots() const;
  std::vector<size_t> leaves() const;
  void setShape(size_t node, const LaunchShape &shape);
  /// @}
  /// An event for wait lists.
  SharedEvent nodeEvent(const std::shared_ptr<QueueImpl> &queue, size_t node);

  /// Throws errc::invalid, and changes no queue, if one records already or is of another context or
  /// device.
  void begin(const std::vector<std::shared_ptr<QueueImpl>> &queues);
  /// Throws errc::invalid, and changes no queue, if another graph records one.
  void end(const std::vector<std::shared_ptr<QueueImpl>> &queues);
  void endAll();

  GraphSnapshot snapshot() const;

  const std::shared_ptr<ContextImpl> &context() const { return context_; }
  const std::shared_ptr<DeviceImpl> &device() const { return device_; }
  /// No other graph of the process had it, and later graphs have higher ones.
  size_t id() const { return id_; }

private:
  struct Node {
    NodeType type;
    SharedNodeBody body;                     ///< null if it has a group
    std::shared_ptr<DynamicGroupImpl> group; ///< null if it has a body
    std::vector<size_t> after;               ///< without duplicates
    NodeContent content() const;
    bool precedes(const Requirement &requirement) const;
  };
  /// The nodes that were recorded of a queue, as far as later ones depend on them.
  struct Recorder {
    std::weak_ptr<QueueImpl> queue;
    std::vector<size_t> nodes; ///< since the last barrier, with it; of an in-order queue the last
    size_t barrier = SIZE_MAX; ///< the last one
    bool isRecording = false;
  };
  /// Whether there is a path of edges.
  bool reaches(size_t from, size_t to) const;
  size_t addLocked(Node node);
  Recorder &recorderOf(QueueImpl &queue);
  std::vector<size_t> nodesAmong(const char *what, std::span<const SharedCommand> waits) const;
  void requireSameDevice(const QueueImpl &queue) const;

  const std::shared_ptr<ContextImpl> context_;
  const std::shared_ptr<DeviceImpl> device_;
  const bool isCycleChecked_;
  const size_t id_;
  std::mutex groups_;        ///< held while a command group is recorded, before mutex_
  mutable std::mutex mutex_; ///< guards the members below
  std::vector<Node> nodes_;
  std::vector<Recorder> recorders_;
  std::vector<std::shared_ptr<TakenBlock>> blocks_;
  std::vector<std::shared_ptr<const void>> kept_;
};

} // namespace sycl::detail
} // namespace ursa_sycl
