// What devices and their adapters say about themselves when an image is chosen for them.
#pragma once

#include "core/support/result.h"

#include <string>
#include <vector>

namespace ursa {

/// The adapter's own sentence about its last failure, appended to an error.
Error withAdapterReason(Error error, ur_device_handle_t device);

/// A device's name, "?" when it does not tell.
std::string deviceName(ur_device_handle_t device);

/// Whether a device takes programs in SPIR-V. Adapters may accept the target for any device, so
/// that it is asked for the version that it takes; one that does not tell is believed to.
bool deviceTakesSpirv(ur_device_handle_t device);

/// Whether a device sets specialization constants of programs itself: its own answer to
/// UR_DEVICE_INFO_PROGRAM_SET_SPECIALIZATION_CONSTANTS. OpenCL specializes SPIR-V only, and an
/// adapter may answer for the driver's interface, so that a device of OpenCL must also take SPIR-V.
bool deviceSpecializesPrograms(ur_device_handle_t device);

/// Whether urDeviceSelectBinary accepts a target, by our name or by the one that the ABI has for
/// it.
bool deviceAccepts(ur_device_handle_t device, const std::string &target);

/// Why a device cannot run a kernel of an image for a target, whose requirements are
/// @p requirements: the adapter's sentence, or one of ours. Empty when it can.
std::string whyNotRunnable(ur_device_handle_t device, const std::string &target,
                           const std::string &kernel, const std::string &requirements);

/// Which of several targets that a device accepts it would rather have: what urDeviceSelectBinary
/// answers; the first when it does not.
size_t preferredTarget(ur_device_handle_t device, const std::vector<std::string> &targets);

} // namespace ursa
