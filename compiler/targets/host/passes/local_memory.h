// Local variables of OpenCL are globals in section "ursa.local", with one instance per work-group.
// Each kernel has the ones that it uses at fixed offsets in its work-group's memory.
#pragma once

#include "format/host/kernel_info.h"
#include "support/result.h"

#include <vector>

namespace llvm {
class Function;
class GlobalVariable;
class Module;
class Value;
} // namespace llvm

namespace ursa::compiler::host {

struct Kernel;

std::vector<llvm::GlobalVariable *> localVariables(llvm::Module &module);

/// Replaces uses of local variables in the function by addresses relative to @p base, a pointer
/// that is available at its entry. Returns the total size of the variables in bytes.
Result<uint64_t> placeLocalVariables(llvm::Function &function, llvm::Value &base);

/// Marks the parameters of a pack that point to local memory: no other pointer leads there. Must
/// not be done while there are barriers, which LLVM would then think do not change it.
void markLocalMemory(llvm::Function &pack, const Kernel &kernel);

} // namespace ursa::compiler::host
