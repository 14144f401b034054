#include "spirv/places.h"

#include "spirv/opcodes.h"

#include <spirv-tools/libspirv.hpp>

namespace ursa::spirv {
namespace {

bool isOperandId(spv_operand_type_t type) {
  return type == SPV_OPERAND_TYPE_ID || type == SPV_OPERAND_TYPE_SCOPE_ID ||
         type == SPV_OPERAND_TYPE_MEMORY_SEMANTICS_ID;
}

struct PlaceReader {
  size_t parsed = kHeaderWords;
  std::vector<Place> places;

  void add(const spv_parsed_instruction_t &instruction) {
    Place place{parsed, instruction.opcode, instruction.num_words, instruction.result_id, {}};
    for (uint16_t i = 0; i < instruction.num_operands; ++i)
      if (isOperandId(instruction.operands[i].type))
        place.uses.push_back(instruction.operands[i].offset);
    parsed += instruction.num_words;
    places.push_back(std::move(place));
  }
};

} // namespace

std::vector<Place> readPlaces(std::span<const uint32_t> words) {
  const spvtools::Context context(SPV_ENV_UNIVERSAL_1_6);
  PlaceReader reader;
  const auto note = [](void *self, const spv_parsed_instruction_t *instruction) {
    static_cast<PlaceReader *>(self)->add(*instruction);
    return SPV_SUCCESS;
  };
  if (spvBinaryParse(context.CContext(), &reader, words.data(), words.size(), nullptr, note,
                     nullptr) != SPV_SUCCESS)
    return {};
  return std::move(reader.places);
}

} // namespace ursa::spirv
