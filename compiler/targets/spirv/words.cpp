#include "compiler/targets/spirv/words.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"

#include <spirv-tools/libspirv.hpp>
#include <spirv/unified1/spirv.hpp11>

using namespace llvm;

namespace ursa::spirv_target {
namespace {

// The rules of SPIR-V itself: those of OpenCL's environments do not know which optional
// capabilities, half precision for one, the device has.
constexpr spv_target_env kEnvironment = SPV_ENV_UNIVERSAL_1_2;

/// The module, instruction by instruction. SPIRV-Tools' parser knows which words are ids.
class Mender {
public:
  Error parse(const std::vector<uint32_t> &words) {
    spvtools::Context context(kEnvironment);
    spv_diagnostic diagnostic = nullptr;
    const spv_result_t result = spvBinaryParse(context.CContext(), this, words.data(), words.size(),
                                               onHeader, onInstruction, &diagnostic);
    std::string problem = diagnostic && diagnostic->error ? diagnostic->error : "unknown reason";
    spvDiagnosticDestroy(diagnostic);
    if (result != SPV_SUCCESS)
      return createStringError("The SPIR-V module cannot be read: " + problem + ".");
    return Error::success();
  }

  Error findDuplicates() {
    DenseMap<uint32_t, const Instruction *> constants; // of OpSpecConstant*, by result
    DenseMap<uint32_t, uint32_t> firstOfSpecId;
    for (const Instruction &instruction : instructions_)
      if (isSpecConstant(instruction.opcode))
        constants[instruction.words[2]] = &instruction;
    for (const Instruction &instruction : instructions_) {
      if (!isSpecId(instruction) || !constants.count(instruction.words[1]))
        continue;
      const uint32_t id = instruction.words[1];
      const auto [first, isNew] = firstOfSpecId.try_emplace(instruction.words[3], id);
      if (isNew || first->second == id)
        continue;
      const Instruction &kept = *constants[first->second];
      const Instruction &other = *constants[id];
      if (kept.words[1] != other.words[1])
        return createStringError("The specialization constant " + Twine(instruction.words[3]) +
                                 " is read with two types.");
      replacement_[id] = first->second;
    }
    return Error::success();
  }

  // The backend numbers ids by where its objects lie in memory: they are numbered again in order of
  // appearance, so that the same program gives the same bytes.
  std::vector<uint32_t> write() const {
    std::vector<uint32_t> words(header_);
    DenseMap<uint32_t, uint32_t> numbers;
    for (const Instruction &instruction : instructions_) {
      const size_t begin = words.size();
      append(words, instruction);
      if (words.size() == begin)
        continue;
      for (uint16_t at : instruction.ids)
        words[begin + at] =
            numbers.try_emplace(words[begin + at], static_cast<uint32_t>(numbers.size() + 1))
                .first->second;
    }
    words[kBoundWord] = static_cast<uint32_t>(numbers.size() + 1);
    return words;
  }

private:
  static constexpr size_t kBoundWord = 3; ///< of the header: larger than any id

  struct Instruction {
    spv::Op opcode;
    std::vector<uint32_t> words;
    std::vector<uint16_t> ids; ///< which of the words are ids
  };

  static bool isId(spv_operand_type_t type) {
    return type == SPV_OPERAND_TYPE_ID || type == SPV_OPERAND_TYPE_TYPE_ID ||
           type == SPV_OPERAND_TYPE_RESULT_ID || type == SPV_OPERAND_TYPE_MEMORY_SEMANTICS_ID ||
           type == SPV_OPERAND_TYPE_SCOPE_ID;
  }
  static bool isSpecConstant(spv::Op opcode) {
    return opcode == spv::Op::OpSpecConstant || opcode == spv::Op::OpSpecConstantTrue ||
           opcode == spv::Op::OpSpecConstantFalse;
  }
  static bool isSpecId(const Instruction &instruction) {
    return instruction.opcode == spv::Op::OpDecorate && instruction.words.size() == 4 &&
           instruction.words[2] == static_cast<uint32_t>(spv::Decoration::SpecId);
  }

  static spv_result_t onHeader(void *user, spv_endianness_t, uint32_t magic, uint32_t version,
                               uint32_t generator, uint32_t bound, uint32_t schema) {
    static_cast<Mender *>(user)->header_ = {magic, version, generator, bound, schema};
    return SPV_SUCCESS;
  }

  static spv_result_t onInstruction(void *user, const spv_parsed_instruction_t *parsed) {
    auto &self = *static_cast<Mender *>(user);
    Instruction instruction;
    instruction.opcode = static_cast<spv::Op>(parsed->opcode);
    instruction.words.assign(parsed->words, parsed->words + parsed->num_words);
    for (uint16_t i = 0; i < parsed->num_operands; ++i)
      if (isId(parsed->operands[i].type))
        instruction.ids.push_back(parsed->operands[i].offset);
    if (instruction.opcode == spv::Op::OpTypeInt || instruction.opcode == spv::Op::OpTypeFloat)
      self.bits_[instruction.words[1]] = instruction.words[2];
    self.instructions_.push_back(std::move(instruction));
    return SPV_SUCCESS;
  }

  void append(std::vector<uint32_t> &words, const Instruction &instruction) const {
    const bool isDuplicate =
        (isSpecConstant(instruction.opcode) && replacement_.count(instruction.words[2])) ||
        (instruction.opcode == spv::Op::OpDecorate && replacement_.count(instruction.words[1])) ||
        (instruction.opcode == spv::Op::OpName && replacement_.count(instruction.words[1]));
    if (isDuplicate)
      return;
    if (instruction.opcode == spv::Op::OpConstantNull) {
      if (const auto bits = bits_.find(instruction.words[1]); bits != bits_.end()) {
        const uint32_t valueWords = (bits->second + 31) / 32;
        words.push_back((3 + valueWords) << 16 | static_cast<uint32_t>(spv::Op::OpConstant));
        words.push_back(instruction.words[1]);
        words.push_back(instruction.words[2]);
        words.insert(words.end(), valueWords, 0);
        return;
      }
    }
    const size_t begin = words.size();
    words.insert(words.end(), instruction.words.begin(), instruction.words.end());
    for (uint16_t at : instruction.ids)
      if (const auto kept = replacement_.find(words[begin + at]); kept != replacement_.end())
        words[begin + at] = kept->second;
  }

  std::vector<uint32_t> header_;
  std::vector<Instruction> instructions_;
  DenseMap<uint32_t, uint32_t> bits_;        ///< of integer and float types
  DenseMap<uint32_t, uint32_t> replacement_; ///< of duplicate constants
};

} // namespace

Expected<std::vector<uint32_t>> mendWords(const std::vector<uint32_t> &words) {
  Mender mender;
  if (Error error = mender.parse(words))
    return error;
  if (Error error = mender.findDuplicates())
    return error;
  return mender.write();
}

Error validate(const std::vector<uint32_t> &words) {
  spvtools::SpirvTools tools(kEnvironment);
  std::string problem;
  tools.SetMessageConsumer(
      [&](spv_message_level_t level, const char *, const spv_position_t &, const char *message) {
        if (level <= SPV_MSG_ERROR && problem.empty())
          problem = message;
      });
  if (!tools.Validate(words))
    return createStringError("The SPIR-V module is not valid: " + problem + ".");
  return Error::success();
}

} // namespace ursa::spirv_target
