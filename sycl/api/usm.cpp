// Unified shared memory over the C ABI.
#include "sycl/api/context_impl.h"
#include "sycl/api/error.h"
#include "sycl/api/queue_impl.h"

#include <sycl/usm.hpp>

#include <algorithm>

inline namespace ursa_sycl {
namespace sycl {
namespace detail {
namespace {

const char *kindName(usm::alloc kind) {
  return kind == usm::alloc::host ? "host" : kind == usm::alloc::device ? "device" : "shared";
}

bool supports(const DeviceImpl &device, usm::alloc kind) {
  const ur_device_info_t query = kind == usm::alloc::host ? UR_DEVICE_INFO_USM_HOST_SUPPORT
                                 : kind == usm::alloc::device
                                     ? UR_DEVICE_INFO_USM_DEVICE_SUPPORT
                                     : UR_DEVICE_INFO_USM_SINGLE_SHARED_SUPPORT;
  ur_device_usm_access_capability_flags_t flags = 0;
  return urDeviceGetInfo(device.handle(), query, sizeof(flags), &flags, nullptr) ==
             UR_RESULT_SUCCESS &&
         (flags & UR_DEVICE_USM_ACCESS_CAPABILITY_FLAG_ACCESS);
}

void checkKind(const DeviceImpl &device, usm::alloc kind) {
  if (!supports(device, kind))
    fail(errc::feature_not_supported, "The device '" + device.entry().name +
                                          "' has no unified shared memory of the kind '" +
                                          kindName(kind) + "'.");
}

} // namespace
} // namespace detail

using detail::implOf;

void *aligned_alloc(size_t alignment, size_t size, const device &device, const context &context,
                    usm::alloc kind, const property_list &) {
  const detail::DeviceImpl &on = *implOf(device);
  const auto &devices = implOf(context)->devices();
  const auto isIt = [&on](const auto &each) { return each.get() == &on; };
  if (kind != usm::alloc::host && std::none_of(devices.begin(), devices.end(), isIt))
    detail::fail(errc::invalid, "The device '" + on.entry().name + "' is not in the context.");
  if (kind == usm::alloc::unknown)
    return nullptr;
  if (kind == usm::alloc::host) { // for all devices of the context
    if (std::none_of(devices.begin(), devices.end(),
                     [kind](const auto &each) { return detail::supports(*each, kind); }))
      detail::checkKind(*devices.front(), kind);
  } else {
    detail::checkKind(on, kind);
  }
  if (size == 0 || (alignment & (alignment - 1)) != 0)
    return nullptr;
  ur_usm_desc_t description{UR_STRUCTURE_TYPE_USM_DESC, nullptr, 0,
                            static_cast<uint32_t>(alignment)};
  const ur_context_handle_t in = implOf(context)->handle();
  void *memory = nullptr;
  ur_result_t result = UR_RESULT_SUCCESS;
  if (kind == usm::alloc::host)
    result = urUSMHostAlloc(in, &description, nullptr, size, &memory);
  else if (kind == usm::alloc::device)
    result = urUSMDeviceAlloc(in, on.handle(), &description, nullptr, size, &memory);
  else
    result = urUSMSharedAlloc(in, on.handle(), &description, nullptr, size, &memory);
  return result == UR_RESULT_SUCCESS ? memory : nullptr;
}

void *malloc(size_t size, const device &device, const context &context, usm::alloc kind,
             const property_list &properties) {
  return aligned_alloc(0, size, device, context, kind, properties);
}

void free(void *pointer, const context &context) {
  if (pointer)
    detail::check(urUSMFree(implOf(context)->handle(), pointer), "Releasing memory");
}

void free(void *pointer, const queue &queue) {
  if (!pointer)
    return;
  implOf(queue)->waitBeforeFree();
  detail::check(urUSMFree(implOf(queue)->context().handle(), pointer), "Releasing memory");
}

usm::alloc get_pointer_type(const void *pointer, const context &context) {
  ur_usm_type_t type{};
  if (!pointer || urUSMGetMemAllocInfo(implOf(context)->handle(), pointer, UR_USM_ALLOC_INFO_TYPE,
                                       sizeof(type), &type, nullptr) != UR_RESULT_SUCCESS)
    return usm::alloc::unknown;
  switch (type) {
  case UR_USM_TYPE_HOST:
    return usm::alloc::host;
  case UR_USM_TYPE_DEVICE:
    return usm::alloc::device;
  case UR_USM_TYPE_SHARED:
    return usm::alloc::shared;
  default:
    return usm::alloc::unknown;
  }
}

device get_pointer_device(const void *pointer, const context &context) {
  const usm::alloc kind = get_pointer_type(pointer, context);
  const auto &devices = implOf(context)->devices();
  if (kind == usm::alloc::unknown)
    detail::fail(errc::invalid, "The pointer is not of unified shared memory of the context.");
  if (kind == usm::alloc::host)
    return detail::Access::make<device>(devices.front());
  ur_device_handle_t handle = nullptr;
  detail::check(urUSMGetMemAllocInfo(implOf(context)->handle(), pointer, UR_USM_ALLOC_INFO_DEVICE,
                                     sizeof(handle), &handle, nullptr),
                "Asking for the device of memory");
  for (const auto &each : devices)
    if (each->handle() == handle)
      return detail::Access::make<device>(each);
  detail::fail(errc::invalid, "The memory is of a device that is not in the context.");
}

} // namespace sycl
} // namespace ursa_sycl
