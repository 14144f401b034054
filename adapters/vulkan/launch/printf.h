// Formats the output of printf in kernels. Kernels write records of words; the image holds the
// formats and the strings that they may print.
#pragma once

#include "adapters/vulkan/program/image.h"

namespace ursa::vulkan {

/// Formats consecutive records. An invalid record ends the text, because kernels can write
/// anywhere.
/// @param words after the two at the start of the buffer, as many as were used and fit
std::string formatPrintf(const ImagePrintf &printf, std::span<const uint32_t> words);

} // namespace ursa::vulkan
