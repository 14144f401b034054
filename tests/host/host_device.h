// Test helpers for the host device: kernels of waiting.cl or another program, blocked workers, and
// threads with a given stack size.
#pragma once

#include "support/expect_ok.h"
#include "support/paths.h"
#include "unit/scoped_variable.h"

#include "ur_api.h"

#include <gtest/gtest.h>

#include <atomic>
#include <cstdint>
#include <fstream>
#include <functional>
#include <iterator>
#include <vector>

#include <pthread.h>

namespace ursa {

class HostDevice {
public:
  /// @param program the name of a program of this folder
  explicit HostDevice(const char *program = "waiting");
  ~HostDevice();
  HostDevice(const HostDevice &) = delete;
  HostDevice &operator=(const HostDevice &) = delete;

  /// Returns a kernel. The destructor releases everything that these functions create.
  ur_kernel_handle_t kernel(const char *name);
  ur_queue_handle_t makeQueue(ur_queue_flags_t flags = 0);
  /// Allocates zeroed memory that the host and kernels access.
  template <class T> T *memory(size_t count) {
    void *allocation = nullptr;
    EXPECT_OK(urUSMSharedAlloc(context, device, nullptr, nullptr, count * sizeof(T), &allocation));
    memory_.push_back(allocation);
    return std::fill_n(static_cast<T *>(allocation), count, T{}) - count;
  }
  /// Launches one work-item of kernel(pointer, n).
  /// @return its event if `wantsEvent` is set
  ur_event_handle_t launch(ur_queue_handle_t on, const char *kernelName, void *pointer, int n,
                           const std::vector<ur_event_handle_t> &after = {},
                           bool wantsEvent = true);

  /// Keeps every worker busy until the returned function is called.
  /// @param event receives the event of a command that one worker runs
  std::function<void()> blockWorkers(ur_event_handle_t *event = nullptr);

  ur_adapter_handle_t adapter = nullptr;
  ur_device_handle_t device = nullptr;
  ur_context_handle_t context = nullptr;
  ur_queue_handle_t queue = nullptr; ///< in-order

private:
  ur_event_handle_t launchWith(ur_queue_handle_t on, const char *kernelName, void *pointer,
                               ur_exp_kernel_arg_properties_t second,
                               const std::vector<ur_event_handle_t> &after, bool wantsEvent);

  const ScopedVariable adapters_{"UR_ADAPTERS_FORCE_LOAD", libDir() + "/libur_adapter_host.so.0"};
  ur_program_handle_t program_ = nullptr;
  std::vector<ur_kernel_handle_t> kernels_;
  std::vector<ur_queue_handle_t> queues_;
  std::vector<void *> memory_;
};

/// A thread with a given stack size.
class StackThread {
public:
  StackThread(size_t stackBytes, std::function<void()> main);
  ~StackThread() { join(); }
  StackThread(const StackThread &) = delete;
  StackThread &operator=(const StackThread &) = delete;

  void join();
  /// Returns whether an address is on its stack.
  bool has(uint64_t address) const { return address >= lowest_ && address < lowest_ + stackBytes_; }
  /// Waits until the thread sleeps in the kernel or has ended.
  void waitUntilAsleep() const;

private:
  const size_t stackBytes_;
  const std::function<void()> main_;
  void *mapping_ = nullptr;
  uint64_t lowest_ = 0;
  std::atomic<int> id_{0};
  std::atomic<bool> ended_{false};
  pthread_t thread_{};
  bool isJoined_ = false;
};

} // namespace ursa
