// Describes the kernels of a device module for the run time: arguments from OpenCL's kernel
// argument metadata and IR types, the constants read, and what it requires of a device.
#pragma once

#include "compiler/passes/spec_constants.h"
#include "llvm/IR/Module.h"

#include <optional>
#include <string>
#include <vector>

namespace ursa::compiler::image {

/// One kernel of an image.
struct KernelInfo {
  std::string name;
  std::string json;                         ///< value of the property in set "Ursa/kernels"
  std::optional<std::uint32_t> bufferIndex; ///< index of the specialization buffer argument, if any
};

/// Describes the kernels of @p module in its order. Fails if an argument has a type that cannot be
/// passed, such as a pipe; the error names the kernel and the argument.
llvm::Expected<std::vector<KernelInfo>> describeKernels(const llvm::Module &module,
                                                        const passes::SpecConstantTable &constants);

} // namespace ursa::compiler::image
