// Queries of devices and their adapters for the choice of an image.
#pragma once

#include "support/result.h"

#include <string>
#include <vector>

namespace ursa::core::selection {

/// Appends the adapter's message about its last failure to an error.
Error withAdapterReason(Error error, ur_device_handle_t device);

/// Returns the name of a device, "?" if the query fails.
std::string deviceName(ur_device_handle_t device);

/// Returns whether a device accepts SPIR-V programs. Adapters may accept the target for any device,
/// so this queries the supported version; if the device does not report one, it trusts the adapter.
bool deviceTakesSpirv(ur_device_handle_t device);

/// Returns whether a device sets specialization constants of programs natively, from its answer to
/// UR_DEVICE_INFO_PROGRAM_SET_SPECIALIZATION_CONSTANTS. An OpenCL device must also accept SPIR-V,
/// because OpenCL specializes only SPIR-V, and an adapter may answer for the driver's interface.
bool deviceSpecializesPrograms(ur_device_handle_t device);

/// Returns whether urDeviceSelectBinary accepts a target, by Ursa's name or by the ABI's name.
bool deviceAccepts(ur_device_handle_t device, const std::string &target);

/// Returns why a device cannot run a kernel of an image for @p target with these @p requirements:
/// the adapter's message, or Ursa's. Empty if it can.
std::string missingRequirements(ur_device_handle_t device, const std::string &target,
                                const std::string &kernel, const std::string &requirements);

/// Returns the device's preferred target among several that it accepts: the answer of
/// urDeviceSelectBinary, or the first one if it fails.
size_t preferredTarget(ur_device_handle_t device, const std::vector<std::string> &targets);

} // namespace ursa::core::selection
