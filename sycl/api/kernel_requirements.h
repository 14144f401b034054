// Requirements of kernels on a device (SYCL 2020, 5.7 and 5.8.1): aspects, a sub-group size and a
// work-group size, from the properties of their images.
#pragma once

#include "sycl/api/platform_impl.h"

#include <cstdint>
#include <string>
#include <vector>

inline namespace ursa_sycl {
namespace sycl::detail {

/// Returns what a device lacks of the requirements of a kernel, such as "the aspect fp64 (double in
/// function 'f()')"; empty if it can run the kernel. @p bundle need not be built. Throws if it does
/// not have the kernel.
std::string lackingRequirement(ursa_bundle_handle_t bundle, const DeviceImpl &device,
                               const char *kernel);

/// Returns the work-group size that a kernel requires, that of the last dimension of SYCL first;
/// empty if any size will do. Throws if @p bundle does not have the kernel.
std::vector<uint64_t> requiredWorkGroupSize(ursa_bundle_handle_t bundle, const DeviceImpl &device,
                                            const char *kernel);

/// Returns the size of sub-groups that a kernel requires; 0 if any will do. Throws if @p bundle
/// does not have the kernel.
uint32_t requiredSubGroupSize(ursa_bundle_handle_t bundle, const DeviceImpl &device,
                              const char *kernel);

/// Returns the names of the variables of class device_global that a kernel uses, in the order of
/// its arguments for them. Throws if @p bundle does not have the kernel.
std::vector<std::string> deviceGlobalsOf(ursa_bundle_handle_t bundle, const DeviceImpl &device,
                                         const char *kernel);

/// Throws errc::kernel_not_supported if the device lacks something.
void checkRequirements(ursa_bundle_handle_t bundle, const DeviceImpl &device, const char *kernel);

} // namespace sycl::detail
} // namespace ursa_sycl
