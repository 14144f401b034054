// The arguments of kernels, as the property set "Ursa/kernels" of their image describes them.
#pragma once

#include "core/image/image_set.h"
#include "core/support/result.h"

#include "ursa.h"

#include <string>
#include <vector>

namespace ursa {

/// Returns the arguments of a kernel of an image without the emulation buffer.
/// UR_RESULT_ERROR_INVALID_BINARY if the image describes them badly or not at all.
Result<std::vector<ursa_kernel_arg_info_t>> describeArguments(const DeviceImage &image,
                                                              const std::string &kernel);

} // namespace ursa
