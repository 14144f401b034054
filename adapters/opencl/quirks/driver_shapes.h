// The changes of a SPIR-V module that the driver of a device needs, by the device's toggles.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

struct ur_device_handle_t_;

namespace ursa::opencl {

/// Returns the module as the driver gets it: words themselves, without a copy, if the device needs
/// no change.
/// @param words a module whose header and instruction lengths are valid (Module::parse checks them)
/// @param changed holds the module if it is changed, and must outlive the result
std::span<const uint32_t> inDriversShape(const ur_device_handle_t_ &device,
                                         std::span<const uint32_t> words,
                                         std::vector<uint32_t> &changed);

} // namespace ursa::opencl
