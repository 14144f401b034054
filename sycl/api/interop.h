// The state of an interop_handle: the queue of a host task or of a native command.
#pragma once

#include "sycl/api/queue_impl.h"

#include <sycl/interop_handle.hpp>

#include <exception>
#include <functional>
#include <memory>

inline namespace ursa_sycl {
namespace sycl::detail {

/// Used by one thread.
class Interop {
public:
  explicit Interop(std::shared_ptr<QueueImpl> queue) : queue_(std::move(queue)) {}
  Interop(const Interop &) = delete;
  Interop &operator=(const Interop &) = delete;
  /// Of a native command in a graph.
  Interop(std::shared_ptr<QueueImpl> queue, ur_exp_command_buffer_handle_t buffer)
      : queue_(std::move(queue)), buffer_(buffer) {}

  const std::shared_ptr<QueueImpl> &queue() const { return queue_; }
  /// The command buffer of the graph that the command is added to; null outside of graphs.
  ur_exp_command_buffer_handle_t buffer() const { return buffer_; }
  /// The native queue that a function may give commands to. Throws.
  virtual NativeHandle nativeQueue();

  virtual ~Interop() = default;

private:
  const std::shared_ptr<QueueImpl> queue_;
  const ur_exp_command_buffer_handle_t buffer_ = nullptr;
};

/// Calls a function with an interop_handle. On CUDA, the context of the queue is current meanwhile.
void callInterop(const HostTask &function, std::shared_ptr<Interop> interop);

/// Calls the function of a host task, and waits for what it has given to the native queue. Throws
/// what the function throws.
void callHostTask(const HostTask &function, const std::shared_ptr<QueueImpl> &queue);

/// A function that urEnqueueNativeCommandExp or urCommandBufferAppendNativeCommandExp calls.
class NativeCall {
public:
  NativeCall(const HostTask &function, std::shared_ptr<Interop> interop)
      : function_(function), interop_(std::move(interop)) {}

  static void run(void *call) noexcept { static_cast<NativeCall *>(call)->run(); }
  static void runInQueue(ur_queue_handle_t, void *call) noexcept { run(call); }
  /// The exception that the function threw; null if there is none.
  const std::exception_ptr &error() const { return error_; }
  void rethrow() const {
    if (error_)
      std::rethrow_exception(error_);
  }

private:
  void run() noexcept {
    try {
      callInterop(function_, interop_);
    } catch (...) {
      error_ = std::current_exception();
    }
  }

  const HostTask &function_;
  const std::shared_ptr<Interop> interop_;
  std::exception_ptr error_;
};

} // namespace sycl::detail
} // namespace ursa_sycl
