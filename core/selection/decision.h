// The decision how specialization constants reach a device: one table, for one (images, device).
#pragma once

#include "core/support/result.h"

#include "ursa.h"

#include <string>

namespace ursa {

/// What is known of a device and of the images that are for it.
struct DecisionFacts {
  bool deviceSpecializes = false; ///< its own answer to PROGRAM_SET_SPECIALIZATION_CONSTANTS
  bool nativeFits = false;        ///< an image with native constants is for the device
  bool emulatedFits = false;      ///< an image with the emulation layout is for the device
  bool hasConstants = false;      ///< the images that fit have specialization constants
  std::string device;             ///< for the sentence: name of the device
  std::string targets;            ///< for the sentence: targets of all images
};

/// NATIVE, EMULATED or NONE. @p requested overrules the preference, which is native.
///
///   image(s) that fit   device specializes   AUTO       NATIVE       EMULATED
///   without constants   -                    none       none         none
///   native, emulated    yes                  native     native       emulated
///   native, emulated    no                   emulated   unsupported  emulated
///   native              yes                  native     native       unsupported
///   native              no                   unsupported
///   emulated            -                    emulated   unsupported  emulated
///   no image            -                    UR_RESULT_ERROR_INVALID_BINARY
///
/// Unsupported is UR_RESULT_ERROR_UNSUPPORTED_FEATURE. The sentence names device, images and
/// reason.
Result<ursa_specialization_mode_t> decideMode(const DecisionFacts &facts,
                                              ursa_specialization_mode_t requested);

/// The mode that the environment variable URSA_SPECIALIZATION asks for, else @p requested.
/// UR_RESULT_ERROR_INVALID_VALUE quotes a word that is none of native, emulated and auto.
Result<ursa_specialization_mode_t> requestedMode(ursa_specialization_mode_t requested);

} // namespace ursa
