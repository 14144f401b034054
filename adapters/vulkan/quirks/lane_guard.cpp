#include "adapters/vulkan/quirks/lane_guard.h"

#include "spirv/instructions.h"

#include <map>
#include <utility>

namespace ursa::vulkan {
namespace {

using spirv::append;
using spirv::Id;
using spirv::Instruction;
using spirv::Words;
using Instructions = std::vector<Instruction>;

constexpr uint32_t kMostLanes = 16; ///< of a vector

Error cannotGuard(std::string_view what) {
  return makeError(UR_RESULT_ERROR_UNSUPPORTED_FEATURE,
                   "The driver runs work-items beyond the work-group, and they cannot be kept out "
                   "of the kernel: {}.",
                   what);
}

/// A built-in input variable.
struct Input {
  spv::BuiltIn builtIn;
  Id variable = 0;
  bool isNew = false; ///< the module does not have it
};

bool isTypeDeclaration(spv::Op op) {
  return op >= spv::Op::OpTypeVoid && op <= spv::Op::OpTypeForwardPointer;
}

class LaneGuard {
public:
  explicit LaneGuard(std::span<const uint32_t> words)
      : words_(words), bound_(words[spirv::kBoundWord]) {}

  Result<Words> run(const Instructions &instructions) {
    URSA_CHECK(read(instructions));
    if (!sizeVector_ && requiredSize_ % kMostLanes == 0)
      return Words(words_.begin(), words_.end());
    return write(instructions);
  }

private:
  Id newId() { return bound_++; }

  Result<void> read(const Instructions &instructions) {
    std::map<Id, Id> vectors; // of three elements, by type of the element
    for (size_t i = 0; i < instructions.size(); ++i) {
      const auto operands = instructions[i].operands();
      if (!types_ && isTypeDeclaration(instructions[i].op))
        types_ = i;
      switch (instructions[i].op) {
      case spv::Op::OpCapability:
        hasSubGroups_ |=
            static_cast<spv::Capability>(operands[0]) == spv::Capability::GroupNonUniform;
        break;
      case spv::Op::OpExecutionMode:
        if (static_cast<spv::ExecutionMode>(operands[1]) == spv::ExecutionMode::LocalSize &&
            operands.size() > 2)
          requiredSize_ = operands[2];
        break;
      case spv::Op::OpDecorate:
        if (operands.size() > 2 &&
            static_cast<spv::Decoration>(operands[1]) == spv::Decoration::BuiltIn) {
          const auto builtIn = static_cast<spv::BuiltIn>(operands[2]);
          if (builtIn == spv::BuiltIn::WorkgroupSize)
            sizeVector_ = operands[0];
          for (Input *input : {&localId_, &lane_})
            if (input->builtIn == builtIn)
              input->variable = operands[0];
        }
        break;
      case spv::Op::OpTypeInt:
        if (operands[1] == 32 && operands[2] == 0)
          word_ = operands[0];
        break;
      case spv::Op::OpTypeBool:
        bool_ = operands[0];
        break;
      case spv::Op::OpTypeVector:
        if (operands[2] == 3)
          vectors[operands[1]] = operands[0];
        break;
      case spv::Op::OpFunction:
        if (std::exchange(function_, i) != 0)
          return cannotGuard("it has more than one function");
        break;
      case spv::Op::OpLabel:
        if (!start_)
          start_ = i;
        break;
      default:
        break;
      }
    }
    if (!types_ || !function_ || start_ < function_ || types_ > function_)
      return cannotGuard("its parts are not in order");
    if (!sizeVector_ && !requiredSize_)
      return cannotGuard("it has no local size");
    if (const auto known = vectors.find(word_); known != vectors.end())
      vector_ = known->second;
    return {};
  }

  void writeDecorations(Words &code) {
    for (const Input &input : {localId_, lane_})
      if (input.isNew)
        append(code, spv::Op::OpDecorate,
               {input.variable, static_cast<uint32_t>(spv::Decoration::BuiltIn),
                static_cast<uint32_t>(input.builtIn)});
  }

  /// Writes the types, constants and variables that the module lacks.
  void writeDeclarations(Words &code) {
    if (!bool_)
      append(code, spv::Op::OpTypeBool, {bool_ = newId()});
    if (!word_)
      append(code, spv::Op::OpTypeInt, {word_ = newId(), 32, 0});
    if (!vector_)
      append(code, spv::Op::OpTypeVector, {vector_ = newId(), word_, 3});
    append(code, spv::Op::OpConstant, {word_, zero_ = newId(), 0});
    append(code, spv::Op::OpConstant, {word_, one_ = newId(), 1});
    append(code, spv::Op::OpConstant, {word_, lanes_ = newId(), kMostLanes});
    if (!sizeVector_)
      append(code, spv::Op::OpConstant, {word_, size_ = newId(), requiredSize_});
    const auto storage = static_cast<uint32_t>(spv::StorageClass::Input);
    for (const Input &input : {localId_, lane_}) {
      if (!input.isNew)
        continue;
      const Id pointer = newId();
      const Id type = input.builtIn == spv::BuiltIn::LocalInvocationId ? vector_ : word_;
      append(code, spv::Op::OpTypePointer, {pointer, storage, type});
      append(code, spv::Op::OpVariable, {pointer, input.variable, storage});
    }
  }

  void writeTest(Words &code, Id start) {
    const Id ids = newId();
    const Id id = newId();
    const Id lane = newId();
    const Id isOne = newId();
    const Id place = newId();
    const Id isBelow = newId();
    const Id rest = newId();
    const Id isFull = newId();
    const Id isUsed = newId();
    const Id unused = newId();
    append(code, spv::Op::OpLoad, {vector_, ids, localId_.variable});
    append(code, spv::Op::OpCompositeExtract, {word_, id, ids, 0});
    if (sizeVector_)
      append(code, spv::Op::OpCompositeExtract, {word_, size_ = newId(), sizeVector_, 0});
    // With a size of 1, drivers know that the local id is 0.
    append(code, spv::Op::OpLoad, {word_, lane, lane_.variable});
    append(code, spv::Op::OpIEqual, {bool_, isOne, size_, one_});
    append(code, spv::Op::OpSelect, {word_, place, isOne, lane, id});
    append(code, spv::Op::OpULessThan, {bool_, isBelow, place, size_});
    append(code, spv::Op::OpUMod, {word_, rest, size_, lanes_});
    append(code, spv::Op::OpIEqual, {bool_, isFull, rest, zero_});
    append(code, spv::Op::OpLogicalOr, {bool_, isUsed, isBelow, isFull});
    append(code, spv::Op::OpSelectionMerge, {start, 0});
    append(code, spv::Op::OpBranchConditional, {isUsed, start, unused});
    append(code, spv::Op::OpLabel, {unused});
    append(code, spv::Op::OpReturn, {});
  }

  Words write(const Instructions &instructions) {
    Words code(words_.begin(), words_.begin() + spirv::kHeaderWords);
    if (!hasSubGroups_)
      append(code, spv::Op::OpCapability,
             {static_cast<uint32_t>(spv::Capability::GroupNonUniform)});
    for (Input *input : {&localId_, &lane_})
      if (!input->variable) {
        input->variable = newId();
        input->isNew = true;
      }
    for (size_t i = 0; i < start_; ++i) {
      if (i == types_)
        writeDecorations(code);
      if (i == function_)
        writeDeclarations(code);
      const size_t at = code.size();
      append(code, instructions[i]);
      if (instructions[i].op != spv::Op::OpEntryPoint)
        continue;
      for (const Input &input : {localId_, lane_})
        if (input.isNew) {
          code[at] += 1U << spv::WordCountShift;
          code.push_back(input.variable);
        }
    }
    // Branches and phis know the first basic block by its label, so that what precedes it is new.
    append(code, spv::Op::OpLabel, {newId()});
    size_t i = start_ + 1;
    for (; i < instructions.size() && instructions[i].op == spv::Op::OpVariable; ++i)
      append(code, instructions[i]);
    writeTest(code, instructions[start_].operands()[0]);
    append(code, instructions[start_]);
    for (; i < instructions.size(); ++i)
      append(code, instructions[i]);
    code[spirv::kBoundWord] = bound_;
    return code;
  }

  const std::span<const uint32_t> words_;
  Id bound_;
  size_t types_ = 0, function_ = 0, start_ = 0; ///< first instructions
  uint32_t requiredSize_ = 0;                   ///< of the first dimension; 0 if unknown
  bool hasSubGroups_ = false;                   ///< the module has the capability
  Input localId_{spv::BuiltIn::LocalInvocationId};
  Input lane_{spv::BuiltIn::SubgroupLocalInvocationId};
  Id sizeVector_ = 0; ///< constant; 0 if there is none
  Id word_ = 0, bool_ = 0, vector_ = 0, zero_ = 0, one_ = 0, lanes_ = 0, size_ = 0;
};

} // namespace

Result<std::vector<uint32_t>> withLaneGuard(std::span<const uint32_t> words) {
  const auto instructions = spirv::listInstructions(words);
  if (!instructions)
    return cannotGuard("it is not a SPIR-V module");
  return LaneGuard(words).run(*instructions);
}

} // namespace ursa::vulkan
