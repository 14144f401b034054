#include "core/spirv/signature.h"

#include <algorithm>
#include <cstring>
#include <optional>
#include <unordered_map>
#include <unordered_set>

namespace ursa::spirv {
namespace {

enum Opcode : uint32_t {
  kEntryPoint = 15,
  kTypeInt = 21,
  kTypeFloat = 22,
  kTypeVector = 23,
  kTypeImage = 25,
  kTypeSampler = 26,
  kTypeArray = 28,
  kTypeStruct = 30,
  kTypePointer = 32,
  kTypeFunction = 33,
  kConstant = 43,
  kFunction = 54,
  kFunctionParameter = 55,
  kDecorate = 71,
};

enum StorageClass : uint32_t {
  kConstantMemory = 0,
  kWorkgroup = 4,
  kCrossWorkgroup = 5,
  kFunctionMemory = 7
};

constexpr uint32_t kPacked = 10;
constexpr uint32_t kParameterAttribute = 38;
constexpr uint32_t kByVal = 2;
constexpr uint64_t kMostBytes = 1u << 20; ///< no argument is longer: larger sizes count as unknown
constexpr unsigned kMostNesting = 32;

using Instruction = std::span<const uint32_t>;

struct Layout {
  uint64_t size = 0;
  uint64_t alignment = 1;
};

class Reader {
public:
  explicit Reader(std::span<const uint32_t> words) {
    for (size_t at = 5; at < words.size(); at += words[at] >> 16)
      note(words.subspan(at, words[at] >> 16));
  }

  Signatures signatures() const {
    Signatures all;
    for (const auto &[name, function] : kernels_) {
      const auto found = functions_.find(function);
      if (found == functions_.end())
        continue;
      std::vector<Parameter> &parameters = all[name];
      for (const auto &[id, type] : found->second)
        parameters.push_back(parameterOf(id, type));
    }
    return all;
  }

private:
  // The length of an instruction that is read below was checked here.
  void note(Instruction words) {
    const uint32_t opcode = words[0] & 0xffff;
    switch (opcode) {
    case kEntryPoint:
      if (words.size() > 3) {
        const char *name = reinterpret_cast<const char *>(&words[3]);
        kernels_.emplace_back(std::string(name, strnlen(name, (words.size() - 3) * 4)), words[2]);
      }
      break;
    case kTypeInt:
    case kTypeFloat:
    case kTypeVector:
    case kTypeImage:
    case kTypeSampler:
    case kTypeArray:
    case kTypeStruct:
    case kTypePointer:
      if (words.size() >= leastWords(opcode))
        types_.emplace(words[1], words);
      break;
    case kConstant:
      if (words.size() == 4)
        constants_.emplace(words[2], words[3]);
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
      if (words.size() == 3 && words[2] == kPacked)
        packed_.insert(words[1]);
      break;
    default:
      break;
    }
  }

  static size_t leastWords(uint32_t opcode) {
    switch (opcode) {
    case kTypeInt:
    case kTypeVector:
    case kTypeArray:
    case kTypePointer:
      return 4;
    case kTypeFloat:
      return 3;
    case kTypeImage:
      return 9;
    default:
      return 2;
    }
  }

  static std::optional<Layout> repeated(const Layout &element, uint64_t count) {
    if (count > kMostBytes || element.size * count > kMostBytes)
      return std::nullopt;
    return Layout{element.size * count, element.alignment};
  }

  // Each type once: a few words can nest the same type exponentially often.
  std::optional<Layout> layoutOf(uint32_t id, unsigned nesting = 0) const {
    if (const auto known = layouts_.find(id); known != layouts_.end())
      return known->second;
    return layouts_[id] = computeLayout(id, nesting);
  }

  // As OpenCL C lays types out.
  std::optional<Layout> computeLayout(uint32_t id, unsigned nesting) const {
    const auto found = types_.find(id);
    if (found == types_.end() || nesting > kMostNesting)
      return std::nullopt;
    const Instruction type = found->second;
    switch (type[0] & 0xffff) {
    case kTypeInt:
    case kTypeFloat:
      if (type[2] != 8 && type[2] != 16 && type[2] != 32 && type[2] != 64)
        return std::nullopt;
      return Layout{type[2] / 8, type[2] / 8};
    case kTypePointer:
      return Layout{8, 8};
    case kTypeVector: {
      const auto element = layoutOf(type[2], nesting + 1);
      const uint64_t count = type[3] == 3 ? 4 : type[3]; // three take the room of four
      auto whole = element ? repeated(*element, count) : std::nullopt;
      if (whole)
        whole->alignment = whole->size;
      return whole;
    }
    case kTypeArray: {
      const auto element = layoutOf(type[2], nesting + 1);
      const auto count = constants_.find(type[3]);
      if (!element || count == constants_.end())
        return std::nullopt;
      return repeated(*element, count->second);
    }
    case kTypeStruct:
      return layoutOfStruct(type, nesting);
    default:
      return std::nullopt;
    }
  }

  std::optional<Layout> layoutOfStruct(Instruction type, unsigned nesting) const {
    const bool isPacked = packed_.contains(type[1]);
    Layout whole;
    const auto alignTo = [&](uint64_t alignment) {
      whole.size = (whole.size + alignment - 1) / alignment * alignment;
    };
    for (const uint32_t member : type.subspan(2)) {
      const auto layout = layoutOf(member, nesting + 1);
      if (!layout || layout->alignment == 0 || whole.size > kMostBytes)
        return std::nullopt;
      if (!isPacked) {
        alignTo(layout->alignment);
        whole.alignment = std::max(whole.alignment, layout->alignment);
      }
      whole.size += layout->size;
    }
    alignTo(whole.alignment);
    return whole;
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
    const auto found = types_.find(typeId);
    if (found == types_.end())
      return {};
    const Instruction type = found->second;
    const auto value = [&](uint32_t valueType) {
      const auto layout = layoutOf(valueType);
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
  std::unordered_map<uint32_t, Instruction> types_;
  std::unordered_map<uint32_t, uint32_t> constants_;
  std::unordered_map<uint32_t, std::vector<std::pair<uint32_t, uint32_t>>> functions_; ///< id, type
  std::vector<std::pair<uint32_t, uint32_t>> *current_ = nullptr; ///< parameters being read
  std::unordered_set<uint32_t> byValue_;
  std::unordered_set<uint32_t> packed_;
  mutable std::unordered_map<uint32_t, std::optional<Layout>> layouts_;
};

} // namespace

Signatures readSignatures(std::span<const uint32_t> words) { return Reader(words).signatures(); }

} // namespace ursa::spirv
