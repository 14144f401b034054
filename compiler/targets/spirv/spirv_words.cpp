// See spirv_words.h.
#include "compiler/targets/spirv/spirv_words.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/StringRef.h"

#include <memory>
#include <spirv-tools/libspirv.h>
#include <spirv/unified1/spirv.hpp11>

using namespace llvm;

namespace ursa {
namespace {

constexpr std::size_t kHeaderWords = 5;
constexpr unsigned kVersion12 = 0x00010200;

using Context = std::unique_ptr<spv_context_t, decltype(&spvContextDestroy)>;

Context contextFor(std::uint32_t version) {
  spv_target_env environment = SPV_ENV_OPENCL_2_2;
  if (version > kVersion12)
    environment = version > 0x00010400 ? SPV_ENV_UNIVERSAL_1_6 : SPV_ENV_UNIVERSAL_1_4;
  return {spvContextCreate(environment), spvContextDestroy};
}

Error failure(const char *what, spv_diagnostic diagnostic) {
  const StringRef text = diagnostic ? StringRef(diagnostic->error).trim() : "no reason was given";
  Error error = createStringError(Twine(what) + text.split('\n').first.rtrim('.') + ".");
  spvDiagnosticDestroy(diagnostic);
  return error;
}

/// One instruction: its words, and which of them are ids.
struct Instruction {
  spv::Op opcode;
  std::vector<std::uint32_t> words;
  std::vector<std::uint16_t> ids; ///< places in words
};

bool isId(spv_operand_type_t type) {
  return type == SPV_OPERAND_TYPE_ID || type == SPV_OPERAND_TYPE_TYPE_ID ||
         type == SPV_OPERAND_TYPE_RESULT_ID || type == SPV_OPERAND_TYPE_MEMORY_SEMANTICS_ID ||
         type == SPV_OPERAND_TYPE_SCOPE_ID;
}

spv_result_t addInstruction(void *data, const spv_parsed_instruction_t *parsed) {
  Instruction instruction{
      static_cast<spv::Op>(parsed->opcode), {parsed->words, parsed->words + parsed->num_words}, {}};
  for (std::uint16_t i = 0; i < parsed->num_operands; ++i)
    if (isId(parsed->operands[i].type))
      instruction.ids.push_back(parsed->operands[i].offset);
  static_cast<std::vector<Instruction> *>(data)->push_back(std::move(instruction));
  return SPV_SUCCESS;
}

class Cleanup {
public:
  explicit Cleanup(std::vector<Instruction> &instructions) : instructions_(instructions) {}

  Error run() {
    findConstants();
    if (Error error = mergeConstants())
      return error;
    for (Instruction &instruction : instructions_) {
      replaceNull(instruction);
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
    for (const Instruction &instruction : instructions_) {
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
    DenseMap<std::uint32_t, const Instruction *> first; // by SpecId
    for (const Instruction &instruction : instructions_) {
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
    erase_if(instructions_, [&](const Instruction &instruction) {
      const std::size_t subject = isSpecConstant(instruction.opcode) ? 2 : 1;
      const bool isAbout = isSpecConstant(instruction.opcode) ||
                           instruction.opcode == spv::Op::OpDecorate ||
                           instruction.opcode == spv::Op::OpName;
      return isAbout && replaced_.contains(instruction.words[subject]);
    });
    return Error::success();
  }

  void replaceNull(Instruction &instruction) const {
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

  std::vector<Instruction> &instructions_;
  DenseMap<std::uint32_t, std::uint32_t> specIds_;  ///< id to SpecId
  DenseMap<std::uint32_t, std::uint32_t> scalars_;  ///< type to its bits
  DenseMap<std::uint32_t, std::uint32_t> replaced_; ///< id to the one that stands for it
};

} // namespace

Expected<std::vector<std::uint32_t>> cleanSpirv(const std::vector<std::uint32_t> &words) {
  if (words.size() < kHeaderWords)
    return createStringError("The SPIR-V module has no header.");
  std::vector<Instruction> instructions;
  spv_diagnostic diagnostic = nullptr;
  if (spvBinaryParse(contextFor(words[1]).get(), &instructions, words.data(), words.size(), nullptr,
                     addInstruction, &diagnostic) != SPV_SUCCESS)
    return failure("The SPIR-V module cannot be read: ", diagnostic);
  if (Error error = Cleanup(instructions).run())
    return error;
  std::vector<std::uint32_t> result(words.begin(), words.begin() + kHeaderWords);
  for (const Instruction &instruction : instructions)
    result.insert(result.end(), instruction.words.begin(), instruction.words.end());
  return result;
}

Error validateSpirv(const std::vector<std::uint32_t> &words) {
  spv_diagnostic diagnostic = nullptr;
  const std::uint32_t version = words.size() < kHeaderWords ? 0 : words[1];
  if (spvValidateBinary(contextFor(version).get(), words.data(), words.size(), &diagnostic) ==
      SPV_SUCCESS)
    return Error::success();
  return failure("The SPIR-V module is not valid: ", diagnostic);
}

} // namespace ursa
