// Making code when LLVM may give up over it: whatever a backend does to end the process - fatal
// errors, crashes, errors that it reports to the context - becomes an error of this image.
#pragma once

#include "compiler/targets/target.h"

#include "llvm/IR/LLVMContext.h"

#include <memory>

namespace ursa {

/// A module and the context that it alone lives in.
struct OwnedModule {
  std::unique_ptr<llvm::LLVMContext> context;
  std::unique_ptr<llvm::Module> module;
};

/// target.makeCode() of a module that it keeps, or abandons when LLVM gives up. The sentence of an
/// error begins with file and line, and names the kernel, where LLVM or debug info tell. Any number
/// of threads may call it at the same time, each with a target of its own.
llvm::Expected<TargetCode> guardedCodegen(const Target &target, OwnedModule device,
                                          SpecConstantMode mode);

} // namespace ursa
