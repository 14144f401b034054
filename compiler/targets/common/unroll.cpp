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
    llvm::LLVMContext &context = loop.getHeader()->getContext();
    llvm::SmallVector<llvm::Metadata *> properties = {nullptr};
    if (const llvm::MDNode *id = loop.getLoopID()) {
      for (const llvm::MDOperand &operand : llvm::drop_begin(id->operands())) {
        if (!isNeutral(operand))
          return; // the kernel has an unroll directive
        properties.push_back(operand);
      }
    }
    properties.push_back(
        llvm::MDNode::get(context, {llvm::MDString::get(context, "llvm.loop.unroll.full")}));
    llvm::MDNode *id = llvm::MDNode::getDistinct(context, properties);
    id->replaceOperandWith(0, id);
    loop.setLoopID(id);
  }

  // All loops of C++ have a property that says that they end, and with -g their place.
  static bool isNeutral(const llvm::Metadata *property) {
    if (llvm::isa<llvm::DILocation>(property))
      return true;
    const auto *node = llvm::dyn_cast<llvm::MDNode>(property);
    const auto *name = node && node->getNumOperands() > 0
                           ? llvm::dyn_cast<llvm::MDString>(node->getOperand(0))
                           : nullptr;
    return name && name->getString() == "llvm.loop.mustprogress";
  }
};

} // namespace

void addFullUnrolling(llvm::FunctionPassManager &passes) {
  passes.addPass(RequestUnrolling());
  passes.addPass(llvm::createFunctionToLoopPassAdaptor(llvm::LoopFullUnrollPass(2)));
}

} // namespace ursa
