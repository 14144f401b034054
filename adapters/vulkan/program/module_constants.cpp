// Reads the specialization constants of a SPIR-V module.
#include "adapters/vulkan/program/image.h"
#include "format/vulkan_module.h"
#include "spirv/instructions.h"

#include <algorithm>
#include <unordered_map>

namespace ursa::vulkan {
namespace {

struct Type {
  uint32_t bytes = 0;
  bool isBool = false;
};

class Reader {
public:
  explicit Reader(std::span<const uint32_t> words) : words_(words) {}

  Result<void> read() {
    if (words_.size() < spirv::kHeaderWords || words_[0] != spv::MagicNumber)
      return makeError(UR_RESULT_ERROR_INVALID_BINARY, "{} words are no SPIR-V module.",
                       words_.size());
    spirv::Walker walker(words_);
    for (const spirv::Instruction &instruction : walker)
      if (spirv::isComplete(instruction))
        readInstruction(instruction);
    if (!walker.isAtEnd())
      return makeError(UR_RESULT_ERROR_INVALID_BINARY,
                       "the instruction at word {} has {} words of {} that there are.",
                       walker.next(), words_[walker.next()] >> spv::WordCountShift,
                       words_.size() - walker.next());
    return {};
  }

  std::vector<ImageConstant> constants() const {
    std::vector<ImageConstant> list;
    for (const auto &[result, specId] : specIds_) {
      const auto type = typeOfConstant_.find(result);
      if (specId < format::vulkan::kSpecConstants || type == typeOfConstant_.end())
        continue;
      const auto known = types_.find(type->second);
      if (known != types_.end())
        list.push_back(
            {specId - format::vulkan::kSpecConstants, known->second.bytes, known->second.isBool});
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

  bool hasSpecId(uint32_t specId) const {
    return std::any_of(specIds_.begin(), specIds_.end(),
                       [&](const auto &known) { return known.second == specId; });
  }

private:
  void readInstruction(const spirv::Instruction &words) {
    switch (words.op) {
    case spv::Op::OpDecorate:
      if (words.size() >= 4 && words[2] == static_cast<uint32_t>(spv::Decoration::SpecId))
        specIds_[words[1]] = words[3];
      break;
    case spv::Op::OpTypeBool:
      types_[words[1]] = {1, true};
      break;
    case spv::Op::OpTypeInt:
    case spv::Op::OpTypeFloat:
      types_[words[1]] = {std::min(words[2], 64u) / 8, false};
      break;
    case spv::Op::OpSpecConstantTrue:
    case spv::Op::OpSpecConstantFalse:
    case spv::Op::OpSpecConstant:
      typeOfConstant_[words[2]] = words[1];
      break;
    default:
      break;
    }
  }

  std::span<const uint32_t> words_;
  std::unordered_map<uint32_t, uint32_t> specIds_; ///< by result id
  std::unordered_map<uint32_t, Type> types_;
  std::unordered_map<uint32_t, uint32_t> typeOfConstant_;
};

} // namespace

Result<std::vector<ImageConstant>> constantsOf(std::span<const uint32_t> words) {
  Reader reader(words);
  URSA_CHECK(reader.read());
  return reader.constants();
}

bool hasSpecId(std::span<const uint32_t> words, uint32_t specId) {
  Reader reader(words);
  return reader.read() && reader.hasSpecId(specId);
}

} // namespace ursa::vulkan
