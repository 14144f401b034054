// What the targets of ursa-post-link -o TARGET,FILE are known not to have, so that a target's table
// leaves out the images that could not be compiled for it or run there. As in DPC++, a target that
// the table does not know has everything.
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

namespace ursa {

/// What the code of an image needs of a device.
struct ImageRequirements {
  AspectSet aspects;
  std::set<std::uint32_t> subGroupSizes; ///< that functions require
};

llvm::Expected<ImageRequirements> requirementsOf(const llvm::Module &module);

/// What code with these requirements needs and @p target, as "nvptx64-sm_80" or
/// "intel_gpu_acm_g10", is known not to have: the end of a sentence that begins with a kernel's
/// name, as "uses fp64". Empty when nothing is missing.
std::string missingFrom(llvm::StringRef target, const ImageRequirements &requirements);

/// The aspects that @p target is known not to have.
AspectSet aspectsMissingFrom(llvm::StringRef target);

} // namespace ursa
