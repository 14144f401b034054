#include "core/loader/loader_config.h"

#include <algorithm>

namespace ursa {

std::span<const std::string_view> availableLayers() { return {}; }

Result<void> checkLayer(std::string_view name) {
  const auto layers = availableLayers();
  if (std::find(layers.begin(), layers.end(), name) != layers.end())
    return {};
  return makeError(UR_RESULT_ERROR_LAYER_NOT_PRESENT,
                   "The layer '{}' is not present; this loader has {}.", name,
                   layers.empty() ? "no layers" : fmt::format("{}", fmt::join(layers, ", ")));
}

} // namespace ursa
