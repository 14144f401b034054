// Local variables of OpenCL are globals in section "ursa.local": one for each work-group, not one
// for the program. Each kernel gets the ones it uses at fixed offsets in its work-group's memory.
#pragma once

#include "compiler/targets/host/runtime/kernel_info.h"

#include <vector>

namespace llvm {
class Function;
class GlobalVariable;
class Module;
class Value;
} // namespace llvm

namespace ursa::jit {

std::vector<llvm::GlobalVariable *> localVariables(llvm::Module &module);

/// Replaces the function's uses of local variables by addresses relative to @p base, a pointer that
/// the function has at its entry. Returns the bytes that they take.
Result<uint64_t> placeLocalVariables(llvm::Function &function, llvm::Value &base);

} // namespace ursa::jit
