// How deep the control flow of a kernel nests: some drivers ignore what is deeper than they expect,
// and compute wrong results.
#pragma once

#include <cstdint>
#include <span>

namespace ursa::vulkan {

/// The largest depth of nested selections, or of nested loops. A branch out of a loop counts as a
/// selection. 0 if the words are not a module.
uint32_t nestingOf(std::span<const uint32_t> words);

} // namespace ursa::vulkan
