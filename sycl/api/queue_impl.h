// The state of a queue: enqueues commands, and keeps asynchronous errors until they are thrown.
#pragma once

#include "support/inline_vector.h"
#include "sycl/api/context_impl.h"
#include "sycl/api/event_impl.h"
#include "sycl/api/kernel_cache.h"
#include "sycl/api/reduction_memory.h"
#include "sycl/api/requirement.h"
#include "sycl/runtime/command.h"

#include <sycl/detail/launch.hpp>
#include <sycl/exception.hpp>
#include <sycl/ext/oneapi/experimental/node_type.hpp>
#include <sycl/property_list.hpp>

#include <atomic>
#include <exception>
#include <functional>
#include <map>
#include <mutex>
#include <span>
#include <vector>

inline namespace ursa_sycl {
namespace sycl::detail {

class GraphImpl;
struct NodeDraft;

using NodeType = ext::oneapi::experimental::node_type;
using SharedEvent = std::shared_ptr<EventImpl>;
/// Appends a command to a command buffer, after sync points of it.
using GraphAppend = std::function<ur_result_t(ur_exp_command_buffer_handle_t, uint32_t,
                                              const ur_exp_command_buffer_sync_point_t *,
                                              ur_exp_command_buffer_sync_point_t *)>;
/// How a graph records a command; the other members tell print_graph of it.
struct Recording {
  NodeType type;
  GraphAppend append;
  const void *destination = nullptr;
  const void *source = nullptr;
  size_t bytes = 0;
  /// Whether the command may be left out on devices that do not have it.
  bool isHint() const { return type == NodeType::prefetch || type == NodeType::memadvise; }
};
using SharedRequirement = std::shared_ptr<Requirement>;

/// Thread safe.
class QueueImpl final : public ursa::runtime::Queue,
                        public std::enable_shared_from_this<QueueImpl> {
public:
  QueueImpl(std::shared_ptr<ContextImpl> context, std::shared_ptr<DeviceImpl> device,
            async_handler handler, property_list properties);
  /// Takes over a queue with these properties.
  QueueImpl(std::shared_ptr<ContextImpl> context, std::shared_ptr<DeviceImpl> device,
            async_handler handler, property_list properties, ursa::client::QueueHandle handle);

  /// Passes errors that were not thrown to the handler.
  ~QueueImpl() override;

  ur_queue_handle_t handle() const { return handle_.get(); }
  ContextImpl &context() const { return *context_; }
  const std::shared_ptr<ContextImpl> &sharedContext() const { return context_; }
  DeviceImpl &device() const { return *device_; }
  const std::shared_ptr<DeviceImpl> &sharedDevice() const { return device_; }
  const property_list &properties() const { return properties_; }
  bool isInOrder() const { return isInOrder_; }
  bool hasProfiling() const { return hasProfiling_; }

  /// Enqueues a kernel. @p object and accessors in it are read during the call. Throws.
  /// @param waits may be empty
  /// @param mayDefer whether its event may be made later: nobody but the program keeps it
  static SharedEvent launch(const std::shared_ptr<QueueImpl> &queue, const BuiltKernel &kernel,
                            const KernelDescription &description, const void *object,
                            const LaunchShape &shape, std::span<const SharedCommand> waits,
                            bool mayDefer);

  /// The same with arguments that the caller has.
  static SharedEvent launch(const std::shared_ptr<QueueImpl> &queue, const BuiltKernel &kernel,
                            std::span<const ur_exp_kernel_arg_properties_t> arguments,
                            const LaunchShape &shape, std::span<const SharedCommand> waits);

  /// Enqueues what @p enqueue calls with the queue, the wait list and where the event goes. Throws.
  /// @param what begins the sentence of an error
  /// @param recording what a graph records; null for commands that it cannot
  SharedEvent enqueue(const char *what, std::span<const SharedCommand> waits,
                      const Enqueue &enqueue, const Recording *recording = nullptr);

  /// @{ What the run time asks of a queue.
  const ursa::runtime::Place &place() const override { return place_; }
  bool inOrder() const override { return isInOrder_; }
  SharedCommand submit(const char *what, std::span<const SharedCommand> waits,
                       const Enqueue &enqueue) override;
  bool readsDirectly(const ursa::runtime::Place &from) const override;
  std::shared_ptr<ursa::runtime::Queue> transferQueue() override;
  /// @}

  /// Enqueues nothing but an event after others. Throws.
  SharedEvent join(const char *what, std::span<const SharedCommand> waits);
  /// The same for work of no size, which out of order is complete without a command.
  SharedEvent nothing(const char *what, std::span<const SharedCommand> waits);
  /// The same, which all later commands wait for; without events, after all earlier commands.
  SharedEvent barrier(std::span<const SharedCommand> waits);

  /// @{ The graph that records the queue's commands, which are not enqueued then; null for none, or
  /// if it is no more.
  std::shared_ptr<GraphImpl> recording() const {
    if (!isRecording_.load(std::memory_order_relaxed)) [[likely]]
      return nullptr;
    const std::lock_guard lock(mutex_);
    return graph_.lock();
  }
  void setRecording(const std::shared_ptr<GraphImpl> &graph) {
    const std::lock_guard lock(mutex_);
    graph_ = graph;
    isRecording_.store(graph != nullptr, std::memory_order_relaxed);
  }
  /// Joins the recording of a graph if it waits for a command that another queue records there.
  /// Throws errc::invalid if the graph is for another device or context.
  void joinRecordingOf(const EventImpl &event);
  /// @}

  /// @{ A queue that a command group function is called with to add a node, without one that
  /// records. Before others have it.
  /// @param draft gets the node instead of the graph; may be null
  void setAddsNodes(NodeDraft *draft) {
    addsNodes_ = true;
    draft_ = draft;
  }
  bool addsNodes() const { return addsNodes_; }
  NodeDraft *draft() const { return draft_; }
  /// @}

  /// @{ What all command groups require.
  void setAlwaysRequired(const SharedRequirement &what, bool isRequired);
  bool alwaysRequires() const { return alwaysRequires_.load(std::memory_order_relaxed); }
  std::vector<SharedRequirement> alwaysRequired() const {
    const std::lock_guard lock(mutex_);
    return alwaysRequired_;
  }
  /// @}

  DeferredEvents &deferredEvents() { return deferredEvents_; }
  ReductionMemory &reductionMemory() { return reductionMemory_; }

  /// Blocks until all commands are complete.
  void wait();
  /// The same before memory is released that the program may have forgotten to wait for. Does not
  /// block where host tasks are pending, which may wait for this thread. Never throws.
  void waitBeforeFree() noexcept;
  /// Counts the host tasks of the program that are not complete.
  std::atomic<size_t> &pendingHostTasks() { return pendingHostTasks_; }

  /// Keeps an error until throwAsynchronous.
  void addError(std::exception_ptr error);
  /// Passes the errors to the handler of the queue or its context; without one, ends the program.
  void throwAsynchronous();

private:
  struct Launch; ///< the steps of a launch
  SharedEvent record(GraphImpl &graph, const BuiltKernel &kernel,
                     const KernelDescription *description,
                     std::span<const ur_exp_kernel_arg_properties_t> arguments,
                     const LaunchShape &shape, std::span<const SharedCommand> waits);
  struct WaitList {
    ursa::InlineVector<ur_event_handle_t, 8> handles;
    std::vector<ursa::client::EventHandle> steps; ///< owners of some of the handles
  };
  /// Returns the events for a wait list of this queue. Never blocks: a host task waits for those of
  /// other contexts.
  WaitList waitList(std::span<const SharedCommand> waits);
  ursa::client::EventHandle stepBehind(const SharedCommand &command);

  const std::shared_ptr<ContextImpl> context_;
  const std::shared_ptr<DeviceImpl> device_;
  const async_handler handler_;
  const property_list properties_;
  const bool isInOrder_;
  const bool hasProfiling_;
  const ursa::runtime::Place place_;
  ursa::client::QueueHandle handle_;
  DeferredEvents deferredEvents_;
  ReductionMemory reductionMemory_;
  std::atomic<size_t> pendingHostTasks_ = 0;
  bool addsNodes_ = false;
  NodeDraft *draft_ = nullptr;
  std::atomic<bool> isRecording_ = false;    ///< whether graph_ was set
  std::atomic<bool> alwaysRequires_ = false; ///< whether alwaysRequired_ has elements
  mutable std::mutex mutex_;                 ///< guards the members below
  std::vector<std::exception_ptr> errors_;
  std::vector<SharedRequirement> alwaysRequired_;
  mutable std::map<ur_device_handle_t, bool> peers_; ///< whether copies read their memory
  std::weak_ptr<GraphImpl> graph_;
};

} // namespace sycl::detail
} // namespace ursa_sycl
