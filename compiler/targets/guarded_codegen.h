// Code generation that survives LLVM failures: a backend's fatal errors, crashes, and errors
// reported to the context become an error of this image.
#pragma once

#include "compiler/targets/target.h"

#include "llvm/IR/LLVMContext.h"

#include <memory>

namespace ursa::compiler::targets {

/// A module and its own context.
struct OwnedModule {
  std::unique_ptr<llvm::LLVMContext> context;
  std::unique_ptr<llvm::Module> module;
};

/// Calls target.generateCode() for @p device, which is leaked if LLVM fails fatally. Errors begin
/// with file and line, and name the kernel, if LLVM or debug info have them. Thread-safe for
/// different targets.
llvm::Expected<TargetCode> guardedCodegen(const Target &target, OwnedModule device,
                                          format::ConstantMode mode);

} // namespace ursa::compiler::targets
