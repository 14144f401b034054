// Drops build options that a driver does not know. An application may build for devices of several
// kinds with the same options, so options for another compiler are dropped and listed in the build
// log, as other adapters do.
#pragma once

#include <functional>
#include <string>
#include <string_view>

#include <CL/cl.h>

namespace ursa::opencl {

/// Calls @p build with fewer and fewer options until it succeeds: all of them; then those that
/// OpenCL defines; then only @p required, which every call includes.
/// The calls have a large stack. @return what the last call returned; CL_OUT_OF_HOST_MEMORY if the
/// stack is small and the system starts no thread
cl_int buildWithOptions(const std::string &options, const std::string &required,
                        const std::function<cl_int(const char *)> &build);

/// Returns the options that OpenCL defines from a space-separated list.
std::string definedOptions(std::string_view options);

/// Returns a line for the build log for each option in @p given that @p used does not contain.
std::string ignoredOptionNotes(std::string_view given, std::string_view used);

} // namespace ursa::opencl
