// See unused_constants.h.
#include "compiler/targets/spirv/unused_constants.h"

#include "llvm/ADT/DenseSet.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"

#include <map>
#include <optional>

using namespace llvm;

namespace ursa::compiler::spirv {
namespace {

constexpr StringLiteral kReadFunction = "_Z20__spirv_SpecConstant";

std::optional<std::uint64_t> bitsOf(const Value *value) {
  if (const auto *number = dyn_cast<ConstantInt>(value))
    return number->getZExtValue();
  if (const auto *number = dyn_cast<ConstantFP>(value))
    return number->getValueAPF().bitcastToAPInt().getZExtValue();
  return std::nullopt;
}

} // namespace

std::vector<ReadConstant> readConstants(const Module &module) {
  std::map<std::uint32_t, ReadConstant> all;
  for (const Function &function : module)
    for (const Instruction &instruction : instructions(function)) {
      const auto *call = dyn_cast<CallInst>(&instruction);
      const Function *callee = call ? call->getCalledFunction() : nullptr;
      if (!callee || !callee->getName().starts_with(kReadFunction) || call->arg_size() != 2)
        continue;
      const std::optional<std::uint64_t> id = bitsOf(call->getArgOperand(0));
      const std::optional<std::uint64_t> value = bitsOf(call->getArgOperand(1));
      const auto width = static_cast<std::uint32_t>(call->getType()->getScalarSizeInBits());
      if (id && value && (width == 8 || width == 16 || width == 32 || width == 64))
        all[static_cast<std::uint32_t>(*id)] = {static_cast<std::uint32_t>(*id), width, *value};
    }
  std::vector<ReadConstant> sorted;
  sorted.reserve(all.size());
  for (const auto &[id, constant] : all)
    sorted.push_back(constant);
  return sorted;
}

void addUnusedConstants(ursa::spirv::Builder &module, const std::vector<ReadConstant> &constants) {
  DenseSet<std::uint32_t> known;
  for (const ursa::spirv::Instruction &one : module.instructions(ursa::spirv::Section::Annotation))
    if (one.op == spv::Op::OpDecorate && one.size() == 4 &&
        one[2] == static_cast<std::uint32_t>(spv::Decoration::SpecId))
      known.insert(one[3]);
  for (const ReadConstant &constant : constants)
    if (known.insert(constant.specId).second)
      module.specConstant(constant.specId, module.intType(constant.width), constant.width,
                          constant.defaultBits);
}

} // namespace ursa::compiler::spirv
