#include "core/loader/loader_config.h"

#include <algorithm>

namespace ursa {

std::span<const std::string_view> availableLayers() { return {}; }

Result<void> checkLayers(std::string_view names) {
  const auto layers = availableLayers();
  while (!names.empty()) {
    const std::string_view name = names.substr(0, names.find(';'));
    names.remove_prefix(std::min(names.size(), name.size() + 1));
    if (!name.empty() && std::find(layers.begin(), layers.end(), name) == layers.end())
      return makeError(UR_RESULT_ERROR_LAYER_NOT_PRESENT,
                       "The layer '{}' is not present; this loader has {}.", name,
                       layers.empty() ? "no layers" : fmt::format("{}", fmt::join(layers, ", ")));
  }
  return {};
}

} // namespace ursa
