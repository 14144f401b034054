#include "compiler/targets/host/vectorize/prepare.h"

#include "compiler/passes/narrow_indexes.h"
#include "compiler/targets/common/free_values.h"
#include "compiler/targets/common/pass_managers.h"
#include "compiler/targets/common/reducible.h"
#include "compiler/targets/common/unroll.h"
#include "compiler/targets/host/vectorize/lane_uniformity.h"

#include <llvm/Analysis/UniformityAnalysis.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>
#include <llvm/Target/TargetMachine.h>
#include <llvm/Transforms/InstCombine/InstCombine.h>
#include <llvm/Transforms/Scalar/ADCE.h>
#include <llvm/Transforms/Scalar/EarlyCSE.h>
#include <llvm/Transforms/Scalar/LoopPassManager.h>
#include <llvm/Transforms/Scalar/LoopRotation.h>
#include <llvm/Transforms/Scalar/SROA.h>
#include <llvm/Transforms/Scalar/Scalarizer.h>
#include <llvm/Transforms/Scalar/SimplifyCFG.h>
#include <llvm/Transforms/Scalar/StructurizeCFG.h>
#include <llvm/Transforms/Utils/Cloning.h>
#include <llvm/Transforms/Utils/LCSSA.h>
#include <llvm/Transforms/Utils/LoopSimplify.h>
#include <llvm/Transforms/Utils/LowerSwitch.h>
#include <llvm/Transforms/Utils/UnifyFunctionExitNodes.h>
#include <llvm/Transforms/Utils/UnifyLoopExits.h>

namespace ursa::host {
namespace {

/// A kernel does not grow beyond this by inlining; calls that remain run lane by lane.
constexpr size_t kMaxInlinedInstructions = 20000;

llvm::CallInst *callToInline(llvm::Function &function) {
  for (llvm::Instruction &instruction : llvm::instructions(function))
    if (auto *call = llvm::dyn_cast<llvm::CallInst>(&instruction))
      if (llvm::Function *callee = call->getCalledFunction();
          callee && callee != &function && !callee->isDeclaration() &&
          !callee->hasFnAttribute("ursa-recursive"))
        return call;
  return nullptr;
}

void inlineCalls(llvm::Function &function) {
  while (function.getInstructionCount() < kMaxInlinedInstructions) {
    llvm::CallInst *call = callToInline(function);
    llvm::InlineFunctionInfo info;
    if (!call || !llvm::InlineFunction(*call, info).isSuccess())
      return;
  }
}

// An unreachable block may end the kernel: nothing runs it.
void endUnreachableBlocks(llvm::Function &function) {
  for (llvm::BasicBlock &block : function)
    if (auto *end = llvm::dyn_cast<llvm::UnreachableInst>(block.getTerminator())) {
      llvm::ReturnInst::Create(function.getContext(), nullptr, end->getIterator());
      end->eraseFromParent();
    }
}

// Returns whether elements of vectors mix more than whole vectors are computed: then each element
// becomes a vector of its lanes. Else whole vectors stay side by side, which needs no shuffles.
bool mixesElements(llvm::Function &function, llvm::UniformityInfo &uniformity) {
  size_t mixing = 0;
  size_t elementwise = 0;
  for (llvm::Instruction &instruction : llvm::instructions(function)) {
    if (!uniformity.isDivergent(&instruction))
      continue;
    if (const auto *extract = llvm::dyn_cast<llvm::ExtractElementInst>(&instruction))
      mixing += llvm::isa<llvm::LoadInst>(extract->getVectorOperand()) ? 0 : 1;
    else if (llvm::isa<llvm::ShuffleVectorInst, llvm::InsertElementInst>(instruction))
      ++mixing;
    else if (instruction.getType()->isVectorTy() && !llvm::isa<llvm::LoadInst>(instruction))
      ++elementwise;
  }
  return mixing * 2 > elementwise;
}

// Loads the elements of uniform vectors one by one: each is then spread over the lanes.
void splitUniformLoads(llvm::Function &function, const llvm::UniformityInfo &uniformity) {
  std::vector<llvm::LoadInst *> loads;
  for (llvm::Instruction &instruction : llvm::instructions(function)) {
    auto *load = llvm::dyn_cast<llvm::LoadInst>(&instruction);
    if (load && load->getType()->isVectorTy() && load->isSimple() &&
        !uniformity.isDivergent(load) && llvm::all_of(load->users(), [](const llvm::User *user) {
          const auto *extract = llvm::dyn_cast<llvm::ExtractElementInst>(user);
          return extract && llvm::isa<llvm::ConstantInt>(extract->getIndexOperand());
        }))
      loads.push_back(load);
  }
  const llvm::DataLayout &layout = function.getDataLayout();
  for (llvm::LoadInst *load : loads) {
    llvm::Type *type = load->getType()->getScalarType();
    const uint64_t bytes = layout.getTypeStoreSize(type).getFixedValue();
    if (layout.getTypeSizeInBits(type).getFixedValue() != bytes * 8)
      continue;
    for (llvm::User *user : llvm::make_early_inc_range(load->users())) {
      auto *extract = llvm::cast<llvm::ExtractElementInst>(user);
      const uint64_t offset =
          llvm::cast<llvm::ConstantInt>(extract->getIndexOperand())->getZExtValue() * bytes;
      llvm::IRBuilder<> builder(load);
      extract->replaceAllUsesWith(
          builder.CreateAlignedLoad(type,
                                    builder.CreateConstInBoundsGEP1_64(
                                        builder.getInt8Ty(), load->getPointerOperand(), offset),
                                    llvm::commonAlignment(load->getAlign(), offset)));
      extract->eraseFromParent();
    }
    load->eraseFromParent();
  }
}

} // namespace

void simplifyForLanes(llvm::Function &function, llvm::TargetMachine &machine,
                      const VectorOptions &options) {
  inlineCalls(function);
  const NarrowIndexes narrow(*function.getParent());
  PassManagers managers(&machine);
  llvm::FunctionPassManager passes;
  passes.addPass(llvm::SROAPass(llvm::SROAOptions::ModifyCFG));
  passes.addPass(llvm::InstCombinePass());
  passes.addPass(llvm::EarlyCSEPass(/*UseMemorySSA=*/true));
  passes.addPass(llvm::SimplifyCFGPass());
  if (options.unroll) {
    passes.addPass(llvm::createFunctionToLoopPassAdaptor(llvm::LoopRotatePass()));
    passes.addPass(llvm::InstCombinePass());
    addFullUnrolling(passes);
    passes.addPass(llvm::SROAPass(llvm::SROAOptions::PreserveCFG));
    passes.addPass(llvm::InstCombinePass());
    passes.addPass(llvm::EarlyCSEPass(/*UseMemorySSA=*/true));
    passes.addPass(llvm::SimplifyCFGPass());
  }
  passes.addPass(llvm::ADCEPass());
  passes.run(function, managers.functions);
  endUnreachableBlocks(function);
}

void structureForLanes(llvm::Function &function, LaneManagers &managers,
                       const VectorOptions &options) {
  const NarrowIndexes narrow(*function.getParent());
  llvm::FunctionPassManager passes;
  passes.addPass(llvm::LowerSwitchPass());
  passes.addPass(llvm::UnifyFunctionExitNodesPass());
  passes.addPass(llvm::LoopSimplifyPass());
  passes.addPass(MakeReducible());
  passes.addPass(llvm::UnifyLoopExitsPass());
  passes.addPass(MoveFreeValues());
  passes.addPass(llvm::StructurizeCFGPass(/*SkipUniformRegions=*/true));
  passes.addPass(llvm::InstCombinePass(llvm::InstCombineOptions().setMaxIterations(1)));
  passes.addPass(llvm::EarlyCSEPass(/*UseMemorySSA=*/true));
  if (options.scalarize &&
      mixesElements(function,
                    managers.functions.getResult<llvm::UniformityInfoAnalysis>(function))) {
    llvm::ScalarizerPassOptions scalarizer;
    scalarizer.ScalarizeLoadStore = false;
    passes.addPass(llvm::ScalarizerPass(scalarizer));
    passes.addPass(llvm::EarlyCSEPass(/*UseMemorySSA=*/true));
    passes.addPass(llvm::ADCEPass());
  }
  passes.addPass(llvm::LoopSimplifyPass());
  passes.addPass(llvm::LCSSAPass());
  passes.run(function, managers.functions);
  if (options.scalarize) {
    splitUniformLoads(function,
                      managers.functions.getResult<llvm::UniformityInfoAnalysis>(function));
    managers.functions.invalidate(function, llvm::PreservedAnalyses::none());
  }
}

} // namespace ursa::host
