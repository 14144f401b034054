#include "adapters/vulkan/quirks/loop_fences.h"

#include "spirv/builder.h"
#include "spirv/control_flow.h"
#include "spirv/definitions.h"

#include <algorithm>
#include <utility>

namespace ursa::vulkan {
namespace {

using spirv::append;
using spirv::Id;
using spirv::Instruction;
using spirv::Section;
using spirv::Words;

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

class Fences {
public:
  Fences(spirv::Builder module, const spirv::ControlFlow &flow, std::span<const uint32_t> words)
      : module_(std::move(module)), flow_(flow), definitions_(words), scopes_(flow.loops().size()) {
  }

  /// Returns nothing if there are no fences in loops.
  std::optional<Words> run() {
    if (!find())
      return std::nullopt;
    moveFences();
    return module_.finish();
  }

private:
  bool find() {
    bool found = false;
    for (const spirv::BasicBlock &block : flow_.blocks()) {
      const size_t loop = flow_.outermostLoopOf(block);
      for (size_t i = block.label; loop != spirv::kNone && i < block.end; ++i)
        if (const Id scope = scopeOfFence(flow_.instructions()[i])) {
          // The scope of a whole device includes that of a work-group.
          Id &widest = scopes_[loop];
          if (!widest || isScope(widest, spv::Scope::Workgroup))
            widest = scope;
          found = true;
        }
    }
    return found;
  }

  void moveFences() {
    Words &code = module_.section(Section::Function);
    code.clear();
    const std::vector<Instruction> &instructions = flow_.instructions();
    size_t at = 0;
    const auto copyTo = [&](size_t end) {
      for (; at < end; ++at)
        append(code, instructions[at]);
    };
    for (const spirv::BasicBlock &block : flow_.blocks()) {
      copyTo(block.label);
      if (block.loop != spirv::kNone) {
        for (; at < block.end; ++at)
          writeInLoop(code, instructions[at]);
        continue;
      }
      size_t start = block.label + 1; // what follows the phis
      while (instructions[start].op == spv::Op::OpPhi)
        ++start;
      copyTo(start);
      writeFences(code, [&](const spirv::Loop &loop) { return loop.merge == block.id; });
      copyTo(block.end);
      writeFences(code, [&](const spirv::Loop &loop) {
        return std::ranges::find(block.successors, loop.header) != block.successors.end();
      });
    }
    copyTo(instructions.size());
  }

  /// Writes the fences of those loops for which @p isAt is true.
  template <class Predicate> void writeFences(Words &code, Predicate isAt) {
    for (size_t i = 0; i < scopes_.size(); ++i)
      if (scopes_[i] && isAt(flow_.loops()[i]))
        append(code, spv::Op::OpMemoryBarrier, {scopes_[i], module_.u32(kAllMemory)});
  }

  bool isScope(Id id, spv::Scope scope) const {
    return definitions_.constant(id) == static_cast<uint32_t>(scope);
  }

  /// Returns the scope of a fence or of an atomic instruction that orders memory; 0 for others.
  Id scopeOfFence(const Instruction &instruction) const {
    const auto operands = instruction.operands();
    if (instruction.op == spv::Op::OpMemoryBarrier)
      return operands[0];
    const auto places = semanticsPlaces(instruction.op);
    const bool isOrdered = std::any_of(places.begin(), places.end(), [&](size_t place) {
      return definitions_.constant(operands[place]) != 0u;
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
  const spirv::ControlFlow &flow_;
  const spirv::Definitions definitions_;
  std::vector<Id> scopes_; ///< of a fence in an outermost loop; 0 if it has none
};

} // namespace

std::vector<uint32_t> withoutFencesInLoops(std::span<const uint32_t> words) {
  auto module = spirv::Builder::parse(words);
  const auto flow = spirv::ControlFlow::of(words);
  auto moved = module && flow ? Fences(*std::move(module), *flow, words).run() : std::nullopt;
  return moved ? *std::move(moved) : Words(words.begin(), words.end());
}

} // namespace ursa::vulkan
