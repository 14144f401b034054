#include "sycl/api/context_impl.h"
#include "sycl/api/error.h"
#include "sycl/api/runtime.h"

#include <sycl/context.hpp>

namespace sycl {
namespace detail {

ContextImpl::ContextImpl(std::vector<std::shared_ptr<DeviceImpl>> devices, async_handler handler,
                         property_list properties)
    : devices_(std::move(devices)), handler_(std::move(handler)),
      properties_(std::move(properties)), kernels_(*this) {
  if (devices_.empty())
    fail(errc::invalid, "A context needs at least one device; none was given.");
  std::vector<ur_device_handle_t> handles;
  for (const auto &device : devices_) {
    if (&device->platform() != &devices_.front()->platform())
      fail(errc::invalid, "The devices '" + devices_.front()->entry().name + "' and '" +
                              device->entry().name +
                              "' are of different platforms; a context has devices of one.");
    handles.push_back(device->handle());
  }
  check(urContextCreate(static_cast<uint32_t>(handles.size()), handles.data(), nullptr,
                        handle_.out()),
        "Creating a context");
}

std::shared_ptr<ContextImpl> PlatformImpl::defaultContext() {
  const std::lock_guard lock(mutex_);
  if (!defaultContext_)
    defaultContext_ = std::make_shared<ContextImpl>(devices_, async_handler(), property_list());
  return defaultContext_;
}

void PlatformImpl::releaseDefaultContext() {
  const std::lock_guard lock(mutex_);
  defaultContext_.reset();
}

} // namespace detail

context::context(const property_list &properties) : context(device(), properties) {}
context::context(const device &only, const property_list &properties)
    : Shared(std::make_shared<detail::ContextImpl>(std::vector{detail::implOf(only)},
                                                   async_handler(), properties)) {}

std::vector<device> context::get_devices() const {
  std::vector<device> all;
  for (const auto &device : impl_->devices())
    all.push_back(detail::Access::make<sycl::device>(device));
  return all;
}

} // namespace sycl
