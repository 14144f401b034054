#include "spirv/instructions.h"

#include "support/result.h"

namespace ursa::spirv {
namespace {

size_t leastWords(spv::Op op) {
  switch (op) {
  case spv::Op::OpLabel:
  case spv::Op::OpBranch:
  case spv::Op::OpCapability:
  case spv::Op::OpExtension:
  case spv::Op::OpTypeBool:
  case spv::Op::OpTypeSampler:
  case spv::Op::OpTypeStruct:
  case spv::Op::OpTypeVoid:
    return 2;
  case spv::Op::OpConstantFalse:
  case spv::Op::OpConstantTrue:
  case spv::Op::OpDecorate:
  case spv::Op::OpExecutionMode:
  case spv::Op::OpExtInstImport:
  case spv::Op::OpFunctionParameter:
  case spv::Op::OpMemoryBarrier:
  case spv::Op::OpName:
  case spv::Op::OpSelectionMerge:
  case spv::Op::OpSpecConstantTrue:
  case spv::Op::OpSpecConstantFalse:
  case spv::Op::OpSwitch:
  case spv::Op::OpTypeFloat:
  case spv::Op::OpTypeFunction:
    return 3;
  case spv::Op::OpBranchConditional:
  case spv::Op::OpConstant:
  case spv::Op::OpEntryPoint:
  case spv::Op::OpFunctionCall:
  case spv::Op::OpLoopMerge:
  case spv::Op::OpSpecConstant:
  case spv::Op::OpTypeArray:
  case spv::Op::OpTypeInt:
  case spv::Op::OpTypePointer:
  case spv::Op::OpTypeVector:
  case spv::Op::OpVariable:
    return 4;
  case spv::Op::OpAtomicStore:
  case spv::Op::OpFunction:
    return 5;
  case spv::Op::OpAtomicLoad:
  case spv::Op::OpAtomicIIncrement:
  case spv::Op::OpAtomicIDecrement:
    return 6;
  case spv::Op::OpAtomicExchange:
  case spv::Op::OpAtomicIAdd:
  case spv::Op::OpAtomicISub:
  case spv::Op::OpAtomicSMin:
  case spv::Op::OpAtomicUMin:
  case spv::Op::OpAtomicSMax:
  case spv::Op::OpAtomicUMax:
  case spv::Op::OpAtomicAnd:
  case spv::Op::OpAtomicOr:
  case spv::Op::OpAtomicXor:
  case spv::Op::OpAtomicFAddEXT:
    return 7;
  case spv::Op::OpAtomicCompareExchange:
  case spv::Op::OpTypeImage:
    return 9;
  default:
    return 1;
  }
}

} // namespace

bool isComplete(const Instruction &instruction) {
  return instruction.size() >= leastWords(instruction.op);
}

Result<void> Walker::check() const {
  if (isAtEnd())
    return {};
  return makeError(UR_RESULT_ERROR_INVALID_BINARY,
                   "The SPIR-V instruction at word {} of {} has {} words.", next_, words_.size(),
                   words_[next_] >> spv::WordCountShift);
}

std::optional<std::vector<Instruction>> listInstructions(std::span<const uint32_t> words,
                                                         size_t from) {
  if (words.size() < from)
    return std::nullopt;
  std::vector<Instruction> list;
  Walker walker(words, from);
  for (const Instruction &instruction : walker) {
    if (!isComplete(instruction))
      return std::nullopt;
    list.push_back(instruction);
  }
  return walker.isAtEnd() ? std::optional(std::move(list)) : std::nullopt;
}

} // namespace ursa::spirv
