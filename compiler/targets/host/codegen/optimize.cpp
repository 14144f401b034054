#include "compiler/targets/host/codegen/optimize.h"

#include "compiler/passes/narrow_indexes.h"
#include "compiler/targets/common/pass_managers.h"
#include "compiler/targets/common/unroll.h"
#include "compiler/targets/host/passes/constant_masks.h"

#include <llvm/IR/LegacyPassManager.h>
#include <llvm/IR/Module.h>
#include <llvm/Support/CommandLine.h>
#include <llvm/Support/SmallVectorMemoryBuffer.h>
#include <llvm/Target/TargetMachine.h>
#include <llvm/Transforms/Coroutines/CoroCleanup.h>
#include <llvm/Transforms/Coroutines/CoroEarly.h>
#include <llvm/Transforms/Coroutines/CoroSplit.h>
#include <llvm/Transforms/IPO/GlobalDCE.h>
#include <llvm/Transforms/InstCombine/InstCombine.h>
#include <llvm/Transforms/Scalar/ADCE.h>
#include <llvm/Transforms/Scalar/DeadStoreElimination.h>
#include <llvm/Transforms/Scalar/DivRemPairs.h>
#include <llvm/Transforms/Scalar/EarlyCSE.h>
#include <llvm/Transforms/Scalar/GVN.h>
#include <llvm/Transforms/Scalar/LICM.h>
#include <llvm/Transforms/Scalar/LoopPassManager.h>
#include <llvm/Transforms/Scalar/SROA.h>
#include <llvm/Transforms/Scalar/SimplifyCFG.h>

namespace ursa::host {
namespace {

// Leaves functions as they are that are marked `optnone`, which the managers of passes would not.
class SkipsUnoptimized {
protected:
  SkipsUnoptimized() {
    callbacks_.registerShouldRunOptionalPassCallback([](llvm::StringRef, llvm::Any code) {
      const auto *function = llvm::any_cast<const llvm::Function *>(&code);
      return !function || !(*function)->hasOptNone();
    });
  }

  llvm::PassInstrumentationCallbacks callbacks_;
};

// The pass managers of one pipeline run, for this CPU.
class Pipeline : private SkipsUnoptimized, public PassManagers {
public:
  explicit Pipeline(llvm::TargetMachine &machine, bool vectorizes = true)
      : PassManagers(&machine, tuning(vectorizes), &callbacks_) {}

private:
  static llvm::PipelineTuningOptions tuning(bool vectorizes) {
    llvm::PipelineTuningOptions options;
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
    constexpr llvm::StringLiteral kOption = "dag-maps-huge-region";
    const auto &options = llvm::cl::getRegisteredOptions();
    const auto found = options.find(kOption);
    if (found != options.end() && found->second->getNumOccurrences() == 0)
      found->second->addOccurrence(0, kOption, "100");
    return true;
  }();
  (void)once;
}

} // namespace

void simplifyItems(llvm::Module &module, llvm::TargetMachine &machine) {
  Pipeline pipeline(machine);
  const auto level = llvm::OptimizationLevel::O2;
  llvm::ModulePassManager passes;
  passes.addPass(llvm::GlobalDCEPass());
  passes.addPass(pipeline.builder.buildInlinerPipeline(level, llvm::ThinOrFullLTOPhase::None));
  llvm::FunctionPassManager unroll;
  addFullUnrolling(unroll);
  passes.addPass(llvm::createModuleToFunctionPassAdaptor(std::move(unroll)));
  const NarrowIndexes narrow(module);
  passes.run(module, pipeline.modules);
}

void splitCoroutines(llvm::Module &module, llvm::TargetMachine &machine) {
  Pipeline pipeline(machine);
  llvm::ModulePassManager passes;
  passes.addPass(llvm::CoroEarlyPass());
  passes.addPass(llvm::createModuleToPostOrderCGSCCPassAdaptor(llvm::CoroSplitPass(true)));
  passes.addPass(llvm::CoroCleanupPass());
  passes.run(module, pipeline.modules);
}

namespace {

// The item function was simplified before it was vectorized. These passes clean
// up after the vectorizer and the inlining of packs into loops.
void optimizePacks(llvm::Module &module, Pipeline &pipeline) {
  llvm::FunctionPassManager passes;
  const auto simplifyControlFlow = [] {
    return llvm::SimplifyCFGPass(llvm::SimplifyCFGOptions().convertSwitchRangeToICmp(true));
  };
  passes.addPass(llvm::SROAPass(llvm::SROAOptions::ModifyCFG));
  passes.addPass(llvm::EarlyCSEPass(/*UseMemorySSA=*/true));
  passes.addPass(simplifyControlFlow());
  // Before combinations read lanes that are not active, which hides what was stored there.
  passes.addPass(NarrowConstantMasks());
  passes.addPass(llvm::SROAPass(llvm::SROAOptions::ModifyCFG));
  passes.addPass(llvm::InstCombinePass());
  passes.addPass(simplifyControlFlow());
  llvm::LoopPassManager loops;
  loops.addPass(llvm::LICMPass(llvm::LICMOptions()));
  passes.addPass(llvm::createFunctionToLoopPassAdaptor(std::move(loops), /*UseMemorySSA=*/true));
  passes.addPass(llvm::GVNPass());
  passes.addPass(llvm::DSEPass());
  passes.addPass(llvm::EarlyCSEPass(/*UseMemorySSA=*/true));
  passes.addPass(llvm::InstCombinePass());
  passes.addPass(simplifyControlFlow());
  passes.addPass(llvm::ADCEPass());
  passes.addPass(llvm::DivRemPairsPass());
  // Once more, for masks that are known by now: LLVM 22 writes 64 bits where it stores one
  // truncated element of 32 under a constant mask on a processor with AVX-512.
  passes.addPass(NarrowConstantMasks());
  llvm::ModulePassManager all;
  all.addPass(llvm::GlobalDCEPass());
  all.addPass(llvm::createModuleToFunctionPassAdaptor(std::move(passes)));
  all.addPass(llvm::GlobalDCEPass());
  all.run(module, pipeline.modules);
}

} // namespace

void optimizeModule(llvm::Module &module, llvm::TargetMachine &machine, int level,
                    bool vectorizes) {
  Pipeline pipeline(machine, vectorizes);
  if (level == 2 && !vectorizes)
    return optimizePacks(module, pipeline);
  const llvm::OptimizationLevel levels[] = {
      llvm::OptimizationLevel::O0, llvm::OptimizationLevel::O1, llvm::OptimizationLevel::O2,
      llvm::OptimizationLevel::O3};
  llvm::ModulePassManager passes =
      level == 0 ? pipeline.builder.buildO0DefaultPipeline(levels[0])
                 : pipeline.builder.buildPerModuleDefaultPipeline(levels[level]);
  passes.addPass(llvm::createModuleToFunctionPassAdaptor(NarrowConstantMasks()));
  passes.run(module, pipeline.modules);
}

Result<std::unique_ptr<llvm::MemoryBuffer>> emitObject(llvm::Module &module,
                                                       llvm::TargetMachine &machine) {
  boundScheduling();
  llvm::SmallVector<char, 0> bytes;
  llvm::raw_svector_ostream stream(bytes);
  llvm::legacy::PassManager passes;
  llvm::MCContext *context = nullptr;
  if (machine.addPassesToEmitMC(passes, context, stream, /*DisableVerify=*/true))
    return makeError(UR_RESULT_ERROR_COMPILER_NOT_AVAILABLE,
                     "LLVM cannot emit machine code for '{}'.", machine.getTargetTriple().str());
  passes.run(module);
  return std::unique_ptr<llvm::MemoryBuffer>(
      std::make_unique<llvm::SmallVectorMemoryBuffer>(std::move(bytes), "kernels", false));
}

} // namespace ursa::host
