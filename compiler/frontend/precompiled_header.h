// The headers of SYCL, precompiled for a pass of a SYCL source: parsing them takes most of its
// time. Kept in the folder of the image cache, or in one of the user. The host pass reads the
// integration header of its source behind them.
#pragma once

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"

#include <string>
#include <vector>

namespace ursa::compiler::frontend {

/// Where precompiled headers are kept.
struct HeaderCache {
  enum class Kind {
    Named,  ///< a folder that the user named, for headers and images
    OfUser, ///< that of all programs: a header is made at its second use, and old ones are removed
  };
  std::string folder; ///< empty: none
  Kind kind = Kind::Named;
};

/// Returns the folder of URSA_IMAGE_CACHE, else one in the user's folder of caches; none if
/// URSA_CACHE is 0.
HeaderCache defaultHeaderCache();

/// Returns <sycl/sycl.hpp> or <CL/sycl.hpp>, without brackets, if a source includes it before
/// anything that may change its meaning; empty if not. Comments, headers of the standard library
/// and of POSIX, include guards and tests of other macros that are not defined may stand before it.
/// The include may be in a header beside the source that begins so.
/// @param path of the source
/// @param text of the source
/// @param options of clang, which may define macros
llvm::StringRef firstSyclHeader(llvm::StringRef path, llvm::StringRef text,
                                llvm::ArrayRef<std::string> options);

/// Returns a precompiled header of SYCL, or an empty string if there is none, which is no error.
/// Makes it if it is missing or any file in it has changed. Processes may share the folder; while
/// one of them makes a header, others do without. Blocks.
/// @param compile command of clang with the options of a pass, without input and output
/// @param header path of the header
std::string precompiledHeader(const std::vector<std::string> &compile, const std::string &header,
                              const HeaderCache &cache);

} // namespace ursa::compiler::frontend
