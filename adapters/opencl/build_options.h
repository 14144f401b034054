// Build options that a driver does not know. A program may be built for devices of several kinds
// with the same options, so that those for another compiler are left out and noted in the log, as
// other adapters do.
#pragma once

#include <functional>
#include <string>
#include <string_view>

#include <CL/cl.h>

namespace ursa::opencl {

/// Calls @p build with options until the driver takes them: all of them; then those that OpenCL
/// defines; then only @p required, which it must be given.
/// @return what the last call returned
cl_int buildWithOptions(const std::string &options, const std::string &required,
                        const std::function<cl_int(const char *)> &build);

/// The options that OpenCL defines, of a text with spaces between them.
std::string definedOptions(std::string_view options);

/// A line of the log for each option that was given and is not among those that were used.
std::string notesOfIgnored(std::string_view given, std::string_view used);

} // namespace ursa::opencl
