#include "adapters/vulkan/quirks/instructions.h"

namespace ursa::vulkan {
namespace {

/// The least number of operands of the instructions that are read.
size_t leastOperands(spv::Op op) {
  switch (op) {
  case spv::Op::OpLabel:
  case spv::Op::OpBranch:
  case spv::Op::OpCapability:
  case spv::Op::OpTypeBool:
    return 1;
  case spv::Op::OpEntryPoint:
  case spv::Op::OpLoopMerge:
  case spv::Op::OpBranchConditional:
  case spv::Op::OpTypeInt:
  case spv::Op::OpTypeArray:
  case spv::Op::OpTypePointer:
  case spv::Op::OpTypeVector:
  case spv::Op::OpVariable:
  case spv::Op::OpConstant:
    return 3;
  case spv::Op::OpAtomicStore:
    return 4;
  case spv::Op::OpAtomicLoad:
  case spv::Op::OpAtomicIIncrement:
  case spv::Op::OpAtomicIDecrement:
    return 5;
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
    return 6;
  case spv::Op::OpAtomicCompareExchange:
    return 8;
  case spv::Op::OpDecorate:
  case spv::Op::OpExecutionMode:
  case spv::Op::OpMemoryBarrier:
  case spv::Op::OpTypeStruct:
  case spv::Op::OpSelectionMerge:
    return 2;
  default:
    return 0;
  }
}

} // namespace

std::optional<Instructions> parseInstructions(std::span<const uint32_t> words) {
  if (words.size() < kModuleHeaderWords)
    return std::nullopt;
  Instructions instructions;
  for (size_t at = kModuleHeaderWords; at < words.size();) {
    const size_t length = words[at] >> spv::WordCountShift;
    if (length == 0 || length > words.size() - at)
      return std::nullopt;
    instructions.push_back(
        {static_cast<spv::Op>(words[at] & spv::OpCodeMask), words.subspan(at, length)});
    // A struct without members is never an argument of kernels.
    if (instructions.back().op != spv::Op::OpTypeStruct &&
        length - 1 < leastOperands(instructions.back().op))
      return std::nullopt;
    at += length;
  }
  return instructions;
}

void append(Code &code, spv::Op op, std::initializer_list<uint32_t> operands) {
  code.push_back(static_cast<uint32_t>(operands.size() + 1) << spv::WordCountShift |
                 static_cast<uint32_t>(op));
  code.insert(code.end(), operands);
}

void append(Code &code, const Instruction &instruction) {
  code.insert(code.end(), instruction.all.begin(), instruction.all.end());
}

} // namespace ursa::vulkan
