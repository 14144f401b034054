#include "compiler/targets/host/vectorize/rows.h"

#include "compiler/targets/common/pass_managers.h"
#include "compiler/targets/host/passes/kernel_entry.h"
#include "compiler/targets/host/vectorize/row_order.h"

#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/PostOrderIterator.h"
#include "llvm/Analysis/TargetTransformInfo.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "llvm/Target/TargetMachine.h"
#include "llvm/Transforms/InstCombine/InstCombine.h"
#include "llvm/Transforms/Scalar/ADCE.h"
#include "llvm/Transforms/Scalar/EarlyCSE.h"
#include "llvm/Transforms/Utils/Cloning.h"

#include <map>

using namespace llvm;

namespace ursa::compiler::host {
namespace {

constexpr size_t kMostJammedInstructions = 4096;
/// The loads that must remain at most, in percent of those of all rows.
constexpr uint64_t kMostLoadsPercent = 70;

void simplifyRows(Function &function, targets::PassManagers &managers) {
  FunctionPassManager passes;
  passes.addPass(InstCombinePass(InstCombineOptions().setMaxIterations(1)));
  passes.addPass(EarlyCSEPass(/*UseMemorySSA=*/true));
  passes.addPass(ADCEPass());
  passes.run(function, managers.functions);
  managers.functions.clear(function, function.getName());
}

// Work-items that communicate without barriers keep their order.
bool isRowInstruction(const Instruction &instruction) {
  if (instruction.isAtomic() || instruction.isVolatile() || instruction.isEHPad())
    return false;
  if (const auto *call = dyn_cast<CallBase>(&instruction))
    return isa<IntrinsicInst>(call) && !call->isConvergent() && !isa<VAArgInst>(instruction);
  return true;
}

using Values = DenseSet<const Value *>;

/// Returns the instructions that depend on the row; nothing if a branch does, or if an instruction
/// cannot be reordered.
std::optional<Values> rowDependent(const Kernel &kernel, const Function &pack) {
  Values dependent;
  for (const unsigned id : {kGlobalId + 1U, kLocalId + 1U})
    dependent.insert(pack.getArg(kernel.ownArguments + id));
  for (const Instruction &instruction : instructions(pack)) {
    if (!isRowInstruction(instruction))
      return std::nullopt;
    if (isa<AllocaInst>(instruction))
      dependent.insert(&instruction);
  }
  bool hasChanged = true;
  while (hasChanged) {
    hasChanged = false;
    for (const Instruction &instruction : instructions(pack))
      if (!dependent.contains(&instruction) &&
          any_of(instruction.operands(),
                 [&](const Use &operand) { return dependent.contains(operand); })) {
        if (instruction.isTerminator())
          return std::nullopt;
        dependent.insert(&instruction);
        hasChanged = true;
      }
  }
  return dependent;
}

/// Vector registers of values, and how many of them are live at once.
class RowPressure {
public:
  RowPressure(Function &function, const Values &dependent, const TargetTransformInfo &target)
      : function_(function), dependent_(dependent), layout_(function.getDataLayout()),
        bits_(target.getRegisterBitWidth(TargetTransformInfo::RGK_FixedWidthVector)
                  .getKnownMinValue()) {
    findLiveOuts();
  }

  /// Returns the most registers that are live at once if what depends on the row is there @p rows
  /// times.
  uint64_t most(unsigned rows) const {
    uint64_t most = 0;
    for (const BasicBlock &block : function_) {
      Values live = liveOuts_.at(&block);
      uint64_t sum = 0;
      for (const Value *value : live)
        sum += registers(*value, rows);
      for (const Instruction &instruction : reverse(block)) {
        most = std::max(most, sum);
        if (live.erase(&instruction))
          sum -= registers(instruction, rows);
        if (!isa<PHINode>(instruction))
          for (const Use &operand : instruction.operands())
            if (isVector(*operand) && live.insert(operand).second)
              sum += registers(*operand, rows);
      }
    }
    return most;
  }

private:
  static bool isVector(const Value &value) {
    return isa<Instruction>(value) && value.getType()->isVectorTy() &&
           !value.getType()->getScalarType()->isIntegerTy(1);
  }
  uint64_t registers(const Value &value, unsigned rows) const {
    const uint64_t bits = layout_.getTypeSizeInBits(value.getType()).getFixedValue();
    return divideCeil(bits, bits_) * (dependent_.contains(&value) ? rows : 1);
  }

  void findLiveOuts() {
    for (const BasicBlock &block : function_)
      liveOuts_[&block];
    bool hasChanged = true;
    while (hasChanged) {
      hasChanged = false;
      for (const BasicBlock *block : post_order(&function_)) {
        Values live = liveOuts_[block];
        for (const Instruction &instruction : reverse(*block)) {
          live.erase(&instruction);
          if (!isa<PHINode>(instruction))
            for (const Use &operand : instruction.operands())
              if (isVector(*operand))
                live.insert(operand);
        }
        for (const BasicBlock *from : predecessors(block)) {
          Values &out = liveOuts_[from];
          const size_t before = out.size();
          out.insert(live.begin(), live.end());
          for (const PHINode &phi : block->phis())
            if (const Value *value = phi.getIncomingValueForBlock(from); isVector(*value))
              out.insert(value);
          hasChanged |= out.size() != before;
        }
      }
    }
  }

  const Function &function_;
  const Values &dependent_;
  const DataLayout &layout_;
  const uint64_t bits_;
  std::map<const BasicBlock *, Values> liveOuts_;
};

/// The loads of a function, in registers.
uint64_t loadsOf(const Function &function, unsigned registerBits) {
  uint64_t loads = 0;
  for (const Instruction &instruction : instructions(function)) {
    const auto *call = dyn_cast<IntrinsicInst>(&instruction);
    if (isa<LoadInst>(instruction) ||
        (call && (call->getIntrinsicID() == Intrinsic::masked_load ||
                  call->getIntrinsicID() == Intrinsic::masked_gather)))
      loads += divideCeil(
          function.getDataLayout().getTypeSizeInBits(instruction.getType()).getFixedValue(),
          registerBits);
  }
  return loads;
}

/// Repeats what depends on the row for each further row.
void repeatRows(const Kernel &kernel, Function &function, const Values &dependent, unsigned rows) {
  std::vector<Instruction *> repeated;
  for (BasicBlock *block : ReversePostOrderTraversal<Function *>(&function))
    for (Instruction &instruction : *block)
      if (dependent.contains(&instruction))
        repeated.push_back(&instruction);
  std::vector<DenseMap<Value *, Value *>> copies(rows);
  IRBuilder<> builder(&*function.getEntryBlock().getFirstInsertionPt());
  for (const unsigned id : {kGlobalId + 1U, kLocalId + 1U}) {
    Value *first = function.getArg(kernel.ownArguments + id);
    for (unsigned row = 1; row < rows; ++row)
      copies[row][first] = builder.CreateAdd(first, builder.getInt64(row), "", true, true);
  }
  for (Instruction *instruction : repeated) {
    Instruction *last = instruction;
    for (unsigned row = 1; row < rows; ++row) {
      Instruction *copy = instruction->clone();
      copy->insertAfter(last);
      copies[row][instruction] = copy;
      last = copy;
    }
  }
  for (unsigned row = 1; row < rows; ++row)
    for (Instruction *instruction : repeated)
      for (Use &operand : cast<Instruction>(copies[row][instruction])->operands())
        if (Value *copy = copies[row].lookup(operand))
          operand.set(copy);
}

} // namespace

JammedRows jamRows(const Kernel &kernel, const Function &pack, TargetMachine &machine) {
  if (!rowDependent(kernel, pack))
    return {};
  targets::PassManagers managers(&machine);
  ValueToValueMapTy map;
  auto *function = CloneFunction(const_cast<Function *>(&pack), map);
  function->setName("ursa.rows." + kernel.info.name);
  simplifyRows(*function, managers);
  const auto dependent = rowDependent(kernel, *function);
  const TargetTransformInfo target = machine.getTargetTransformInfo(*function);
  const auto registerBits = static_cast<unsigned>(
      target.getRegisterBitWidth(TargetTransformInfo::RGK_FixedWidthVector).getKnownMinValue());
  const unsigned registers =
      target.getNumberOfRegisters(target.getRegisterClassForType(/*Vector=*/true));
  JammedRows jammed;
  if (dependent) {
    const RowPressure pressure(*function, *dependent, target);
    const uint64_t loads = loadsOf(*function, registerBits);
    for (const unsigned rows : {4U, 2U}) {
      if (pressure.most(rows) > registers ||
          dependent->size() * size_t{rows} > kMostJammedInstructions || loads == 0)
        continue;
      repeatRows(kernel, *function, *dependent, rows);
      simplifyRows(*function, managers);
      if (loadsOf(*function, registerBits) * 100 <= loads * rows * kMostLoadsPercent)
        jammed = {function, rows};
      break;
    }
  }
  if (jammed.function)
    orderByNeed(*function);
  else
    function->eraseFromParent();
  return jammed;
}

} // namespace ursa::compiler::host
