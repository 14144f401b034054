#include "spirv/signature.h"

#include "spirv/layout.h"

#include <unordered_map>
#include <unordered_set>

namespace ursa::spirv {
namespace {

constexpr auto kParameterAttribute = static_cast<uint32_t>(spv::Decoration::FuncParamAttr);
constexpr auto kByVal = static_cast<uint32_t>(spv::FunctionParameterAttribute::ByVal);
constexpr uint64_t kMaximumBytes =
    1u << 20; ///< maximum size of an argument; larger sizes count as unknown

class Reader {
public:
  explicit Reader(std::span<const uint32_t> words) {
    for (const Instruction &instruction : Walker(words))
      note(instruction);
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
  void note(const Instruction &words) {
    switch (words.op) {
    case spv::Op::OpEntryPoint:
      if (words.size() > 3)
        kernels_.emplace_back(textIn(words.words.subspan(3)), words[2]);
      break;
    case spv::Op::OpFunction:
      current_ = words.size() == 5 ? &functions_[words[2]] : nullptr;
      break;
    case spv::Op::OpFunctionParameter:
      if (words.size() == 3 && current_)
        current_->emplace_back(words[2], words[1]);
      break;
    case spv::Op::OpDecorate:
      if (words.size() == 4 && words[2] == kParameterAttribute && words[3] == kByVal)
        byValue_.insert(words[1]);
      break;
    default:
      break;
    }
    layouts_.note(words);
  }

  static ImageShape shapeOf(const Instruction &image) {
    const bool isArray = image[5] != 0;
    switch (static_cast<spv::Dim>(image[3])) {
    case spv::Dim::Dim1D:
      return isArray ? ImageShape::Array1D : ImageShape::Image1D;
    case spv::Dim::Dim2D:
      return isArray ? ImageShape::Array2D : ImageShape::Image2D;
    case spv::Dim::Dim3D:
      return ImageShape::Image3D;
    case spv::Dim::Buffer:
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
    switch (type.op) {
    case spv::Op::OpTypeImage:
      return {ParameterKind::Image, 0, shapeOf(type)};
    case spv::Op::OpTypeSampler:
      return {ParameterKind::Sampler};
    case spv::Op::OpTypePointer:
      switch (static_cast<spv::StorageClass>(type[2])) {
      case spv::StorageClass::UniformConstant:
      case spv::StorageClass::CrossWorkgroup:
        return {ParameterKind::Pointer, 8};
      case spv::StorageClass::Workgroup:
        return {ParameterKind::Local, 8};
      case spv::StorageClass::Function:
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
