#include "adapters/vulkan/quirks/loop_fences.h"

#include "spirv/builder.h"

#include <algorithm>
#include <map>
#include <utility>

namespace ursa::vulkan {
namespace {

using spirv::append;
using spirv::Id;
using spirv::Instruction;
using spirv::Section;
using spirv::Words;
using Instructions = std::vector<Instruction>;

using Semantics = spv::MemorySemanticsMask;
const auto kAllMemory = static_cast<uint32_t>(Semantics::AcquireRelease | Semantics::UniformMemory |
                                              Semantics::WorkgroupMemory |
                                              Semantics::MakeAvailable | Semantics::MakeVisible);

/// The places of memory semantics among the operands of an atomic instruction; the scope precedes
/// the first of them.
std::vector<size_t> semanticsPlaces(spv::Op op) {
  switch (op) {
  case spv::Op::OpAtomicStore:
    return {2};
  case spv::Op::OpAtomicCompareExchange:
    return {4, 5};
  case spv::Op::OpAtomicLoad:
  case spv::Op::OpAtomicExchange:
  case spv::Op::OpAtomicIIncrement:
  case spv::Op::OpAtomicIDecrement:
  case spv::Op::OpAtomicIAdd:
  case spv::Op::OpAtomicISub:
  case spv::Op::OpAtomicSMin:
  case spv::Op::OpAtomicUMin:
  case spv::Op::OpAtomicSMax:
  case spv::Op::OpAtomicUMax:
  case spv::Op::OpAtomicAnd:
  case spv::Op::OpAtomicOr:
  case spv::Op::OpAtomicXor:
  case spv::Op::OpAtomicFAddEXT:
    return {4};
  default:
    return {};
  }
}

constexpr size_t kNoLoop = SIZE_MAX;

/// An outermost loop.
struct Loop {
  Id header = 0;
  Id merge = 0;
  Id scope = 0; ///< of a fence in it; 0 if it has none
};

struct BasicBlock {
  size_t label = 0; ///< instruction
  size_t end = 0;   ///< its merge instruction or its branch
  size_t loop = kNoLoop;
};

class Fences {
public:
  explicit Fences(spirv::Builder module) : module_(std::move(module)) {
    for (const Instruction &instruction : module_.instructions(Section::Global))
      if (instruction.op == spv::Op::OpConstant)
        numbers_[instruction[2]] = instruction[3];
  }

  /// Returns nothing if there are no fences in loops.
  std::optional<Words> run() {
    const Words code = std::exchange(module_.section(Section::Function), {});
    const Instructions instructions = *spirv::listInstructions(code, 0);
    if (!find(instructions))
      return std::nullopt;
    moveFences(instructions);
    return module_.finish();
  }

private:
  bool find(const Instructions &instructions) {
    findLoops(instructions);
    bool found = false;
    for (const BasicBlock &block : blocks_)
      for (size_t i = block.label; block.loop != kNoLoop && i < block.end; ++i)
        if (const Id scope = scopeOfFence(instructions[i])) {
          // The scope of a whole device includes that of a work-group.
          Id &widest = loops_[block.loop].scope;
          if (!widest || isScope(widest, spv::Scope::Workgroup))
            widest = scope;
          found = true;
        }
    return found;
  }

  void moveFences(const Instructions &instructions) {
    Words &code = module_.section(Section::Function);
    const Id all = module_.u32(kAllMemory);
    size_t at = 0;
    for (const BasicBlock &block : blocks_) {
      copy(code, instructions, at, block.label);
      at = block.label;
      if (block.loop != kNoLoop) {
        for (; at < block.end; ++at)
          writeInLoop(code, instructions[at]);
        continue;
      }
      const auto isPhi = [](const Instruction &one) { return one.op == spv::Op::OpPhi; };
      const size_t start = static_cast<size_t>(
          std::find_if_not(instructions.begin() + static_cast<ptrdiff_t>(block.label) + 1,
                           instructions.begin() + static_cast<ptrdiff_t>(block.end), isPhi) -
          instructions.begin());
      copy(code, instructions, at, start);
      for (const Loop &loop : loops_)
        if (loop.scope && loop.merge == instructions[block.label].operands()[0])
          append(code, spv::Op::OpMemoryBarrier, {loop.scope, all});
      copy(code, instructions, start, block.end);
      at = block.end;
      for (const Loop &loop : loops_)
        if (loop.scope && branchesTo(instructions, block, loop.header))
          append(code, spv::Op::OpMemoryBarrier, {loop.scope, all});
    }
    copy(code, instructions, at, instructions.size());
  }

  static void copy(Words &code, const Instructions &instructions, size_t from, size_t to) {
    for (size_t i = from; i < to; ++i)
      append(code, instructions[i]);
  }

  /// Finds the basic blocks and the outermost loops. The targets of a block are in its loop, except
  /// merge blocks, which their headers have named by then.
  void findLoops(const Instructions &instructions) {
    std::map<Id, size_t> loopOf; // by label
    bool isOpen = false;         // the end of the last block is not known yet
    for (size_t i = 0; i < instructions.size(); ++i) {
      const auto operands = instructions[i].operands();
      switch (instructions[i].op) {
      case spv::Op::OpLabel: {
        const auto known = loopOf.find(operands[0]);
        blocks_.push_back({i, i + 1, known == loopOf.end() ? kNoLoop : known->second});
        isOpen = true;
        continue;
      }
      default:
        break;
      }
      if (blocks_.empty())
        continue;
      BasicBlock &block = blocks_.back();
      if (isOpen)
        block.end = i;
      switch (instructions[i].op) {
      case spv::Op::OpLoopMerge:
        isOpen = false;
        loopOf.try_emplace(operands[0], block.loop);
        if (block.loop == kNoLoop) {
          block.loop = loops_.size();
          loops_.push_back({instructions[block.label].operands()[0], operands[0]});
        }
        loopOf.try_emplace(operands[1], block.loop);
        break;
      case spv::Op::OpSelectionMerge:
        isOpen = false;
        loopOf.try_emplace(operands[0], block.loop);
        break;
      case spv::Op::OpBranch:
        isOpen = false;
        loopOf.try_emplace(operands[0], block.loop);
        break;
      case spv::Op::OpBranchConditional:
        isOpen = false;
        loopOf.try_emplace(operands[1], block.loop);
        loopOf.try_emplace(operands[2], block.loop);
        break;
      default:
        break;
      }
    }
  }

  /// Whether a block has a branch to a label, which is no merge or continue target of the block.
  static bool branchesTo(const Instructions &instructions, const BasicBlock &block, Id label) {
    for (size_t i = block.end; i < instructions.size(); ++i) {
      const auto operands = instructions[i].operands();
      if (instructions[i].op == spv::Op::OpBranch)
        return operands[0] == label;
      if (instructions[i].op == spv::Op::OpBranchConditional)
        return operands[1] == label || operands[2] == label;
      if (instructions[i].op != spv::Op::OpSelectionMerge)
        break;
    }
    return false;
  }

  bool isScope(Id id, spv::Scope scope) const {
    const auto number = numbers_.find(id);
    return number != numbers_.end() && number->second == static_cast<uint32_t>(scope);
  }

  /// Returns the scope of a fence or of an atomic instruction that orders memory; 0 for others.
  Id scopeOfFence(const Instruction &instruction) const {
    const auto operands = instruction.operands();
    if (instruction.op == spv::Op::OpMemoryBarrier)
      return operands[0];
    const auto places = semanticsPlaces(instruction.op);
    const bool isOrdered = std::any_of(places.begin(), places.end(), [&](size_t place) {
      const auto number = numbers_.find(operands[place]);
      return number == numbers_.end() || number->second != 0;
    });
    return isOrdered ? operands[places[0] - 1] : 0;
  }

  void writeInLoop(Words &code, const Instruction &instruction) {
    if (instruction.op == spv::Op::OpMemoryBarrier)
      return;
    const size_t start = code.size();
    append(code, instruction);
    for (const size_t place : semanticsPlaces(instruction.op))
      code[start + 1 + place] = module_.u32(0);
  }

  spirv::Builder module_;
  std::map<Id, uint32_t> numbers_;
  std::vector<BasicBlock> blocks_;
  std::vector<Loop> loops_;
};

} // namespace

std::vector<uint32_t> withoutFencesInLoops(std::span<const uint32_t> words) {
  auto module = spirv::Builder::parse(words);
  auto moved = module ? Fences(*std::move(module)).run() : std::nullopt;
  return moved ? *std::move(moved) : Words(words.begin(), words.end());
}

} // namespace ursa::vulkan
