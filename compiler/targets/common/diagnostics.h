// Diagnostics of LLVM as lines of a log.
#pragma once

#include <string>

namespace llvm {
class LLVMContext;
} // namespace llvm

namespace ursa::compiler::targets {

/// Makes the context append diagnostics of LLVM to @p log, as "error: ..." and "warning: ...";
/// otherwise LLVM prints them and exits on errors. The log must outlive the context.
void collectDiagnostics(llvm::LLVMContext &context, std::string &log);

} // namespace ursa::compiler::targets
