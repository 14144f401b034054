// Builds device images from one linked module: splits it, then lowers and compiles each image for
// each target. Images are compiled in parallel processes. The result does not depend on the number
// of processes or on the state of the cache.
#pragma once

#include "compiler/frontend/progress.h"
#include "compiler/passes/split_module.h"
#include "compiler/targets/target.h"

#include "llvm/Support/Error.h"

#include <string>
#include <vector>

namespace ursa::compiler::frontend {

/// A target to compile for, with its arguments from -Xursa-target.
struct TargetRequest {
  std::string name;
  std::vector<std::string> arguments;
  /// The target is a default: a kernel that it does not support is a note, else a warning.
  bool isDefault = false;
};

struct ImageBuilderOptions {
  std::vector<TargetRequest> targets;
  passes::SplitMode split = passes::SplitMode::Auto;
  bool optimize = true;
  /// A kernel that a target which is no default does not support is an error.
  bool warningsAreErrors = false;
  format::ToggleOverrides toggles; ///< of all targets that have them
  unsigned jobs = 1;               ///< number of images compiled at once
  std::string name;                ///< name of an image with several kernels of several sources
  std::string tempPrefix;          ///< path prefix of intermediate files; empty: keep none
  std::vector<std::string> inputs; ///< files that intermediate files must not replace
  std::string cacheFolder;         ///< directory of the image cache; empty: no cache
  std::string cachePolicy;         ///< see ImageCache::prune
  ProgressMode progress = ProgressMode::Auto;
};

struct BuiltImages {
  std::string container; ///< all images: those of the first target in the order of their kernels,
                         ///< then those of the second
  std::size_t total = 0; ///< images; a native and emulated pair counts as one
  std::size_t compiled = 0; ///< images that did not come from the cache
  /// A message for each target that lacks something, and for each kernel that is left out for a
  /// default target.
  std::vector<std::string> notes;
  std::vector<std::string> warnings; ///< one for each kernel that is left out for another target
};

/// Checks that all targets and their arguments are valid.
llvm::Error checkTargets(const ImageBuilderOptions &options);

/// Builds the images of @p linked, which is modified. A kernel that some targets do not support is
/// left out of their images, and the other images tell why. Returns the error of the first image
/// that fails, in the order of kernels, then of targets, or of the first kernel that no target
/// supports.
llvm::Expected<BuiltImages> buildImages(llvm::Module &linked, const ImageBuilderOptions &options);

} // namespace ursa::compiler::frontend
