#include "compiler/targets/common/unroll.h"

#include <llvm/Analysis/LoopInfo.h>
#include <llvm/Analysis/ScalarEvolution.h>
#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/Instructions.h>
#include <llvm/Transforms/Scalar/LoopPassManager.h>
#include <llvm/Transforms/Scalar/LoopUnrollPass.h>

namespace ursa {
namespace {

// Returns the trip count of the loop multiplied by those of its inner loops; 0 if any is unknown.
unsigned totalRounds(const llvm::Loop &loop, llvm::ScalarEvolution &evolution) {
  unsigned inner = 1;
  for (const llvm::Loop *child : loop.getSubLoops()) {
    const unsigned rounds = totalRounds(*child, evolution);
    if (rounds == 0)
      return 0;
    inner = std::max(inner, rounds);
  }
  const unsigned own = evolution.getSmallConstantTripCount(&loop);
  return own == 0 || own > 4096 || inner > 4096 ? 0 : own * inner;
}

// All loops of C++ have a property that says that they end, and with -g their place.
bool isNeutral(const llvm::Metadata *property) {
  if (llvm::isa<llvm::DILocation>(property))
    return true;
  const auto *node = llvm::dyn_cast<llvm::MDNode>(property);
  const auto *name = node && node->getNumOperands() > 0
                         ? llvm::dyn_cast<llvm::MDString>(node->getOperand(0))
                         : nullptr;
  return name && name->getString() == "llvm.loop.mustprogress";
}

// Adds a property to a loop, unless it has others, such as an unroll directive of the kernel.
void addProperty(llvm::Loop &loop, llvm::ArrayRef<llvm::Metadata *> property) {
  llvm::LLVMContext &context = loop.getHeader()->getContext();
  llvm::SmallVector<llvm::Metadata *> properties = {nullptr};
  if (const llvm::MDNode *id = loop.getLoopID()) {
    for (const llvm::MDOperand &operand : llvm::drop_begin(id->operands())) {
      if (!isNeutral(operand))
        return;
      properties.push_back(operand);
    }
  }
  properties.push_back(llvm::MDNode::get(context, property));
  llvm::MDNode *id = llvm::MDNode::getDistinct(context, properties);
  id->replaceOperandWith(0, id);
  loop.setLoopID(id);
}

// Requests full unrolling of loops that stay small. The unroller's own limits suit code whose
// innermost loop is already the one to vectorize.
struct RequestUnrolling : llvm::PassInfoMixin<RequestUnrolling> {
  llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &analyses) {
    constexpr unsigned kMostInstructions = 4096;
    auto &evolution = analyses.getResult<llvm::ScalarEvolutionAnalysis>(function);
    for (llvm::Loop *loop : analyses.getResult<llvm::LoopAnalysis>(function).getTopLevelLoops()) {
      size_t instructions = 0;
      for (const llvm::BasicBlock *block : loop->blocks())
        instructions += block->size();
      const unsigned rounds = totalRounds(*loop, evolution);
      if (rounds != 0 && rounds * instructions <= kMostInstructions)
        for (llvm::Loop *nested : loop->getLoopsInPreorder())
          request(*nested);
    }
    return llvm::PreservedAnalyses::all();
  }

  static void request(llvm::Loop &loop) {
    addProperty(loop,
                {llvm::MDString::get(loop.getHeader()->getContext(), "llvm.loop.unroll.full")});
  }
};

// Requests a number of copies of the body of each innermost loop that stays small with them.
struct RequestCopies : llvm::PassInfoMixin<RequestCopies> {
  llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &analyses) {
    auto &evolution = analyses.getResult<llvm::ScalarEvolutionAnalysis>(function);
    for (llvm::Loop *loop : analyses.getResult<llvm::LoopAnalysis>(function).getLoopsInPreorder())
      if (const unsigned copies = loop->isInnermost() ? copiesOf(*loop, evolution) : 1;
          copies > 1) {
        llvm::LLVMContext &context = loop->getHeader()->getContext();
        auto *count = llvm::ConstantInt::get(llvm::Type::getInt32Ty(context), copies);
        addProperty(*loop, {llvm::MDString::get(context, "llvm.loop.unroll.count"),
                            llvm::ConstantAsMetadata::get(count)});
      }
    return llvm::PreservedAnalyses::all();
  }

  static unsigned copiesOf(const llvm::Loop &loop, llvm::ScalarEvolution &evolution) {
    constexpr unsigned kMostCopies = 8;
    constexpr unsigned kMostOfUnknown = 4; // where a second loop runs the rest
    constexpr size_t kMostInstructions = 256;
    if (loop.getExitingBlock() != loop.getLoopLatch() || !loop.getLoopLatch())
      return 1;
    size_t instructions = 0;
    for (const llvm::BasicBlock *block : loop.blocks())
      for (const llvm::Instruction &instruction : *block) {
        const auto *call = llvm::dyn_cast<llvm::CallBase>(&instruction);
        if (call && call->isConvergent())
          return 1;
        ++instructions;
      }
    const unsigned rounds = evolution.getSmallConstantTripCount(&loop);
    if (rounds == 0 && !evolution.hasLoopInvariantBackedgeTakenCount(&loop))
      return 1;
    unsigned copies = rounds == 0 ? kMostOfUnknown : kMostCopies;
    while (copies > 1 && (copies * instructions > kMostInstructions || rounds % copies != 0))
      copies /= 2;
    return copies;
  }
};

} // namespace

void addFullUnrolling(llvm::FunctionPassManager &passes) {
  passes.addPass(RequestUnrolling());
  passes.addPass(llvm::createFunctionToLoopPassAdaptor(llvm::LoopFullUnrollPass(2)));
}

void addPartialUnrolling(llvm::FunctionPassManager &passes) {
  passes.addPass(RequestCopies());
  passes.addPass(llvm::LoopUnrollPass(
      llvm::LoopUnrollOptions(/*OptLevel=*/2, /*OnlyWhenForced=*/true).setRuntime(true)));
}

} // namespace ursa
