// get_info of kernels.
#include "sycl/api/error.h"
#include "sycl/api/kernel_bundle_impl.h"
#include "sycl/api/queue_impl.h"

#include <sycl/kernel_bundle.hpp>
#include <sycl/queue.hpp>

#include <algorithm>
#include <array>

inline namespace ursa_sycl {
namespace sycl {
namespace detail {
namespace {

// The kernel that was built for a device. Throws errc::invalid if there is none.
std::shared_ptr<const BuiltKernel> builtFor(const KernelImpl &kernel, const DeviceImpl &device) {
  const bool hasCode =
      kernel.isOfBackend() || kernel.bundle()->partOf(kernel.key(), &device) != nullptr;
  if (!kernel.bundle()->hasDevice(device) || !hasCode)
    fail(errc::invalid, "The kernel '" + kernel.name() + "' is not compatible with the device '" +
                            device.entry().name + "'.");
  return kernel.builtFor(device);
}

const char *const kAsking = "Asking for information about a kernel";

template <class T>
T groupInfo(const KernelImpl &kernel, const device &device, ur_kernel_group_info_t query) {
  const DeviceImpl &on = *implOf(device);
  T value{};
  check(urKernelGetGroupInfo(builtFor(kernel, on)->handle.get(), on.handle(), query, sizeof(value),
                             &value, nullptr),
        kAsking);
  return value;
}

// 0 where the driver has no sub-groups.
uint32_t subGroupInfo(const KernelImpl &kernel, const device &device,
                      ur_kernel_sub_group_info_t query) {
  const DeviceImpl &on = *implOf(device);
  uint32_t value = 0;
  const ur_result_t result = urKernelGetSubGroupInfo(
      builtFor(kernel, on)->handle.get(), on.handle(), query, sizeof(value), &value, nullptr);
  if (result == UR_RESULT_ERROR_UNSUPPORTED_ENUMERATION ||
      result == UR_RESULT_ERROR_UNSUPPORTED_FEATURE)
    return 0;
  check(result, kAsking);
  return value;
}

/// Returns the size of sub-groups that a kernel requires, which the driver need not know; 0 for
/// any.
uint32_t subGroupSizeOf(const KernelImpl &kernel, const device &device) {
  return builtFor(kernel, *implOf(device))->subGroupSize;
}

[[noreturn]] void failNotBuiltIn(const KernelImpl &kernel, const char *descriptor) {
  fail(errc::invalid, "info::" + std::string(descriptor) + " is for built-in kernels; '" +
                          kernel.name() + "' is a kernel of the program.");
}

} // namespace
} // namespace detail

namespace specific = info::kernel_device_specific;

std::size_t kernel::maxWorkGroups(const queue &on, unsigned dimensions,
                                  const std::size_t *workGroup, std::size_t localBytes) const {
  if (std::find(workGroup, workGroup + dimensions, 0U) != workGroup + dimensions)
    detail::fail(errc::invalid,
                 "Work-groups of kernel '" + impl_->name() + "' have a dimension of size 0.");
  const detail::DeviceImpl &device = detail::implOf(on)->device();
  const auto built = detail::builtFor(*impl_, device);
  std::size_t local[3] = {1, 1, 1};
  if (dimensions == 0)
    local[0] = get_info<specific::work_group_size>(on.get_device());
  else
    std::reverse_copy(workGroup, workGroup + dimensions, local);
  uint32_t count = 0;
  const ur_result_t result = urKernelSuggestMaxCooperativeGroupCount(
      built->handle.get(), device.handle(), std::max(dimensions, 1U), local, localBytes, &count);
  if (result == UR_RESULT_ERROR_INVALID_WORK_GROUP_SIZE ||
      result == UR_RESULT_ERROR_INVALID_WORK_ITEM_SIZE)
    return 0; // no launch can have these work-groups
  detail::check(result,
                "Asking for the work-groups of kernel '" + impl_->name() +
                    "' that run at once on '" + device.entry().name + "'",
                errc::nd_range);
  return count;
}

template <> std::uint32_t kernel::get_info<info::kernel::num_args>() const {
  if (!impl_->isOfBackend())
    detail::failNotBuiltIn(*impl_, "kernel::num_args");
  uint32_t count = 0;
  detail::check(urKernelGetInfo(impl_->builtFor(*impl_->bundle()->devices().front())->handle.get(),
                                UR_KERNEL_INFO_NUM_ARGS, sizeof(count), &count, nullptr),
                detail::kAsking);
  return count;
}

template <> std::string kernel::get_info<info::kernel::attributes>() const {
  const auto built = impl_->builtFor(*impl_->bundle()->devices().front());
  size_t size = 0;
  detail::check(urKernelGetInfo(built->handle.get(), UR_KERNEL_INFO_ATTRIBUTES, 0, nullptr, &size),
                detail::kAsking);
  std::string text(size, '\0');
  if (size > 0)
    detail::check(
        urKernelGetInfo(built->handle.get(), UR_KERNEL_INFO_ATTRIBUTES, size, text.data(), nullptr),
        detail::kAsking);
  text.resize(std::min(text.find('\0'), text.size()));
  return text;
}

template <> range<3> kernel::get_info<specific::global_work_size>(const device &) const {
  detail::failNotBuiltIn(*impl_, "kernel_device_specific::global_work_size");
}

template <> std::size_t kernel::get_info<specific::work_group_size>(const device &device) const {
  return std::min(detail::groupInfo<size_t>(*impl_, device, UR_KERNEL_GROUP_INFO_WORK_GROUP_SIZE),
                  device.get_info<info::device::max_work_group_size>());
}

// Drivers count the dimensions from the fastest one.
template <>
range<3> kernel::get_info<specific::compile_work_group_size>(const device &device) const {
  const auto size = detail::groupInfo<std::array<size_t, 3>>(
      *impl_, device, UR_KERNEL_GROUP_INFO_COMPILE_WORK_GROUP_SIZE);
  return {size[2], size[1], size[0]};
}

template <>
std::size_t
kernel::get_info<specific::preferred_work_group_size_multiple>(const device &device) const {
  return std::min(detail::groupInfo<size_t>(
                      *impl_, device, UR_KERNEL_GROUP_INFO_PREFERRED_WORK_GROUP_SIZE_MULTIPLE),
                  get_info<specific::work_group_size>(device));
}

template <> std::size_t kernel::get_info<specific::private_mem_size>(const device &device) const {
  return detail::groupInfo<size_t>(*impl_, device, UR_KERNEL_GROUP_INFO_PRIVATE_MEM_SIZE);
}

// Without sub-groups of the driver, each work-item is one.
template <>
std::uint32_t kernel::get_info<specific::max_num_sub_groups>(const device &device) const {
  const uint32_t count =
      detail::subGroupInfo(*impl_, device, UR_KERNEL_SUB_GROUP_INFO_MAX_NUM_SUB_GROUPS);
  uint32_t limit = device.get_info<info::device::max_num_sub_groups>();
  if (const uint32_t size = detail::subGroupSizeOf(*impl_, device)) {
    const auto items = static_cast<uint32_t>(get_info<specific::work_group_size>(device));
    limit = std::min(limit, (items + size - 1) / size);
  }
  return count > 0 ? std::min(count, limit) : limit;
}
template <>
std::uint32_t kernel::get_info<specific::compile_num_sub_groups>(const device &device) const {
  return detail::subGroupInfo(*impl_, device, UR_KERNEL_SUB_GROUP_INFO_COMPILE_NUM_SUB_GROUPS);
}
template <>
std::uint32_t kernel::get_info<specific::max_sub_group_size>(const device &device) const {
  const uint32_t required = detail::subGroupSizeOf(*impl_, device);
  return std::max(
      1U, required != 0
              ? required
              : detail::subGroupInfo(*impl_, device, UR_KERNEL_SUB_GROUP_INFO_MAX_SUB_GROUP_SIZE));
}
template <>
std::uint32_t kernel::get_info<specific::compile_sub_group_size>(const device &device) const {
  const uint32_t required = detail::subGroupSizeOf(*impl_, device);
  return required != 0
             ? required
             : detail::subGroupInfo(*impl_, device, UR_KERNEL_SUB_GROUP_INFO_SUB_GROUP_SIZE_INTEL);
}

} // namespace sycl
} // namespace ursa_sycl
