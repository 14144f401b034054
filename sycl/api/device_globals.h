// Variables of class device_global: which the process has, and their memory in a context.
//
//   footer ──▶ DeviceGlobals           address on the host, name in device images, initial value
//   kernel is built, copy ──▶ DeviceGlobalMemory   one allocation for each variable and device
#pragma once

#include "sycl/api/platform_impl.h"

#include "client/handle.h"

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <tuple>
#include <unordered_map>
#include <utility>

inline namespace ursa_sycl {
namespace sycl::detail {

class ContextImpl;

/// A variable of the program. Immutable.
struct DeviceGlobal {
  const void *variable = nullptr; ///< holds the initial value
  uint64_t library = 0;           ///< the first one that registered it
  std::string name;               ///< in device images
  size_t size = 0;                ///< in bytes
  size_t alignment = 1;           ///< in bytes
};

/// The memory of the barrier of all work-groups of a launch, which the compiler adds to kernels
/// with it (compiler/passes/device_globals.h). Launches one after the other may share it.
const DeviceGlobal &rootBarrier();

/// The variables of the process. Thread safe.
class DeviceGlobals {
public:
  static DeviceGlobals &ofProcess();

  /// Units that include the definition of an inline variable add it once each, and so do libraries
  /// whose variable is that of another library for the dynamic linker.
  void add(DeviceGlobal global);
  void remove(const void *variable, uint64_t library);
  /// @{ Throw errc::invalid if the process does not have it.
  std::shared_ptr<const DeviceGlobal> at(const void *variable) const;
  /// What kernels of a library mean by a name: their library's variable, or if it has none, that of
  /// another library, which they declare.
  std::shared_ptr<const DeviceGlobal> named(uint64_t library, const std::string &name) const;
  /// @}

private:
  struct Entry {
    std::shared_ptr<const DeviceGlobal> global;
    unsigned count = 0; ///< of registrations
  };
  mutable std::mutex mutex_; ///< guards the members below
  std::unordered_map<const void *, Entry> byAddress_;
  /// By name and library: the variable, and how often it was registered.
  std::map<std::string, std::map<uint64_t, std::pair<const void *, unsigned>>> byName_;
};

/// The memory of the variables in a context. Thread safe.
class DeviceGlobalMemory {
public:
  explicit DeviceGlobalMemory(const ContextImpl &context) : context_(context) {}
  DeviceGlobalMemory(const DeviceGlobalMemory &) = delete;
  DeviceGlobalMemory &operator=(const DeviceGlobalMemory &) = delete;
  /// Blocks until the commands of the context's queues, which are gone, are complete.
  ~DeviceGlobalMemory();

  /// Returns the memory of a variable on a device. The first call allocates it, and blocks until it
  /// has the initial value. Throws.
  void *on(const DeviceImpl &device, const DeviceGlobal &global);

private:
  void *allocate(const DeviceImpl &device, const DeviceGlobal &global);
  ur_result_t write(const DeviceImpl &device, const DeviceGlobal &global, void *memory);

  const ContextImpl &context_;
  std::mutex mutex_; ///< guards the members below
  /// For initial values: a queue takes longer to create than a variable to copy.
  std::map<const DeviceImpl *, ursa::client::QueueHandle> queues_;
  std::map<std::tuple<const DeviceImpl *, uint64_t, std::string>, void *> memory_;
};

} // namespace sycl::detail
} // namespace ursa_sycl
