// Reads the specialization constants of a SPIR-V module.
#include "adapters/vulkan/program/image.h"
#include "format/vulkan_module.h"

#include <spirv/unified1/spirv.hpp11>

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
    constexpr size_t kHeaderWords = 5;
    if (words_.size() < kHeaderWords || words_[0] != spv::MagicNumber)
      return Error{UR_RESULT_ERROR_INVALID_BINARY,
                   fmt::format("{} words are no SPIR-V module.", words_.size())};
    for (size_t at = kHeaderWords; at < words_.size();) {
      const uint32_t length = words_[at] >> spv::WordCountShift;
      if (length == 0 || length > words_.size() - at)
        return Error{UR_RESULT_ERROR_INVALID_BINARY,
                     fmt::format("the instruction at word {} has {} words of {} that there are.",
                                 at, length, words_.size() - at)};
      readInstruction(words_.subspan(at, length));
      at += length;
    }
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
  void readInstruction(std::span<const uint32_t> words) {
    switch (static_cast<spv::Op>(words[0] & spv::OpCodeMask)) {
    case spv::Op::OpDecorate:
      if (words.size() >= 4 && words[2] == static_cast<uint32_t>(spv::Decoration::SpecId))
        specIds_[words[1]] = words[3];
      break;
    case spv::Op::OpTypeBool:
      if (words.size() >= 2)
        types_[words[1]] = {1, true};
      break;
    case spv::Op::OpTypeInt:
    case spv::Op::OpTypeFloat:
      if (words.size() >= 3)
        types_[words[1]] = {std::min(words[2], 64u) / 8, false};
      break;
    case spv::Op::OpSpecConstantTrue:
    case spv::Op::OpSpecConstantFalse:
    case spv::Op::OpSpecConstant:
      if (words.size() >= 3)
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
