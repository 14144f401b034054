// What the names of PTX tell the run time, and comments, each a line, about the rest.
#pragma once

namespace ursa::nvptx {

/// The name suffix of a kernel's form with a global offset as additional last argument.
inline constexpr char kWithOffsetSuffix[] = "_with_offset";

/// About an argument that is an image or a sampler: the kernel, the index, and the type in OpenCL C
/// follow, separated by spaces.
inline constexpr const char *kArgumentLine = "// ursa-argument ";

/// About a kernel whose form with a global offset was left out, and can be compiled later: its name
/// follows.
inline constexpr const char *kOffsetFormLine = "// ursa-offset-form ";

} // namespace ursa::nvptx
