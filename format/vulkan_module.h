// Where the modules of a Vulkan image find what a launch gives them (docs/formats/vulkan-image.md).
#pragma once

#include <cstdint>

namespace ursa::format::vulkan {

/// Byte offsets in the push constants.
/// @{
inline constexpr uint32_t kPushOffset = 0; ///< global offset, three u32
inline constexpr uint32_t kPushWorkDim = 12;
inline constexpr uint32_t kPushGlobalSize = 16; ///< three u32
inline constexpr uint32_t kPushLaunchWord = 28; ///< for adapters; kernels do not read it
inline constexpr uint32_t kPushArgumentBuffer = 32;
inline constexpr uint32_t kPushData = 40; ///< address of the data segment
inline constexpr uint32_t kPushArguments = 48;
inline constexpr uint32_t kPushBytes = 128; ///< size of all
/// @}

/// First SpecIds.
/// @{
inline constexpr uint32_t kSpecLocalSize = 0;      ///< of the dispatch
inline constexpr uint32_t kSpecLaunchSize = 3;     ///< local size of the launch
inline constexpr uint32_t kSpecLocalArguments = 6; ///< bytes of arguments in local memory
inline constexpr uint32_t kSpecOffsetMask = 255;   ///< mask of the global offset
inline constexpr uint32_t kSpecConstants = 256;    ///< specialization constants of the program
/// @}

} // namespace ursa::format::vulkan
