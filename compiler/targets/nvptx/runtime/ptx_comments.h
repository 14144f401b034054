// Comments of PTX that tell the run time what PTX itself does not. Each is a line.
#pragma once

namespace ursa::nvptx {

/// About an argument that is an image or a sampler: the kernel, the index, and the type in OpenCL C
/// follow, separated by spaces.
inline constexpr const char *kArgumentLine = "// ursa-argument ";

/// About a kernel whose form with a global offset was left out, and can be compiled later: its name
/// follows.
inline constexpr const char *kOffsetFormLine = "// ursa-offset-form ";

} // namespace ursa::nvptx
