#include "adapters/common/toggles.h"

#include "support/environment.h"

namespace ursa::adapter {

format::ToggleOverrides toggleOverrides() {
  const std::string text = environmentVariable("URSA_TOGGLES").value_or("");
  return format::parseToggles(text, format::kAdapters).overrides;
}

} // namespace ursa::adapter
