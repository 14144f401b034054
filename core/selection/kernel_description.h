// The arguments and requirements of kernels, as the property set "Ursa/kernels" of their image
// describes them.
#pragma once

#include "format/image_set.h"
#include "support/result.h"

#include "ursa.h"

#include <cstddef>
#include <string>
#include <vector>

namespace ursa::core::selection {

/// Returns the arguments of a kernel of an image without the emulation buffer.
/// UR_RESULT_ERROR_INVALID_BINARY if the image describes them badly or not at all.
Result<std::vector<ursa_kernel_arg_info_t>> describeArguments(const format::DeviceImage &image,
                                                              const std::string &kernel);

/// Returns the value of a requirement, empty if the kernel does not have it.
/// UR_RESULT_ERROR_INVALID_BINARY if the image describes it badly;
/// UR_RESULT_ERROR_INVALID_ENUMERATION if there is no such requirement.
Result<std::vector<std::byte>> describeRequirement(const format::DeviceImage &image,
                                                   const std::string &kernel,
                                                   ursa_kernel_requirement_t requirement);

} // namespace ursa::core::selection
