// The state of a queue: enqueues commands, and keeps asynchronous errors until they are thrown.
#pragma once

#include "sycl/api/context_impl.h"
#include "sycl/api/event_impl.h"
#include "sycl/api/kernel_cache.h"
#include "sycl/api/reduction_memory.h"
#include "sycl/api/requirement.h"

#include <sycl/detail/launch.hpp>
#include <sycl/exception.hpp>
#include <sycl/property_list.hpp>

#include <atomic>
#include <exception>
#include <functional>
#include <mutex>
#include <span>
#include <vector>

namespace sycl::detail {

class GraphImpl;

using SharedEvent = std::shared_ptr<EventImpl>;
/// Appends a command to a command buffer, after sync points of it.
using GraphAppend = std::function<ur_result_t(ur_exp_command_buffer_handle_t, uint32_t,
                                              const ur_exp_command_buffer_sync_point_t *,
                                              ur_exp_command_buffer_sync_point_t *)>;
using SharedRequirement = std::shared_ptr<Requirement>;

/// Thread safe.
class QueueImpl : public std::enable_shared_from_this<QueueImpl> {
public:
  QueueImpl(std::shared_ptr<ContextImpl> context, std::shared_ptr<DeviceImpl> device,
            async_handler handler, property_list properties);
  /// Takes over a queue with these properties.
  QueueImpl(std::shared_ptr<ContextImpl> context, std::shared_ptr<DeviceImpl> device,
            async_handler handler, property_list properties, ursa::client::QueueHandle handle);

  /// Passes errors that were not thrown to the handler.
  ~QueueImpl();
  QueueImpl(const QueueImpl &) = delete;
  QueueImpl &operator=(const QueueImpl &) = delete;

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
  static SharedEvent launch(const std::shared_ptr<QueueImpl> &queue, const BuiltKernel &kernel,
                            const KernelDescription &description, const void *object,
                            const LaunchShape &shape, std::span<const SharedEvent> waits);

  /// The same with arguments that the caller has.
  static SharedEvent launch(const std::shared_ptr<QueueImpl> &queue, const BuiltKernel &kernel,
                            std::span<const ur_exp_kernel_arg_properties_t> arguments,
                            const LaunchShape &shape, std::span<const SharedEvent> waits);

  /// Enqueues what @p enqueue calls with the queue, the wait list and where the event goes. Throws.
  /// @param what begins the sentence of an error
  using Enqueue = std::function<ur_result_t(ur_queue_handle_t, uint32_t, const ur_event_handle_t *,
                                            ur_event_handle_t *)>;
  /// @param append what a graph records; null for commands that it cannot
  SharedEvent enqueue(const char *what, std::span<const SharedEvent> waits, const Enqueue &enqueue,
                      const GraphAppend &append = nullptr);

  /// Enqueues nothing but an event after others. Throws.
  SharedEvent join(const char *what, std::span<const SharedEvent> waits);
  /// The same, which all later commands wait for; without events, after all earlier commands.
  SharedEvent barrier(std::span<const SharedEvent> waits);

  /// @{ The graph that records the queue's commands, which are not enqueued then; null for none.
  std::shared_ptr<GraphImpl> recording() const {
    if (!isRecording_.load(std::memory_order_relaxed)) [[likely]]
      return nullptr;
    const std::lock_guard lock(mutex_);
    return graph_;
  }
  void setRecording(std::shared_ptr<GraphImpl> graph) {
    const std::lock_guard lock(mutex_);
    graph_ = std::move(graph);
    isRecording_.store(graph_ != nullptr, std::memory_order_relaxed);
  }
  /// @}

  ReductionMemory &reductionMemory() { return reductionMemory_; }

  /// Blocks until all commands are complete.
  void wait();

  /// Keeps an error until throwAsynchronous.
  void addError(std::exception_ptr error);
  /// Passes the errors to the handler of the queue or its context; without one, ends the program.
  void throwAsynchronous();

private:
  /// @param arguments memory for those of the kernel
  static SharedEvent launchWith(const std::shared_ptr<QueueImpl> &queue, const BuiltKernel &kernel,
                                const KernelDescription &description, const void *object,
                                const LaunchShape &shape, std::span<const SharedEvent> waits,
                                ur_exp_kernel_arg_properties_t *arguments);
  static SharedEvent launchFilled(const std::shared_ptr<QueueImpl> &queue,
                                  const BuiltKernel &kernel,
                                  std::span<const ur_exp_kernel_arg_properties_t> arguments,
                                  const LaunchShape &shape, std::span<const SharedEvent> waits);
  SharedEvent record(GraphImpl &graph, const BuiltKernel &kernel,
                     std::span<const ur_exp_kernel_arg_properties_t> arguments,
                     const LaunchShape &shape, std::span<const SharedEvent> waits);
  ursa::client::EventHandle enqueueKernel(const BuiltKernel &kernel, const LaunchShape &shape,
                                          std::span<const ur_exp_kernel_arg_properties_t> arguments,
                                          std::span<const ur_event_handle_t> waits);
  /// Returns the events for a wait list of this queue. Blocks for those of other contexts.
  std::vector<ur_event_handle_t> waitList(std::span<const SharedEvent> waits) const;

  const std::shared_ptr<ContextImpl> context_;
  const std::shared_ptr<DeviceImpl> device_;
  const async_handler handler_;
  const property_list properties_;
  const bool isInOrder_;
  const bool hasProfiling_;
  ursa::client::QueueHandle handle_;
  ReductionMemory reductionMemory_;
  std::atomic<bool> isRecording_ = false; ///< whether graph_ is not null
  mutable std::mutex mutex_;              ///< guards the members below
  std::vector<std::exception_ptr> errors_;
  std::shared_ptr<GraphImpl> graph_;
};

} // namespace sycl::detail
