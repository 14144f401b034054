// The run time of the process: its platforms and devices. Starts the loader at the first use, and
// tears it down when the program ends and its last context is gone: static objects of the program
// may outlive those of the library.
#pragma once

#include "sycl/api/live_queues.h"

#include "client/devices.h"

#include <sycl/detail/backend_enum.hpp>

#include <memory>
#include <string>
#include <vector>

inline namespace ursa_sycl {
namespace sycl::detail {

class DeviceImpl;
class PlatformImpl;

class Runtime {
public:
  /// Throws if the loader cannot be started.
  static Runtime &get() { return *share(); }
  /// A reference for contexts and sub-devices to hold.
  static const std::shared_ptr<Runtime> &share();

  /// Platforms with at least one device.
  const std::vector<std::shared_ptr<PlatformImpl>> &platforms() const { return platforms_; }

  /// @{ The object of a handle; null if ONEAPI_DEVICE_SELECTOR hides it.
  std::shared_ptr<PlatformImpl> find(ur_platform_handle_t handle) const;
  std::shared_ptr<DeviceImpl> find(ur_device_handle_t rootDevice) const;
  /// @}
  /// The first adapter with a platform of the backend; null without one.
  ur_adapter_handle_t adapter(backend wanted) const;
  /// Why there is no device.
  std::string explainNoDevice() const;

  LiveQueues &queues() { return queues_; }
  /// exit() on any thread waits for the commands of all queues, before it destroys static objects
  /// of the drivers that are loaded by now.
  static void finishQueuesAtExit();

  Runtime();
  ~Runtime();
  Runtime(const Runtime &) = delete;
  Runtime &operator=(const Runtime &) = delete;

private:
  struct Holder;

  ursa::client::DeviceList devices_;
  std::vector<std::shared_ptr<PlatformImpl>> platforms_;
  LiveQueues queues_;
};

} // namespace sycl::detail
} // namespace ursa_sycl
