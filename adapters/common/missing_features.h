// Queries of devices about features that an adapter does not have.
#pragma once

#include "adapters/common/info.h"
#include "ur_api.h"

#include <optional>

namespace ursa::adapter {

/// No, none or 0, as the query wants it; nothing for other queries. Asked last: an adapter that has
/// the feature answers before.
std::optional<Result<void>> answerMissingFeature(const InfoWriter &writer, ur_device_info_t query);

} // namespace ursa::adapter
