// What the targets of ursa-post-link -o TARGET,FILE are known not to have, so that a target's table
// leaves out the images that could not be compiled for it or run there. As in DPC++, a target that
// the table does not know has everything.
#pragma once

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

#include <cstdint>
#include <set>
#include <string>

namespace llvm {
class Module;
}

namespace ursa {

/// The optional features that the code of an image uses.
struct ImageRequirements {
  /// Aspects of SYCL by their names, as "fp64": what metadata `sycl_used_aspects` tells of
  /// functions, and what types and instructions show.
  std::set<std::string> aspects;
  std::set<std::uint32_t> subGroupSizes; ///< that kernels require
};

llvm::Expected<ImageRequirements> requirementsOf(const llvm::Module &module);

/// Whether code with these requirements may be for @p target, as "nvptx64-sm_80" or
/// "intel_gpu_acm_g10".
bool isForTarget(const ImageRequirements &requirements, llvm::StringRef target);

} // namespace ursa
