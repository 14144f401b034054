#include "compiler/targets/host/codegen/optimize.h"

#include "compiler/passes/narrow_indexes.h"
#include "compiler/targets/common/pass_managers.h"
#include "compiler/targets/common/unroll.h"
#include "compiler/targets/host/passes/constant_masks.h"
#include "compiler/targets/host/passes/pack_masks.h"
#include "compiler/targets/host/passes/parallel_regions.h"

#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/LegacyPassManager.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/SmallVectorMemoryBuffer.h"
#include "llvm/Target/TargetMachine.h"
#include "llvm/Transforms/Coroutines/CoroCleanup.h"
#include "llvm/Transforms/Coroutines/CoroEarly.h"
#include "llvm/Transforms/Coroutines/CoroSplit.h"
#include "llvm/Transforms/IPO/GlobalDCE.h"
#include "llvm/Transforms/InstCombine/InstCombine.h"
#include "llvm/Transforms/Scalar/ADCE.h"
#include "llvm/Transforms/Scalar/DeadStoreElimination.h"
#include "llvm/Transforms/Scalar/DivRemPairs.h"
#include "llvm/Transforms/Scalar/EarlyCSE.h"
#include "llvm/Transforms/Scalar/GVN.h"
#include "llvm/Transforms/Scalar/LICM.h"
#include "llvm/Transforms/Scalar/LoopPassManager.h"
#include "llvm/Transforms/Scalar/SROA.h"
#include "llvm/Transforms/Scalar/SimpleLoopUnswitch.h"
#include "llvm/Transforms/Scalar/SimplifyCFG.h"

using namespace llvm;

namespace ursa::compiler::host {
namespace {

// Leaves functions as they are that are marked `optnone`, which the managers of passes would not.
class SkipsUnoptimized {
protected:
  SkipsUnoptimized() {
    callbacks_.registerShouldRunOptionalPassCallback([](StringRef, Any code) {
      const auto *function = any_cast<const Function *>(&code);
      return !function || !(*function)->hasOptNone();
    });
  }

  PassInstrumentationCallbacks callbacks_;
};

// The pass managers of one pipeline run, for this CPU.
class Pipeline : private SkipsUnoptimized, public targets::PassManagers {
public:
  explicit Pipeline(TargetMachine &machine, bool vectorizes = true)
      : targets::PassManagers(&machine, tuning(vectorizes), &callbacks_) {}

private:
  static PipelineTuningOptions tuning(bool vectorizes) {
    PipelineTuningOptions options;
    options.LoopVectorization = vectorizes;
    options.SLPVectorization = vectorizes;
    options.LoopInterleaving = vectorizes;
    return options;
  }
};

/// Bounds the memory accesses that LLVM's schedulers compare with each other in a block. Their time
/// is more than quadratic in it, and LLVM's bound of 1,000 makes large vectorized kernels compile
/// three times as long.
void boundScheduling() {
  static const bool once = [] {
    constexpr StringLiteral kOption = "dag-maps-huge-region";
    const auto &options = cl::getRegisteredOptions();
    const auto found = options.find(kOption);
    if (found != options.end() && found->second->getNumOccurrences() == 0)
      found->second->addOccurrence(0, kOption, "100");
    return true;
  }();
  (void)once;
}

} // namespace

void simplifyItems(Module &module, TargetMachine &machine) {
  Pipeline pipeline(machine);
  const auto level = OptimizationLevel::O2;
  ModulePassManager passes;
  passes.addPass(GlobalDCEPass());
  passes.addPass(pipeline.builder.buildInlinerPipeline(level, ThinOrFullLTOPhase::None));
  FunctionPassManager unroll;
  targets::addFullUnrolling(unroll);
  passes.addPass(createModuleToFunctionPassAdaptor(std::move(unroll)));
  const passes::NarrowIndexes narrow(module);
  passes.run(module, pipeline.modules);
}

void splitCoroutines(Module &module, TargetMachine &machine) {
  Pipeline pipeline(machine);
  ModulePassManager passes;
  passes.addPass(CoroEarlyPass());
  passes.addPass(createModuleToPostOrderCGSCCPassAdaptor(CoroSplitPass(true)));
  passes.addPass(CoroCleanupPass());
  passes.run(module, pipeline.modules);
}

namespace {

/// Moves branches on what is the same in all packs of a group out of the loops over packs.
struct UnswitchPackLoop : PassInfoMixin<UnswitchPackLoop> {
  PreservedAnalyses run(Loop &loop, LoopAnalysisManager &analyses,
                        LoopStandardAnalysisResults &results, LPMUpdater &updater) {
    if (!findOptionMDForLoop(&loop, kPackLoop))
      return PreservedAnalyses::all();
    return SimpleLoopUnswitchPass(/*NonTrivial=*/true).run(loop, analyses, results, updater);
  }
};

struct UnswitchPackLoops : PassInfoMixin<UnswitchPackLoops> {
  PreservedAnalyses run(Function &function, FunctionAnalysisManager &analyses) {
    if (!function.hasFnAttribute(kGroupValues))
      return PreservedAnalyses::all();
    LoopPassManager loops;
    loops.addPass(LICMPass(LICMOptions()));
    loops.addPass(UnswitchPackLoop());
    loops.addPass(LICMPass(LICMOptions()));
    FunctionPassManager passes;
    passes.addPass(createFunctionToLoopPassAdaptor(std::move(loops), /*UseMemorySSA=*/true));
    passes.addPass(SimplifyCFGPass());
    return passes.run(function, analyses);
  }
};

// The item function was simplified before it was vectorized. These passes clean
// up after the vectorizer and the inlining of packs into loops.
void optimizePacks(Module &module, Pipeline &pipeline) {
  FunctionPassManager passes;
  const auto simplifyControlFlow = [] {
    return SimplifyCFGPass(SimplifyCFGOptions().convertSwitchRangeToICmp(true));
  };
  passes.addPass(SROAPass(SROAOptions::ModifyCFG));
  passes.addPass(EarlyCSEPass(/*UseMemorySSA=*/true));
  passes.addPass(simplifyControlFlow());
  // Before combinations read lanes that are not active, which hides what was stored there.
  passes.addPass(NarrowConstantMasks());
  passes.addPass(SROAPass(SROAOptions::ModifyCFG));
  passes.addPass(InstCombinePass());
  passes.addPass(simplifyControlFlow());
  passes.addPass(UnswitchPackLoops());
  passes.addPass(SimplifyPackMasks());
  passes.addPass(NarrowConstantMasks());
  LoopPassManager loops;
  loops.addPass(LICMPass(LICMOptions()));
  passes.addPass(createFunctionToLoopPassAdaptor(std::move(loops), /*UseMemorySSA=*/true));
  passes.addPass(GVNPass());
  passes.addPass(DSEPass());
  passes.addPass(EarlyCSEPass(/*UseMemorySSA=*/true));
  passes.addPass(InstCombinePass());
  passes.addPass(simplifyControlFlow());
  passes.addPass(ADCEPass());
  passes.addPass(DivRemPairsPass());
  // Once more, for masks that are known by now: LLVM 22 writes 64 bits where it stores one
  // truncated element of 32 under a constant mask on a processor with AVX-512.
  passes.addPass(NarrowConstantMasks());
  ModulePassManager all;
  all.addPass(GlobalDCEPass());
  all.addPass(createModuleToFunctionPassAdaptor(std::move(passes)));
  all.addPass(GlobalDCEPass());
  all.run(module, pipeline.modules);
}

} // namespace

void optimizeModule(Module &module, TargetMachine &machine, int level, bool vectorizes) {
  Pipeline pipeline(machine, vectorizes);
  if (level == 2 && !vectorizes)
    return optimizePacks(module, pipeline);
  const OptimizationLevel levels[] = {OptimizationLevel::O0, OptimizationLevel::O1,
                                      OptimizationLevel::O2, OptimizationLevel::O3};
  ModulePassManager passes = level == 0
                                 ? pipeline.builder.buildO0DefaultPipeline(levels[0])
                                 : pipeline.builder.buildPerModuleDefaultPipeline(levels[level]);
  passes.addPass(createModuleToFunctionPassAdaptor(NarrowConstantMasks()));
  passes.run(module, pipeline.modules);
}

Result<std::unique_ptr<MemoryBuffer>> emitObject(Module &module, TargetMachine &machine) {
  boundScheduling();
  SmallVector<char, 0> bytes;
  raw_svector_ostream stream(bytes);
  legacy::PassManager passes;
  MCContext *context = nullptr;
  if (machine.addPassesToEmitMC(passes, context, stream, /*DisableVerify=*/true))
    return makeError(UR_RESULT_ERROR_COMPILER_NOT_AVAILABLE,
                     "LLVM cannot emit machine code for '{}'.", machine.getTargetTriple().str());
  passes.run(module);
  return std::unique_ptr<MemoryBuffer>(
      std::make_unique<SmallVectorMemoryBuffer>(std::move(bytes), "kernels", false));
}

} // namespace ursa::compiler::host
