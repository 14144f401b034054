#include "spirv/signature.h"

#include "spirv/layout.h"
#include "spirv/opcodes.h"

#include <cstring>
#include <unordered_map>
#include <unordered_set>

namespace ursa::spirv {
namespace {

constexpr uint32_t kParameterAttribute = 38;
constexpr uint32_t kByVal = 2;
constexpr uint64_t kMaximumBytes =
    1u << 20; ///< maximum size of an argument; larger sizes count as unknown

class Reader {
public:
  explicit Reader(std::span<const uint32_t> words) {
    for (size_t at = 5; at < words.size(); at += words[at] >> 16)
      note(words.subspan(at, words[at] >> 16));
  }

  Signatures signatures() const {
    Signatures all;
    std::unordered_map<uint32_t, std::shared_ptr<const Parameters>> lists; // by function
    for (const auto &[name, function] : kernels_) {
      const auto found = functions_.find(function);
      if (found == functions_.end())
        continue;
      std::shared_ptr<const Parameters> &list = lists[function];
      if (!list)
        list = std::make_shared<const Parameters>(parametersOf(found->second));
      all.emplace(name, list);
    }
    return all;
  }

private:
  using Declared = std::vector<std::pair<uint32_t, uint32_t>>; ///< id, type

  Parameters parametersOf(const Declared &declared) const {
    Parameters parameters;
    parameters.reserve(declared.size());
    for (const auto &[id, type] : declared)
      parameters.push_back(parameterOf(id, type));
    return parameters;
  }

  // Checks here the lengths of all instructions that are read below.
  void note(Instruction words) {
    const uint32_t opcode = words[0] & 0xffff;
    switch (opcode) {
    case kEntryPoint:
      if (words.size() > 3) {
        const char *name = reinterpret_cast<const char *>(&words[3]);
        kernels_.emplace_back(std::string(name, strnlen(name, (words.size() - 3) * 4)), words[2]);
      }
      break;
    case kFunction:
      current_ = words.size() == 5 ? &functions_[words[2]] : nullptr;
      break;
    case kFunctionParameter:
      if (words.size() == 3 && current_)
        current_->emplace_back(words[2], words[1]);
      break;
    case kDecorate:
      if (words.size() == 4 && words[2] == kParameterAttribute && words[3] == kByVal)
        byValue_.insert(words[1]);
      break;
    default:
      break;
    }
    layouts_.note(words);
  }

  static ImageShape shapeOf(Instruction image) {
    const bool isArray = image[5] != 0;
    switch (image[3]) { // Dim
    case 0:
      return isArray ? ImageShape::Array1D : ImageShape::Image1D;
    case 1:
      return isArray ? ImageShape::Array2D : ImageShape::Image2D;
    case 2:
      return ImageShape::Image3D;
    case 5:
      return ImageShape::Buffer;
    default:
      return ImageShape::Unknown;
    }
  }

  Parameter parameterOf(uint32_t id, uint32_t typeId) const {
    const Instruction type = layouts_.type(typeId);
    if (type.empty())
      return {};
    const auto value = [&](uint32_t valueType) {
      const auto layout = layouts_.of(valueType);
      return Parameter{ParameterKind::Value, layout ? static_cast<uint32_t>(layout->size) : 0};
    };
    switch (type[0] & 0xffff) {
    case kTypeImage:
      return {ParameterKind::Image, 0, shapeOf(type)};
    case kTypeSampler:
      return {ParameterKind::Sampler};
    case kTypePointer:
      switch (type[2]) {
      case kConstantMemory:
      case kCrossWorkgroup:
        return {ParameterKind::Pointer, 8};
      case kWorkgroup:
        return {ParameterKind::Local, 8};
      case kFunctionMemory:
        return byValue_.contains(id) ? value(type[3]) : Parameter{};
      default:
        return {};
      }
    default:
      return value(typeId);
    }
  }

  std::vector<std::pair<std::string, uint32_t>> kernels_;
  std::unordered_map<uint32_t, Declared> functions_; ///< their parameters, by id
  Declared *current_ = nullptr;                      ///< parameters being read
  std::unordered_set<uint32_t> byValue_;
  Layouts layouts_{kMaximumBytes};
};

} // namespace

Signatures readSignatures(std::span<const uint32_t> words) { return Reader(words).signatures(); }

} // namespace ursa::spirv
