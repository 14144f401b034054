// From one linked module to device images: split, then, for each image and target, lowered and
// compiled. Images are compiled in parallel, in processes; the result does not depend on how many
// are at once, nor on what of it came from the cache.
#pragma once

#include "compiler/frontend/progress.h"
#include "compiler/passes/split_module.h"
#include "compiler/targets/target.h"

#include "llvm/Support/Error.h"

#include <string>
#include <vector>

namespace ursa {

/// A target that images are made for, with the words that -Xursa-target gives it.
struct TargetRequest {
  std::string name;
  std::vector<std::string> arguments;
  /// Nobody asked for it by name: kernels that it cannot have are left out.
  bool isDefault = false;
};

struct ImageBuilderOptions {
  std::vector<TargetRequest> targets;
  SplitMode split = SplitMode::Auto;
  bool optimize = true;
  unsigned jobs = 1;       ///< images that are compiled at once
  std::string name;        ///< of an image that has neither one kernel nor one source
  std::string temps;       ///< what names of intermediate files begin with; empty: none are kept
  std::string cacheFolder; ///< of images; empty: none are kept
  std::string cachePolicy; ///< image_cache.h
  ProgressMode progress = ProgressMode::Auto;
};

struct BuiltImages {
  std::string container;    ///< all images: of the first target in the order of their kernels, then
                            ///< of the second
  std::size_t total = 0;    ///< images, one with native and emulated constants counted as one
  std::size_t compiled = 0; ///< those that did not come from the cache
  /// A sentence for each kernel that is left out for a default target.
  std::vector<std::string> notes;
};

/// Makes sure that all targets and their arguments are known. Fails with a sentence.
llvm::Error checkTargets(const ImageBuilderOptions &options);

/// Makes the images of @p linked, which is changed. Fails with the sentence of the first image
/// that fails, in the order of kernels, then of targets; for default targets only when all targets
/// refuse a kernel.
llvm::Expected<BuiltImages> buildImages(llvm::Module &linked, const ImageBuilderOptions &options);

} // namespace ursa
