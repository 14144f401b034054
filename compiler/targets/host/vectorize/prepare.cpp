#include "compiler/targets/host/vectorize/prepare.h"

#include "compiler/passes/narrow_indexes.h"
#include "compiler/targets/common/free_values.h"
#include "compiler/targets/common/pass_managers.h"
#include "compiler/targets/common/reducible.h"
#include "compiler/targets/common/unroll.h"
#include "compiler/targets/host/vectorize/joined_values.h"
#include "compiler/targets/host/vectorize/lane_uniformity.h"

#include "llvm/Analysis/UniformityAnalysis.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"
#include "llvm/Target/TargetMachine.h"
#include "llvm/Transforms/InstCombine/InstCombine.h"
#include "llvm/Transforms/Scalar/ADCE.h"
#include "llvm/Transforms/Scalar/EarlyCSE.h"
#include "llvm/Transforms/Scalar/LoopPassManager.h"
#include "llvm/Transforms/Scalar/LoopRotation.h"
#include "llvm/Transforms/Scalar/SROA.h"
#include "llvm/Transforms/Scalar/Scalarizer.h"
#include "llvm/Transforms/Scalar/SimplifyCFG.h"
#include "llvm/Transforms/Scalar/StructurizeCFG.h"
#include "llvm/Transforms/Utils/Cloning.h"
#include "llvm/Transforms/Utils/LCSSA.h"
#include "llvm/Transforms/Utils/LoopSimplify.h"
#include "llvm/Transforms/Utils/LowerSwitch.h"
#include "llvm/Transforms/Utils/UnifyFunctionExitNodes.h"
#include "llvm/Transforms/Utils/UnifyLoopExits.h"

using namespace llvm;

namespace ursa::compiler::host {
namespace {

/// A kernel does not grow beyond this by inlining; calls that remain run lane by lane.
constexpr size_t kMaxInlinedInstructions = 20000;

CallInst *callToInline(Function &function) {
  for (Instruction &instruction : instructions(function))
    if (auto *call = dyn_cast<CallInst>(&instruction))
      if (Function *callee = call->getCalledFunction(); callee && callee != &function &&
                                                        !callee->isDeclaration() &&
                                                        !callee->hasFnAttribute("ursa-recursive"))
        return call;
  return nullptr;
}

void inlineCalls(Function &function) {
  while (function.getInstructionCount() < kMaxInlinedInstructions) {
    CallInst *call = callToInline(function);
    InlineFunctionInfo info;
    if (!call || !InlineFunction(*call, info).isSuccess())
      return;
  }
}

// An unreachable block may end the kernel: nothing runs it.
void endUnreachableBlocks(Function &function) {
  for (BasicBlock &block : function)
    if (auto *end = dyn_cast<UnreachableInst>(block.getTerminator())) {
      ReturnInst::Create(function.getContext(), nullptr, end->getIterator());
      end->eraseFromParent();
    }
}

// Returns whether elements of vectors mix more than whole vectors are computed: then each element
// becomes a vector of its lanes. Else whole vectors stay side by side, which needs no shuffles.
bool mixesElements(Function &function, UniformityInfo &uniformity) {
  size_t mixing = 0;
  size_t elementwise = 0;
  for (Instruction &instruction : instructions(function)) {
    if (!uniformity.isDivergent(&instruction))
      continue;
    if (const auto *extract = dyn_cast<ExtractElementInst>(&instruction))
      mixing += isa<LoadInst>(extract->getVectorOperand()) ? 0 : 1;
    else if (isa<ShuffleVectorInst, InsertElementInst>(instruction))
      ++mixing;
    else if (instruction.getType()->isVectorTy() && !isa<LoadInst>(instruction))
      ++elementwise;
  }
  return mixing * 2 > elementwise;
}

// Loads the elements of uniform vectors one by one: each is then spread over the lanes.
void splitUniformLoads(Function &function, const UniformityInfo &uniformity) {
  std::vector<LoadInst *> loads;
  for (Instruction &instruction : instructions(function)) {
    auto *load = dyn_cast<LoadInst>(&instruction);
    if (load && load->getType()->isVectorTy() && load->isSimple() &&
        !uniformity.isDivergent(load) && all_of(load->users(), [](const User *user) {
          const auto *extract = dyn_cast<ExtractElementInst>(user);
          return extract && isa<ConstantInt>(extract->getIndexOperand());
        }))
      loads.push_back(load);
  }
  const DataLayout &layout = function.getDataLayout();
  for (LoadInst *load : loads) {
    Type *type = load->getType()->getScalarType();
    const uint64_t bytes = layout.getTypeStoreSize(type).getFixedValue();
    if (layout.getTypeSizeInBits(type).getFixedValue() != bytes * 8)
      continue;
    for (User *user : make_early_inc_range(load->users())) {
      auto *extract = cast<ExtractElementInst>(user);
      const uint64_t offset = cast<ConstantInt>(extract->getIndexOperand())->getZExtValue() * bytes;
      IRBuilder<> builder(load);
      extract->replaceAllUsesWith(
          builder.CreateAlignedLoad(type,
                                    builder.CreateConstInBoundsGEP1_64(
                                        builder.getInt8Ty(), load->getPointerOperand(), offset),
                                    commonAlignment(load->getAlign(), offset)));
      extract->eraseFromParent();
    }
    load->eraseFromParent();
  }
}

} // namespace

void simplifyForLanes(Function &function, TargetMachine &machine, const VectorOptions &options) {
  inlineCalls(function);
  const passes::NarrowIndexes narrow(*function.getParent());
  targets::PassManagers managers(&machine);
  FunctionPassManager passes;
  passes.addPass(SROAPass(SROAOptions::ModifyCFG));
  passes.addPass(InstCombinePass());
  passes.addPass(EarlyCSEPass(/*UseMemorySSA=*/true));
  passes.addPass(SimplifyCFGPass());
  if (options.unroll) {
    passes.addPass(createFunctionToLoopPassAdaptor(LoopRotatePass()));
    passes.addPass(InstCombinePass());
    targets::addFullUnrolling(passes);
    passes.addPass(SROAPass(SROAOptions::PreserveCFG));
    passes.addPass(InstCombinePass());
    passes.addPass(EarlyCSEPass(/*UseMemorySSA=*/true));
    passes.addPass(SimplifyCFGPass());
  }
  passes.addPass(ADCEPass());
  passes.run(function, managers.functions);
  joinEqualValues(function);
  endUnreachableBlocks(function);
}

void structureForLanes(Function &function, LaneManagers &managers, const VectorOptions &options) {
  const passes::NarrowIndexes narrow(*function.getParent());
  FunctionPassManager passes;
  passes.addPass(LowerSwitchPass());
  passes.addPass(UnifyFunctionExitNodesPass());
  passes.addPass(LoopSimplifyPass());
  passes.addPass(targets::MakeReducible());
  passes.addPass(UnifyLoopExitsPass());
  passes.addPass(targets::MoveFreeValues());
  passes.addPass(StructurizeCFGPass(/*SkipUniformRegions=*/true));
  passes.addPass(InstCombinePass(InstCombineOptions().setMaxIterations(1)));
  passes.addPass(EarlyCSEPass(/*UseMemorySSA=*/true));
  if (options.scalarize &&
      mixesElements(function, managers.functions.getResult<UniformityInfoAnalysis>(function))) {
    ScalarizerPassOptions scalarizer;
    scalarizer.ScalarizeLoadStore = false;
    passes.addPass(ScalarizerPass(scalarizer));
    passes.addPass(EarlyCSEPass(/*UseMemorySSA=*/true));
    passes.addPass(ADCEPass());
  }
  passes.addPass(LoopSimplifyPass());
  passes.addPass(LCSSAPass());
  passes.run(function, managers.functions);
  if (options.scalarize) {
    splitUniformLoads(function, managers.functions.getResult<UniformityInfoAnalysis>(function));
    managers.functions.invalidate(function, PreservedAnalyses::none());
  }
}

} // namespace ursa::compiler::host
