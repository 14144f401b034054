// See control_flow.h.
#include "compiler/targets/vulkan/control_flow.h"

#include <algorithm>
#include <memory>
#include <spirv-tools/libspirv.h>

using namespace llvm;

namespace ursa::vulkan {
namespace {

constexpr std::size_t kHeaderWords = 5;
constexpr std::size_t kBoundWord = 3;
constexpr unsigned kNone = ~0U;

struct SpirvInstruction {
  spv::Op op;
  ArrayRef<std::uint32_t> operands;
};

/// Calls @p visit with each instruction and its words.
template <typename Visit> void forEachInstruction(const Words &words, Visit visit) {
  for (std::size_t at = kHeaderWords; at < words.size();) {
    const std::size_t length = std::max(words[at] >> 16, 1U);
    const auto all = ArrayRef(words).slice(at, std::min(length, words.size() - at));
    visit(SpirvInstruction{static_cast<spv::Op>(words[at] & 0xFFFF), all.drop_front()}, all);
    at += length;
  }
}

struct Block {
  Id label = 0;
  SpirvInstruction merge{spv::Op::OpNop, {}};
  SpirvInstruction terminator{spv::Op::OpNop, {}};
  SmallVector<unsigned, 2> predecessors;
  unsigned construct = kNone;
  unsigned ends = kNone;      ///< construct whose merge block this is
  unsigned continues = kNone; ///< loop whose continue target this is
  unsigned loop = kNone;      ///< loop whose header this is
  unsigned dominator = 0;     ///< the immediate one
  unsigned place = 0;         ///< in the dominator tree's preorder
  unsigned dominated = 1;     ///< blocks that it dominates, itself included
};

enum class Kind { Function, Selection, Loop, Continue };

struct Construct {
  Kind kind;
  unsigned parent;
  unsigned breakable;       ///< innermost loop or continue construct around and including it
  bool isInContinue;        ///< in a continue construct, or one
  unsigned partner = kNone; ///< a continue construct's loop, a loop's continue construct
  bool hasBackEdge = false;
};

class ControlFlow {
public:
  explicit ControlFlow(const Words &words) : words_(words), places_(words[kBoundWord], kNone) {}

  Error check() {
    readBlocks();
    if (problem_.empty())
      checkConstructs();
    if (problem_.empty()) {
      findDominators();
      checkUses();
    }
    return problem_.empty() ? Error::success() : createStringError(problem_);
  }

private:
  void refuse(Id id, const Twine &what) {
    if (problem_.empty())
      problem_ = ("block %" + Twine(id) + " " + what).str();
  }

  void readBlocks() {
    unsigned functions = 0;
    bool isInside = false;
    bool isBehindPhis = false;
    forEachInstruction(words_, [&](const SpirvInstruction &instruction, ArrayRef<std::uint32_t>) {
      switch (instruction.op) {
      case spv::Op::OpFunction:
        if (++functions > 1)
          problem_ = "there is more than one function";
        return;
      case spv::Op::OpLabel:
        if (isInside)
          refuse(blocks_.back().label, "has no end");
        isInside = true;
        isBehindPhis = false;
        places_[instruction.operands[0]] = static_cast<unsigned>(blocks_.size());
        blocks_.emplace_back().label = instruction.operands[0];
        return;
      case spv::Op::OpSelectionMerge:
      case spv::Op::OpLoopMerge:
        if (isInside && blocks_.back().merge.op != spv::Op::OpNop)
          refuse(blocks_.back().label, "has two merges");
        else if (isInside)
          blocks_.back().merge = instruction;
        return;
      case spv::Op::OpBranch:
      case spv::Op::OpBranchConditional:
      case spv::Op::OpReturn:
      case spv::Op::OpUnreachable:
        if (isInside)
          blocks_.back().terminator = instruction;
        isInside = false;
        return;
      default:
        if (isInside && isBehindPhis && instruction.op == spv::Op::OpPhi)
          refuse(blocks_.back().label, "has a phi that is not at its start");
        isBehindPhis = instruction.op != spv::Op::OpPhi;
        if (isInside && blocks_.back().merge.op != spv::Op::OpNop)
          refuse(blocks_.back().label, "has an instruction between its merge and its branch");
        if (!isInside && !blocks_.empty() && instruction.op != spv::Op::OpFunctionEnd)
          problem_ = "there is an instruction outside of a block";
      }
    });
    if (isInside)
      refuse(blocks_.back().label, "has no end");
    if (blocks_.empty())
      problem_ = "there is no block";
  }

  Block *blockOf(Id label) {
    const unsigned place = label < places_.size() ? places_[label] : kNone;
    return place == kNone ? nullptr : &blocks_[place];
  }

  static ArrayRef<std::uint32_t> targetsOf(const Block &block) {
    const SpirvInstruction &end = block.terminator;
    if (end.op == spv::Op::OpBranch)
      return end.operands.take_front(1);
    return end.op == spv::Op::OpBranchConditional ? end.operands.slice(1, 2)
                                                  : ArrayRef<std::uint32_t>();
  }

  unsigned open(Kind kind, unsigned parent) {
    const auto own = static_cast<unsigned>(constructs_.size());
    const bool isSelection = kind == Kind::Selection;
    constructs_.push_back(
        {kind, parent, isSelection ? constructs_[parent].breakable : own,
         kind == Kind::Continue || (parent != kNone && constructs_[parent].isInContinue)});
    return own;
  }

  /// The block at the end of a construct or of a loop's body, which nothing may have led to yet.
  Block *announced(const Block &header, Id label, StringRef role) {
    Block *block = blockOf(label);
    if (!block || block <= &header || block->construct != kNone) {
      refuse(header.label, "has a " + role + " that is no block behind it and its own");
      return nullptr;
    }
    return block;
  }

  /// The construct that the branches of @p block are in.
  unsigned openConstructs(Block &block) {
    const bool isLoop = block.merge.op == spv::Op::OpLoopMerge;
    if (block.merge.op == spv::Op::OpNop)
      return block.construct;
    const unsigned parent = block.construct;
    const unsigned own = open(isLoop ? Kind::Loop : Kind::Selection, parent);
    Block *merge = announced(block, block.merge.operands[0], "merge block");
    if (!merge)
      return own;
    merge->construct = parent;
    merge->ends = own;
    merge->dominator = static_cast<unsigned>(&block - blocks_.data()); // if nothing leads there
    if (!isLoop)
      return own;
    block.loop = own;
    if (Block *target = announced(block, block.merge.operands[1], "continue target")) {
      target->construct = open(Kind::Continue, parent);
      constructs_[own].partner = target->construct;
      constructs_[target->construct].partner = own;
      target->continues = own;
      target->dominator = merge->dominator;
    }
    return own;
  }

  void checkConstructs() {
    blocks_[0].construct = open(Kind::Function, kNone);
    for (Block &block : blocks_) {
      if (block.construct == kNone)
        return refuse(block.label, "is before the blocks that lead to it, or nothing does");
      const auto targets = targetsOf(block);
      if (block.merge.op == spv::Op::OpSelectionMerge &&
          block.terminator.op != spv::Op::OpBranchConditional)
        return refuse(block.label, "has a selection merge and does not select");
      if (block.merge.op == spv::Op::OpLoopMerge && targets.empty())
        return refuse(block.label, "is a loop's header and ends the function");
      const unsigned inside = openConstructs(block);
      unsigned further = 0;
      for (Id target : targets)
        further += follow(block, inside, target);
      if (further > 1 && block.merge.op != spv::Op::OpSelectionMerge)
        refuse(block.label, "selects without a merge");
      if (targets.empty() && constructs_[block.construct].isInContinue)
        refuse(block.label, "ends the function in a continue construct");
      if (!problem_.empty())
        return;
    }
    for (const Construct &construct : constructs_)
      if (construct.kind == Kind::Loop && !construct.hasBackEdge)
        problem_ = "a loop has no branch back to its header";
  }

  /// Checks a branch of @p from; whether it goes on in construct @p inside.
  bool follow(const Block &from, unsigned inside, Id label) {
    Block *to = blockOf(label);
    if (!to || to == blocks_.data()) {
      refuse(from.label, "branches to what is no block, or the first");
      return false;
    }
    to->predecessors.push_back(static_cast<unsigned>(&from - blocks_.data()));
    if (to <= &from) { // a loop's branch back
      if (to->loop == kNone || inside != constructs_[to->loop].partner ||
          constructs_[to->loop].hasBackEdge) {
        refuse(from.label, "branches back, and not from the end of a loop to its header");
        return false;
      }
      constructs_[to->loop].hasBackEdge = true;
      return false;
    }
    const unsigned breakable = constructs_[inside].breakable;
    if (to->continues != kNone) {
      if (to->continues != breakable)
        refuse(from.label, "branches to the continue target of a loop that it is not in");
      return false;
    }
    if (to->ends != kNone) {
      const Construct &left = constructs_[to->ends];
      const bool isRight =
          left.kind == Kind::Selection
              ? to->ends == inside
              : to->ends == breakable || (inside == left.partner && branchesTo(from, to->ends));
      if (!isRight)
        refuse(from.label, "branches to the merge block of a construct that it is not in");
      return left.kind == Kind::Selection;
    }
    if (to->construct == kNone)
      to->construct = inside;
    else if (to->construct != inside)
      refuse(from.label, "branches into a construct and not to its header");
    return true;
  }

  /// Whether a branch of @p from leads to the header of @p loop.
  bool branchesTo(const Block &from, unsigned loop) {
    return any_of(targetsOf(from), [&](Id target) {
      const Block *block = blockOf(target);
      return block && block->loop == loop;
    });
  }

  /// In the order of blocks all but branches back lead forward.
  void findDominators() {
    for (unsigned i = 1; i < blocks_.size(); ++i) {
      unsigned meeting = kNone;
      for (unsigned predecessor : reverse(blocks_[i].predecessors))
        if (predecessor < i)
          meeting = meeting == kNone ? predecessor : meetingOf(meeting, predecessor);
      if (meeting != kNone)
        blocks_[i].dominator = meeting;
    }
    for (std::size_t i = blocks_.size() - 1; i > 0; --i)
      blocks_[blocks_[i].dominator].dominated += blocks_[i].dominated;
    std::vector<unsigned> next(blocks_.size(), 1);
    for (std::size_t i = 1; i < blocks_.size(); ++i) {
      unsigned &place = next[blocks_[i].dominator];
      blocks_[i].place = place;
      next[i] = place + 1;
      place += blocks_[i].dominated;
    }
  }

  unsigned meetingOf(unsigned a, unsigned b) const {
    while (a != b) {
      unsigned &later = a > b ? a : b;
      later = blocks_[later].dominator;
    }
    return a;
  }

  bool dominates(unsigned above, unsigned below) const {
    const unsigned distance = blocks_[below].place - blocks_[above].place; // wraps around
    return distance < blocks_[above].dominated;
  }

  void checkUses() {
    definedIn_.resize(places_.size(), kNone);
    types_.resize(places_.size());
    const std::unique_ptr<spv_context_t, decltype(&spvContextDestroy)> context(
        spvContextCreate(SPV_ENV_UNIVERSAL_1_5), spvContextDestroy);
    const auto visit = [](void *self, const spv_parsed_instruction_t *instruction) {
      static_cast<ControlFlow *>(self)->readInstruction(*instruction);
      return SPV_SUCCESS;
    };
    if (spvBinaryParse(context.get(), this, words_.data(), words_.size(), nullptr, visit,
                       nullptr) != SPV_SUCCESS)
      problem_ = "it cannot be parsed";
    unsigned block = 0;
    forEachInstruction(words_, [&](const SpirvInstruction &instruction, ArrayRef<std::uint32_t>) {
      if (instruction.op == spv::Op::OpLabel)
        block = places_[instruction.operands[0]];
      else if (instruction.op == spv::Op::OpPhi)
        checkPhi(block, instruction.operands);
    });
  }

  void readInstruction(const spv_parsed_instruction_t &instruction) {
    const auto op = static_cast<spv::Op>(instruction.opcode);
    if (op == spv::Op::OpLabel) {
      current_ = places_[instruction.result_id];
      return;
    }
    if (current_ != kNone && op != spv::Op::OpPhi)
      for (const spv_parsed_operand_t &operand :
           ArrayRef(instruction.operands, instruction.num_operands))
        if (operand.type == SPV_OPERAND_TYPE_ID || operand.type == SPV_OPERAND_TYPE_SCOPE_ID ||
            operand.type == SPV_OPERAND_TYPE_MEMORY_SEMANTICS_ID)
          checkUse(instruction.words[operand.offset], current_);
    if (op == spv::Op::OpTypeBool)
      bool_ = instruction.result_id;
    if (op == spv::Op::OpBranchConditional && types_[instruction.words[1]] != bool_)
      refuse(blocks_[current_].label, "branches by what is no bool");
    if (instruction.result_id) {
      definedIn_[instruction.result_id] = current_ == kNone ? 0 : current_;
      types_[instruction.result_id] = instruction.type_id;
    }
  }

  /// A value is there at the end of @p block; a label is no value, and checked with the branches.
  void checkUse(Id id, unsigned block) {
    if (places_[id] == kNone && (definedIn_[id] == kNone || !dominates(definedIn_[id], block)))
      refuse(blocks_[block].label,
             "uses %" + Twine(id) + ", whose definition does not dominate it");
  }

  /// @p operands are type, result, and pairs of a value and the block that it comes from.
  void checkPhi(unsigned block, ArrayRef<std::uint32_t> operands) {
    SmallVector<unsigned, 4> sources;
    for (std::size_t i = 2; i + 1 < operands.size(); i += 2) {
      const Id value = operands[i];
      const unsigned source = places_[operands[i + 1]];
      if (source == kNone || types_[value] != operands[0])
        return refuse(blocks_[block].label,
                      "has a phi with a value of another type or of no block");
      checkUse(value, source);
      sources.push_back(source);
    }
    auto predecessors = blocks_[block].predecessors;
    sort(predecessors);
    predecessors.erase(unique(predecessors), predecessors.end());
    sort(sources);
    if (ArrayRef(sources) != ArrayRef(predecessors))
      refuse(blocks_[block].label, "has a phi whose blocks are not those that lead to it");
  }

  const Words &words_;
  std::vector<unsigned> places_; ///< of blocks, by their labels
  std::vector<Block> blocks_;    ///< in their order
  std::vector<Construct> constructs_;
  std::vector<unsigned> definedIn_; ///< blocks, by values; what is outside is as in the first
  std::vector<Id> types_;           ///< of values
  unsigned current_ = kNone;        ///< block whose uses are looked at
  Id bool_ = 0;
  std::string problem_;
};

} // namespace

Error checkControlFlow(const Words &words) { return ControlFlow(words).check(); }

std::size_t countBlocks(const Words &words) {
  std::size_t count = 0;
  forEachInstruction(words, [&](const SpirvInstruction &instruction, ArrayRef<std::uint32_t>) {
    count += instruction.op == spv::Op::OpLabel;
  });
  return count;
}

Words withoutControlFlow(const Words &words) {
  Words straight(words.begin(), words.begin() + kHeaderWords);
  straight.reserve(words.size());
  bool isFirst = true;
  forEachInstruction(words, [&](const SpirvInstruction &instruction, ArrayRef<std::uint32_t> all) {
    switch (instruction.op) {
    case spv::Op::OpPhi:
      append(straight, spv::Op::OpUndef, instruction.operands.take_front(2));
      return;
    case spv::Op::OpLabel:
      if (!isFirst)
        return;
      isFirst = false;
      break;
    case spv::Op::OpSelectionMerge:
    case spv::Op::OpLoopMerge:
    case spv::Op::OpBranch:
    case spv::Op::OpBranchConditional:
    case spv::Op::OpReturn:
    case spv::Op::OpUnreachable:
      return;
    case spv::Op::OpFunctionEnd:
      append(straight, spv::Op::OpReturn, {});
      break;
    default:
      break;
    }
    straight.insert(straight.end(), all.begin(), all.end());
  });
  return straight;
}

} // namespace ursa::vulkan
