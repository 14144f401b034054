// How deep the control flow of a kernel nests: there are drivers that ignore what is deeper than
// they expect, and compute wrong results.
#pragma once

#include <cstdint>
#include <span>

namespace ursa::vulkan {

/// The largest number of selections, or of loops, that are inside of each other. A branch out of a
/// loop counts as a selection. 0 when the words are no module.
uint32_t nestingOf(std::span<const uint32_t> words);

} // namespace ursa::vulkan
