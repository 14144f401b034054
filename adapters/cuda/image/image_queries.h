// Device queries about images.
#pragma once

#include "adapters/common/info.h"
#include "ur_api.h"

#include <optional>

namespace ursa::cuda {

/// Answers what a device can do with images; returns std::nullopt for other queries.
std::optional<Result<void>> answerImageQuery(const adapter::InfoWriter &writer,
                                             ur_device_info_t query,
                                             const ur_device_handle_t_ &device);

} // namespace ursa::cuda
