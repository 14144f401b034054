// See module_cleanup.h.
#include "compiler/targets/spirv/module_cleanup.h"

#include "spirv/grammar.h"

#include "llvm/ADT/DenseMap.h"

#include <algorithm>

using namespace llvm;

namespace ursa::compiler::spirv {
namespace {

using ursa::spirv::append;

class ModuleCleanup {
public:
  explicit ModuleCleanup(const ursa::spirv::Words &words) : words_(words), instructions_(words) {}

  Expected<ursa::spirv::Words> run() {
    if (words_.size() < ursa::spirv::kHeaderWords)
      return createStringError("The SPIR-V module has no header.");
    if (!instructions_.problem().empty())
      return createStringError("The SPIR-V module cannot be read: " + instructions_.problem() +
                               ".");
    findConstants();
    if (Error error = mergeConstants())
      return error;
    result_.assign(words_.begin(), words_.begin() + ursa::spirv::kHeaderWords);
    for (const ursa::spirv::ParsedInstruction &instruction : instructions_)
      if (!isAboutReplaced(instruction))
        write(instruction);
    return std::move(result_);
  }

private:
  void findConstants() {
    for (const ursa::spirv::Instruction &instruction : instructions_) {
      if (instruction.op == spv::Op::OpDecorate && instruction.size() == 4 &&
          instruction[2] == static_cast<std::uint32_t>(spv::Decoration::SpecId))
        specIds_[instruction[1]] = instruction[3];
      else if (instruction.op == spv::Op::OpTypeInt || instruction.op == spv::Op::OpTypeFloat)
        scalars_[instruction[1]] = instruction[2];
      else if (instruction.op == spv::Op::OpTypeBool)
        scalars_[instruction[1]] = 1;
    }
  }

  /// Retains the first constant of each SpecId, which replaces the others.
  Error mergeConstants() {
    DenseMap<std::uint32_t, ursa::spirv::Instruction> first; // by SpecId
    for (const ursa::spirv::Instruction &instruction : instructions_) {
      if (!ursa::spirv::isSpecConstant(instruction.op))
        continue;
      const auto specId = specIds_.find(instruction[2]);
      if (specId == specIds_.end())
        continue;
      const auto [known, isNew] = first.insert({specId->second, instruction});
      if (isNew)
        continue;
      ursa::spirv::Words duplicate(instruction.words.begin(), instruction.words.end());
      duplicate[2] = known->second[2];
      if (!std::ranges::equal(duplicate, known->second.words))
        return createStringError("Specialization constant " + Twine(specId->second) +
                                 " has different types or default values in one SPIR-V module.");
      replaced_[instruction[2]] = duplicate[2];
    }
    return Error::success();
  }

  /// Returns whether an instruction is a constant that is replaced, its name or its decoration.
  bool isAboutReplaced(const ursa::spirv::Instruction &instruction) const {
    if (ursa::spirv::isSpecConstant(instruction.op))
      return replaced_.contains(instruction[2]);
    return (instruction.op == spv::Op::OpDecorate || instruction.op == spv::Op::OpName) &&
           replaced_.contains(instruction[1]);
  }

  void write(const ursa::spirv::ParsedInstruction &instruction) {
    const auto width = instruction.op == spv::Op::OpConstantNull ? scalars_.find(instruction.type)
                                                                 : scalars_.end();
    if (width != scalars_.end()) {
      const ursa::spirv::Words zero(width->second == 1 ? 0 : width->second > 32 ? 2 : 1);
      append(result_, zero.empty() ? spv::Op::OpConstantFalse : spv::Op::OpConstant,
             {instruction.type, instruction.result}, zero);
      return;
    }
    std::uint32_t *const words = appendWords(instruction);
    // The backend stores alignments in a signed byte, and writes 128 as -128.
    constexpr std::uint32_t kAlignment = 128, kWritten = static_cast<std::uint32_t>(-128);
    if (instruction.op == spv::Op::OpDecorate && instruction.size() == 4 &&
        words[2] == static_cast<std::uint32_t>(spv::Decoration::Alignment) && words[3] == kWritten)
      words[3] = kAlignment;
    for (const std::uint16_t use : instruction.uses())
      if (auto found = replaced_.find(words[use]); found != replaced_.end())
        words[use] = found->second;
  }

  std::uint32_t *appendWords(const ursa::spirv::Instruction &instruction) {
    append(result_, instruction);
    return result_.data() + result_.size() - instruction.size();
  }

  const ursa::spirv::Words &words_;
  const ursa::spirv::ParsedInstructions instructions_;
  DenseMap<std::uint32_t, std::uint32_t> specIds_;  ///< id to SpecId
  DenseMap<std::uint32_t, std::uint32_t> scalars_;  ///< type to its width in bits
  DenseMap<std::uint32_t, std::uint32_t> replaced_; ///< id of a constant to that of another
  ursa::spirv::Words result_;
};

} // namespace

Expected<ursa::spirv::Words> cleanedUp(const ursa::spirv::Words &words) {
  return ModuleCleanup(words).run();
}

} // namespace ursa::compiler::spirv
