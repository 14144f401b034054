// Describes the kernels of a device module for the run time: arguments as OpenCL's kernel argument
// metadata and the IR's types tell them, the constants read, and the required work-group size.
#pragma once

#include "compiler/passes/spec_constants.h"
#include "llvm/IR/Module.h"

#include <optional>
#include <string>
#include <vector>

namespace ursa {

/// One kernel of an image.
struct KernelInfo {
  std::string name;
  std::string json;                         ///< value of the property in set "Ursa/kernels"
  std::optional<std::uint32_t> bufferIndex; ///< the specialization buffer's place, if there is one
};

/// The kernels of @p module in its order. Fails with a sentence that names the kernel and the
/// argument when one is of a type that cannot be passed, as a pipe.
llvm::Expected<std::vector<KernelInfo>> describeKernels(const llvm::Module &module,
                                                        const SpecConstantTable &constants);

} // namespace ursa
