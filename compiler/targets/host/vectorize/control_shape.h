// The masks of a structured kernel: which lanes run which block. Divergent branches must have one
// of two forms, which StructurizeCFG produces:
//
//   a triangle                       the latch of a loop
//     branch: br %c, then, join        latch: br %again, header, exit
//     then:   ...  br join             exit:  ...
//     join:   ...
//
// The mask of `then` is that of `branch` and the condition; `join` has the mask of `branch` again.
// A loop with a divergent latch has a mask of its own, the lanes that are still in the loop. All
// other blocks have the mask of their dominator.
#pragma once

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/Analysis/UniformityAnalysis.h"

#include <memory>
#include <string>
#include <vector>

namespace llvm {
class BasicBlock;
class DominatorTree;
class Function;
class Loop;
class LoopInfo;
class PostDominatorTree;
} // namespace llvm

namespace ursa::compiler::host {

/// A set of lanes that run together.
struct LaneMask {
  enum class Kind {
    Entry, ///< all work-items of the pack
    Loop,  ///< the lanes that are still in a loop
    Branch ///< the lanes that take a divergent branch
  };
  Kind kind = Kind::Entry;
  const LaneMask *parent = nullptr;   ///< a superset; null for Entry
  llvm::Loop *loop = nullptr;         ///< Loop: the loop
  llvm::BasicBlock *branch = nullptr; ///< Branch: the block that ends with the branch
  llvm::BasicBlock *target = nullptr; ///< Branch: the successor that runs with this mask
};

class ControlShape {
public:
  /// Analyses a function. problem() tells whether its control flow has the form above.
  ControlShape(llvm::Function &function, llvm::UniformityInfo &uniformity,
               llvm::DominatorTree &dominators, llvm::PostDominatorTree &postDominators,
               llvm::LoopInfo &loops);

  /// Empty, or why the control flow cannot be vectorized.
  const std::string &problem() const { return problem_; }

  const LaneMask &maskOf(const llvm::BasicBlock *block) const { return *masks_.at(block); }
  bool isDivergentBranch(const llvm::BasicBlock *block) const { return divergent_.contains(block); }
  bool isDivergentLoop(const llvm::Loop *loop) const { return divergentLoops_.contains(loop); }
  /// Returns the divergent loop that is left by the edge into this block; null if there is none.
  llvm::Loop *divergentLoopLeftInto(const llvm::BasicBlock *block) const;
  /// Returns whether a value that reaches the block from a predecessor belongs to a part of the
  /// lanes.
  bool joinsLanes(const llvm::BasicBlock *block) const;

private:
  void findDivergentLoops(const std::vector<llvm::BasicBlock *> &blocks);
  void assignMask(llvm::BasicBlock *block);
  void checkLoops();
  void checkPhis();
  void fail(const std::string &problem) {
    if (problem_.empty())
      problem_ = problem;
  }
  const LaneMask *add(LaneMask mask) {
    owned_.push_back(std::make_unique<LaneMask>(mask));
    return owned_.back().get();
  }

  llvm::DominatorTree &dominators_;
  llvm::PostDominatorTree &postDominators_;
  llvm::LoopInfo &loops_;
  llvm::DenseSet<const llvm::BasicBlock *> divergent_;
  llvm::DenseSet<const llvm::Loop *> divergentLoops_;
  llvm::DenseMap<const llvm::BasicBlock *, const LaneMask *> masks_;
  std::vector<std::unique_ptr<LaneMask>> owned_;
  std::string problem_;
};

} // namespace ursa::compiler::host
