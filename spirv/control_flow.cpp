#include "spirv/control_flow.h"

#include "spirv/definitions.h"

#include <algorithm>
#include <utility>

namespace ursa::spirv {
namespace {

bool isTerminator(spv::Op op) {
  switch (op) {
  case spv::Op::OpBranch:
  case spv::Op::OpBranchConditional:
  case spv::Op::OpSwitch:
  case spv::Op::OpReturn:
  case spv::Op::OpReturnValue:
  case spv::Op::OpUnreachable:
    return true;
  default:
    return false;
  }
}

/// The labels of an OpSwitch, which stand behind literals as wide as the selector.
std::vector<Id> targetsOfSwitch(const Instruction &branch, const Definitions &definitions) {
  const Instruction selector = definitions.of(branch[1]);
  const Instruction type = definitions.of(selector.size() > 1 ? selector[1] : 0);
  const size_t stride = type.op == spv::Op::OpTypeInt && type[2] > 32 ? 3 : 2;
  std::vector<Id> targets;
  for (size_t at = 2; at < branch.size(); at += stride)
    targets.push_back(branch[at]);
  return targets;
}

} // namespace

std::optional<ControlFlow> ControlFlow::of(std::span<const uint32_t> words) {
  auto instructions = listInstructions(words);
  if (!instructions)
    return std::nullopt;
  ControlFlow flow;
  const auto isFunction = [](const Instruction &one) { return one.op == spv::Op::OpFunction; };
  flow.instructions_.assign(std::find_if(instructions->begin(), instructions->end(), isFunction),
                            instructions->end());
  if (!flow.readBlocks())
    return std::nullopt;
  flow.readSuccessors(words);
  flow.findConstructs();
  return flow;
}

size_t ControlFlow::loopMergedAt(Id label) const {
  const auto found = loopsByMerge_.find(label);
  return found == loopsByMerge_.end() ? kNone : found->second;
}

const std::vector<size_t> &ControlFlow::predecessorsOf(Id label) const {
  static const std::vector<size_t> none;
  const auto found = predecessors_.find(label);
  return found == predecessors_.end() ? none : found->second;
}

bool ControlFlow::readBlocks() {
  bool isInBlock = false;
  for (size_t i = 0; i < instructions_.size(); ++i) {
    const Instruction &instruction = instructions_[i];
    const bool isMerge =
        instruction.op == spv::Op::OpLoopMerge || instruction.op == spv::Op::OpSelectionMerge;
    functionCount_ += instruction.op == spv::Op::OpFunction;
    if (instruction.op == spv::Op::OpLabel) {
      if (std::exchange(isInBlock, true))
        return false;
      blocks_.push_back({.id = instruction[1], .label = i});
    } else if (isMerge || isTerminator(instruction.op)) {
      if (!isInBlock)
        return false;
      BasicBlock &block = blocks_.back();
      if (isMerge || block.end == 0)
        block.end = i;
      if (!isMerge)
        block.terminator = i;
      isInBlock = isMerge;
    }
  }
  return !isInBlock;
}

void ControlFlow::readSuccessors(std::span<const uint32_t> words) {
  std::optional<Definitions> definitions; // most modules have no OpSwitch
  for (size_t number = 0; number < blocks_.size(); ++number) {
    BasicBlock &block = blocks_[number];
    const Instruction &branch = terminatorOf(block);
    switch (branch.op) {
    case spv::Op::OpBranch:
      block.successors = {branch[1]};
      break;
    case spv::Op::OpBranchConditional:
      block.successors = {branch[2], branch[3]};
      break;
    case spv::Op::OpSwitch:
      if (!definitions)
        definitions.emplace(words);
      block.successors = targetsOfSwitch(branch, *definitions);
      break;
    default:
      break;
    }
    for (const Id successor : block.successors)
      predecessors_[successor].push_back(number);
  }
}

// The successors of a block are in its constructs, except merge blocks and continue targets, which
// their headers have named by then.
void ControlFlow::findConstructs() {
  struct Constructs {
    size_t loop = kNone;
    uint32_t selections = 0;
  };
  std::unordered_map<Id, Constructs> known; // by label
  for (BasicBlock &block : blocks_) {
    Constructs current = known[block.id];
    if (block.hasMerge()) {
      const Instruction &merge = instructions_[block.end];
      known.try_emplace(merge[1], current);
      if (merge.op == spv::Op::OpLoopMerge) {
        const size_t parent = current.loop;
        const Loop *around = parent == kNone ? nullptr : &loops_[parent];
        current.loop = loops_.size();
        loops_.push_back({.header = block.id,
                          .merge = merge[1],
                          .continueTarget = merge[2],
                          .parent = parent,
                          .outermost = around ? around->outermost : current.loop,
                          .depth = around ? around->depth + 1 : 1});
        loopsByMerge_.try_emplace(merge[1], current.loop);
        known.try_emplace(merge[2], current);
      } else {
        ++current.selections;
      }
    }
    block.loop = current.loop;
    block.selectionDepth = current.selections;
    for (const Id successor : block.successors)
      known.try_emplace(successor, current);
  }
}

} // namespace ursa::spirv
