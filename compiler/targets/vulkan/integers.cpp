// See integers.h.
#include "compiler/targets/vulkan/integers.h"

#include "compiler/targets/common/promote_integers.h"
#include "compiler/targets/vulkan/primitives.h"

using namespace llvm;

namespace ursa::compiler::vulkan {

PreservedAnalyses IntegersPass::run(Function &function, FunctionAnalysisManager &) {
  if (const Instruction *instruction = targets::promoteIntegers(function))
    reportError(function, "uses an integer whose width SPIR-V does not have, in an instruction "
                          "that is not supported for it: " +
                              textOf(*instruction) + ".");
  return PreservedAnalyses::none();
}

} // namespace ursa::compiler::vulkan
