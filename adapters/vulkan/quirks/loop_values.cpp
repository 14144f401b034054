#include "adapters/vulkan/quirks/loop_values.h"

#include "spirv/builder.h"
#include "spirv/control_flow.h"
#include "spirv/grammar.h"

#include <algorithm>
#include <map>
#include <set>
#include <unordered_map>
#include <utility>

namespace ursa::vulkan {
namespace {

using spirv::append;
using spirv::Id;
using spirv::Instruction;
using spirv::Section;
using spirv::Words;
using spv::Op;

constexpr size_t kFirstIncoming = 3; ///< of a phi: a value and a label, and so on

class LoopValues {
  static constexpr size_t kNone = spirv::kNone;

  /// A basic block; positions are those of instructions.
  struct Block {
    Id label = 0;
    size_t begin = 0; ///< its OpLabel
    size_t afterPhis = 0;
    size_t merge = 0;    ///< its merge instruction; 0 for none
    size_t end = 0;      ///< its last instruction
    size_t loop = kNone; ///< the innermost one
    std::vector<size_t> successors, predecessors;
  };

  /// A loop, and what becomes of it if it changes.
  struct Loop {
    size_t header = 0, merge = 0, continued = 0; ///< basic blocks
    size_t parent = kNone;
    size_t depth = 0;
    size_t exit = kNone;   ///< the block that leaves it; kNone if there is none, or several
    std::set<Id> liveOuts; ///< values that are used after it
    bool changes = false;
    Id body = 0;           ///< the new block behind the header's phis; 0 if there is none
    Id done = 0;           ///< the phi that tells whether to leave
    Id isLeft = 0;         ///< the value of it where the loop begins again
    std::map<Id, Id> phis; ///< of the live-outs
    /// Values in the continue block, which only needs phis if it has a new predecessor.
    std::map<Id, Id> continuedValues;
  };

public:
  LoopValues(spirv::Builder module, const spirv::ParsedInstructions &instructions,
             spirv::ControlFlow flow)
      : module_(std::move(module)), instructions_(instructions), flow_(std::move(flow)) {}

  /// Returns whether loops are to change.
  bool find() {
    if (!readDeclarations() || !readBlocks() || !readLoops())
      return false;
    findLiveOuts();
    bool found = false;
    for (Loop &loop : loops_)
      found |= loop.changes = needsChange(loop) && canChange(loop);
    return found;
  }

  Words write() {
    for (Loop &loop : loops_)
      if (loop.changes)
        nameValues(loop);
    Words body;
    for (size_t block = 0; block < blocks_.size(); ++block) {
      copy(body, block == 0 ? function_ : blocks_[block - 1].end + 1, blocks_[block].begin);
      writeBlock(body, block);
    }
    copy(body, blocks_.back().end + 1, instructions_.size());
    module_.section(Section::Function) = std::move(body);
    return module_.finish();
  }

private:
  void copy(Words &code, size_t from, size_t to) const {
    for (size_t i = from; i < to; ++i)
      append(code, instructions_[i]);
  }

  bool readDeclarations() {
    for (function_ = 0; function_ < instructions_.size(); ++function_) {
      const Instruction &instruction = instructions_[function_];
      if (instruction.op == Op::OpFunction)
        return true;
      if (instruction.op == Op::OpTypePointer)
        pointers_.insert(instruction[1]);
    }
    return false;
  }

  bool readBlocks() {
    for (const spirv::BasicBlock &given : flow_.blocks()) {
      if (!blockOf_.emplace(given.id, blocks_.size()).second ||
          flow_.terminatorOf(given).op == Op::OpSwitch) // not of the compiler
        return false;
      Block block{.label = given.id,
                  .begin = function_ + given.label,
                  .afterPhis = function_ + given.label + 1,
                  .merge = given.hasMerge() ? function_ + given.end : 0,
                  .end = function_ + given.terminator,
                  .loop = given.loop};
      for (size_t i = block.begin + 1; i <= block.end; ++i) {
        if (instructions_[i].op == Op::OpPhi && block.afterPhis++ != i)
          return false;
        if (instructions_[i].result) {
          blockOfValue_[instructions_[i].result] = blocks_.size();
          definitionOf_[instructions_[i].result] = i;
        }
      }
      blocks_.push_back(std::move(block));
    }
    for (size_t i = 0; i < blocks_.size(); ++i)
      for (const Id target : flow_.blocks()[i].successors) {
        const auto found = blockOf_.find(target);
        if (found == blockOf_.end())
          return false;
        blocks_[i].successors.push_back(found->second);
        blocks_[found->second].predecessors.push_back(i);
      }
    return !blocks_.empty();
  }

  bool readLoops() {
    for (const spirv::Loop &given : flow_.loops()) {
      const auto merge = blockOf_.find(given.merge),
                 continued = blockOf_.find(given.continueTarget);
      if (merge == blockOf_.end() || continued == blockOf_.end())
        return false;
      loops_.push_back({.header = blockOf_.at(given.header),
                        .merge = merge->second,
                        .continued = continued->second,
                        .parent = given.parent,
                        .depth = given.depth});
    }
    for (size_t loop = 0; loop < loops_.size(); ++loop) {
      size_t exits = 0;
      for (const size_t from : blocks_[loops_[loop].merge].predecessors)
        if (contains(loop, from)) {
          loops_[loop].exit = from;
          ++exits;
        }
      if (exits != 1)
        loops_[loop].exit = kNone;
    }
    return !loops_.empty();
  }

  bool contains(size_t loop, size_t block) const {
    size_t inner = blocks_[block].loop;
    while (inner != kNone && loops_[inner].depth > loops_[loop].depth)
      inner = loops_[inner].parent;
    return inner == loop;
  }

  void findLiveOuts() {
    for (size_t block = 0; block < blocks_.size(); ++block)
      for (size_t i = blocks_[block].begin; i <= blocks_[block].end; ++i)
        for (const uint16_t use : instructions_[i].uses()) {
          const Id value = instructions_[i][use];
          const auto defined = blockOfValue_.find(value);
          if (defined == blockOfValue_.end())
            continue;
          for (size_t loop = blocks_[defined->second].loop; loop != kNone && !contains(loop, block);
               loop = loops_[loop].parent)
            loops_[loop].liveOuts.insert(value);
        }
  }

  /// A phi of the header keeps its value: what follows it is in another register then. So does what
  /// is the same in each iteration.
  bool needsChange(const Loop &loop) const {
    const Block &header = blocks_[loop.header];
    std::set<Id> seen;
    return std::any_of(loop.liveOuts.begin(), loop.liveOuts.end(), [&](Id value) {
      for (size_t i = header.begin + 1; i < header.afterPhis; ++i)
        if (instructions_[i].result == value)
          return false;
      return varies(loop, value, seen);
    });
  }

  /// Whether a value may differ from one iteration of a loop to the next.
  bool varies(const Loop &loop, Id value, std::set<Id> &seen) const {
    const auto defined = definitionOf_.find(value);
    if (defined == definitionOf_.end() || !isInLoop(loop, value) || !seen.insert(value).second)
      return false;
    const Op op = instructions_[defined->second].op;
    if (op == Op::OpPhi || op == Op::OpLoad || op == Op::OpFunctionCall ||
        (op >= Op::OpAtomicLoad && op <= Op::OpAtomicXor) || op >= Op::OpGroupNonUniformElect)
      return true;
    const auto uses = instructions_[defined->second].uses();
    return std::any_of(uses.begin(), uses.end(), [&](uint16_t use) {
      return varies(loop, instructions_[defined->second][use], seen);
    });
  }

  bool isInLoop(const Loop &loop, Id value) const {
    const auto block = blockOfValue_.find(value);
    return block != blockOfValue_.end() &&
           contains(static_cast<size_t>(&loop - loops_.data()), block->second);
  }

  /// Whether the loop is as the compiler writes them: one exit, and nothing but phis in the
  /// continue block.
  bool canChange(const Loop &loop) const {
    const Block &header = blocks_[loop.header], &continued = blocks_[loop.continued];
    const size_t index = static_cast<size_t>(&loop - loops_.data());
    if (loop.exit == kNone || loop.exit == loop.continued || loop.header == loop.continued ||
        blocks_[loop.exit].loop != index || continued.loop != index ||
        continued.afterPhis != continued.end ||
        continued.successors != std::vector<size_t>{loop.header} ||
        blocks_[loop.merge].predecessors != std::vector<size_t>{loop.exit} ||
        instructions_[blocks_[loop.exit].end].op != Op::OpBranchConditional ||
        (blocks_[loop.exit].merge && loop.exit != loop.header))
      return false;
    if (header.successors.size() > 1 && loop.exit != loop.header)
      return false;
    return std::none_of(loop.liveOuts.begin(), loop.liveOuts.end(), [&](Id value) {
      return typeOf(value) == 0 || pointers_.contains(typeOf(value));
    });
  }

  /// Whether the block that leaves the loop goes to the continue block else.
  bool endsInExit(const Loop &loop) const {
    return blocks_[loop.continued].predecessors == std::vector<size_t>{loop.exit};
  }

  Id nullOf(Id type) {
    Id &null = nulls_[type];
    if (!null)
      append(module_.section(Section::Global), Op::OpConstantNull, {type, null = module_.newId()});
    return null;
  }

  Id typeOf(Id value) const {
    const auto found = definitionOf_.find(value);
    return found == definitionOf_.end() ? 0 : instructions_[found->second].type;
  }

  void nameValues(Loop &loop) {
    const Block &header = blocks_[loop.header];
    loop.done = module_.newId();
    loop.isLeft = module_.newId();
    for (const Id value : loop.liveOuts)
      loop.phis[value] = module_.newId();
    const size_t last = header.merge ? header.merge : header.end;
    if (header.afterPhis != last || loop.exit == loop.header)
      loop.body = module_.newId();
    if (endsInExit(loop))
      return;
    for (const Id value : loop.liveOuts)
      loop.continuedValues[value] = module_.newId();
    for (size_t i = header.begin + 1; i < header.afterPhis; ++i)
      if (const Id value = fromContinued(loop, i); isOfBody(loop, value))
        loop.continuedValues.try_emplace(value, 0).first->second = module_.newId();
  }

  /// Whether a value is of a block of the loop before the continue block.
  bool isOfBody(const Loop &loop, Id value) const {
    return isInLoop(loop, value) && blockOfValue_.at(value) != loop.continued;
  }

  /// Returns the value of a header's phi where the loop begins again; 0 if it has none.
  Id fromContinued(const Loop &loop, size_t phi) const {
    const auto all = instructions_[phi].words;
    for (size_t at = kFirstIncoming; at + 1 < all.size(); at += 2)
      if (all[at + 1] == blocks_[loop.continued].label)
        return all[at];
    return 0;
  }

  /// Returns what stands for a value in a block: the phi of the outermost loop that changes, has
  /// the value and not the block.
  Id valueIn(Id value, size_t block) const {
    const auto defined = blockOfValue_.find(value);
    if (defined == blockOfValue_.end())
      return value;
    Id stands = value;
    for (size_t loop = blocks_[defined->second].loop; loop != kNone && !contains(loop, block);
         loop = loops_[loop].parent)
      if (const auto phi = loops_[loop].phis.find(value); phi != loops_[loop].phis.end())
        stands = phi->second;
    return stands;
  }

  /// Returns the label from which a block's branch comes.
  Id labelOf(size_t block) const {
    const Loop *loop = changedLoopOf(block);
    return loop && loop->body ? loop->body : blocks_[block].label;
  }

  /// Returns the loop that a block is the header of, if it changes.
  const Loop *changedLoopOf(size_t header) const {
    const size_t loop = blocks_[header].loop;
    return loop != kNone && loops_[loop].changes && loops_[loop].header == header ? &loops_[loop]
                                                                                  : nullptr;
  }

  /// Returns the changed loop of which a block is the merge block.
  const Loop *mergedLoopOf(size_t block) const {
    for (const size_t from : blocks_[block].predecessors)
      for (size_t loop = blocks_[from].loop; loop != kNone; loop = loops_[loop].parent)
        if (loops_[loop].changes && loops_[loop].merge == block)
          return &loops_[loop];
    return nullptr;
  }

  void writeInstruction(Words &code, size_t i, size_t block) const {
    const size_t start = code.size();
    append(code, instructions_[i]);
    for (const uint16_t use : instructions_[i].uses())
      code[start + use] = valueIn(code[start + use], block);
  }

  void writePhi(Words &code, size_t i, size_t block) {
    const auto all = instructions_[i].words;
    const Loop *loop = changedLoopOf(block);
    const Loop *left = mergedLoopOf(block);
    const size_t start = code.size();
    append(code, instructions_[i]);
    for (size_t at = kFirstIncoming; at + 1 < all.size(); at += 2) {
      const auto from = blockOf_.find(all[at + 1]);
      code[start + at] = valueIn(all[at], block);
      if (from == blockOf_.end())
        continue;
      code[start + at + 1] = left ? blocks_[left->header].label : labelOf(from->second);
      if (loop && from->second == loop->continued)
        if (const auto found = loop->continuedValues.find(all[at]);
            found != loop->continuedValues.end() && isOfBody(*loop, all[at]))
          code[start + at] = found->second;
    }
    const Loop *again = continuedLoopOf(block);
    if (!again || again->continuedValues.empty())
      return;
    code.insert(code.end(), {nullOf(instructions_[i].type), labelOf(again->exit)});
    code[start] += 2U << spv::WordCountShift;
  }

  /// Returns the loop that a block continues, if that changes.
  const Loop *continuedLoopOf(size_t block) const {
    const size_t loop = blocks_[block].loop;
    return loop != kNone && loops_[loop].changes && loops_[loop].continued == block ? &loops_[loop]
                                                                                    : nullptr;
  }

  /// Writes a phi with a value for each predecessor.
  template <class ValueFrom>
  void writePhi(Words &code, Id type, Id id, size_t block, ValueFrom from) {
    const size_t start = code.size();
    append(code, Op::OpPhi, {type, id});
    std::set<size_t> seen; // both targets of a branch may be the block
    for (const size_t predecessor : blocks_[block].predecessors)
      if (seen.insert(predecessor).second)
        code.insert(code.end(), {from(predecessor), labelOf(predecessor)});
    code[start] = static_cast<uint32_t>(code.size() - start) << spv::WordCountShift |
                  static_cast<uint32_t>(Op::OpPhi);
  }

  void writeHeaderPhis(Words &code, const Loop &loop) {
    writePhi(code, module_.boolType(), loop.done, loop.header, [&](size_t from) {
      return from == loop.continued ? loop.isLeft : nullOf(module_.boolType());
    });
    for (const auto &[value, phi] : loop.phis) {
      const Id type = typeOf(value);
      const auto again = loop.continuedValues.find(value);
      const Id last =
          again == loop.continuedValues.end() ? valueIn(value, loop.exit) : again->second;
      writePhi(code, type, phi, loop.header,
               [&](size_t from) { return from == loop.continued ? last : nullOf(type); });
    }
  }

  /// Writes the phis of a continue block to which the loop's exit branches now.
  void writeContinuedPhis(Words &code, const Loop &loop) {
    const auto write = [&](Id type, Id id, Id ofExit, auto ofOthers) {
      const size_t start = code.size();
      writePhi(code, type, id, loop.continued, ofOthers);
      code.insert(code.end(), {ofExit, labelOf(loop.exit)});
      code[start] += 2U << spv::WordCountShift;
    };
    write(module_.boolType(), loop.isLeft, module_.boolConstant(true),
          [&](size_t) { return nullOf(module_.boolType()); });
    for (const auto &[value, id] : loop.continuedValues) {
      const Id type = typeOf(value);
      const bool isLiveOut = loop.liveOuts.contains(value);
      write(type, id, isLiveOut ? valueIn(value, loop.exit) : nullOf(type),
            [&, value = value](size_t from) {
              return isAgain(loop, value) ? valueIn(value, from) : nullOf(type);
            });
    }
  }

  /// Whether a phi of the header becomes a value when the loop begins again.
  bool isAgain(const Loop &loop, Id value) const {
    const Block &header = blocks_[loop.header];
    for (size_t i = header.begin + 1; i < header.afterPhis; ++i)
      if (fromContinued(loop, i) == value)
        return true;
    return false;
  }

  void writeBlock(Words &code, size_t number) {
    const Block &block = blocks_[number];
    const Loop *loop = changedLoopOf(number);
    append(code, instructions_[block.begin]);
    for (size_t i = block.begin + 1; i < block.afterPhis; ++i)
      writePhi(code, i, number);
    if (const Loop *again = continuedLoopOf(number); again && !endsInExit(*again))
      writeContinuedPhis(code, *again);
    if (loop) {
      writeHeaderPhis(code, *loop);
      const Id next = loop->body ? loop->body : instructions_[block.end][1];
      append(code, instructions_[block.merge]);
      append(code, Op::OpBranchConditional, {loop->done, blocks_[loop->merge].label, next});
      if (!loop->body)
        return;
      append(code, Op::OpLabel, {loop->body});
    }
    for (size_t i = block.afterPhis; i < block.end; ++i)
      if (!loop || i != block.merge)
        writeInstruction(code, i, number);
    writeEnd(code, number);
  }

  void writeEnd(Words &code, size_t number) {
    const Block &block = blocks_[number];
    const size_t index = block.loop;
    if (index == kNone || !loops_[index].changes || loops_[index].exit != number) {
      writeInstruction(code, block.end, number);
      return;
    }
    const Loop &loop = loops_[index];
    const auto all = instructions_[block.end].words;
    const Id condition = valueIn(all[1], number);
    const Id continued = blocks_[loop.continued].label;
    const bool leavesIfTrue = all[2] == blocks_[loop.merge].label;
    if (endsInExit(loop)) {
      append(code, leavesIfTrue ? Op::OpCopyObject : Op::OpLogicalNot,
             {module_.boolType(), loop.isLeft, condition});
      append(code, Op::OpBranch, {continued});
    } else {
      append(code, Op::OpBranchConditional,
             {condition, leavesIfTrue ? continued : all[2], leavesIfTrue ? all[3] : continued});
    }
  }

  spirv::Builder module_;
  const spirv::ParsedInstructions &instructions_;
  const spirv::ControlFlow flow_;
  size_t function_ = 0; ///< the first instruction of a function
  std::vector<Block> blocks_;
  std::unordered_map<Id, size_t> blockOf_;      ///< by label
  std::unordered_map<Id, size_t> blockOfValue_; ///< in which it is defined
  std::unordered_map<Id, size_t> definitionOf_; ///< the instruction
  std::vector<Loop> loops_;
  std::set<Id> pointers_;  ///< types
  std::map<Id, Id> nulls_; ///< by type
};

} // namespace

std::vector<uint32_t> withLoopValuesInPhis(std::span<const uint32_t> words) {
  auto module = spirv::Builder::parse(words);
  const spirv::ParsedInstructions instructions(words);
  auto flow = spirv::ControlFlow::of(words);
  if (!module || !flow || !instructions.problem().empty())
    return {words.begin(), words.end()};
  LoopValues values(*std::move(module), instructions, *std::move(flow));
  return values.find() ? values.write() : Words(words.begin(), words.end());
}

} // namespace ursa::vulkan
