#include "spirv/grammar.h"

#include <spirv-tools/libspirv.hpp>

namespace ursa::spirv {
namespace {

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

} // namespace

ParsedInstructions::ParsedInstructions(std::span<const uint32_t> words) {
  struct Reader {
    ParsedInstructions &to;
    std::span<const uint32_t> words;
    size_t at = kHeaderWords;

    void add(const spv_parsed_instruction_t &parsed) {
      const size_t first = to.ids_.size();
      for (uint16_t i = 0; i < parsed.num_operands; ++i)
        if (isId(parsed.operands[i].type))
          to.ids_.push_back(parsed.operands[i].offset);
      to.all_.push_back(
          {{static_cast<spv::Op>(parsed.opcode), at, words.subspan(at, parsed.num_words)},
           parsed.type_id,
           parsed.result_id,
           std::span(to.ids_).subspan(first)});
      at += parsed.num_words;
    }
  } reader{*this, words};
  ids_.reserve(words.size()); // never moves, because instructions point to it
  const auto note = [](void *self, const spv_parsed_instruction_t *parsed) {
    static_cast<Reader *>(self)->add(*parsed);
    return SPV_SUCCESS;
  };
  const spvtools::Context context(SPV_ENV_UNIVERSAL_1_6);
  spv_diagnostic diagnostic = nullptr;
  if (spvBinaryParse(context.CContext(), &reader, words.data(), words.size(), nullptr, note,
                     &diagnostic) == SPV_SUCCESS)
    return;
  all_.clear();
  const std::string_view text = diagnostic ? diagnostic->error : "no reason was given";
  problem_ = text.substr(0, text.find('\n'));
  while (problem_.ends_with('.') || problem_.ends_with(' '))
    problem_.pop_back();
  spvDiagnosticDestroy(diagnostic);
}

} // namespace ursa::spirv
