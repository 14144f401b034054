// Decides how specialization constants reach a device: one table, for one pair of images and
// device.
#pragma once

#include "support/result.h"

#include "ursa.h"

#include <string>

namespace ursa::core::selection {

/// Facts about a device and the images that fit it.
struct DecisionFacts {
  bool deviceSpecializes = false; ///< the device's answer to PROGRAM_SET_SPECIALIZATION_CONSTANTS
  bool nativeFits = false;        ///< an image with native constants fits the device
  bool emulatedFits = false;      ///< an image with emulated constants fits the device
  bool hasConstants = false;      ///< the images that fit have specialization constants
  std::string device;             ///< name of the device, for messages
  std::string targets;            ///< targets of all images, for messages
};

/// Returns NATIVE, EMULATED, TIERED or NONE. @p requested overrides the preference, which is
/// native.
///
///   image(s) that fit   device specializes   AUTO       NATIVE       EMULATED     TIERED
///   without constants   -                    none       none         none         none
///   native, emulated    yes                  native     native       emulated     tiered
///   native, emulated    no                   emulated   unsupported  emulated     emulated
///   native              yes                  native     native       unsupported  native
///   native              no                   unsupported
///   emulated            -                    emulated   unsupported  emulated     emulated
///   no image            -                    UR_RESULT_ERROR_INVALID_BINARY
///
/// "Unsupported" is UR_RESULT_ERROR_UNSUPPORTED_FEATURE. The message names device, images and
/// reason. TIERED is a wish: tiers differ in time only, so one form alone is enough.
Result<ursa_specialization_mode_t> decideMode(const DecisionFacts &facts,
                                              ursa_specialization_mode_t requested);

/// Returns the mode of the environment variable URSA_SPECIALIZATION, or @p requested if it is
/// unset. Returns UR_RESULT_ERROR_INVALID_VALUE for a word other than native, emulated, tiered
/// and auto.
Result<ursa_specialization_mode_t> requestedMode(ursa_specialization_mode_t requested);

} // namespace ursa::core::selection
