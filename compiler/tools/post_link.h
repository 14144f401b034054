// The implementation of ursa-post-link, without its command line: reads device IR; writes code,
// property sets and symbols of each image, and the file tables that name them.
#pragma once

#include "compiler/image/lowered_image.h"
#include "compiler/passes/split_module.h"

#include "llvm/Support/Error.h"

#include <optional>
#include <string>
#include <vector>

namespace ursa::compiler::tools {

struct PostLinkOptions {
  /// A file table to write, and its target, if any.
  struct Output {
    std::string target;
    std::string path; ///< "-" is standard output
  };

  std::string input;           ///< bitcode or text; "-" is standard input
  std::vector<Output> outputs; ///< at least one; they share the code files
  std::string folder;          ///< directory of the other files; empty: that of the table
  std::optional<format::ConstantMode> mode; ///< native or emulation; without it, constants stay
  passes::SplitOptions split;
  bool assembly = false; ///< write code as text
  bool codeOnly = false; ///< write the code of the only image, and no table
  bool symbols = false;  ///< write symbol files
  image::OptionalPropertySets properties;
  bool rejectEsimd = false;        ///< fail for kernels with explicit SIMD
  bool defaultValueImages = false; ///< also write each image with its defaults folded
};

/// Writes all files, or none if it fails. Leaks its IR to exit faster: call once per process.
llvm::Error runPostLink(const PostLinkOptions &options);

} // namespace ursa::compiler::tools
