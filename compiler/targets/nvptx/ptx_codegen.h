// Optimizes modules for NVPTX, and writes them as PTX. Used ahead of time and by the code generator
// of the CUDA adapter, which folds specialization constants before.
#pragma once

#include "llvm/IR/Module.h"
#include "llvm/Support/Error.h"

#include <memory>
#include <string>

namespace llvm {
class TargetMachine;
} // namespace llvm

namespace ursa::compiler::nvptx {

/// The first compute capability for which bitcode can be compiled, 10 times major plus minor.
inline constexpr unsigned kFirstNvptxCapability = 70;

/// Returns the newest processor that LLVM knows and a device of that compute capability (10 times
/// major plus minor) can run: "sm_90" for 90. Fails below kFirstNvptxCapability.
llvm::Expected<std::string> nvptxProcessor(unsigned computeCapability);

/// Which debugging information PTX has.
enum class NvptxDebugInfo {
  Lines, ///< where instructions come from in the source, for code that is optimized
  Full   ///< variables and types, too. PTX 7.0; the driver does not optimize such code
};

/// Creates the code generator for a processor such as "sm_70". Thread safe. Fails for one that LLVM
/// does not know; the error names it.
llvm::Expected<std::unique_ptr<llvm::TargetMachine>>
createNvptxMachine(const std::string &triple, const std::string &processor,
                   NvptxDebugInfo debugInfo = NvptxDebugInfo::Lines);

/// Removes debugging information but for lines.
void keepOnlyLines(llvm::Module &module);

/// Inlines and simplifies what does not depend on constants and processor, which saves time when
/// the module is compiled; without @p full, only removes what nothing uses.
void simplifyNvptx(llvm::Module &module, bool full);

/// Fully unrolls loops whose trip count became known when constants were folded.
void unrollNvptx(llvm::Module &module, llvm::TargetMachine &machine);

/// Optimizes for a processor; without @p full, as -O0 does.
void optimizeNvptx(llvm::Module &module, llvm::TargetMachine &machine, bool full);

llvm::Expected<std::string> emitPtx(llvm::Module &module, llvm::TargetMachine &machine);

} // namespace ursa::compiler::nvptx
