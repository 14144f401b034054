// Device queries about features that an adapter does not support.
#pragma once

#include "adapters/common/info.h"
#include "ur_api.h"

#include <optional>

namespace ursa::adapter {

/// Answers "no", "none" or 0 in the type of the query; returns std::nullopt for other queries. Call
/// it last: an adapter that supports a feature answers before.
std::optional<Result<void>> answerMissingFeature(const InfoWriter &writer, ur_device_info_t query);

} // namespace ursa::adapter
