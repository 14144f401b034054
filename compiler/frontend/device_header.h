// The headers of SYCL, precompiled for the device pass: parsing them takes most of its time. Kept
// in the folder of the image cache. The host pass has an integration header before them, which is
// another for each source.
#pragma once

#include "llvm/ADT/StringRef.h"

#include <string>
#include <vector>

namespace ursa {

/// Returns whether a source includes <sycl/sycl.hpp> before it includes or defines anything else.
bool beginsWithSyclHeader(llvm::StringRef source);

/// Returns a precompiled <sycl/sycl.hpp>, or an empty string if there is none, which is no error.
/// Makes it if it is missing or any file in it has changed. Processes may share the folder; while
/// one of them makes a header, others do without. Blocks.
/// @param compile command of clang with the options of a device pass, without input and output
/// @param header path of sycl/sycl.hpp
/// @param folder of the cache
std::string precompiledHeader(const std::vector<std::string> &compile, const std::string &header,
                              const std::string &folder);

} // namespace ursa
