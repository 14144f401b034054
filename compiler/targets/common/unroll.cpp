#include "compiler/targets/common/unroll.h"

#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/Instructions.h"
#include "llvm/Transforms/Scalar/LoopPassManager.h"
#include "llvm/Transforms/Scalar/LoopUnrollPass.h"

using namespace llvm;

namespace ursa::compiler::targets {
namespace {

// Returns the trip count of the loop multiplied by those of its inner loops; 0 if any is unknown.
unsigned totalRounds(const Loop &loop, ScalarEvolution &evolution) {
  unsigned inner = 1;
  for (const Loop *child : loop.getSubLoops()) {
    const unsigned rounds = totalRounds(*child, evolution);
    if (rounds == 0)
      return 0;
    inner = std::max(inner, rounds);
  }
  const unsigned own = evolution.getSmallConstantTripCount(&loop);
  return own == 0 || own > 4096 || inner > 4096 ? 0 : own * inner;
}

// All loops of C++ have a property that says that they end, and with -g their place.
bool isNeutral(const Metadata *property) {
  if (isa<DILocation>(property))
    return true;
  const auto *node = dyn_cast<MDNode>(property);
  const auto *name =
      node && node->getNumOperands() > 0 ? dyn_cast<MDString>(node->getOperand(0)) : nullptr;
  return name && name->getString() == "llvm.loop.mustprogress";
}

// Adds a property to a loop, unless it has others, such as an unroll directive of the kernel.
void addProperty(Loop &loop, ArrayRef<Metadata *> property) {
  LLVMContext &context = loop.getHeader()->getContext();
  SmallVector<Metadata *> properties = {nullptr};
  if (const MDNode *id = loop.getLoopID()) {
    for (const MDOperand &operand : drop_begin(id->operands())) {
      if (!isNeutral(operand))
        return;
      properties.push_back(operand);
    }
  }
  properties.push_back(MDNode::get(context, property));
  MDNode *id = MDNode::getDistinct(context, properties);
  id->replaceOperandWith(0, id);
  loop.setLoopID(id);
}

// Requests full unrolling of loops that stay small. The unroller's own limits suit code whose
// innermost loop is already the one to vectorize.
struct RequestUnrolling : PassInfoMixin<RequestUnrolling> {
  PreservedAnalyses run(Function &function, FunctionAnalysisManager &analyses) {
    constexpr unsigned kMostInstructions = 4096;
    auto &evolution = analyses.getResult<ScalarEvolutionAnalysis>(function);
    for (Loop *loop : analyses.getResult<LoopAnalysis>(function).getTopLevelLoops()) {
      size_t instructions = 0;
      for (const BasicBlock *block : loop->blocks())
        instructions += block->size();
      const unsigned rounds = totalRounds(*loop, evolution);
      if (rounds != 0 && rounds * instructions <= kMostInstructions)
        for (Loop *nested : loop->getLoopsInPreorder())
          request(*nested);
    }
    return PreservedAnalyses::all();
  }

  static void request(Loop &loop) {
    addProperty(loop, {MDString::get(loop.getHeader()->getContext(), "llvm.loop.unroll.full")});
  }
};

// Requests a number of copies of the body of each innermost loop that stays small with them.
struct RequestCopies : PassInfoMixin<RequestCopies> {
  PreservedAnalyses run(Function &function, FunctionAnalysisManager &analyses) {
    auto &evolution = analyses.getResult<ScalarEvolutionAnalysis>(function);
    for (Loop *loop : analyses.getResult<LoopAnalysis>(function).getLoopsInPreorder())
      if (const unsigned copies = loop->isInnermost() ? copiesOf(*loop, evolution) : 1;
          copies > 1) {
        LLVMContext &context = loop->getHeader()->getContext();
        auto *count = ConstantInt::get(Type::getInt32Ty(context), copies);
        addProperty(*loop, {MDString::get(context, "llvm.loop.unroll.count"),
                            ConstantAsMetadata::get(count)});
      }
    return PreservedAnalyses::all();
  }

  static unsigned copiesOf(const Loop &loop, ScalarEvolution &evolution) {
    constexpr unsigned kMostCopies = 8;
    constexpr unsigned kMostOfUnknown = 4; // where a second loop runs the rest
    constexpr size_t kMostInstructions = 256;
    if (loop.getExitingBlock() != loop.getLoopLatch() || !loop.getLoopLatch())
      return 1;
    size_t instructions = 0;
    for (const BasicBlock *block : loop.blocks())
      for (const Instruction &instruction : *block) {
        const auto *call = dyn_cast<CallBase>(&instruction);
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

void addFullUnrolling(FunctionPassManager &passes) {
  passes.addPass(RequestUnrolling());
  passes.addPass(createFunctionToLoopPassAdaptor(LoopFullUnrollPass(2)));
}

void addPartialUnrolling(FunctionPassManager &passes) {
  passes.addPass(RequestCopies());
  passes.addPass(
      LoopUnrollPass(LoopUnrollOptions(/*OptLevel=*/2, /*OnlyWhenForced=*/true).setRuntime(true)));
}

} // namespace ursa::compiler::targets
