#include "compiler/targets/host/passes/pack_masks.h"

#include "compiler/targets/host/passes/narrow_block.h"
#include "compiler/targets/host/passes/parallel_regions.h"

#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/Analysis/VectorUtils.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/PatternMatch.h"
#include "llvm/Support/KnownBits.h"
#include "llvm/Transforms/Utils/Cloning.h"
#include "llvm/Transforms/Utils/Local.h"

#include <optional>

using namespace llvm;
using namespace llvm::PatternMatch;

namespace ursa::compiler::host {
namespace {

/// A comparison of numbers: that of the first lane, which is a multiple of 2^shift, plus an offset
/// below that for each lane.
struct Comparison {
  CmpInst::Predicate predicate;
  Value *first;
  unsigned shift;
  SmallVector<uint64_t, 64> offsets;
  SmallVector<APInt, 64> bounds; ///< of each lane; empty: there is only
  Value *bound;                  ///< the same for all, or null
};

/// When any lane is active, and the mask if it is then known.
struct Activity {
  CmpInst::Predicate predicate; ///< of the first lane's number: ULT, SLT or EQ
  Value *bound;
  Constant *mask;
  uint64_t mostOffset = 0;  ///< of the lanes' numbers from the first one's
  bool isAscending = false; ///< the number of each lane is one more than that of the lane before
};

Value *withoutFreeze(Value *value) {
  while (auto *freeze = dyn_cast<FreezeInst>(value))
    value = freeze->getOperand(0);
  return value;
}

/// Returns the scalar of a vector that has it in all lanes, or in the first one.
Value *splatOf(Value *value) {
  Value *vector = withoutFreeze(value);
  Value *first = nullptr;
  if (match(vector, m_InsertElt(m_Undef(), m_Value(first), m_Zero())))
    return first;
  return getSplatValue(vector);
}

bool constantsOf(const Value &value, unsigned lanes, SmallVectorImpl<APInt> &numbers) {
  const auto *constant = dyn_cast<Constant>(&value);
  for (unsigned i = 0; constant && i < lanes; ++i) {
    const auto *number = dyn_cast_or_null<ConstantInt>(constant->getAggregateElement(i));
    if (!number || number->getBitWidth() > 64)
      return false;
    numbers.push_back(number->getValue());
  }
  return numbers.size() == lanes;
}

std::optional<Comparison> comparisonOf(ICmpInst &mask, unsigned lanes, const DataLayout &layout) {
  const bool isSwapped =
      mask.getPredicate() == CmpInst::ICMP_UGT || mask.getPredicate() == CmpInst::ICMP_SGT;
  Value *bounds = mask.getOperand(isSwapped ? 0 : 1);
  Comparison result{isSwapped ? mask.getSwappedPredicate() : mask.getPredicate(),
                    nullptr,
                    0,
                    {},
                    {},
                    splatOf(bounds)};
  if (!constantsOf(*bounds, lanes, result.bounds))
    result.bounds.clear();
  if (!result.bound && result.bounds.empty())
    return std::nullopt;
  Value *numbers = withoutFreeze(mask.getOperand(isSwapped ? 1 : 0));
  Value *base = numbers;
  Value *constants = nullptr;
  if (match(numbers, m_AddLike(m_Value(base), m_Value(constants)))) {
    SmallVector<APInt, 64> offsets;
    if (!constantsOf(*constants, lanes, offsets))
      return std::nullopt;
    for (const APInt &offset : offsets)
      result.offsets.push_back(offset.getZExtValue());
  } else {
    result.offsets.assign(lanes, 0);
  }
  result.first = splatOf(base);
  if (!result.first)
    return std::nullopt;
  const KnownBits known = computeKnownBits(result.first, layout);
  result.shift = std::min(known.countMinTrailingZeros(), 63U);
  const uint64_t most = *std::ranges::max_element(result.offsets);
  if (most >> result.shift != 0)
    return std::nullopt;
  return result;
}

Constant *maskOf(LLVMContext &context, unsigned lanes, function_ref<bool(unsigned)> isActive) {
  SmallVector<Constant *, 64> bits;
  for (unsigned i = 0; i < lanes; ++i)
    bits.push_back(ConstantInt::getBool(context, isActive(i)));
  return ConstantVector::get(bits);
}

bool isAscending(const Comparison &comparison) {
  uint64_t lane = 0;
  return all_of(comparison.offsets, [&](uint64_t offset) { return offset == lane++; });
}

std::optional<Activity> activityOf(const Comparison &comparison, LLVMContext &context) {
  const auto lanes = static_cast<unsigned>(comparison.offsets.size());
  const auto lowBits = [&](const APInt &number) {
    return number.getZExtValue() & ((uint64_t{1} << comparison.shift) - 1);
  };
  if (comparison.predicate == CmpInst::ICMP_ULT || comparison.predicate == CmpInst::ICMP_SLT) {
    if (!is_contained(comparison.offsets, 0) || !comparison.bound)
      return std::nullopt;
    if (comparison.bounds.empty() || comparison.predicate == CmpInst::ICMP_SLT)
      return Activity{comparison.predicate, comparison.bound, nullptr,
                      *std::ranges::max_element(comparison.offsets), isAscending(comparison)};
    const APInt &bound = comparison.bounds.front();
    Constant *mask = nullptr;
    if (bound.getZExtValue() <= uint64_t{1} << comparison.shift) // then the first number is 0
      mask = maskOf(context, lanes,
                    [&](unsigned lane) { return comparison.offsets[lane] < bound.getZExtValue(); });
    else if (lowBits(bound) == 0)
      mask = maskOf(context, lanes, [](unsigned) { return true; });
    return Activity{CmpInst::ICMP_ULT, comparison.bound, mask};
  }
  if (comparison.predicate != CmpInst::ICMP_EQ || comparison.bounds.empty())
    return std::nullopt;
  std::optional<APInt> first; // the only number of the first lane that makes a lane active
  SmallVector<bool, 64> isActive(lanes);
  for (unsigned lane = 0; lane < lanes; ++lane) {
    const APInt number = comparison.bounds[lane] - comparison.offsets[lane];
    isActive[lane] = lowBits(number) == 0;
    if (isActive[lane] && first && *first != number)
      return std::nullopt;
    if (isActive[lane])
      first = number;
  }
  if (!first)
    return std::nullopt;
  return Activity{CmpInst::ICMP_EQ, ConstantInt::get(context, *first),
                  maskOf(context, lanes, [&](unsigned lane) { return isActive[lane]; })};
}

/// Returns whether the value is a comparison of all bits of a mask with 0, and which.
ICmpInst *maskThatAnyAsks(ICmpInst &any) {
  auto *bits = dyn_cast<BitCastInst>(withoutFreeze(any.getOperand(0)));
  if (!any.isEquality() || !match(any.getOperand(1), m_Zero()) || !bits)
    return nullptr;
  Value *mask = withoutFreeze(bits->getOperand(0));
  // A comparison of splats is one of the first lanes, and its result a splat.
  if (auto *shuffle = dyn_cast<ShuffleVectorInst>(mask); shuffle && shuffle->isZeroEltSplat())
    mask = shuffle->getOperand(0);
  auto *compare = dyn_cast<ICmpInst>(mask);
  return compare && compare->getType()->isVectorTy() ? compare : nullptr;
}

class PackMasks {
public:
  PackMasks(Function &function, DominatorTree &dominators, LoopInfo &loops)
      : function_(function), layout_(function.getDataLayout()), dominators_(dominators),
        loops_(loops) {}

  bool run() {
    std::vector<ICmpInst *> questions;
    for (Instruction &instruction : instructions(function_))
      if (auto *any = dyn_cast<ICmpInst>(&instruction); any && any->getType()->isIntegerTy(1))
        questions.push_back(any);
    bool changed = false;
    for (ICmpInst *any : questions)
      changed |= simplify(*any);
    return changed;
  }

  /// Gives packs all of whose lanes are below a bound code of their own, and those of which the
  /// first half is, or the first quarter and so on. Processors do not forward what is stored with a
  /// mask, so that each step of a tree reduction would wait for the one before. Changes the control
  /// flow.
  bool copyForWholePacks() {
    for (const Bounded &pack : bounded_)
      copyForWholePack(pack);
    return !bounded_.empty();
  }

private:
  /// A block that runs if any lane is below a bound.
  struct Bounded {
    BasicBlock *block;
    Value *first;
    Value *bound;
    Value *mask;
    uint64_t mostOffset;
    bool isAscending;
  };

  bool simplify(ICmpInst &any) {
    ICmpInst *compare = maskThatAnyAsks(any);
    if (!compare)
      return false;
    Value *asked = cast<BitCastInst>(withoutFreeze(any.getOperand(0)))->getOperand(0);
    const unsigned lanes = cast<FixedVectorType>(asked->getType())->getNumElements();
    auto comparison = comparisonOf(*compare, lanes, layout_);
    if (!comparison)
      return false;
    // Of some comparisons only the first lane counts.
    if (withoutFreeze(asked) == compare && any_of(compare->operands(), [](Value *operand) {
          return isa<InsertElementInst>(withoutFreeze(operand));
        }))
      return false;
    const auto activity = activityOf(*comparison, any.getContext());
    if (!activity)
      return false;
    IRBuilder<> builder(&any);
    Value *first = builder.CreateFreeze(comparison->first);
    Value *isActive =
        builder.CreateICmp(activity->predicate, first, builder.CreateFreeze(activity->bound));
    Value *answer = any.getPredicate() == CmpInst::ICMP_NE ? isActive : builder.CreateNot(isActive);
    for (User *user : make_early_inc_range(any.users()))
      if (auto *branch = dyn_cast<BranchInst>(user))
        rewrite(*branch, any, *comparison->first, *asked, *activity);
    any.replaceAllUsesWith(answer);
    any.eraseFromParent();
    return true;
  }

  /// The branch that asks: its block of active lanes knows the mask.
  void rewrite(const BranchInst &branch, const ICmpInst &any, Value &first, Value &asked,
               const Activity &activity) {
    const unsigned active = any.getPredicate() == CmpInst::ICMP_NE ? 0 : 1;
    if (branch.getSuccessor(0) == branch.getSuccessor(1))
      return;
    const BasicBlockEdge edge(branch.getParent(), branch.getSuccessor(active));
    if (activity.mask)
      for (Value *mask = &asked;; mask = cast<FreezeInst>(mask)->getOperand(0)) {
        replaceDominatedUsesWith(mask, activity.mask, dominators_, edge);
        if (!isa<FreezeInst>(mask))
          break;
      }
    endLoop(branch, active, first, activity);
    if (activity.predicate == CmpInst::ICMP_ULT && !activity.mask)
      addBounded({branch.getSuccessor(active), &first, activity.bound, &asked, activity.mostOffset,
                  activity.isAscending});
  }

  void addBounded(const Bounded &pack) {
    constexpr size_t kMostInstructions = 32;
    const BasicBlock &block = *pack.block;
    const bool isAlone = block.getSinglePredecessor() && block.getSingleSuccessor() &&
                         block.size() <= kMostInstructions && !isa<PHINode>(block.front()) &&
                         none_of(block, [&](const Instruction &instruction) {
                           return instruction.isUsedOutsideOfBlock(&block);
                         });
    const bool storesWithMask = any_of(block, [&](const Instruction &instruction) {
      const auto *store = dyn_cast<IntrinsicInst>(&instruction);
      return store && store->getIntrinsicID() == Intrinsic::masked_store &&
             store->getArgOperand(2) == pack.mask;
    });
    if (function_.hasFnAttribute(kGroupValues) && isAlone && storesWithMask)
      bounded_.push_back(pack);
  }

  static void copyForWholePack(const Bounded &pack) {
    BasicBlock &block = *pack.block;
    auto &branch = cast<BranchInst>(*block.getSinglePredecessor()->getTerminator());
    ValueToValueMapTy map;
    BasicBlock *copy = CloneBasicBlock(&block, map, ".whole", block.getParent());
    for (Instruction &instruction : *copy) {
      RemapInstruction(&instruction, map, RF_NoModuleLevelChanges | RF_IgnoreMissingLocals);
      instruction.replaceUsesOfWith(pack.mask, Constant::getAllOnesValue(pack.mask->getType()));
    }
    for (PHINode &phi : block.getSingleSuccessor()->phis())
      phi.addIncoming(phi.getIncomingValueForBlock(&block), copy);
    auto *choice = BasicBlock::Create(block.getContext(), "bounded", block.getParent(), &block);
    branch.replaceSuccessorWith(&block, choice);
    // The first lane is active: its number is less than the bound.
    IRBuilder<> builder(choice);
    Value *left =
        builder.CreateSub(builder.CreateFreeze(pack.bound), builder.CreateFreeze(pack.first));
    builder.CreateCondBr(
        builder.CreateICmpUGT(left, ConstantInt::get(left->getType(), pack.mostOffset)), copy,
        pack.isAscending && canNarrow(block, *pack.mask) ? copyForParts(pack, *left) : &block);
  }

  /// Returns a block that goes to the copy for as many lanes as are left, or to the block itself.
  static BasicBlock *copyForParts(const Bounded &pack, Value &left) {
    BasicBlock &block = *pack.block;
    auto *part = BasicBlock::Create(block.getContext(), "part", block.getParent(), &block);
    IRBuilder<> builder(part);
    SwitchInst *choice = builder.CreateSwitch(&left, &block);
    const unsigned all = cast<FixedVectorType>(pack.mask->getType())->getNumElements();
    for (unsigned lanes = all / 2; lanes > 0; lanes /= 2) {
      BasicBlock *copy = narrowedCopy(block, *pack.mask, lanes);
      for (PHINode &phi : block.getSingleSuccessor()->phis())
        phi.addIncoming(phi.getIncomingValueForBlock(&block), copy);
      choice->addCase(cast<ConstantInt>(ConstantInt::get(left.getType(), lanes)), copy);
    }
    return part;
  }

  /// Ends a loop over packs at the first one that is not active, if it does nothing else.
  void endLoop(const BranchInst &branch, unsigned active, Value &first, const Activity &activity) {
    const BasicBlock *header = branch.getParent();
    const Loop *loop = loops_.getLoopFor(header);
    BasicBlock *latch = loop && loop->getHeader() == header ? loop->getLoopLatch() : nullptr;
    if (!latch || latch == header || branch.getSuccessor(1 - active) != latch ||
        loop->getExitingBlock() != latch || !findOptionMDForLoop(loop, kPackLoop) ||
        isCountedElsewhere(*loop))
      return;
    auto *end = dyn_cast<BranchInst>(latch->getTerminator());
    Value *index = &first;
    match(&first, m_Trunc(m_Value(index)));
    auto *phi = dyn_cast<PHINode>(index);
    const APInt *step = nullptr;
    Value *next =
        phi && phi->getParent() == header ? phi->getIncomingValueForBlock(latch) : nullptr;
    if (!end || !end->isConditional() || !next || !loop->isLoopInvariant(activity.bound) ||
        !match(next, m_NUWAdd(m_Specific(phi), m_APInt(step))))
      return;
    // The number of the next pack is larger. If it is beyond the bound, so are those that follow.
    IRBuilder<> builder(end);
    const bool isSigned = activity.predicate == CmpInst::ICMP_SLT;
    Value *bound =
        builder.CreateFreeze(builder.CreateIntCast(activity.bound, next->getType(), isSigned));
    Value *more = builder.CreateICmp(activity.predicate == CmpInst::ICMP_EQ ? CmpInst::ICMP_ULE
                                                                            : activity.predicate,
                                     next, bound);
    if (end->getSuccessor(0) == header)
      end->setCondition(builder.CreateLogicalAnd(end->getCondition(), more));
    else
      end->setCondition(builder.CreateLogicalOr(end->getCondition(), builder.CreateNot(more)));
  }

  /// Returns whether packs without an active lane do anything, or whether a value of the loop is
  /// used behind it.
  static bool isCountedElsewhere(const Loop &loop) {
    for (const BasicBlock *block : {loop.getHeader(), loop.getLoopLatch()})
      for (const Instruction &instruction : *block) {
        const auto *call = dyn_cast<IntrinsicInst>(&instruction);
        if (instruction.mayHaveSideEffects() && !(call && call->isAssumeLikeIntrinsic()))
          return true;
      }
    return any_of(loop.blocks(), [&loop](const BasicBlock *block) {
      return any_of(*block, [&loop](const Instruction &instruction) {
        return any_of(instruction.users(), [&loop](const User *user) {
          return !loop.contains(cast<Instruction>(user));
        });
      });
    });
  }

  Function &function_;
  const DataLayout &layout_;
  DominatorTree &dominators_;
  LoopInfo &loops_;
  std::vector<Bounded> bounded_;
};

} // namespace

PreservedAnalyses SimplifyPackMasks::run(Function &function, FunctionAnalysisManager &analyses) {
  PackMasks masks(function, analyses.getResult<DominatorTreeAnalysis>(function),
                  analyses.getResult<LoopAnalysis>(function));
  if (!masks.run())
    return PreservedAnalyses::all();
  if (masks.copyForWholePacks())
    return PreservedAnalyses::none();
  PreservedAnalyses preserved;
  preserved.preserveSet<CFGAnalyses>();
  return preserved;
}

} // namespace ursa::compiler::host
