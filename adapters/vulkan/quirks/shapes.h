// What toggles change in a module before a driver gets it. What needs memory of the device, or may
// fail, is not here: loop_guard.h, lane_guard.h.
#pragma once

#include "format/toggles.h"

#include <cstdint>
#include <span>
#include <vector>

namespace ursa::vulkan {

std::vector<uint32_t> shapedBy(const format::ToggleSet &toggles, std::span<const uint32_t> words);

} // namespace ursa::vulkan
