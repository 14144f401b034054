// See spirv_image.h.
#include "compiler/targets/spirv/spirv_image.h"

#include "compiler/passes/metadata_reader.h"
#include "compiler/targets/common/address_spaces.h"
#include "compiler/targets/common/pass_managers.h"
#include "compiler/targets/common/pointer_queries.h"
#include "compiler/targets/spirv/aggregates.h"
#include "compiler/targets/spirv/atomics.h"
#include "compiler/targets/spirv/backend.h"
#include "compiler/targets/spirv/builtin_calls.h"
#include "compiler/targets/spirv/canonical_order.h"
#include "compiler/targets/spirv/legalize.h"
#include "compiler/targets/spirv/pointer_builtins.h"
#include "compiler/targets/spirv/spirv_words.h"
#include "compiler/targets/spirv/support_check.h"
#include "compiler/targets/spirv/vector_printf.h"

#include "llvm/ADT/StringSwitch.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"

using namespace llvm;

namespace ursa {
namespace {

/// Legal instructions come first, since some are functions to be inlined, and last, since what
/// makes them fewer makes others. No instcombine: it makes nested extracts of aggregates, of which
/// the backend makes wrong code.
constexpr const char *kOptimize =
    "ursa-spirv-legalize,always-inline,globaldce,"
    "function(sroa<modify-cfg>,early-cse,simplifycfg,ursa-spirv-aggregates,sroa<modify-cfg>),"
    "ursa-spirv-legalize,strip-dead-prototypes";
/// Operands of calls that are constants are to be seen as such.
constexpr const char *kPrepare = "always-inline,function(sroa<preserve-cfg>)";
constexpr const char *kCleanup = "ursa-spirv-legalize,always-inline,globaldce,"
                                 "function(ursa-spirv-aggregates,sroa<preserve-cfg>),"
                                 "ursa-spirv-legalize,strip-dead-prototypes";

void runPipeline(Module &module, StringRef pipeline) {
  PassManagers managers;
  managers.builder.registerPipelineParsingCallback(
      [](StringRef name, ModulePassManager &passes, ArrayRef<PassBuilder::PipelineElement>) {
        if (name == "ursa-spirv-legalize")
          passes.addPass(SpirvLegalizePass());
        else if (name == "ursa-spirv-vector-printf")
          passes.addPass(SpirvVectorPrintfPass());
        else
          return false;
        return true;
      });
  managers.builder.registerPipelineParsingCallback(
      [](StringRef name, FunctionPassManager &passes, ArrayRef<PassBuilder::PipelineElement>) {
        if (name != "ursa-spirv-aggregates")
          return false;
        passes.addPass(SpirvAggregatesPass());
        return true;
      });
  managers.run(module, pipeline);
}

/// Functions that only kernels of this image call are nobody else's: without that the backend
/// exports them.
void makeHelpersInternal(Module &module) {
  for (Function &function : module)
    if (!function.isDeclaration() && function.getCallingConv() != CallingConv::SPIR_KERNEL &&
        !function.hasFnAttribute("sycl-module-id"))
      function.setLinkage(GlobalValue::InternalLinkage);
  for (const char *name : {"llvm.used", "llvm.compiler.used"})
    if (GlobalVariable *list = module.getGlobalVariable(name))
      list->eraseFromParent();
}

/// PoCL inlines whatever reads local ids or has barriers, and ends the process for what it must not
/// inline. Clang marks all functions so where it does not optimize.
void allowInlining(Module &module) {
  for (Function &function : module) {
    function.removeFnAttr(Attribute::NoInline);
    function.removeFnAttr(Attribute::OptimizeNone);
    for (Instruction &instruction : instructions(function))
      if (auto *call = dyn_cast<CallBase>(&instruction))
        call->removeFnAttr(Attribute::NoInline);
  }
}

/// What version 1.0 has no decoration for.
void dropLaterAttributes(Module &module) {
  for (Function &function : module)
    for (Argument &argument : function.args())
      argument.removeAttr(Attribute::Dereferenceable);
}

/// Execution modes of functions that a split or an optimization removed, which the backend reads
/// without looking.
void dropModesOfRemovedFunctions(Module &module) {
  NamedMDNode *modes = module.getNamedMetadata("spirv.ExecutionMode");
  if (!modes)
    return;
  SmallVector<MDNode *, 8> kept;
  for (MDNode *mode : modes->operands())
    if (MetadataNode(nullptr, modes->getName(), *mode).operand(0))
      kept.push_back(mode);
  modes->clearOperands();
  for (MDNode *mode : kept)
    modes->addOperand(mode);
  if (kept.empty())
    modes->eraseFromParent();
}

/// Has no branch lead to a block with phis twice, as a switch may: llvm-spirv-15 gives phis one
/// value for each block before them, where LLVM wants one for each way.
void partEqualTargets(Module &module) {
  for (Function &function : module)
    for (BasicBlock &block : make_early_inc_range(function)) {
      Instruction *branch = block.getTerminator();
      for (unsigned i = 0; i < branch->getNumSuccessors(); ++i) {
        BasicBlock *target = branch->getSuccessor(i);
        if (count(successors(branch), target) > 1 && isa<PHINode>(target->front()))
          SplitKnownCriticalEdge(branch, i,
                                 CriticalEdgeSplittingOptions().setMergeIdenticalEdges());
      }
    }
}

} // namespace

Expected<std::string> makeSpirvImage(Module &device, const SpirvOptions &options) {
  const bool known = StringSwitch<bool>(options.version)
                         .Cases({"1.0", "1.1", "1.2", "1.3", "1.4", "1.5", "1.6"}, true)
                         .Default(false);
  if (!known)
    return createStringError("The SPIR-V version '" + options.version +
                             "' is not known; 1.0 to 1.6 are.");
  makeHelpersInternal(device);
  allowInlining(device);
  if (options.version == "1.0")
    dropLaterAttributes(device);
  runPipeline(device, "ursa-spirv-vector-printf");
  if (Error error = hideBuiltinCalls(device))
    return error;
  runPipeline(device, kPrepare);
  lowerAtomicCalls(device);
  inferAddressSpaces(device);
  resolvePointerQueries(device);
  resolvePointerBuiltins(device);
  resolveAtomics(device);
  runPipeline(device, options.optimize ? kOptimize : kCleanup);
  dropModesOfRemovedFunctions(device);
  partEqualTargets(device);
  if (Error error = checkSpirvSupport(device))
    return error;
  writeAtomics(device);
  auto words = runSpirvBackend(device, Triple("spirv64v" + options.version + "-unknown-unknown"));
  if (!words)
    return words.takeError();
  auto written = SpirvModule::parse(*words);
  if (!written)
    return written.takeError();
  writeBuiltinCalls(*written);
  if (Error error = cleanSpirv(*written))
    return error;
  makeCanonical(*written);
  *words = written->words();
  if (Error error = validateSpirv(*words))
    return error;
  return std::string(reinterpret_cast<const char *>(words->data()),
                     words->size() * sizeof(std::uint32_t));
}

} // namespace ursa
