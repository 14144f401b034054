// Reads IR from files and verifies it: like LLVM's functions, but damaged IR costs memory only in
// proportion to its size.
#pragma once

#include "llvm/Support/Error.h"
#include "llvm/Support/MemoryBufferRef.h"

#include <memory>
#include <string>

namespace llvm {
class LLVMContext;
class Module;
} // namespace llvm

namespace ursa::compiler::targets {

/// Parses bitcode, which is checked first (bitcode_check.h), or text. The caller verifies it.
llvm::Expected<std::unique_ptr<llvm::Module>> parseUntrustedIr(llvm::MemoryBufferRef bytes,
                                                               llvm::LLVMContext &context);

/// The same for a file; "-" is the standard input.
llvm::Expected<std::unique_ptr<llvm::Module>> parseUntrustedIrFile(const std::string &path,
                                                                   llvm::LLVMContext &context);

/// Returns why a module is not valid, or has sizes that cannot be compiled (module_sizes.h); empty
/// if neither. The text is cut after a few kilobytes: each instruction of a damaged module may be a
/// reason. Debug information is no reason if @p hasBrokenDebugInfo is given.
std::string reasonOfInvalidity(const llvm::Module &module, bool *hasBrokenDebugInfo = nullptr);

} // namespace ursa::compiler::targets
