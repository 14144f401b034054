// Reads the specialization constants of a SPIR-V module.
#include "adapters/vulkan/program/image.h"
#include "format/vulkan_module.h"
#include "spirv/definitions.h"

#include <algorithm>
#include <map>

namespace ursa::vulkan {
namespace {

using SpecIds = std::map<spirv::Id, uint32_t>; ///< by result

Result<SpecIds> readSpecIds(std::span<const uint32_t> words) {
  if (words.size() < spirv::kHeaderWords || words[0] != spv::MagicNumber)
    return makeError(UR_RESULT_ERROR_INVALID_BINARY, "{} words are no SPIR-V module.",
                     words.size());
  SpecIds specIds;
  spirv::Walker walker(words);
  for (const spirv::Instruction &one : walker)
    if (one.op == spv::Op::OpDecorate && one.size() >= 4 &&
        one[2] == static_cast<uint32_t>(spv::Decoration::SpecId))
      specIds[one[1]] = one[3];
  if (!walker.isAtEnd())
    return makeError(UR_RESULT_ERROR_INVALID_BINARY,
                     "the instruction at word {} has {} words of {} that there are.", walker.next(),
                     words[walker.next()] >> spv::WordCountShift, words.size() - walker.next());
  return specIds;
}

/// Returns nothing if @p type is no scalar type.
std::optional<ImageConstant> constantOf(uint32_t id, const spirv::Instruction &type) {
  switch (type.op) {
  case spv::Op::OpTypeBool:
    return ImageConstant{id, 1, true};
  case spv::Op::OpTypeInt:
  case spv::Op::OpTypeFloat:
    return ImageConstant{id, std::min(type[2], 64u) / 8, false};
  default:
    return std::nullopt;
  }
}

} // namespace

Result<std::vector<ImageConstant>> constantsOf(std::span<const uint32_t> words) {
  URSA_TRY(const SpecIds specIds, readSpecIds(words));
  const spirv::Definitions definitions(words);
  std::vector<ImageConstant> list;
  for (const auto &[result, specId] : specIds) {
    const spirv::Instruction definition = definitions.of(result);
    if (specId < format::vulkan::kSpecConstants || !spirv::isSpecConstant(definition.op))
      continue;
    const uint32_t id = specId - format::vulkan::kSpecConstants;
    if (const auto constant = constantOf(id, definitions.of(definition[1])))
      list.push_back(*constant);
  }
  std::sort(list.begin(), list.end(),
            [](const ImageConstant &a, const ImageConstant &b) { return a.id < b.id; });
  // Constants with the same id share one value.
  const auto last = std::unique(list.begin(), list.end(), [](const auto &a, const auto &b) {
    return a.id == b.id && a.size == b.size;
  });
  list.erase(last, list.end());
  return list;
}

bool hasSpecId(std::span<const uint32_t> words, uint32_t specId) {
  const auto specIds = readSpecIds(words);
  return specIds && std::any_of(specIds->begin(), specIds->end(),
                                [&](const auto &known) { return known.second == specId; });
}

} // namespace ursa::vulkan
