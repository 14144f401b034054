#include "compiler/targets/host/vectorize/rows.h"

#include "compiler/targets/common/pass_managers.h"
#include "compiler/targets/host/passes/kernel_entry.h"
#include "compiler/targets/host/vectorize/row_order.h"

#include <llvm/ADT/DenseSet.h>
#include <llvm/ADT/PostOrderIterator.h>
#include <llvm/Analysis/TargetTransformInfo.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>
#include <llvm/Target/TargetMachine.h>
#include <llvm/Transforms/InstCombine/InstCombine.h>
#include <llvm/Transforms/Scalar/ADCE.h>
#include <llvm/Transforms/Scalar/EarlyCSE.h>
#include <llvm/Transforms/Utils/Cloning.h>

#include <map>

namespace ursa::host {
namespace {

constexpr size_t kMostJammedInstructions = 4096;
/// The loads that must remain at most, in percent of those of all rows.
constexpr uint64_t kMostLoadsPercent = 70;

void simplifyRows(llvm::Function &function, PassManagers &managers) {
  llvm::FunctionPassManager passes;
  passes.addPass(llvm::InstCombinePass(llvm::InstCombineOptions().setMaxIterations(1)));
  passes.addPass(llvm::EarlyCSEPass(/*UseMemorySSA=*/true));
  passes.addPass(llvm::ADCEPass());
  passes.run(function, managers.functions);
  managers.functions.clear(function, function.getName());
}

// Work-items that communicate without barriers keep their order.
bool isRowInstruction(const llvm::Instruction &instruction) {
  if (instruction.isAtomic() || instruction.isVolatile() || instruction.isEHPad())
    return false;
  if (const auto *call = llvm::dyn_cast<llvm::CallBase>(&instruction))
    return llvm::isa<llvm::IntrinsicInst>(call) && !call->isConvergent() &&
           !llvm::isa<llvm::VAArgInst>(instruction);
  return true;
}

using Values = llvm::DenseSet<const llvm::Value *>;

/// Returns the instructions that depend on the row; nothing if a branch does, or if an instruction
/// cannot be reordered.
std::optional<Values> rowDependent(const Kernel &kernel, const llvm::Function &pack) {
  Values dependent;
  for (const unsigned id : {kGlobalId + 1U, kLocalId + 1U})
    dependent.insert(pack.getArg(kernel.ownArguments + id));
  for (const llvm::Instruction &instruction : llvm::instructions(pack)) {
    if (!isRowInstruction(instruction))
      return std::nullopt;
    if (llvm::isa<llvm::AllocaInst>(instruction))
      dependent.insert(&instruction);
  }
  bool hasChanged = true;
  while (hasChanged) {
    hasChanged = false;
    for (const llvm::Instruction &instruction : llvm::instructions(pack))
      if (!dependent.contains(&instruction) &&
          llvm::any_of(instruction.operands(),
                       [&](const llvm::Use &operand) { return dependent.contains(operand); })) {
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
  RowPressure(llvm::Function &function, const Values &dependent,
              const llvm::TargetTransformInfo &target)
      : function_(function), dependent_(dependent), layout_(function.getDataLayout()),
        bits_(target.getRegisterBitWidth(llvm::TargetTransformInfo::RGK_FixedWidthVector)
                  .getKnownMinValue()) {
    findLiveOuts();
  }

  /// Returns the most registers that are live at once if what depends on the row is there @p rows
  /// times.
  uint64_t most(unsigned rows) const {
    uint64_t most = 0;
    for (const llvm::BasicBlock &block : function_) {
      Values live = liveOuts_.at(&block);
      uint64_t sum = 0;
      for (const llvm::Value *value : live)
        sum += registers(*value, rows);
      for (const llvm::Instruction &instruction : llvm::reverse(block)) {
        most = std::max(most, sum);
        if (live.erase(&instruction))
          sum -= registers(instruction, rows);
        if (!llvm::isa<llvm::PHINode>(instruction))
          for (const llvm::Use &operand : instruction.operands())
            if (isVector(*operand) && live.insert(operand).second)
              sum += registers(*operand, rows);
      }
    }
    return most;
  }

private:
  static bool isVector(const llvm::Value &value) {
    return llvm::isa<llvm::Instruction>(value) && value.getType()->isVectorTy() &&
           !value.getType()->getScalarType()->isIntegerTy(1);
  }
  uint64_t registers(const llvm::Value &value, unsigned rows) const {
    const uint64_t bits = layout_.getTypeSizeInBits(value.getType()).getFixedValue();
    return llvm::divideCeil(bits, bits_) * (dependent_.contains(&value) ? rows : 1);
  }

  void findLiveOuts() {
    for (const llvm::BasicBlock &block : function_)
      liveOuts_[&block];
    bool hasChanged = true;
    while (hasChanged) {
      hasChanged = false;
      for (const llvm::BasicBlock *block : llvm::post_order(&function_)) {
        Values live = liveOuts_[block];
        for (const llvm::Instruction &instruction : llvm::reverse(*block)) {
          live.erase(&instruction);
          if (!llvm::isa<llvm::PHINode>(instruction))
            for (const llvm::Use &operand : instruction.operands())
              if (isVector(*operand))
                live.insert(operand);
        }
        for (const llvm::BasicBlock *from : llvm::predecessors(block)) {
          Values &out = liveOuts_[from];
          const size_t before = out.size();
          out.insert(live.begin(), live.end());
          for (const llvm::PHINode &phi : block->phis())
            if (const llvm::Value *value = phi.getIncomingValueForBlock(from); isVector(*value))
              out.insert(value);
          hasChanged |= out.size() != before;
        }
      }
    }
  }

  const llvm::Function &function_;
  const Values &dependent_;
  const llvm::DataLayout &layout_;
  const uint64_t bits_;
  std::map<const llvm::BasicBlock *, Values> liveOuts_;
};

/// The loads of a function, in registers.
uint64_t loadsOf(const llvm::Function &function, unsigned registerBits) {
  uint64_t loads = 0;
  for (const llvm::Instruction &instruction : llvm::instructions(function)) {
    const auto *call = llvm::dyn_cast<llvm::IntrinsicInst>(&instruction);
    if (llvm::isa<llvm::LoadInst>(instruction) ||
        (call && (call->getIntrinsicID() == llvm::Intrinsic::masked_load ||
                  call->getIntrinsicID() == llvm::Intrinsic::masked_gather)))
      loads += llvm::divideCeil(
          function.getDataLayout().getTypeSizeInBits(instruction.getType()).getFixedValue(),
          registerBits);
  }
  return loads;
}

/// Repeats what depends on the row for each further row.
void repeatRows(const Kernel &kernel, llvm::Function &function, const Values &dependent,
                unsigned rows) {
  std::vector<llvm::Instruction *> repeated;
  for (llvm::BasicBlock *block : llvm::ReversePostOrderTraversal<llvm::Function *>(&function))
    for (llvm::Instruction &instruction : *block)
      if (dependent.contains(&instruction))
        repeated.push_back(&instruction);
  std::vector<llvm::DenseMap<llvm::Value *, llvm::Value *>> copies(rows);
  llvm::IRBuilder<> builder(&*function.getEntryBlock().getFirstInsertionPt());
  for (const unsigned id : {kGlobalId + 1U, kLocalId + 1U}) {
    llvm::Value *first = function.getArg(kernel.ownArguments + id);
    for (unsigned row = 1; row < rows; ++row)
      copies[row][first] = builder.CreateAdd(first, builder.getInt64(row), "", true, true);
  }
  for (llvm::Instruction *instruction : repeated) {
    llvm::Instruction *last = instruction;
    for (unsigned row = 1; row < rows; ++row) {
      llvm::Instruction *copy = instruction->clone();
      copy->insertAfter(last);
      copies[row][instruction] = copy;
      last = copy;
    }
  }
  for (unsigned row = 1; row < rows; ++row)
    for (llvm::Instruction *instruction : repeated)
      for (llvm::Use &operand : llvm::cast<llvm::Instruction>(copies[row][instruction])->operands())
        if (llvm::Value *copy = copies[row].lookup(operand))
          operand.set(copy);
}

} // namespace

JammedRows jamRows(const Kernel &kernel, const llvm::Function &pack, llvm::TargetMachine &machine) {
  if (!rowDependent(kernel, pack))
    return {};
  PassManagers managers(&machine);
  llvm::ValueToValueMapTy map;
  auto *function = llvm::CloneFunction(const_cast<llvm::Function *>(&pack), map);
  function->setName("ursa.rows." + kernel.info.name);
  simplifyRows(*function, managers);
  const auto dependent = rowDependent(kernel, *function);
  const llvm::TargetTransformInfo target = machine.getTargetTransformInfo(*function);
  const auto registerBits = static_cast<unsigned>(
      target.getRegisterBitWidth(llvm::TargetTransformInfo::RGK_FixedWidthVector)
          .getKnownMinValue());
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

} // namespace ursa::host
