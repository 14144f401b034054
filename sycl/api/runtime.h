// The run time of the process: its platforms and devices. Starts the loader at the first use, and
// tears it down when the program ends and its last context is gone: static objects of the program
// may outlive those of the library.
#pragma once

#include "client/devices.h"
#include "client/handle.h"

#include <sycl/detail/backend_enum.hpp>

#include <memory>
#include <mutex>
#include <string>
#include <vector>

namespace sycl::detail {

class DeviceImpl;
class PlatformImpl;

class Runtime {
public:
  /// Throws if the loader cannot be started.
  static Runtime &get() { return *share(); }
  /// What contexts and sub-devices hold.
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

  /// Takes over a queue that the program does not use any more. Its commands may still run: the
  /// process waits for them when it ends, because drivers compile on threads that need libraries.
  /// Queues that were taken before are released if their commands are done.
  void retire(ursa::client::QueueHandle queue);

  Runtime();
  ~Runtime();
  Runtime(const Runtime &) = delete;
  Runtime &operator=(const Runtime &) = delete;

private:
  struct Holder;

  void waitForRetired();

  ursa::client::DeviceList devices_;
  std::vector<std::shared_ptr<PlatformImpl>> platforms_;
  std::mutex mutex_; ///< guards the member below
  std::vector<ursa::client::QueueHandle> retired_;
};

} // namespace sycl::detail
