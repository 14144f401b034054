#include "compiler/targets/host/codegen/item_cost.h"

#include "llvm/ADT/PostOrderIterator.h"
#include "llvm/Analysis/AssumptionCache.h"
#include "llvm/Analysis/CFG.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/TargetLibraryInfo.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"

#include <map>
#include <optional>

using namespace llvm;

namespace ursa::compiler::host {
namespace {

constexpr uint64_t kMostInstructions = 1 << 20; ///< more count as unknown
constexpr uint64_t kMemoryAccess = 4;           ///< rarely in the first cache
constexpr uint64_t kOutsideCall = 100;          ///< a function of runtime_symbols.h, such as sin

using Cost = std::optional<uint64_t>; // nullopt: unknown

class ItemCost {
public:
  Cost of(Function &function) {
    // A function that is reached again while its callees are visited recurses.
    const auto [known, isNew] = known_.try_emplace(&function, std::nullopt);
    if (isNew)
      known->second = compute(function);
    return known->second; // references into a map stay valid
  }

private:
  Cost compute(Function &function) {
    DominatorTree tree(function);
    LoopInfo loops(tree);
    ReversePostOrderTraversal<Function *> order(&function);
    if (containsIrreducibleCFG<const BasicBlock *>(order, loops))
      return std::nullopt;
    const TargetLibraryInfoImpl libraryOfTarget(function.getParent()->getTargetTriple());
    TargetLibraryInfo library(libraryOfTarget);
    AssumptionCache assumptions(function);
    ScalarEvolution evolution(function, library, assumptions, tree, loops);
    uint64_t sum = 0;
    for (BasicBlock *block : order) {
      const Cost once = costOf(*block, loops.getLoopFor(block) != nullptr);
      if (!once)
        return std::nullopt;
      uint64_t cost = *once;
      for (Loop *loop = loops.getLoopFor(block); loop; loop = loop->getParentLoop()) {
        const unsigned trips = evolution.getSmallConstantMaxTripCount(loop);
        if (trips == 0 || cost > kMostInstructions / trips)
          return std::nullopt;
        cost *= trips;
      }
      sum += cost;
      if (sum > kMostInstructions)
        return std::nullopt;
    }
    return sum;
  }

  Cost costOf(BasicBlock &block, bool isInLoop) {
    uint64_t sum = 0;
    for (Instruction &instruction : block) {
      if (isInLoop && (instruction.isVolatile() || instruction.isAtomic()))
        return std::nullopt; // may wait for another thread
      uint64_t cost = instruction.mayReadOrWriteMemory() ? kMemoryAccess : 1;
      if (auto *call = dyn_cast<CallBase>(&instruction)) {
        const Cost ofCall = costOfCall(*call);
        if (!ofCall)
          return std::nullopt;
        cost = *ofCall;
      }
      sum += cost;
    }
    return sum;
  }

  Cost costOfCall(CallBase &call) {
    if (const auto *memory = dyn_cast<MemIntrinsic>(&call)) {
      const auto *length = dyn_cast<ConstantInt>(memory->getLength());
      constexpr uint64_t kBytes = 16; // of an instruction
      return length ? Cost(1 + std::min(length->getZExtValue() / kBytes, kMostInstructions))
                    : std::nullopt;
    }
    Function *callee = call.getCalledFunction();
    if (!callee || call.isInlineAsm())
      return std::nullopt;
    if (callee->isIntrinsic())
      return 1;
    if (!callee->isDeclaration())
      return of(*callee);
    const StringRef name = callee->getName();
    if (name.contains("printf") || name.starts_with("mem") || name == "bcmp")
      return std::nullopt; // they take as long as their arguments say
    return kOutsideCall;
  }

  std::map<Function *, Cost> known_;
};

} // namespace

uint64_t itemInstructions(Function &item) { return ItemCost().of(item).value_or(0); }

} // namespace ursa::compiler::host
