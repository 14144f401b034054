// See unused_constants.h.
#include "compiler/targets/spirv/unused_constants.h"

#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"

#include <map>
#include <optional>

using namespace llvm;

namespace ursa {
namespace {

constexpr StringLiteral kReadFunction = "_Z20__spirv_SpecConstant";

std::uint32_t firstWord(spv::Op opcode, std::size_t count) {
  return static_cast<std::uint32_t>(count) << 16 | static_cast<std::uint32_t>(opcode);
}

std::optional<std::uint64_t> bitsOf(const Value *value) {
  if (const auto *number = dyn_cast<ConstantInt>(value))
    return number->getZExtValue();
  if (const auto *number = dyn_cast<ConstantFP>(value))
    return number->getValueAPF().bitcastToAPInt().getZExtValue();
  return std::nullopt;
}

class UnusedConstants {
public:
  explicit UnusedConstants(SpirvModule &module) : module_(module) {}

  void add(const std::vector<ReadConstant> &constants) {
    DenseSet<std::uint32_t> known;
    for (const SpirvInstruction &instruction : module_.instructions)
      if (instruction.opcode == spv::Op::OpDecorate && instruction.words.size() == 4 &&
          instruction.words[2] == static_cast<std::uint32_t>(spv::Decoration::SpecId))
        known.insert(instruction.words[3]);
    for (const ReadConstant &constant : constants)
      if (known.insert(constant.specId).second)
        addOne(constant);
  }

private:
  void addOne(const ReadConstant &constant) {
    const std::uint32_t type = integerType(constant.width);
    const std::uint32_t id = newId();
    std::vector<std::uint32_t> words = {0, type, id,
                                        static_cast<std::uint32_t>(constant.defaultBits)};
    if (constant.width == 64)
      words.push_back(static_cast<std::uint32_t>(constant.defaultBits >> 32));
    words[0] = firstWord(spv::Op::OpSpecConstant, words.size());
    insertBefore(isFunction, {spv::Op::OpSpecConstant, std::move(words), {1, 2}, 2});
    insertBefore(isType, {spv::Op::OpDecorate,
                          {firstWord(spv::Op::OpDecorate, 4), id,
                           static_cast<std::uint32_t>(spv::Decoration::SpecId), constant.specId},
                          {1},
                          0});
  }

  std::uint32_t integerType(std::uint32_t width) {
    for (const SpirvInstruction &instruction : module_.instructions)
      if (instruction.opcode == spv::Op::OpTypeInt && instruction.words[2] == width)
        return instruction.words[1];
    if (width == 8)
      addCapability(spv::Capability::Int8);
    else if (width == 16)
      addCapability(spv::Capability::Int16);
    else if (width == 64)
      addCapability(spv::Capability::Int64);
    const std::uint32_t id = newId();
    insertBefore(isFunction,
                 {spv::Op::OpTypeInt, {firstWord(spv::Op::OpTypeInt, 4), id, width, 0}, {1}, 1});
    return id;
  }

  void addCapability(spv::Capability capability) {
    const SpirvInstruction instruction = {
        spv::Op::OpCapability,
        {firstWord(spv::Op::OpCapability, 2), static_cast<std::uint32_t>(capability)},
        {},
        0};
    if (!is_contained(module_.instructions, instruction))
      module_.instructions.insert(module_.instructions.begin(), instruction);
  }

  std::uint32_t newId() { return module_.header[SpirvModule::kBoundWord]++; }

  static bool isFunction(spv::Op opcode) { return opcode == spv::Op::OpFunction; }
  static bool isType(spv::Op opcode) {
    return opcode == spv::Op::OpFunction ||
           (opcode >= spv::Op::OpTypeVoid && opcode <= spv::Op::OpTypeForwardPointer);
  }
  void insertBefore(bool (*isPlace)(spv::Op), SpirvInstruction instruction) {
    const auto place = find_if(module_.instructions, [isPlace](const SpirvInstruction &each) {
      return isPlace(each.opcode);
    });
    module_.instructions.insert(place, std::move(instruction));
  }

  SpirvModule &module_;
};

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

void addUnusedConstants(SpirvModule &module, const std::vector<ReadConstant> &constants) {
  UnusedConstants(module).add(constants);
}

} // namespace ursa
