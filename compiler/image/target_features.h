// Features that the targets of ursa-post-link -o TARGET,FILE are known to lack, so that a target's
// table omits images that could not be compiled for it or run there. As in DPC++, an unknown target
// is assumed to have every feature.
#pragma once

#include "compiler/passes/device_requirements.h"

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

#include <cstdint>
#include <set>
#include <string>

namespace llvm {
class Module;
}

namespace ursa::compiler::image {

/// The device requirements of an image.
struct ImageRequirements {
  passes::AspectSet aspects;
  std::set<std::uint32_t> subGroupSizes; ///< required by functions
};

llvm::Expected<ImageRequirements> requirementsOf(const llvm::Module &module);

/// Returns the required features that @p target, such as "nvptx64-sm_80" or "intel_gpu_acm_g10", is
/// known to lack, as the end of a sentence that begins with a kernel's name: "uses fp64". Empty if
/// none is missing.
std::string missingFeatures(llvm::StringRef target, const ImageRequirements &requirements);

/// Returns the aspects that @p target is known to lack.
passes::AspectSet missingAspects(llvm::StringRef target);

} // namespace ursa::compiler::image
