// The description of a kernel in the property set kKernels: the names of its JSON
// (docs/formats/properties.md).
#pragma once

namespace ursa::format::kernel_description {

inline constexpr const char *kArguments = "args";
/// Members of an argument.
/// @{
inline constexpr const char *kName = "name";
inline constexpr const char *kKind = "kind";
inline constexpr const char *kSpace = "space";
inline constexpr const char *kType = "type";
inline constexpr const char *kSize = "size";
inline constexpr const char *kAlign = "align";
inline constexpr const char *kParameter = "parameter";        ///< that it is a part of
inline constexpr const char *kOffset = "offset";              ///< in the parameter
inline constexpr const char *kDeviceGlobal = "device_global"; ///< the name of the variable
/// @}
/// Kinds of arguments.
/// @{
inline constexpr const char *kValue = "value";
inline constexpr const char *kPointer = "pointer";
inline constexpr const char *kLocal = "local";
inline constexpr const char *kImage = "image";
inline constexpr const char *kSampler = "sampler";
/// @}
inline constexpr const char *kReads = "reads"; ///< ids of constants
inline constexpr const char *kWorkGroupSize = "reqd_work_group_size";
inline constexpr const char *kHierarchicalWorkGroupSize = "hierarchical_work_group_size";
inline constexpr const char *kSubGroupSize = "reqd_sub_group_size";
inline constexpr const char *kAspects = "aspects";
inline constexpr const char *kAspectUses = "aspect_uses"; ///< a text for each aspect

} // namespace ursa::format::kernel_description
