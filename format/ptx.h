// Names and comments in PTX that the run time reads (docs/COMPILER.md, "PTX").
#pragma once

#include <string_view>

namespace ursa::format::ptx {

/// The name suffix of a kernel's form with a global offset as additional last argument.
inline constexpr std::string_view kWithOffsetSuffix = "_with_offset";

/// The beginning of lines about arguments that are images or samplers: the kernel, the index, and
/// the type in OpenCL C follow, separated by blanks.
inline constexpr std::string_view kArgumentLine = "// ursa-argument ";

/// The beginning of lines that name a kernel whose form with a global offset is left out and can
/// be compiled later.
inline constexpr std::string_view kOffsetFormLine = "// ursa-offset-form ";

/// The beginning of lines about kernels that require a size of their sub-groups: the kernel and the
/// size follow, separated by a blank.
inline constexpr std::string_view kSubGroupSizeLine = "// ursa-sub-group-size ";

} // namespace ursa::format::ptx
