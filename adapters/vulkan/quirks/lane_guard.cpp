#include "adapters/vulkan/quirks/lane_guard.h"

#include "spirv/builder.h"
#include "spirv/control_flow.h"

#include <map>
#include <utility>

namespace ursa::vulkan {
namespace {

using spirv::append;
using spirv::Id;
using spirv::Instruction;
using spirv::Section;
using spirv::Words;

constexpr uint32_t kMostLanes = 16; ///< of a vector

class LaneGuard {
public:
  LaneGuard(spirv::Builder module, const spirv::ControlFlow &flow)
      : module_(std::move(module)), flow_(flow) {}

  static Error cannotGuard(std::string_view what) {
    return makeError(UR_RESULT_ERROR_UNSUPPORTED_FEATURE,
                     "The driver runs work-items beyond the work-group, and they cannot be kept "
                     "out of the kernel: {}.",
                     what);
  }

  /// Returns nothing if the required local size leaves no lane unused.
  Result<std::optional<Words>> run() {
    if (flow_.functionCount() > 1)
      return cannotGuard("it has more than one function");
    if (flow_.blocks().empty())
      return cannotGuard("its parts are not in order");
    readSize();
    if (!sizeVector_ && !requiredSize_)
      return cannotGuard("it has no local size");
    if (!sizeVector_ && requiredSize_ % kMostLanes == 0)
      return std::optional<Words>();
    write();
    return std::optional(module_.finish());
  }

private:
  void readSize() {
    for (const Instruction &mode : module_.instructions(Section::ExecutionMode))
      if (mode.size() > 3 &&
          static_cast<spv::ExecutionMode>(mode[2]) == spv::ExecutionMode::LocalSize)
        requiredSize_ = mode[3];
    for (const Instruction &one : module_.instructions(Section::Annotation))
      if (one.op == spv::Op::OpDecorate && one.size() > 3 &&
          static_cast<spv::Decoration>(one[2]) == spv::Decoration::BuiltIn)
        builtIns_[static_cast<spv::BuiltIn>(one[3])] = one[1];
    sizeVector_ = builtIns_[spv::BuiltIn::WorkgroupSize];
  }

  /// Returns the variable of a built-in input, which is added if the module does not have it.
  Id input(spv::BuiltIn builtIn, Id type) {
    Id &id = builtIns_[builtIn];
    if (!id) {
      id = module_.variable(spv::StorageClass::Input, type);
      module_.decorate(id, spv::Decoration::BuiltIn, static_cast<uint32_t>(builtIn));
    }
    return id;
  }

  void writeTest(Words &code, Id start) {
    const Id boolean = module_.boolType(), word = module_.intType(32);
    const Id vector = module_.vectorType(word, 3);
    const auto value = [&](spv::Op op, Id type, spirv::Operands operands) {
      const Id id = module_.newId();
      append(code, op, {type, id}, operands);
      return id;
    };
    const Id ids = value(spv::Op::OpLoad, vector, input(spv::BuiltIn::LocalInvocationId, vector));
    const Id id = value(spv::Op::OpCompositeExtract, word, {ids, 0});
    const Id size = sizeVector_ ? value(spv::Op::OpCompositeExtract, word, {sizeVector_, 0})
                                : module_.u32(requiredSize_);
    // With a size of 1, drivers know that the local id is 0.
    const Id lane =
        value(spv::Op::OpLoad, word, input(spv::BuiltIn::SubgroupLocalInvocationId, word));
    const Id isOne = value(spv::Op::OpIEqual, boolean, {size, module_.u32(1)});
    const Id place = value(spv::Op::OpSelect, word, {isOne, lane, id});
    const Id isBelow = value(spv::Op::OpULessThan, boolean, {place, size});
    const Id rest = value(spv::Op::OpUMod, word, {size, module_.u32(kMostLanes)});
    const Id isFull = value(spv::Op::OpIEqual, boolean, {rest, module_.u32(0)});
    const Id isUsed = value(spv::Op::OpLogicalOr, boolean, {isBelow, isFull});
    const Id unused = module_.newId();
    append(code, spv::Op::OpSelectionMerge, {start, 0});
    append(code, spv::Op::OpBranchConditional, {isUsed, start, unused});
    append(code, spv::Op::OpLabel, unused);
    append(code, spv::Op::OpReturn, {});
  }

  void write() {
    module_.require(spv::Capability::GroupNonUniform);
    Words &guarded = module_.section(Section::Function);
    guarded.clear();
    const std::vector<Instruction> &instructions = flow_.instructions();
    const auto copy = [&](size_t from, size_t to) {
      for (size_t i = from; i < to; ++i)
        append(guarded, instructions[i]);
    };
    const spirv::BasicBlock &start = flow_.blocks().front();
    copy(0, start.label);
    // Branches and phis know the first basic block by its label, so that what precedes it is new.
    append(guarded, spv::Op::OpLabel, module_.newId());
    size_t rest = start.label + 1; // what follows the variables
    while (instructions[rest].op == spv::Op::OpVariable)
      ++rest;
    copy(start.label + 1, rest);
    writeTest(guarded, start.id);
    append(guarded, instructions[start.label]);
    copy(rest, instructions.size());
  }

  spirv::Builder module_;
  const spirv::ControlFlow &flow_;
  uint32_t requiredSize_ = 0; ///< of the first dimension; 0 if unknown
  Id sizeVector_ = 0;         ///< constant; 0 if there is none
  std::map<spv::BuiltIn, Id> builtIns_;
};

} // namespace

Result<std::vector<uint32_t>> withLaneGuard(std::span<const uint32_t> words) {
  auto module = spirv::Builder::parse(words);
  if (!module)
    return LaneGuard::cannotGuard("it is not a SPIR-V module");
  const auto flow = spirv::ControlFlow::of(words);
  if (!flow)
    return LaneGuard::cannotGuard("its parts are not in order");
  URSA_TRY(auto guarded, LaneGuard(*std::move(module), *flow).run());
  return guarded ? *std::move(guarded) : Words(words.begin(), words.end());
}

} // namespace ursa::vulkan
