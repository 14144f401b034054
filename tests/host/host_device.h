// The host device with kernels of waiting.cl, workers that are held up, and threads with stacks of
// a given size.
#pragma once

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

#define ASSERT_OK(call) ASSERT_EQ(call, UR_RESULT_SUCCESS)
#define EXPECT_OK(call) EXPECT_EQ(call, UR_RESULT_SUCCESS)

class HostDevice {
public:
  HostDevice();
  ~HostDevice();
  HostDevice(const HostDevice &) = delete;
  HostDevice &operator=(const HostDevice &) = delete;

  /// Released at the end, as all that the functions below make.
  ur_kernel_handle_t kernel(const char *name);
  ur_queue_handle_t makeQueue(ur_queue_flags_t flags = 0);
  /// Memory with zeros that host and kernels see.
  template <class T> T *memory(size_t count) {
    void *made = nullptr;
    EXPECT_OK(urUSMSharedAlloc(context, device, nullptr, nullptr, count * sizeof(T), &made));
    memory_.push_back(made);
    return std::fill_n(static_cast<T *>(made), count, T{}) - count;
  }
  /// A launch of one work-item of kernel(pointer, n).
  /// @return its event when it is asked for
  ur_event_handle_t launch(ur_queue_handle_t on, const char *kernelName, void *pointer, int n,
                           const std::vector<ur_event_handle_t> &after = {},
                           bool wantsEvent = true);

  /// Keeps every worker busy until the function that is returned is called.
  /// @param event receives that of a command which one of them runs
  std::function<void()> holdWorkers(ur_event_handle_t *event = nullptr);

  ur_adapter_handle_t adapter = nullptr;
  ur_device_handle_t device = nullptr;
  ur_context_handle_t context = nullptr;
  ur_queue_handle_t queue = nullptr; ///< ordered

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

/// A thread with a stack of its own, of a given size.
class StackThread {
public:
  StackThread(size_t stackBytes, std::function<void()> main);
  ~StackThread() { join(); }
  StackThread(const StackThread &) = delete;
  StackThread &operator=(const StackThread &) = delete;

  void join();
  /// Whether an address is on its stack.
  bool has(uint64_t address) const { return address >= lowest_ && address < lowest_ + stackBytes_; }
  /// Returns when the thread sleeps in the kernel, or has ended.
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
