// See control_flow.h.
#include "compiler/targets/vulkan/control_flow.h"

#include "spirv/grammar.h"

#include <algorithm>

using namespace llvm;

namespace ursa::compiler::vulkan {
namespace {

using ursa::spirv::append;
using ursa::spirv::Id;
using ursa::spirv::Words;

constexpr unsigned kNone = ~0U;

struct Block {
  Id label = 0;
  ursa::spirv::Instruction merge;
  ursa::spirv::Instruction terminator;
  SmallVector<unsigned, 2> predecessors;
  unsigned construct = kNone;
  unsigned mergeOf = kNone;    ///< construct whose merge block this is
  unsigned continueOf = kNone; ///< loop whose continue target this is
  unsigned headerOf = kNone;   ///< loop whose header this is
  unsigned dominator = 0;      ///< index of the immediate dominator
  unsigned preorder = 0;       ///< number in the dominator tree's preorder
  unsigned subtreeSize = 1;    ///< number of blocks that it dominates, including itself
};

enum class Kind { Function, Selection, Loop, Continue };

struct Construct {
  Kind kind;
  unsigned parent;
  unsigned breakable;           ///< innermost enclosing loop or continue construct, or itself
  bool isInContinue;            ///< is in a continue construct, or is one
  unsigned counterpart = kNone; ///< loop of a continue construct; continue construct of a loop
  bool hasBackEdge = false;
};

class ControlFlow {
public:
  explicit ControlFlow(const Words &words)
      : words_(words), blockIndices_(words[ursa::spirv::kBoundWord], kNone) {}

  Error check() {
    readBlocks();
    if (error_.empty())
      checkConstructs();
    if (error_.empty()) {
      findDominators();
      checkUses();
    }
    return error_.empty() ? Error::success() : createStringError(error_);
  }

private:
  /// Records an error about the block with label @p id: "block %ID " and @p predicate.
  void fail(Id id, const Twine &predicate) {
    if (error_.empty())
      error_ = ("block %" + Twine(id) + " " + predicate).str();
  }

  void readBlocks() {
    unsigned functions = 0;
    bool isInBlock = false;
    bool isAfterPhis = false;
    for (const ursa::spirv::Instruction &instruction : ursa::spirv::Walker(words_))
      switch (instruction.op) {
      case spv::Op::OpFunction:
        if (++functions > 1)
          error_ = "it has more than one function";
        break;
      case spv::Op::OpLabel:
        if (isInBlock)
          fail(blocks_.back().label, "has no terminator");
        isInBlock = true;
        isAfterPhis = false;
        blockIndices_[instruction[1]] = static_cast<unsigned>(blocks_.size());
        blocks_.emplace_back().label = instruction[1];
        break;
      case spv::Op::OpSelectionMerge:
      case spv::Op::OpLoopMerge:
        if (isInBlock && blocks_.back().merge.op != spv::Op::OpNop)
          fail(blocks_.back().label, "has two merge instructions");
        else if (isInBlock)
          blocks_.back().merge = instruction;
        break;
      case spv::Op::OpBranch:
      case spv::Op::OpBranchConditional:
      case spv::Op::OpReturn:
      case spv::Op::OpUnreachable:
        if (isInBlock)
          blocks_.back().terminator = instruction;
        isInBlock = false;
        break;
      default:
        if (isInBlock && isAfterPhis && instruction.op == spv::Op::OpPhi)
          fail(blocks_.back().label, "has an OpPhi after other instructions");
        isAfterPhis = instruction.op != spv::Op::OpPhi;
        if (isInBlock && blocks_.back().merge.op != spv::Op::OpNop)
          fail(blocks_.back().label,
               "has an instruction between its merge instruction and its branch");
        if (!isInBlock && !blocks_.empty() && instruction.op != spv::Op::OpFunctionEnd)
          error_ = "it has an instruction outside of a block";
      }
    if (isInBlock)
      fail(blocks_.back().label, "has no terminator");
    if (blocks_.empty())
      error_ = "it has no block";
  }

  Block *blockOf(Id label) {
    const unsigned index = label < blockIndices_.size() ? blockIndices_[label] : kNone;
    return index == kNone ? nullptr : &blocks_[index];
  }

  static std::span<const Id> targetsOf(const Block &block) {
    const ursa::spirv::Instruction &end = block.terminator;
    if (end.op == spv::Op::OpBranch)
      return end.words.subspan(1, 1);
    return end.op == spv::Op::OpBranchConditional ? end.words.subspan(2, 2) : std::span<const Id>();
  }

  unsigned addConstruct(Kind kind, unsigned parent) {
    const auto index = static_cast<unsigned>(constructs_.size());
    const bool isSelection = kind == Kind::Selection;
    constructs_.push_back(
        {kind, parent, isSelection ? constructs_[parent].breakable : index,
         kind == Kind::Continue || (parent != kNone && constructs_[parent].isInContinue)});
    return index;
  }

  /// Returns the merge block or continue target that a merge instruction of @p header names. It
  /// must follow the header, and no branch and no other merge instruction may have named it before.
  Block *claimTarget(const Block &header, Id label, StringRef role) {
    Block *block = blockOf(label);
    if (!block || block <= &header || block->construct != kNone) {
      fail(header.label,
           "has a " + role + " that does not follow it or belongs to another construct");
      return nullptr;
    }
    return block;
  }

  /// Opens the constructs that the merge instruction of @p block declares, and returns the
  /// construct in which its branches continue.
  unsigned openConstructs(Block &block) {
    const bool isLoop = block.merge.op == spv::Op::OpLoopMerge;
    if (block.merge.op == spv::Op::OpNop)
      return block.construct;
    const unsigned parent = block.construct;
    const unsigned index = addConstruct(isLoop ? Kind::Loop : Kind::Selection, parent);
    Block *merge = claimTarget(block, block.merge[1], "merge block");
    if (!merge)
      return index;
    merge->construct = parent;
    merge->mergeOf = index;
    merge->dominator = static_cast<unsigned>(&block - blocks_.data()); // unless branches lead there
    if (!isLoop)
      return index;
    block.headerOf = index;
    if (Block *target = claimTarget(block, block.merge[2], "continue target")) {
      target->construct = addConstruct(Kind::Continue, parent);
      constructs_[index].counterpart = target->construct;
      constructs_[target->construct].counterpart = index;
      target->continueOf = index;
      target->dominator = merge->dominator;
    }
    return index;
  }

  void checkConstructs() {
    blocks_[0].construct = addConstruct(Kind::Function, kNone);
    for (Block &block : blocks_) {
      if (block.construct == kNone)
        return fail(block.label, "is unreachable or precedes its predecessors");
      const auto targets = targetsOf(block);
      if (block.merge.op == spv::Op::OpSelectionMerge &&
          block.terminator.op != spv::Op::OpBranchConditional)
        return fail(block.label, "has an OpSelectionMerge without a conditional branch");
      if (block.merge.op == spv::Op::OpLoopMerge && targets.empty())
        return fail(block.label, "has an OpLoopMerge and ends the function");
      const unsigned construct = openConstructs(block);
      unsigned innerTargets = 0; // those that do not leave the construct
      for (Id target : targets)
        innerTargets += checkBranch(block, construct, target);
      if (innerTargets > 1 && block.merge.op != spv::Op::OpSelectionMerge)
        fail(block.label, "has a conditional branch without a merge instruction");
      if (targets.empty() && constructs_[block.construct].isInContinue)
        fail(block.label, "ends the function in a continue construct");
      if (!error_.empty())
        return;
    }
    for (const Construct &construct : constructs_)
      if (construct.kind == Kind::Loop && !construct.hasBackEdge)
        error_ = "a loop has no back edge";
  }

  /// Checks a branch of @p from, and returns whether it stays in @p construct.
  bool checkBranch(const Block &from, unsigned construct, Id label) {
    Block *to = blockOf(label);
    if (!to || to == blocks_.data()) {
      fail(from.label, "branches to an unknown label or to the entry block");
      return false;
    }
    to->predecessors.push_back(static_cast<unsigned>(&from - blocks_.data()));
    if (to <= &from) { // a back edge
      if (to->headerOf == kNone || construct != constructs_[to->headerOf].counterpart ||
          constructs_[to->headerOf].hasBackEdge) {
        fail(from.label,
             "has a back edge that does not lead from a continue construct to its loop's header");
        return false;
      }
      constructs_[to->headerOf].hasBackEdge = true;
      return false;
    }
    const unsigned breakable = constructs_[construct].breakable;
    if (to->continueOf != kNone) {
      if (to->continueOf != breakable)
        fail(from.label, "branches to the continue target of a loop that it is not in");
      return false;
    }
    if (to->mergeOf != kNone) {
      const Construct &left = constructs_[to->mergeOf];
      const bool isValid = left.kind == Kind::Selection
                               ? to->mergeOf == construct
                               : to->mergeOf == breakable || (construct == left.counterpart &&
                                                              branchesToHeader(from, to->mergeOf));
      if (!isValid)
        fail(from.label, "branches to the merge block of a construct that it is not in");
      return left.kind == Kind::Selection;
    }
    if (to->construct == kNone)
      to->construct = construct;
    else if (to->construct != construct)
      fail(from.label, "branches into a construct at a block other than its header");
    return true;
  }

  /// Returns whether a branch of @p from leads to the header of @p loop.
  bool branchesToHeader(const Block &from, unsigned loop) {
    return any_of(targetsOf(from), [&](Id target) {
      const Block *block = blockOf(target);
      return block && block->headerOf == loop;
    });
  }

  /// Computes the dominator tree in one pass, because all edges except back edges lead forward in
  /// the order of blocks.
  void findDominators() {
    for (unsigned i = 1; i < blocks_.size(); ++i) {
      unsigned dominator = kNone;
      for (unsigned predecessor : reverse(blocks_[i].predecessors))
        if (predecessor < i)
          dominator = dominator == kNone ? predecessor : commonDominator(dominator, predecessor);
      if (dominator != kNone)
        blocks_[i].dominator = dominator;
    }
    for (std::size_t i = blocks_.size() - 1; i > 0; --i)
      blocks_[blocks_[i].dominator].subtreeSize += blocks_[i].subtreeSize;
    std::vector<unsigned> next(blocks_.size(), 1);
    for (std::size_t i = 1; i < blocks_.size(); ++i) {
      unsigned &preorder = next[blocks_[i].dominator];
      blocks_[i].preorder = preorder;
      next[i] = preorder + 1;
      preorder += blocks_[i].subtreeSize;
    }
  }

  unsigned commonDominator(unsigned a, unsigned b) const {
    while (a != b) {
      unsigned &later = a > b ? a : b;
      later = blocks_[later].dominator;
    }
    return a;
  }

  bool dominates(unsigned above, unsigned below) const {
    const unsigned distance =
        blocks_[below].preorder - blocks_[above].preorder; // wraps around if below precedes above
    return distance < blocks_[above].subtreeSize;
  }

  void checkUses() {
    definedIn_.resize(blockIndices_.size(), kNone);
    types_.resize(blockIndices_.size());
    const ursa::spirv::ParsedInstructions parsed(words_);
    if (!parsed.problem().empty())
      error_ = "it cannot be parsed as SPIR-V";
    for (const ursa::spirv::ParsedInstruction &instruction : parsed)
      readInstruction(instruction);
    unsigned block = 0;
    for (const ursa::spirv::Instruction &instruction : parsed)
      if (instruction.op == spv::Op::OpLabel)
        block = blockIndices_[instruction[1]];
      else if (instruction.op == spv::Op::OpPhi)
        checkPhi(block, instruction.operands());
  }

  void readInstruction(const ursa::spirv::ParsedInstruction &instruction) {
    if (instruction.op == spv::Op::OpLabel) {
      current_ = blockIndices_[instruction.result];
      return;
    }
    if (current_ != kNone && instruction.op != spv::Op::OpPhi)
      for (const std::uint16_t use : instruction.uses())
        checkUse(instruction[use], current_);
    if (instruction.op == spv::Op::OpTypeBool)
      bool_ = instruction.result;
    if (instruction.op == spv::Op::OpBranchConditional && types_[instruction[1]] != bool_)
      fail(blocks_[current_].label, "has a branch condition that is not a boolean");
    if (instruction.result) {
      definedIn_[instruction.result] = current_ == kNone ? 0 : current_;
      types_[instruction.result] = instruction.type;
    }
  }

  /// Checks that the definition of value @p id dominates @p block. Labels are checked with the
  /// branches.
  void checkUse(Id id, unsigned block) {
    if (blockIndices_[id] == kNone &&
        (definedIn_[id] == kNone || !dominates(definedIn_[id], block)))
      fail(blocks_[block].label,
           "uses %" + Twine(id) + ", whose definition does not dominate the block");
  }

  /// Checks an OpPhi. @p operands are its type, its result, and pairs of a value and a parent
  /// block.
  void checkPhi(unsigned block, std::span<const std::uint32_t> operands) {
    SmallVector<unsigned, 4> sources;
    for (std::size_t i = 2; i + 1 < operands.size(); i += 2) {
      const Id value = operands[i];
      const unsigned source = blockIndices_[operands[i + 1]];
      if (source == kNone || types_[value] != operands[0])
        return fail(blocks_[block].label,
                    "has an OpPhi with a value of another type or an unknown parent");
      checkUse(value, source);
      sources.push_back(source);
    }
    auto predecessors = blocks_[block].predecessors;
    sort(predecessors);
    predecessors.erase(unique(predecessors), predecessors.end());
    sort(sources);
    if (ArrayRef(sources) != ArrayRef(predecessors))
      fail(blocks_[block].label,
           "has an OpPhi whose parents are not the predecessors of the block");
  }

  const Words &words_;
  std::vector<unsigned> blockIndices_; ///< by label
  std::vector<Block> blocks_;          ///< in the order of the module
  std::vector<Construct> constructs_;
  std::vector<unsigned> definedIn_; ///< index of the block, by value; 0 for module-scope values
  std::vector<Id> types_;           ///< by value
  unsigned current_ = kNone;        ///< index of the block that is parsed
  Id bool_ = 0;
  std::string error_;
};

} // namespace

Error checkControlFlow(const Words &words) { return ControlFlow(words).check(); }

std::size_t countBlocks(const Words &words) {
  std::size_t count = 0;
  for (const ursa::spirv::Instruction &instruction : ursa::spirv::Walker(words))
    count += instruction.op == spv::Op::OpLabel;
  return count;
}

Words withoutControlFlow(const Words &words) {
  Words result(words.begin(), words.begin() + ursa::spirv::kHeaderWords);
  result.reserve(words.size());
  bool isFirst = true;
  for (const ursa::spirv::Instruction &instruction : ursa::spirv::Walker(words))
    switch (instruction.op) {
    case spv::Op::OpPhi:
      append(result, spv::Op::OpUndef, {instruction[1], instruction[2]});
      break;
    case spv::Op::OpLabel:
      if (std::exchange(isFirst, false))
        append(result, instruction);
      break;
    case spv::Op::OpSelectionMerge:
    case spv::Op::OpLoopMerge:
    case spv::Op::OpBranch:
    case spv::Op::OpBranchConditional:
    case spv::Op::OpReturn:
    case spv::Op::OpUnreachable:
      break;
    case spv::Op::OpFunctionEnd:
      append(result, spv::Op::OpReturn, {});
      [[fallthrough]];
    default:
      append(result, instruction);
    }
  return result;
}

} // namespace ursa::compiler::vulkan
