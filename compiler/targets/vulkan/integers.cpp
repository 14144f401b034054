// See integers.h.
#include "compiler/targets/vulkan/integers.h"

#include "compiler/targets/common/promote_integers.h"
#include "compiler/targets/vulkan/primitives.h"

using namespace llvm;

namespace ursa::vulkan {

PreservedAnalyses IntegersPass::run(Function &function, FunctionAnalysisManager &) {
  if (const Instruction *instruction = promoteIntegers(function))
    reportError(function, "uses an integer whose width SPIR-V does not have, in an instruction "
                          "that is not supported for it: " +
                              textOf(*instruction) + ".");
  return PreservedAnalyses::none();
}

} // namespace ursa::vulkan
