#include "sycl/api/context_impl.h"
#include "sycl/api/error.h"
#include "sycl/api/queue_impl.h"
#include "sycl/api/runtime.h"

#include <sycl/context.hpp>
#include <sycl/ext/ursa/specialization_mode.hpp>

#include <algorithm>

inline namespace ursa_sycl {
namespace sycl {
namespace detail {

ContextImpl::ContextImpl(std::vector<std::shared_ptr<DeviceImpl>> devices, async_handler handler,
                         property_list properties)
    : runtime_(Runtime::share()), devices_(std::move(devices)), handler_(std::move(handler)),
      properties_(std::move(properties)), kernels_(*this), globals_(*this) {
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

ContextImpl::ContextImpl(ursa::client::ContextHandle handle,
                         std::vector<std::shared_ptr<DeviceImpl>> devices, async_handler handler)
    : runtime_(Runtime::share()), devices_(std::move(devices)), handler_(std::move(handler)),
      handle_(std::move(handle)), kernels_(*this), globals_(*this) {}

bool ContextImpl::contains(const DeviceImpl &device) const {
  return std::any_of(devices_.begin(), devices_.end(),
                     [&](const auto &each) { return each.get() == &device; });
}

bool ContextImpl::covers(const DeviceImpl &device) const {
  return contains(device) || (device.parent() && covers(*device.parent()));
}

ursa_specialization_mode_t ContextImpl::specializationMode() const {
  using ext::ursa::specialization_mode;
  using Property = ext::ursa::property::context::specialization;
  if (!properties_.has_property<Property>())
    return URSA_SPECIALIZATION_MODE_AUTO;
  switch (properties_.get_property<Property>().get_mode()) {
  case specialization_mode::native:
    return URSA_SPECIALIZATION_MODE_NATIVE;
  case specialization_mode::emulated:
    return URSA_SPECIALIZATION_MODE_EMULATED;
  case specialization_mode::tiered:
    return URSA_SPECIALIZATION_MODE_TIERED;
  default:
    return URSA_SPECIALIZATION_MODE_AUTO;
  }
}

std::shared_ptr<QueueImpl> transferQueue(const std::shared_ptr<ContextImpl> &context,
                                         const std::shared_ptr<DeviceImpl> &device) {
  const std::lock_guard lock(context->transfers_);
  std::weak_ptr<QueueImpl> &known = context->transferQueues_[device.get()];
  std::shared_ptr<QueueImpl> queue = known.lock();
  if (!queue) {
    queue = std::make_shared<QueueImpl>(context, device, async_handler(), property_list());
    known = queue;
  }
  return queue;
}

void ContextImpl::keep(const std::shared_ptr<DeviceImpl> &device) {
  if (!device->parent())
    return;
  const std::lock_guard lock(mutex_);
  if (std::find(kept_.begin(), kept_.end(), device) == kept_.end())
    kept_.push_back(device);
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

using detail::Access;
using detail::implOf;

context platform::khr_get_default_context() const {
  return Access::make<context>(impl_->defaultContext());
}
context platform::ext_oneapi_get_default_context() const { return khr_get_default_context(); }

namespace {

std::shared_ptr<detail::ContextImpl> makeContext(const std::vector<device> &devices,
                                                 async_handler handler,
                                                 const property_list &properties) {
  std::vector<std::shared_ptr<detail::DeviceImpl>> impls;
  impls.reserve(devices.size());
  for (const device &each : devices)
    impls.push_back(implOf(each));
  return std::make_shared<detail::ContextImpl>(std::move(impls), std::move(handler), properties);
}

// The capabilities that all devices report.
template <class Descriptor> auto common(const std::vector<device> &devices) {
  auto all = devices.front().get_info<Descriptor>();
  for (const device &each : devices)
    std::erase_if(all, [of = each.template get_info<Descriptor>()](auto capability) {
      return std::find(of.begin(), of.end(), capability) == of.end();
    });
  return all;
}

} // namespace

context::context(const property_list &properties) : context(device(), properties) {}
context::context(async_handler handler, const property_list &properties)
    : context(device(), std::move(handler), properties) {}
context::context(const device &only, const property_list &properties)
    : context(only, async_handler(), properties) {}
context::context(const device &only, async_handler handler, const property_list &properties)
    : context(std::vector{only}, std::move(handler), properties) {}
context::context(const platform &all, const property_list &properties)
    : context(all, async_handler(), properties) {}
context::context(const platform &all, async_handler handler, const property_list &properties)
    : context(all.get_devices(), std::move(handler), properties) {}
context::context(const std::vector<device> &devices, const property_list &properties)
    : context(devices, async_handler(), properties) {}
context::context(const std::vector<device> &devices, async_handler handler,
                 const property_list &properties)
    : Shared(makeContext(devices, std::move(handler), properties)) {}

backend context::get_backend() const noexcept { return impl_->platform().backend(); }
platform context::get_platform() const {
  return Access::make<platform>(impl_->platform().shared_from_this());
}
std::vector<device> context::get_devices() const {
  std::vector<device> all;
  for (const auto &each : impl_->devices())
    all.push_back(Access::make<device>(each));
  return all;
}
const property_list &context::properties() const noexcept { return impl_->properties(); }

template <> platform context::get_info<info::context::platform>() const { return get_platform(); }
template <> std::vector<device> context::get_info<info::context::devices>() const {
  return get_devices();
}
template <>
std::vector<memory_order>
context::get_info<info::context::atomic_memory_order_capabilities>() const {
  return common<info::device::atomic_memory_order_capabilities>(get_devices());
}
template <>
std::vector<memory_order>
context::get_info<info::context::atomic_fence_order_capabilities>() const {
  return common<info::device::atomic_fence_order_capabilities>(get_devices());
}
template <>
std::vector<memory_scope>
context::get_info<info::context::atomic_memory_scope_capabilities>() const {
  return common<info::device::atomic_memory_scope_capabilities>(get_devices());
}
template <>
std::vector<memory_scope>
context::get_info<info::context::atomic_fence_scope_capabilities>() const {
  return common<info::device::atomic_fence_scope_capabilities>(get_devices());
}

} // namespace sycl
} // namespace ursa_sycl
