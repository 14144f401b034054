// ursa-post-link without its command line: device IR in; code, property sets and symbols of each
// image out, with file tables that name them.
#pragma once

#include "compiler/image/lowered_image.h"
#include "compiler/passes/split_module.h"

#include "llvm/Support/Error.h"

#include <optional>
#include <string>
#include <vector>

namespace ursa {

struct PostLinkOptions {
  /// A file table to write, and the target that it is for, if any.
  struct Output {
    std::string target;
    std::string path; ///< "-" is standard output
  };

  std::string input;                    ///< bitcode or text; "-" is standard input
  std::vector<Output> outputs;          ///< at least one; they share the files of the code
  std::string folder;                   ///< of the other files; empty: beside the table
  std::optional<SpecConstantMode> mode; ///< native or emulation; without it, constants stay
  SplitOptions split;
  bool assembly = false; ///< write code as text
  bool codeOnly = false; ///< the output is the code of the only image, and there is no table
  bool symbols = false;  ///< write symbol files
  OptionalPropertySets properties;
  bool refuseEsimd = false;  ///< kernels for explicit SIMD are an error
  bool defaultsTwin = false; ///< after each image with constants, one with their defaults folded in
};

/// Writes all files, or none when something fails: then with a sentence. Keeps its memory: a
/// process does this once.
llvm::Error runPostLink(const PostLinkOptions &options);

} // namespace ursa
