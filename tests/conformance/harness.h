// What every suite starts from: the loader with the adapter under test, its device, a context and
// an in-order queue; and short ways to build, launch and hold memory.
#pragma once

#include "conformance/backends/backend.h"
#include "ur_api.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <functional>
#include <string>
#include <vector>

namespace ursa::conformance {

using Size3 = std::array<size_t, 3>;

#define ASSERT_OK(call) ASSERT_EQ(call, UR_RESULT_SUCCESS)
#define EXPECT_OK(call) EXPECT_EQ(call, UR_RESULT_SUCCESS)

/// Arguments of a launch, in order unless an index is given. What they refer to must outlive the
/// launch call.
class Arguments {
public:
  template <class T> Arguments &value(const T &object) { return value(next_, object); }
  template <class T> Arguments &value(uint32_t index, const T &object) {
    ur_exp_kernel_arg_properties_t &argument = add(index, UR_EXP_KERNEL_ARG_TYPE_VALUE, sizeof(T));
    argument.value.value = &object;
    return *this;
  }
  Arguments &pointer(const void *address) { return pointer(next_, address); }
  Arguments &pointer(uint32_t index, const void *address);
  Arguments &buffer(ur_mem_handle_t buffer); ///< or an image
  Arguments &sampler(ur_sampler_handle_t sampler);
  Arguments &local(size_t bytes) { return local(next_, bytes); }
  Arguments &local(uint32_t index, size_t bytes);

  uint32_t count() const { return static_cast<uint32_t>(arguments_.size()); }
  /// For one launch.
  const ur_exp_kernel_arg_properties_t *data() const;

private:
  ur_exp_kernel_arg_properties_t &add(uint32_t index, ur_exp_kernel_arg_type_t type, size_t size);

  uint32_t next_ = 0;
  std::vector<ur_exp_kernel_arg_properties_t> arguments_;
};

/// Memory that host and device see: shared USM. Where the device has none it is memory of the host
/// with a device allocation behind it. What the host wrote goes there when its address becomes an
/// argument; what kernels wrote comes back when the host reads after a launch, for which it has
/// waited.
class SharedMemory {
public:
  SharedMemory(ur_context_handle_t context, ur_device_handle_t device, size_t size);
  SharedMemory(const SharedMemory &) = delete;
  SharedMemory &operator=(const SharedMemory &) = delete;
  ~SharedMemory();

  void *host() { return host_; }
  /// The host's address, behind which the latest values are.
  void *fetch();
  /// Whether the device has shared USM.
  static bool isNative(ur_device_handle_t device);
  /// What the device calls @p address, which is given back when it is of no such memory.
  static const void *onDevice(const void *address);
  /// Has the device see what the host wrote to any of them: before recorded commands run.
  static void sendAll();
  /// Notes that the device may write.
  static void deviceMayWrite();

private:
  const void *send(const void *address);
  void copy(void *to, const void *from);

  ur_context_handle_t context_;
  size_t size_;
  void *host_ = nullptr;
  void *device_ = nullptr;            ///< null when it is the host's as well
  ur_queue_handle_t queue_ = nullptr; ///< for copies
  std::vector<std::byte> mirror_;     ///< the host's
  std::vector<std::byte> known_;      ///< what the device has, as far as the host knows
  uint64_t fetched_ = 0;              ///< launches that were, when it was fetched
};

/// An array of that, freed at the end.
template <class T> class Shared {
public:
  Shared(ur_context_handle_t context, ur_device_handle_t device, size_t count, T fill = {})
      : memory_(context, device, count * sizeof(T)), count_(count) {
    std::fill(data(), data() + count, fill);
  }

  /// What commands on the device call it, other than launches, which their arguments see to.
  T *onDevice() {
    SharedMemory::deviceMayWrite();
    return static_cast<T *>(const_cast<void *>(SharedMemory::onDevice(data())));
  }
  /// For arguments, and for the host to write.
  T *data() { return static_cast<T *>(memory_.host()); }
  T &operator[](size_t index) { return static_cast<T *>(memory_.fetch())[index]; }
  std::vector<T> vector() {
    const T *values = static_cast<T *>(memory_.fetch());
    return std::vector<T>(values, values + count_);
  }

private:
  SharedMemory memory_;
  size_t count_;
};

/// A command that is not complete, and in an ordered queue holds back those after it, until it is
/// let go: at the latest when this ends, which waits for the queue then.
class Gate {
public:
  Gate(ur_context_handle_t context, ur_queue_handle_t queue);
  Gate(const Gate &) = delete;
  Gate &operator=(const Gate &) = delete;
  ~Gate();
  void open();

  ur_event_handle_t event = nullptr; ///< the command's

private:
  ur_queue_handle_t queue_;
  std::function<void()> open_; ///< holds what the command waits for
  bool isOpen_ = false;
};

/// Ends a test that needs it, in SetUp() or in its body.
#define SKIP_WITHOUT_IL()                                                                          \
  if (!capabilities().il)                                                                          \
  GTEST_SKIP()                                                                                     \
      << "The device takes no programs in SPIR-V, and the compiler is no part of this test."

class DeviceTest : public testing::Test {
protected:
  void SetUp() override;
  void TearDown() override;

  /// A built program of a file in kernels/; released at the end.
  ur_program_handle_t program(const std::string &name, const char *options = nullptr);
  /// What the platform calls a compiler option, as "-O0".
  std::string option(const char *frontendOption);
  /// Not built.
  ur_program_handle_t unbuiltProgram(const std::string &name);
  /// The same of SPIR-V.
  ur_program_handle_t ilProgram(const std::string &name, const char *options = nullptr);
  ur_program_handle_t unbuiltIlProgram(const std::string &name);
  /// Has a program released at the end.
  ur_program_handle_t keep(ur_program_handle_t program);
  /// A kernel; released at the end.
  ur_kernel_handle_t kernel(ur_program_handle_t program, const std::string &name);
  ur_kernel_handle_t kernel(const std::string &file, const std::string &name) {
    return kernel(program(file), name);
  }
  ur_queue_handle_t makeQueue(ur_queue_flags_t flags);
  template <class T> Shared<T> shared(size_t count, T fill = {}) {
    return Shared<T>(context_, device_, count, fill);
  }

  ur_result_t launch(ur_kernel_handle_t kernel, const Arguments &arguments, Size3 global,
                     const size_t *local = nullptr, uint32_t dimensions = 1,
                     const size_t *offset = nullptr);
  /// Launches and waits; any error fails the test.
  void run(ur_kernel_handle_t kernel, const Arguments &arguments, Size3 global,
           const size_t *local = nullptr, uint32_t dimensions = 1, const size_t *offset = nullptr);
  ur_event_handle_t enqueueStep(ur_queue_handle_t queue, ur_kernel_handle_t kernel,
                                const Arguments &arguments, size_t global,
                                const std::vector<ur_event_handle_t> &waitFor = {});

  /// The adapter's sentence about the last failed call of this thread.
  std::string lastError();

  ur_adapter_handle_t adapter_ = nullptr;
  ur_platform_handle_t platform_ = nullptr;
  ur_device_handle_t device_ = nullptr;
  ur_context_handle_t context_ = nullptr;
  ur_queue_handle_t queue_ = nullptr;

private:
  std::vector<ur_kernel_handle_t> kernels_;
  std::vector<ur_program_handle_t> programs_;
  std::vector<ur_queue_handle_t> queues_;
};

} // namespace ursa::conformance
