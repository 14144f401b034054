// The control flow of a SPIR-V module: basic blocks, their edges, and the structured constructs
// that they are in.
//
//   %header: OpLoopMerge %merge %next        the loop: %header, %body, %next
//            OpBranch %body
//   %body:   OpSelectionMerge %join          the selection: %body, %then
//            OpBranchConditional ... %then %join
//   %then:   OpBranch %join
//   %join:   OpBranch %next
//   %next:   OpBranchConditional ... %header %merge
//   %merge:  ...
//
// A header names its merge block and its continue target, and precedes the blocks of its construct,
// as the specification requires. So one pass finds the construct of each block.
#pragma once

#include "spirv/instructions.h"

#include <unordered_map>

namespace ursa::spirv {

/// No block, or no loop.
inline constexpr size_t kNone = SIZE_MAX;

/// A basic block, as positions in ControlFlow::instructions.
struct BasicBlock {
  Id id = 0;
  size_t label = 0;
  size_t end = 0;              ///< its merge instruction, or its terminator if it has none
  size_t terminator = 0;       ///< its last instruction
  std::vector<Id> successors;  ///< labels, in the order of the terminator
  size_t loop = kNone;         ///< the innermost one, which is its own for a header
  uint32_t selectionDepth = 0; ///< the number of selections it is in, with its own
  bool hasMerge() const { return end != terminator; }
};

struct Loop {
  Id header = 0;
  Id merge = 0;
  Id continueTarget = 0;
  size_t parent = kNone;    ///< the innermost loop around it, or kNone
  size_t outermost = kNone; ///< the loop around it that is in no other; itself if there is none
  uint32_t depth = 1;       ///< the number of loops it is in, with itself
};

class ControlFlow {
public:
  /// Analyzes the functions of a module, whose words must outlive the result. Nothing if the words
  /// are not a module, or a block has no label or no terminator. Takes linear time.
  static std::optional<ControlFlow> of(std::span<const uint32_t> words);

  /// All instructions of functions, from the first OpFunction on.
  const std::vector<Instruction> &instructions() const { return instructions_; }
  size_t functionCount() const { return functionCount_; }
  /// In the order of the module.
  const std::vector<BasicBlock> &blocks() const { return blocks_; }
  /// Outer ones before inner ones.
  const std::vector<Loop> &loops() const { return loops_; }

  const Instruction &terminatorOf(const BasicBlock &block) const {
    return instructions_[block.terminator];
  }
  /// Returns OpLoopMerge, OpSelectionMerge, or OpNop for a block without a merge instruction.
  spv::Op mergeOf(const BasicBlock &block) const {
    return block.hasMerge() ? instructions_[block.end].op : spv::Op::OpNop;
  }
  /// Returns the loop that a block is in and that is in no other loop, or kNone.
  size_t outermostLoopOf(const BasicBlock &block) const {
    return block.loop == kNone ? kNone : loops_[block.loop].outermost;
  }
  /// Returns the loop whose merge block has this label, or kNone.
  size_t loopMergedAt(Id label) const;
  /// Returns the blocks that branch to a label, once for each branch.
  const std::vector<size_t> &predecessorsOf(Id label) const;

private:
  ControlFlow() = default;
  bool readBlocks();
  void readSuccessors(std::span<const uint32_t> words);
  void findConstructs();

  std::vector<Instruction> instructions_;
  size_t functionCount_ = 0;
  std::vector<BasicBlock> blocks_;
  std::vector<Loop> loops_;
  std::unordered_map<Id, size_t> loopsByMerge_;
  std::unordered_map<Id, std::vector<size_t>> predecessors_; ///< by label
};

} // namespace ursa::spirv
