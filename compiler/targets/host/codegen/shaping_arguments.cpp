#include "compiler/targets/host/codegen/shaping_arguments.h"

#include "compiler/targets/host/passes/kernel_entry.h"

#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/PostOrderIterator.h"
#include "llvm/Analysis/AssumptionCache.h"
#include "llvm/Analysis/ConstantFolding.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/Analysis/TargetLibraryInfo.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "llvm/MC/MCSubtargetInfo.h"
#include "llvm/Target/TargetMachine.h"

#include <bit>

using namespace llvm;

namespace ursa::compiler::host {
namespace {

bool canBeConstant(const Argument &argument, const DataLayout &layout) {
  Type *scalar = argument.getType()->getScalarType();
  return (scalar->isIntegerTy() || scalar->isHalfTy() || scalar->isFloatTy() ||
          scalar->isDoubleTy()) &&
         !argument.getType()->isScalableTy() &&
         layout.getTypeAllocSize(argument.getType()) <= kMostShapingBytes;
}

// Functions that compilers evaluate by the C library, whose results may differ from the device's.
bool isInexact(Intrinsic::ID function) {
  switch (function) {
  case Intrinsic::acos:
  case Intrinsic::asin:
  case Intrinsic::atan:
  case Intrinsic::atan2:
  case Intrinsic::cos:
  case Intrinsic::cosh:
  case Intrinsic::exp:
  case Intrinsic::exp10:
  case Intrinsic::exp2:
  case Intrinsic::log:
  case Intrinsic::log10:
  case Intrinsic::log2:
  case Intrinsic::pow:
  case Intrinsic::powi:
  case Intrinsic::sin:
  case Intrinsic::sincos:
  case Intrinsic::sincospi:
  case Intrinsic::sinh:
  case Intrinsic::tan:
  case Intrinsic::tanh:
    return true;
  default:
    return false;
  }
}

bool usesVariables(const Module &module) {
  return std::any_of(module.global_begin(), module.global_end(), isSharedVariable);
}

bool usesInexactFunctions(const Function &item) {
  return std::any_of(inst_begin(item), inst_end(item), [](const Instruction &instruction) {
    const auto *call = dyn_cast<IntrinsicInst>(&instruction);
    return call && isInexact(call->getIntrinsicID());
  });
}

/// Sets of arguments, as bits.
using Arguments = uint64_t;

class ShapingArguments {
public:
  ShapingArguments(Function &item, unsigned ownArguments) : item_(item) {
    constexpr unsigned kMost = 64;
    for (unsigned i = 0; i < std::min(ownArguments, kMost); ++i)
      if (Argument *argument = item.getArg(i); canBeConstant(*argument, item.getDataLayout()))
        alone_[argument] = Arguments{1} << i;
  }

  std::vector<format::host::ShapingArgument> find() {
    if (alone_.empty() || usesVariables(*item_.getParent()) || usesInexactFunctions(item_))
      return {};
    for (BasicBlock *block : ReversePostOrderTraversal<Function *>(&item_))
      for (Instruction &instruction : *block)
        if (const Arguments decide = ofInstruction(instruction))
          alone_[&instruction] = decide;
    addLoops();
    addDecisions();
    std::vector<format::host::ShapingArgument> all;
    for (Arguments left = found_ | lengths_; left != 0; left &= left - 1) {
      const auto index = static_cast<uint32_t>(std::countr_zero(left));
      const bool isLength = (found_ >> index & 1) == 0;
      if (!isLength || item_.getArg(index)->getType()->isIntegerTy())
        all.push_back({index, isLength});
    }
    return all;
  }

private:
  /// Returns the arguments that alone decide a value; none if other things do, too.
  Arguments of(const Value *value) const { return alone_.lookup(value); }

  Arguments ofInstruction(const Instruction &instruction) const {
    const auto *call = dyn_cast<IntrinsicInst>(&instruction);
    if (!isa<BinaryOperator, UnaryOperator, CastInst, CmpInst, SelectInst, FreezeInst,
             ExtractElementInst, InsertElementInst, ShuffleVectorInst>(instruction) &&
        !(call && call->doesNotAccessMemory() && isNumber(*call->getType())))
      return 0;
    Arguments all = 0;
    for (const Use &operand : call ? call->args() : instruction.operands()) {
      if (isa<Constant>(operand))
        continue;
      const Arguments decide = of(operand);
      if (decide == 0)
        return 0;
      all |= decide;
    }
    return all;
  }

  static bool isNumber(const Type &type) {
    return type.isIntOrIntVectorTy() || type.isFPOrFPVectorTy();
  }

  void addDecisions() {
    for (Instruction &instruction : instructions(item_)) {
      if (const auto *branch = dyn_cast<BranchInst>(&instruction);
          branch && branch->isConditional())
        found_ |= guards_.contains(branch) ? 0 : of(branch->getCondition());
      else if (const auto *choice = dyn_cast<SwitchInst>(&instruction))
        found_ |= of(choice->getCondition());
      else if (const auto *select = dyn_cast<SelectInst>(&instruction))
        found_ |= isDecision(*select) ? of(select->getCondition()) : 0;
      else if (instruction.isIntDivRem() && of(&instruction) == 0)
        found_ |= of(instruction.getOperand(1));
    }
  }

  // A conjunction may be the condition around a loop.
  bool isDecision(const SelectInst &select) const {
    const bool isOfLoop =
        select.getType()->isIntegerTy(1) && (of(select.getCondition()) & ~ends_) == 0;
    return of(&select) == 0 && !isOfLoop;
  }

  void addLoops() {
    DominatorTree tree(item_);
    LoopInfo loops(tree);
    if (loops.empty())
      return;
    const TargetLibraryInfoImpl libraryOfTarget(item_.getParent()->getTargetTriple());
    TargetLibraryInfo library(libraryOfTarget);
    AssumptionCache assumptions(item_);
    ScalarEvolution evolution(item_, library, assumptions, tree, loops);
    for (const Loop *loop : loops.getLoopsInPreorder()) {
      lengths_ |= ofLength(*evolution.getBackedgeTakenCount(loop));
      addGuards(*loop);
    }
  }

  static constexpr unsigned kMostConditions = 4;

  /// Returns the arguments that comparisons in a condition compare with something.
  Arguments comparedIn(const Value &condition, unsigned depth) const {
    const auto *instruction = dyn_cast<Instruction>(&condition);
    if (!instruction || depth == 0)
      return 0;
    Arguments all = 0;
    for (const Use &operand : instruction->operands())
      all |= isa<CmpInst>(instruction) ? of(operand) : comparedIn(*operand, depth - 1);
    return all;
  }

  // A branch around a loop that has no rounds compares the same arguments as its exits.
  void addGuards(const Loop &loop) {
    Arguments ends = 0;
    SmallVector<BasicBlock *> exiting;
    loop.getExitingBlocks(exiting);
    for (const BasicBlock *block : exiting)
      if (const auto *branch = dyn_cast<BranchInst>(block->getTerminator()))
        if (branch->isConditional())
          ends |= comparedIn(*branch->getCondition(), kMostConditions);
    ends_ |= ends;
    for (const BasicBlock *before : predecessors(loop.getHeader()))
      if (!loop.contains(before))
        addGuardsFrom(*before, ends, kMostConditions);
  }

  // The branches of some blocks before a loop that compare what its exits do.
  void addGuardsFrom(const BasicBlock &block, Arguments ends, unsigned depth) {
    const auto *branch = dyn_cast<BranchInst>(block.getTerminator());
    if (branch && branch->isConditional() && (of(branch->getCondition()) & ~ends) == 0)
      guards_.insert(branch);
    if (depth != 0)
      for (const BasicBlock *before : predecessors(&block))
        addGuardsFrom(*before, ends, depth - 1);
  }

  /// Returns the arguments that alone decide a length.
  Arguments ofLength(const SCEV &length) const {
    if (isa<SCEVCouldNotCompute>(length))
      return 0;
    struct Collector {
      const ShapingArguments &self;
      Arguments all = 0;
      bool areAlone = true;
      bool follow(const SCEV *part) {
        if (isa<SCEVAddRecExpr>(part))
          areAlone = false; // another loop decides it as well
        if (const auto *leaf = dyn_cast<SCEVUnknown>(part)) {
          const Arguments decide = self.of(leaf->getValue());
          areAlone &= decide != 0;
          all |= decide;
        }
        return areAlone;
      }
      bool isDone() const { return !areAlone; }
    } collector{*this};
    visitAll(&length, collector);
    return collector.areAlone ? collector.all : 0;
  }

  Function &item_;
  DenseMap<const Value *, Arguments> alone_; ///< values that arguments alone decide
  DenseSet<const BranchInst *> guards_;      ///< branches around loops without rounds
  Arguments lengths_ = 0;                    ///< decide how long loops are
  Arguments ends_ = 0;                       ///< what exits of loops compare
  Arguments found_ = 0;                      ///< decide something else
};

Constant *constantOf(Type *type, const std::vector<std::byte> &bytes, const DataLayout &layout) {
  if (type->isIntegerTy(1)) // of a byte in memory
    return ConstantInt::get(type, static_cast<uint64_t>(bytes.front()) & 1);
  const StringRef data(reinterpret_cast<const char *>(bytes.data()), bytes.size());
  Constant *array = ConstantDataArray::getString(type->getContext(), data, /*AddNull=*/false);
  return ConstantFoldLoadFromConst(array, type, APInt(64, 0), layout);
}

// Sums of products are rounded once if the machine does so, and constants must be, too.
void roundAsTheMachine(Module &module, const TargetMachine &machine) {
  const bool isFused =
      !machine.getTargetTriple().isX86() || machine.getMCSubtargetInfo()->checkFeatures("+fma");
  for (Function &function : module)
    for (Instruction &instruction : make_early_inc_range(instructions(function))) {
      auto *call = dyn_cast<IntrinsicInst>(&instruction);
      if (!call || call->getIntrinsicID() != Intrinsic::fmuladd ||
          call->getType()->getScalarType()->isHalfTy())
        continue;
      IRBuilder<> builder(call);
      builder.setFastMathFlags(call->getFastMathFlags());
      Value *sum = nullptr;
      if (isFused)
        sum = builder.CreateIntrinsic(
            Intrinsic::fma, {call->getType()},
            {call->getArgOperand(0), call->getArgOperand(1), call->getArgOperand(2)});
      else
        sum = builder.CreateFAdd(builder.CreateFMul(call->getArgOperand(0), call->getArgOperand(1)),
                                 call->getArgOperand(2));
      call->replaceAllUsesWith(sum);
      call->eraseFromParent();
    }
}

// Calls of the C library's math functions are made, and not evaluated.
void keepLibraryCalls(Module &module) {
  for (Function &function : module)
    for (Instruction &instruction : instructions(function))
      if (auto *call = dyn_cast<CallInst>(&instruction)) {
        const Function *callee = call->getCalledFunction();
        if (callee && callee->isDeclaration() && !callee->isIntrinsic() &&
            callee->getReturnType()->isFPOrFPVectorTy())
          call->addFnAttr(Attribute::NoBuiltin);
      }
}

} // namespace

std::vector<format::host::ShapingArgument> shapingArguments(Function &item, unsigned ownArguments) {
  return ShapingArguments(item, ownArguments).find();
}

Result<void> setArguments(Module &module, const TargetMachine &machine,
                          const ArgumentValues &values) {
  if (values.empty())
    return {};
  const DataLayout &layout = module.getDataLayout();
  for (Function *kernel : kernelsOf(module))
    for (const auto &[index, bytes] : values) {
      Argument *argument = index < kernel->arg_size() ? kernel->getArg(index) : nullptr;
      Constant *constant = argument && canBeConstant(*argument, layout) &&
                                   layout.getTypeAllocSize(argument->getType()) == bytes.size()
                               ? constantOf(argument->getType(), bytes, layout)
                               : nullptr;
      if (!constant)
        return makeError(UR_RESULT_ERROR_PROGRAM_BUILD_FAILURE,
                         "Kernel '{}' has no scalar argument {} of {} bytes.",
                         kernel->getName().str(), index, bytes.size());
      argument->replaceAllUsesWith(constant);
    }
  keepLibraryCalls(module);
  roundAsTheMachine(module, machine);
  return {};
}

} // namespace ursa::compiler::host
