// The headers of SYCL, precompiled for a pass of a SYCL source: parsing them takes most of its
// time. Kept in the folder of the image cache. The host pass reads the integration header of its
// source behind them.
#pragma once

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"

#include <string>
#include <vector>

namespace ursa::compiler::frontend {

/// Returns whether a source includes <sycl/sycl.hpp> before anything that may change its meaning:
/// comments, headers of the standard library, include guards and tests of other macros that are not
/// defined may stand before it. The include may be in a header beside the source that begins so.
/// @param path of the source
/// @param text of the source
/// @param options of clang, which may define macros
bool beginsWithSyclHeader(llvm::StringRef path, llvm::StringRef text,
                          llvm::ArrayRef<std::string> options);

/// Returns a precompiled <sycl/sycl.hpp>, or an empty string if there is none, which is no error.
/// Makes it if it is missing or any file in it has changed. Processes may share the folder; while
/// one of them makes a header, others do without. Blocks.
/// @param compile command of clang with the options of a pass, without input and output
/// @param header path of sycl/sycl.hpp
/// @param folder of the cache
std::string precompiledHeader(const std::vector<std::string> &compile, const std::string &header,
                              const std::string &folder);

} // namespace ursa::compiler::frontend
