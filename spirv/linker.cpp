#include "spirv/linker.h"

#include "spirv/opcodes.h"

#include <spirv-tools/linker.hpp>

#include <algorithm>
#include <map>

namespace ursa::spirv {
namespace {

constexpr uint32_t kDecorationBuiltIn = 11;

bool isId(spv_operand_type_t type) {
  switch (type) {
  case SPV_OPERAND_TYPE_ID:
  case SPV_OPERAND_TYPE_TYPE_ID:
  case SPV_OPERAND_TYPE_RESULT_ID:
  case SPV_OPERAND_TYPE_MEMORY_SEMANTICS_ID:
  case SPV_OPERAND_TYPE_SCOPE_ID:
    return true;
  default:
    return false;
  }
}

// Merges duplicate built-in variables. Each module brings its own variable, for example for the
// global id; the linker retains them all, but translators identify such variables by names, which
// are unique.
//
//   before:  OpDecorate %a BuiltIn GlobalInvocationId     after:  OpDecorate %a ...
//            OpDecorate %b BuiltIn GlobalInvocationId
//            %x = OpLoad %v3ulong %b                              %x = OpLoad %v3ulong %a
class BuiltInMerger {
public:
  std::vector<uint32_t> merge(const spvtools::Context &context, std::vector<uint32_t> words) {
    if (!parse(context, words, note) || replaced_.empty())
      return words;
    merged_.assign(words.begin(), words.begin() + 5);
    return parse(context, words, rewrite) ? merged_ : words;
  }

private:
  static bool parse(const spvtools::Context &context, const std::vector<uint32_t> &words,
                    spv_parsed_instruction_fn_t callback, BuiltInMerger *self) {
    return spvBinaryParse(context.CContext(), self, words.data(), words.size(), nullptr, callback,
                          nullptr) == SPV_SUCCESS;
  }
  bool parse(const spvtools::Context &context, const std::vector<uint32_t> &words,
             spv_parsed_instruction_fn_t callback) {
    return parse(context, words, callback, this);
  }

  static spv_result_t note(void *self, const spv_parsed_instruction_t *instruction) {
    auto &merger = *static_cast<BuiltInMerger *>(self);
    const uint32_t *words = instruction->words;
    if (instruction->opcode == kDecorate && instruction->num_words == 4 &&
        words[2] == kDecorationBuiltIn) {
      const auto [first, isNew] = merger.firsts_.emplace(words[3], words[1]);
      if (!isNew && first->second != words[1])
        merger.replaced_.emplace(words[1], first->second);
    }
    return SPV_SUCCESS;
  }

  static spv_result_t rewrite(void *self, const spv_parsed_instruction_t *instruction) {
    auto &merger = *static_cast<BuiltInMerger *>(self);
    const uint32_t *words = instruction->words;
    const bool isAboutReplaced =
        ((instruction->opcode == kName || instruction->opcode == kDecorate) &&
         merger.replaced_.contains(words[1])) ||
        (instruction->opcode == kVariable && merger.replaced_.contains(words[2]));
    if (isAboutReplaced)
      return SPV_SUCCESS;
    const size_t begin = merger.merged_.size();
    merger.merged_.insert(merger.merged_.end(), words, words + instruction->num_words);
    for (uint16_t i = 0; i < instruction->num_operands; ++i) {
      const spv_parsed_operand_t &operand = instruction->operands[i];
      if (!isId(operand.type))
        continue;
      uint32_t &id = merger.merged_[begin + operand.offset];
      if (const auto other = merger.replaced_.find(id); other != merger.replaced_.end())
        id = other->second;
    }
    return SPV_SUCCESS;
  }

  std::map<uint32_t, uint32_t> firsts_; ///< the variable that stays, by built-in
  std::map<uint32_t, uint32_t>
      replaced_; ///< the variable that stays, by the variable that it replaces
  std::vector<uint32_t> merged_;
};

} // namespace

Result<std::vector<uint32_t>> linkModules(const std::vector<std::vector<uint32_t>> &modules) {
  std::string messages;
  spvtools::Context context(SPV_ENV_OPENCL_2_2);
  context.SetMessageConsumer(
      [&](spv_message_level_t level, const char *, const spv_position_t &, const char *message) {
        if (level <= SPV_MSG_ERROR)
          messages += fmt::format("{}{}", messages.empty() ? "" : "; ", message);
      });
  spvtools::LinkerOptions options;
  options.SetCreateLibrary(false);
  std::vector<uint32_t> linked;
  if (spvtools::Link(context, modules, &linked, options) != SPV_SUCCESS)
    return makeError(UR_RESULT_ERROR_PROGRAM_LINK_FAILURE, "{} SPIR-V modules were not linked: {}.",
                     modules.size(), messages.empty() ? "no reason was given" : messages);
  return BuiltInMerger().merge(context, std::move(linked));
}

} // namespace ursa::spirv
