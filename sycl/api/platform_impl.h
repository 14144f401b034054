// The state of a platform and of its devices. Platforms and root devices live as long as the run
// time, sub-devices as long as they are used; these keep the run time alive.
#pragma once

#include "sycl/api/error.h"

#include "client/devices.h"
#include "ursa.h"

#include <sycl/detail/backend_enum.hpp>

#include <memory>
#include <mutex>
#include <string>
#include <vector>

inline namespace ursa_sycl {
namespace sycl::detail {

class ContextImpl;
class PlatformImpl;
class Runtime;

class DeviceImpl : public std::enable_shared_from_this<DeviceImpl> {
public:
  /// A root device.
  DeviceImpl(PlatformImpl &platform, const ursa::client::Device &device)
      : platform_(platform), entry_(device), handle_(device.handle) {}
  /// A sub-device; takes over the reference to the handle.
  DeviceImpl(std::shared_ptr<DeviceImpl> parent, ur_device_handle_t handle);
  ~DeviceImpl();
  DeviceImpl(const DeviceImpl &) = delete;
  DeviceImpl &operator=(const DeviceImpl &) = delete;

  ur_device_handle_t handle() const { return handle_; }
  PlatformImpl &platform() const { return platform_; }
  /// Name, type and what else the list of devices knows; of a sub-device, that of its root device.
  const ursa::client::Device &entry() const { return entry_; }
  /// Null for a root device.
  const std::shared_ptr<DeviceImpl> &parent() const { return parent_; }

  /// Whether kernels of the device can use all memory of the host: it is a processor of this
  /// machine.
  bool usesHostMemory() const;

  /// @{ Answers of urDeviceGetInfo. Throw.
  template <class T> T value(ur_device_info_t query) const {
    T value{};
    check(urDeviceGetInfo(handle_, query, sizeof(value), &value, nullptr), asking());
    return value;
  }
  template <class T> std::vector<T> list(ur_device_info_t query) const {
    std::vector<T> all(size(query) / sizeof(T));
    if (!all.empty())
      check(urDeviceGetInfo(handle_, query, all.size() * sizeof(T), all.data(), nullptr), asking());
    return all;
  }
  std::string text(ur_device_info_t query) const;
  bool flag(ur_device_info_t query) const { return value<ur_bool_t>(query); }
  /// @}

private:
  size_t size(ur_device_info_t query) const;
  std::string asking() const { return "Asking the device '" + entry_.name + "' for information"; }

  PlatformImpl &platform_;
  const ursa::client::Device &entry_;
  const ur_device_handle_t handle_;
  const std::shared_ptr<Runtime> runtime_; ///< of a sub-device
  const std::shared_ptr<DeviceImpl> parent_;
};

class PlatformImpl : public std::enable_shared_from_this<PlatformImpl> {
public:
  /// The platform of a device.
  explicit PlatformImpl(const ursa::client::Device &device);

  ur_platform_handle_t handle() const { return handle_; }
  ur_adapter_handle_t adapter() const { return adapter_; }
  sycl::backend backend() const { return backend_; }
  const std::vector<std::shared_ptr<DeviceImpl>> &devices() const { return devices_; }
  void add(const ursa::client::Device &device) {
    devices_.push_back(std::make_shared<DeviceImpl>(*this, device));
  }
  std::string text(ur_platform_info_t query) const;

  /// The context that queues of the platform's devices share by default. Created at first use.
  std::shared_ptr<ContextImpl> defaultContext();
  void releaseDefaultContext();

private:
  const ur_adapter_handle_t adapter_;
  const ur_platform_handle_t handle_;
  const sycl::backend backend_;
  std::vector<std::shared_ptr<DeviceImpl>> devices_;
  std::mutex mutex_; ///< guards the member below
  std::shared_ptr<ContextImpl> defaultContext_;
};

} // namespace sycl::detail
} // namespace ursa_sycl
