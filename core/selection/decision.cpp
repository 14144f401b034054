#include "core/selection/decision.h"

#include "support/environment.h"

namespace ursa::core::selection {

Result<ursa_specialization_mode_t> decideMode(const DecisionFacts &facts,
                                              ursa_specialization_mode_t requested) {
  if (!facts.nativeFits && !facts.emulatedFits)
    return makeError(UR_RESULT_ERROR_INVALID_BINARY,
                     "No device image is for device '{}'; there are images for: {}.", facts.device,
                     facts.targets);
  if (!facts.hasConstants)
    return URSA_SPECIALIZATION_MODE_NONE;

  const bool canNative = facts.nativeFits && facts.deviceSpecializes;
  const char *whyNotNative = facts.nativeFits
                                 ? "the device does not set specialization constants of programs"
                                 : "there is no image with native constants for the device";
  const char *whyNotEmulated = "there is no image with emulated constants for the device";
  const auto unsupported = [&facts](std::string reason) {
    return makeError(UR_RESULT_ERROR_UNSUPPORTED_FEATURE,
                     "Device '{}' cannot specialize the images ({}): {}.", facts.device,
                     facts.targets, reason);
  };

  switch (requested) {
  case URSA_SPECIALIZATION_MODE_NATIVE:
    if (!canNative)
      return unsupported(fmt::format("native mode was asked for, and {}", whyNotNative));
    return URSA_SPECIALIZATION_MODE_NATIVE;
  case URSA_SPECIALIZATION_MODE_EMULATED:
    if (!facts.emulatedFits)
      return unsupported(fmt::format("emulated mode was asked for, and {}", whyNotEmulated));
    return URSA_SPECIALIZATION_MODE_EMULATED;
  case URSA_SPECIALIZATION_MODE_TIERED:
    if (canNative && facts.emulatedFits)
      return URSA_SPECIALIZATION_MODE_TIERED;
    [[fallthrough]];
  case URSA_SPECIALIZATION_MODE_AUTO:
    if (canNative)
      return URSA_SPECIALIZATION_MODE_NATIVE;
    if (facts.emulatedFits)
      return URSA_SPECIALIZATION_MODE_EMULATED;
    return unsupported(fmt::format("{}, and {}", whyNotNative, whyNotEmulated));
  default:
    return makeError(UR_RESULT_ERROR_INVALID_ENUMERATION,
                     "{} is no specialization mode; AUTO, NATIVE, EMULATED or TIERED was expected.",
                     static_cast<int>(requested));
  }
}

Result<ursa_specialization_mode_t> requestedMode(ursa_specialization_mode_t requested) {
  const std::optional<std::string> word = environmentVariable("URSA_SPECIALIZATION");
  if (!word)
    return requested;
  if (*word == "native")
    return URSA_SPECIALIZATION_MODE_NATIVE;
  if (*word == "emulated")
    return URSA_SPECIALIZATION_MODE_EMULATED;
  if (*word == "tiered")
    return URSA_SPECIALIZATION_MODE_TIERED;
  if (*word == "auto")
    return URSA_SPECIALIZATION_MODE_AUTO;
  return makeError(UR_RESULT_ERROR_INVALID_VALUE,
                   "URSA_SPECIALIZATION is '{}'; native, emulated, tiered or auto was expected.",
                   *word);
}

} // namespace ursa::core::selection
