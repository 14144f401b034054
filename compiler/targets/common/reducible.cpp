// See reducible.h.
#include "compiler/targets/common/reducible.h"

#include "llvm/ADT/DepthFirstIterator.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Analysis/CycleAnalysis.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/Instructions.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/FixIrreducible.h"

using namespace llvm;

namespace ursa::compiler::targets {
namespace {

std::vector<const Cycle *> irreducibleCycles(const CycleInfo &cycles) {
  std::vector<const Cycle *> found;
  for (const Cycle *top : cycles.toplevel_cycles())
    for (const Cycle *cycle : depth_first(top))
      if (!cycle->isReducible())
        found.push_back(cycle);
  return found;
}

/// An edge of a control flow graph: a terminator and the index of a successor.
using Edge = std::pair<Instruction *, unsigned>;

/// Returns the edges to entries of a cycle that FixIrreducible does not handle.
std::vector<Edge> edgesToSplit(const Cycle &cycle) {
  std::vector<Edge> edges;
  for (BasicBlock *entry : cycle.entries())
    for (BasicBlock *from : predecessors(entry)) {
      Instruction *end = from->getTerminator();
      const bool isBesideHeader = entry != cycle.getHeader() && cycle.contains(from) &&
                                  is_contained(successors(from), cycle.getHeader());
      const bool isTwice = end->getNumSuccessors() > 1 && from->getUniqueSuccessor();
      if (isa<BranchInst>(end) && !isBesideHeader && !isTwice)
        continue;
      for (unsigned i = 0; i < end->getNumSuccessors(); ++i)
        if (end->getSuccessor(i) == entry)
          edges.emplace_back(end, i);
    }
  return edges;
}

} // namespace

PreservedAnalyses MakeReducible::run(Function &function, FunctionAnalysisManager &analyses) {
  const std::vector<const Cycle *> cycles =
      irreducibleCycles(analyses.getResult<CycleAnalysis>(function));
  if (cycles.empty())
    return PreservedAnalyses::all();
  std::vector<Edge> edges;
  for (const Cycle *cycle : cycles)
    append_range(edges, edgesToSplit(*cycle));
  // An edge that was split before is not critical any more.
  for (const auto &[end, successor] : edges)
    SplitCriticalEdge(end, successor, CriticalEdgeSplittingOptions().setMergeIdenticalEdges());
  analyses.invalidate(function, PreservedAnalyses::none());
  FixIrreduciblePass().run(function, analyses);
  return PreservedAnalyses::none();
}

} // namespace ursa::compiler::targets
