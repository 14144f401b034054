#include "spirv/definitions.h"

namespace ursa::spirv {

Definitions::Definitions(std::span<const uint32_t> words, size_t from) {
  for (const Instruction &instruction : Walker(words, from)) {
    bool hasResult = false, hasType = false;
    spv::HasResultAndType(instruction.op, &hasResult, &hasType);
    const size_t result = hasType ? 2 : 1;
    if (hasResult && isComplete(instruction) && instruction.size() > result)
      instructions_.emplace(instruction[result], instruction);
  }
}

Instruction Definitions::of(Id id) const {
  const auto found = instructions_.find(id);
  return found == instructions_.end() ? Instruction() : found->second;
}

std::optional<uint32_t> Definitions::constant(Id id) const {
  const Instruction definition = of(id);
  return definition.op == spv::Op::OpConstant ? std::optional(definition[3]) : std::nullopt;
}

} // namespace ursa::spirv
