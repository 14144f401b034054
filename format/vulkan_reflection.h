// The file of a Vulkan image: its header, and the names of the JSON that describes its kernels
// (docs/formats/vulkan-image.md).
#pragma once

#include <cstddef>

namespace ursa::format::vulkan {

/// The header: the magic, the length of the reflection, and a checksum of what follows.
/// @{
inline constexpr char kImageMagic[] = {'U', 'R', 'S', 'A', 'V', 'K', '1', '\0'};
inline constexpr size_t kImageHeaderBytes = 16;
inline constexpr size_t kImageAlign = 8; ///< of the reflection and the body
/// @}

namespace reflection {

inline constexpr const char *kKernels = "kernels";
inline constexpr const char *kConstants = "constants"; ///< of the image; ids of those of a kernel
inline constexpr const char *kData = "data"; ///< the data segment; whether a kernel reads it
inline constexpr const char *kPrintf = "printf";
/// Members of what has a name or a place.
/// @{
inline constexpr const char *kName = "name";
inline constexpr const char *kId = "id";
inline constexpr const char *kOffset = "offset";
inline constexpr const char *kSize = "size";
/// @}
/// Members of a kernel.
/// @{
inline constexpr const char *kModule = "module";
inline constexpr const char *kArguments = "arguments"; ///< also the sizes of those of a format
inline constexpr const char *kArgumentBytes = "argumentBytes";
inline constexpr const char *kArgumentBuffer = "argumentBuffer";
inline constexpr const char *kLocalSize = "localSize";
inline constexpr const char *kSubGroupSize = "subGroupSize";
inline constexpr const char *kLocalBytes = "localBytes";
inline constexpr const char *kCapabilities = "capabilities";
/// @}
/// Members of an argument, and its kinds.
/// @{
inline constexpr const char *kKind = "kind";
inline constexpr const char *kLocal = "local";
inline constexpr const char *kPointer = "pointer";
inline constexpr const char *kValue = "value";
inline constexpr const char *kSpecId = "specId";
inline constexpr const char *kPointers = "pointers"; ///< offsets in a value
/// @}
/// Members of the data segment.
/// @{
inline constexpr const char *kAlign = "align";
inline constexpr const char *kRelocations = "relocations";
inline constexpr const char *kVariables = "variables";
/// @}
/// Members of printf.
/// @{
inline constexpr const char *kSlot = "slot";
inline constexpr const char *kFormats = "formats";
inline constexpr const char *kText = "text";
inline constexpr const char *kStrings = "strings";
/// @}

} // namespace reflection
} // namespace ursa::format::vulkan
