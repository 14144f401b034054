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

// Returns whether the inner loop starts at a value of the outer one, as the steps of a bitonic sort
// do: once the outer loop is unrolled, the number of its rounds may be known.
bool startsFromOuter(const Loop &inner, const Loop &outer) {
  for (const PHINode &start : inner.getHeader()->phis()) {
    const Value *value = nullptr;
    for (const BasicBlock *from : start.blocks())
      if (!inner.contains(from))
        value = start.getIncomingValueForBlock(from);
    const auto *operation = dyn_cast_or_null<Instruction>(value);
    if (isa_and_nonnull<BinaryOperator>(operation) && isa<Constant>(operation->getOperand(1)))
      value = operation->getOperand(0);
    if (const auto *phi = dyn_cast_or_null<PHINode>(value);
        phi && phi->getParent() == outer.getHeader())
      return true;
  }
  return false;
}

// Requests full unrolling of loops that stay small. The unroller's own limits suit code whose
// innermost loop is already the one to vectorize.
struct RequestUnrolling : PassInfoMixin<RequestUnrolling> {
  explicit RequestUnrolling(unsigned mostInstructions) : mostInstructions(mostInstructions) {}

  PreservedAnalyses run(Function &function, FunctionAnalysisManager &analyses) {
    auto &evolution = analyses.getResult<ScalarEvolutionAnalysis>(function);
    for (Loop *loop : analyses.getResult<LoopAnalysis>(function).getTopLevelLoops()) {
      size_t instructions = 0;
      for (const BasicBlock *block : loop->blocks())
        instructions += block->size();
      const unsigned rounds = totalRounds(*loop, evolution);
      if (rounds != 0 && rounds * instructions <= mostInstructions)
        for (Loop *nested : loop->getLoopsInPreorder())
          request(*nested);
      const unsigned own = evolution.getSmallConstantTripCount(loop);
      if (rounds == 0 && own != 0 && own * instructions <= mostInstructions &&
          all_of(loop->getSubLoops(),
                 [&](const Loop *inner) { return startsFromOuter(*inner, *loop); }))
        request(*loop);
    }
    return PreservedAnalyses::all();
  }

  static void request(Loop &loop) {
    addProperty(loop, {MDString::get(loop.getHeader()->getContext(), "llvm.loop.unroll.full")});
  }

  unsigned mostInstructions;
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
    constexpr size_t kMostInstructions = 512;
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

void addFullUnrolling(FunctionPassManager &passes, unsigned mostInstructions) {
  // The rounds of an inner loop can be known after the outer one is unrolled.
  for (int nesting = 0; nesting < 2; ++nesting) {
    passes.addPass(RequestUnrolling(mostInstructions));
    passes.addPass(createFunctionToLoopPassAdaptor(LoopFullUnrollPass(2)));
  }
}

void addPartialUnrolling(FunctionPassManager &passes) {
  passes.addPass(RequestCopies());
  passes.addPass(
      LoopUnrollPass(LoopUnrollOptions(/*OptLevel=*/2, /*OnlyWhenForced=*/true).setRuntime(true)));
}

} // namespace ursa::compiler::targets
