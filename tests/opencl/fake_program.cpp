#include "opencl/fake_program.h"

#include "spirv/instructions.h"

#include <map>

namespace ursa::testing {

std::vector<FakeConstant> constantsOf(std::span<const uint32_t> words) {
  std::map<uint32_t, uint32_t> bits, ids;
  std::vector<FakeConstant> constants;
  for (const spirv::Instruction &one : spirv::Walker(words))
    switch (one.op) {
    case spv::Op::OpTypeInt:
    case spv::Op::OpTypeFloat:
      bits[one[1]] = one[2];
      break;
    case spv::Op::OpDecorate:
      if (one[2] == static_cast<uint32_t>(spv::Decoration::SpecId))
        ids[one[1]] = one[3];
      break;
    case spv::Op::OpSpecConstantTrue:
    case spv::Op::OpSpecConstantFalse:
      constants.push_back({ids[one[2]], 1, one.op == spv::Op::OpSpecConstantTrue});
      break;
    case spv::Op::OpSpecConstant: {
      const uint32_t size = bits[one[1]] / 8;
      const uint64_t high = size == 8 ? uint64_t{one[4]} << 32 : 0;
      constants.push_back({ids[one[2]], size, one[3] | high});
      break;
    }
    default:
      break;
    }
  return constants;
}

} // namespace ursa::testing
