// Folds native specialization constants, before any optimization.
//
//   %r = call i32 @_Z20__spirv_SpecConstantii(i32 3, i32 2)     ; id 3, default 2
//
// with the value 5 for id 3, uses of %r become 5; without one, 2. Composite calls,
// @...__spirv_SpecConstantComposite...(leaf, leaf, ...), are put together from their leaves.
#pragma once

#include "support/result.h"

#include <cstddef>
#include <cstdint>
#include <map>
#include <vector>

namespace llvm {
class Module;
}

namespace ursa::compiler::targets {

/// A specialization constant of a module.
struct ModuleConstant {
  uint32_t id = 0;
  uint32_t size = 0; ///< bytes of its value
};
/// Values by id.
using ModuleConstantValues = std::map<uint32_t, std::vector<std::byte>>;

/// Returns the constants that the module declares (named metadata `sycl.specialization-constants`)
/// or reads, ascending by id. Fails for a constant with two sizes or with a type that is not
/// scalar.
Result<std::vector<ModuleConstant>> listConstants(llvm::Module &module);

/// Folds every call. Values must have the sizes that listConstants returns; unknown ids are
/// ignored.
Result<void> foldConstants(llvm::Module &module, const ModuleConstantValues &values);

} // namespace ursa::compiler::targets
