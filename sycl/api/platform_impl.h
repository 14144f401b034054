// The state of a platform and of its devices. They live as long as the run time.
#pragma once

#include "client/devices.h"
#include "ursa.h"

#include <memory>
#include <mutex>
#include <vector>

namespace sycl::detail {

class ContextImpl;
class PlatformImpl;

class DeviceImpl {
public:
  DeviceImpl(PlatformImpl &platform, const ursa::client::Device &device)
      : platform_(platform), device_(device) {}

  ur_device_handle_t handle() const { return device_.handle; }
  PlatformImpl &platform() const { return platform_; }
  /// Name, backend, type and what else the list of devices knows.
  const ursa::client::Device &entry() const { return device_; }

private:
  PlatformImpl &platform_;
  const ursa::client::Device &device_;
};

class PlatformImpl {
public:
  PlatformImpl(ur_adapter_handle_t adapter, ur_platform_handle_t handle)
      : adapter_(adapter), handle_(handle) {}

  ur_platform_handle_t handle() const { return handle_; }
  ur_adapter_handle_t adapter() const { return adapter_; }
  const std::vector<std::shared_ptr<DeviceImpl>> &devices() const { return devices_; }
  void add(const ursa::client::Device &device) {
    devices_.push_back(std::make_shared<DeviceImpl>(*this, device));
  }

  /// The context that queues of the platform's devices share by default. Created at first use.
  std::shared_ptr<ContextImpl> defaultContext();
  void releaseDefaultContext();

private:
  const ur_adapter_handle_t adapter_;
  const ur_platform_handle_t handle_;
  std::vector<std::shared_ptr<DeviceImpl>> devices_;
  std::mutex mutex_; ///< guards the member below
  std::shared_ptr<ContextImpl> defaultContext_;
};

} // namespace sycl::detail
