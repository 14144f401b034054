// See spirv_words.h.
#include "compiler/targets/spirv/spirv_words.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace ursa {
namespace {

class Cleanup {
public:
  explicit Cleanup(std::vector<SpirvInstruction> &instructions) : instructions_(instructions) {}

  Error run() {
    findConstants();
    if (Error error = mergeConstants())
      return error;
    for (SpirvInstruction &instruction : instructions_) {
      replaceNull(instruction);
      correctAlignment(instruction);
      for (std::uint16_t place : instruction.ids)
        if (auto found = replaced_.find(instruction.words[place]); found != replaced_.end())
          instruction.words[place] = found->second;
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

  /// Keeps the first constant of each id; what is said about the others goes with them.
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
      std::vector<std::uint32_t> same = instruction.words;
      same[2] = known->second->words[2];
      if (same != known->second->words)
        return createStringError("Specialization constant " + Twine(specId->second) +
                                 " has two types or defaults in one SPIR-V module.");
      replaced_[id] = same[2];
    }
    erase_if(instructions_, [&](const SpirvInstruction &instruction) {
      const std::size_t subject = isSpecConstant(instruction.opcode) ? 2 : 1;
      const bool isAbout = isSpecConstant(instruction.opcode) ||
                           instruction.opcode == spv::Op::OpDecorate ||
                           instruction.opcode == spv::Op::OpName;
      return isAbout && replaced_.contains(instruction.words[subject]);
    });
    return Error::success();
  }

  /// The backend keeps a variable's alignment in a byte with a sign.
  static void correctAlignment(SpirvInstruction &instruction) {
    constexpr std::uint32_t kMost = 128, kWritten = static_cast<std::uint32_t>(-128);
    std::vector<std::uint32_t> &words = instruction.words;
    if (instruction.opcode == spv::Op::OpDecorate && words.size() == 4 &&
        words[2] == static_cast<std::uint32_t>(spv::Decoration::Alignment) && words[3] == kWritten)
      words[3] = kMost;
  }

  void replaceNull(SpirvInstruction &instruction) const {
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
  DenseMap<std::uint32_t, std::uint32_t> scalars_;  ///< type to its bits
  DenseMap<std::uint32_t, std::uint32_t> replaced_; ///< id to the one that stands for it
};

} // namespace

Error cleanSpirv(SpirvModule &module) { return Cleanup(module.instructions).run(); }

} // namespace ursa
