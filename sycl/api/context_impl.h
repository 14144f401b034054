// The state of a context: devices of one platform, and the kernels that were built for them.
#pragma once

#include "sycl/api/device_globals.h"
#include "sycl/api/kernel_cache.h"
#include "sycl/api/platform_impl.h"

#include "client/handle.h"

#include <map>
#include <mutex>
#include <sycl/exception.hpp>
#include <sycl/property_list.hpp>

inline namespace ursa_sycl {
namespace sycl::detail {

class QueueImpl;

class ContextImpl {
public:
  /// @param devices of one platform, at least one
  ContextImpl(std::vector<std::shared_ptr<DeviceImpl>> devices, async_handler handler,
              property_list properties);
  /// Takes over a context of these devices.
  ContextImpl(ursa::client::ContextHandle handle, std::vector<std::shared_ptr<DeviceImpl>> devices,
              async_handler handler);

  ur_context_handle_t handle() const { return handle_.get(); }
  const std::vector<std::shared_ptr<DeviceImpl>> &devices() const { return devices_; }
  PlatformImpl &platform() const { return devices_.front()->platform(); }
  bool contains(const DeviceImpl &device) const;
  /// Whether it has the device or one that the device is a part of.
  bool covers(const DeviceImpl &device) const;
  /// Keeps a sub-device alive: caches know it by its address.
  void keep(const std::shared_ptr<DeviceImpl> &device);
  const async_handler &handler() const { return handler_; }
  const property_list &properties() const { return properties_; }
  /// How kernels get the values of specialization constants: the property of the context.
  ursa_specialization_mode_t specializationMode() const;
  Runtime &runtime() const { return *runtime_; }
  KernelCache &kernels() { return kernels_; }
  DeviceGlobalMemory &globals() { return globals_; }
  /// The last launches that use the memory of rootBarrier, by device; the next one waits for it.
  struct RootLaunches {
    std::mutex mutex; ///< held while one is enqueued; guards the member below
    std::map<const DeviceImpl *, ursa::client::EventHandle> last;
  };
  RootLaunches &rootLaunches() { return rootLaunches_; }

private:
  const std::shared_ptr<Runtime> runtime_; ///< destroyed last
  const std::vector<std::shared_ptr<DeviceImpl>> devices_;
  const async_handler handler_;
  const property_list properties_;
  ursa::client::ContextHandle handle_;
  KernelCache kernels_;
  DeviceGlobalMemory globals_;
  RootLaunches rootLaunches_;
  std::mutex mutex_; ///< guards the members below
  std::vector<std::shared_ptr<DeviceImpl>> kept_;
  std::mutex transfers_; ///< guards the member below
  std::map<const DeviceImpl *, std::weak_ptr<QueueImpl>> transferQueues_;
  friend std::shared_ptr<QueueImpl> transferQueue(const std::shared_ptr<ContextImpl> &context,
                                                  const std::shared_ptr<DeviceImpl> &device);
};

/// A queue out of order for copies to and from the host, which its users share. Throws.
std::shared_ptr<QueueImpl> transferQueue(const std::shared_ptr<ContextImpl> &context,
                                         const std::shared_ptr<DeviceImpl> &device);

} // namespace sycl::detail
} // namespace ursa_sycl
