// What printf of kernels wrote, as text. Kernels write records of words; the formats and the
// strings that they may print are in the image.
#pragma once

#include "adapters/vulkan/image.h"

namespace ursa::vulkan {

/// The text of records one after the other. What is no record ends it: kernels can write anywhere.
/// @param words behind the two that begin the buffer, as many as were used and fit
std::string formatPrintf(const ImagePrintf &printf, std::span<const uint32_t> words);

} // namespace ursa::vulkan
