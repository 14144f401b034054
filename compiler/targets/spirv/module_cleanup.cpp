// See module_cleanup.h.
#include "compiler/targets/spirv/module_cleanup.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace ursa {
namespace {

class ModuleCleanup {
public:
  explicit ModuleCleanup(std::vector<SpirvInstruction> &instructions)
      : instructions_(instructions) {}

  Error run() {
    findConstants();
    if (Error error = mergeConstants())
      return error;
    for (SpirvInstruction &instruction : instructions_) {
      replaceScalarNull(instruction);
      correctAlignment(instruction);
      for (std::uint16_t index : instruction.ids)
        if (auto found = replaced_.find(instruction.words[index]); found != replaced_.end())
          instruction.words[index] = found->second;
    }
    return Error::success();
  }

private:
  static bool isSpecConstant(spv::Op opcode) {
    return opcode == spv::Op::OpSpecConstant || opcode == spv::Op::OpSpecConstantTrue ||
           opcode == spv::Op::OpSpecConstantFalse;
  }

  void findConstants() {
    for (const SpirvInstruction &instruction : instructions_) {
      const std::vector<std::uint32_t> &words = instruction.words;
      if (instruction.opcode == spv::Op::OpDecorate && words.size() == 4 &&
          words[2] == static_cast<std::uint32_t>(spv::Decoration::SpecId))
        specIds_[words[1]] = words[3];
      else if (instruction.opcode == spv::Op::OpTypeInt ||
               instruction.opcode == spv::Op::OpTypeFloat)
        scalars_[words[1]] = words[2];
      else if (instruction.opcode == spv::Op::OpTypeBool)
        scalars_[words[1]] = 1;
    }
  }

  /// Retains the first constant of each SpecId; erases the others with their names and decorations.
  Error mergeConstants() {
    DenseMap<std::uint32_t, const SpirvInstruction *> first; // by SpecId
    for (const SpirvInstruction &instruction : instructions_) {
      if (!isSpecConstant(instruction.opcode))
        continue;
      const std::uint32_t id = instruction.words[2];
      const auto specId = specIds_.find(id);
      if (specId == specIds_.end())
        continue;
      const auto [known, isNew] = first.insert({specId->second, &instruction});
      if (isNew)
        continue;
      std::vector<std::uint32_t> duplicate = instruction.words;
      duplicate[2] = known->second->words[2];
      if (duplicate != known->second->words)
        return createStringError("Specialization constant " + Twine(specId->second) +
                                 " has different types or default values in one SPIR-V module.");
      replaced_[id] = duplicate[2];
    }
    erase_if(instructions_, [&](const SpirvInstruction &instruction) {
      const std::size_t target = isSpecConstant(instruction.opcode) ? 2 : 1;
      const bool hasTarget = isSpecConstant(instruction.opcode) ||
                             instruction.opcode == spv::Op::OpDecorate ||
                             instruction.opcode == spv::Op::OpName;
      return hasTarget && replaced_.contains(instruction.words[target]);
    });
    return Error::success();
  }

  /// Corrects an alignment of 128, which the backend stores in a signed byte and writes as -128.
  static void correctAlignment(SpirvInstruction &instruction) {
    constexpr std::uint32_t kAlignment = 128, kWritten = static_cast<std::uint32_t>(-128);
    std::vector<std::uint32_t> &words = instruction.words;
    if (instruction.opcode == spv::Op::OpDecorate && words.size() == 4 &&
        words[2] == static_cast<std::uint32_t>(spv::Decoration::Alignment) && words[3] == kWritten)
      words[3] = kAlignment;
  }

  void replaceScalarNull(SpirvInstruction &instruction) const {
    if (instruction.opcode != spv::Op::OpConstantNull)
      return;
    const auto width = scalars_.find(instruction.words[1]);
    if (width == scalars_.end())
      return;
    spv::Op opcode = spv::Op::OpConstantFalse;
    if (width->second > 1) {
      opcode = spv::Op::OpConstant;
      instruction.words.resize(width->second > 32 ? 5 : 4);
    }
    instruction.words[0] = static_cast<std::uint32_t>(instruction.words.size()) << 16 |
                           static_cast<std::uint32_t>(opcode);
  }

  std::vector<SpirvInstruction> &instructions_;
  DenseMap<std::uint32_t, std::uint32_t> specIds_;  ///< id to SpecId
  DenseMap<std::uint32_t, std::uint32_t> scalars_;  ///< type to its width in bits
  DenseMap<std::uint32_t, std::uint32_t> replaced_; ///< erased id to its replacement
};

} // namespace

Error cleanUpModule(SpirvModule &module) { return ModuleCleanup(module.instructions).run(); }

} // namespace ursa
