// Fixture of every suite: the loader with the adapter under test, its device, a context and an
// in-order queue; and helpers that build, launch and allocate.
#pragma once

#include "conformance/backends/backend.h"
#include "support/expect_ok.h"
#include "ur_api.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <functional>
#include <string>
#include <vector>

namespace ursa::conformance {

using Size3 = std::array<size_t, 3>;

/// Arguments of a launch, in order unless an index is passed. Objects that they refer to must
/// outlive the launch call.
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
  Arguments &buffer(ur_mem_handle_t buffer); ///< a buffer or an image
  Arguments &sampler(ur_sampler_handle_t sampler);
  Arguments &local(size_t bytes) { return local(next_, bytes); }
  Arguments &local(uint32_t index, size_t bytes);

  uint32_t count() const { return static_cast<uint32_t>(arguments_.size()); }
  /// Valid for one launch.
  const ur_exp_kernel_arg_properties_t *data() const;

private:
  ur_exp_kernel_arg_properties_t &add(uint32_t index, ur_exp_kernel_arg_type_t type, size_t size);

  uint32_t next_ = 0;
  std::vector<ur_exp_kernel_arg_properties_t> arguments_;
};

/// Memory that host and device access: shared USM. Without shared USM it is host memory with a
/// device allocation. The host's writes are copied to the device when the address becomes an
/// argument. The kernels' writes are copied back when the host reads after a launch, which it must
/// have waited for.
class SharedMemory {
public:
  SharedMemory(ur_context_handle_t context, ur_device_handle_t device, size_t size);
  SharedMemory(const SharedMemory &) = delete;
  SharedMemory &operator=(const SharedMemory &) = delete;
  ~SharedMemory();

  void *host() { return host_; }
  /// Copies the latest values from the device if necessary, and returns the host address.
  void *copyFromDevice();
  /// Returns whether the device supports shared USM.
  static bool isNative(ur_device_handle_t device);
  /// Returns the device address of @p address, or @p address itself if it is in no such memory.
  static const void *deviceAddress(const void *address);
  /// Copies the host's writes to all of them to the device. Call it before recorded commands run.
  static void copyAllToDevice();
  /// Records that the device may write.
  static void recordDeviceWrites();

private:
  const void *copyToDevice(const void *address);
  void copy(void *to, const void *from);

  ur_context_handle_t context_;
  size_t size_;
  void *host_ = nullptr;
  void *device_ = nullptr;                ///< null if the device uses the host address
  ur_queue_handle_t queue_ = nullptr;     ///< for copies
  std::vector<std::byte> hostMemory_;     ///< the host memory
  std::vector<std::byte> deviceContents_; ///< what the device has, as far as the host knows
  uint64_t launchesAtCopy_ = 0;           ///< number of launches at the last fetch
};

/// An array in shared memory, freed by the destructor.
template <class T> class Shared {
public:
  Shared(ur_context_handle_t context, ur_device_handle_t device, size_t count, T fill = {})
      : memory_(context, device, count * sizeof(T)), count_(count) {
    std::fill(data(), data() + count, fill);
  }

  /// The address for commands on the device except launches, whose arguments translate addresses.
  T *deviceAddress() {
    SharedMemory::recordDeviceWrites();
    return static_cast<T *>(const_cast<void *>(SharedMemory::deviceAddress(data())));
  }
  /// The address for arguments, and for host writes.
  T *data() { return static_cast<T *>(memory_.host()); }
  T &operator[](size_t index) { return static_cast<T *>(memory_.copyFromDevice())[index]; }
  std::vector<T> vector() {
    const T *values = static_cast<T *>(memory_.copyFromDevice());
    return std::vector<T>(values, values + count_);
  }

private:
  SharedMemory memory_;
  size_t count_;
};

/// A command that blocks later commands of an in-order queue until open() is called. The destructor
/// opens the gate if necessary, and then waits for the queue.
class Gate {
public:
  Gate(ur_context_handle_t context, ur_queue_handle_t queue);
  Gate(const Gate &) = delete;
  Gate &operator=(const Gate &) = delete;
  ~Gate();
  void open();

  ur_event_handle_t event = nullptr; ///< of the command

private:
  ur_queue_handle_t queue_;
  std::function<void()> open_; ///< owns what the command waits for
  bool isOpen_ = false;
};

/// Ends a test that needs SPIR-V programs, in SetUp() or in its body.
#define SKIP_WITHOUT_IL()                                                                          \
  if (!capabilities().il)                                                                          \
  GTEST_SKIP() << "The device does not accept SPIR-V programs, and this test does not include "    \
                  "the compiler."

class DeviceTest : public testing::Test {
protected:
  void SetUp() override;
  void TearDown() override;

  /// A built program of a file in kernels/, released at the end of the test.
  ur_program_handle_t program(const std::string &name, const char *options = nullptr);
  /// Returns the platform's name of a compiler option, such as "-O0".
  std::string option(const char *frontendOption);
  /// The same, not built.
  ur_program_handle_t unbuiltProgram(const std::string &name);
  /// The same for SPIR-V.
  ur_program_handle_t ilProgram(const std::string &name, const char *options = nullptr);
  ur_program_handle_t unbuiltIlProgram(const std::string &name);
  /// Releases a program at the end of the test.
  ur_program_handle_t releaseAtEnd(ur_program_handle_t program);
  /// A kernel, released at the end of the test.
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
  /// Launches and waits. Any error fails the test.
  void run(ur_kernel_handle_t kernel, const Arguments &arguments, Size3 global,
           const size_t *local = nullptr, uint32_t dimensions = 1, const size_t *offset = nullptr);
  ur_event_handle_t enqueueStep(ur_queue_handle_t queue, ur_kernel_handle_t kernel,
                                const Arguments &arguments, size_t global,
                                const std::vector<ur_event_handle_t> &waitFor = {});

  /// The adapter's message for the last failed call of this thread.
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
