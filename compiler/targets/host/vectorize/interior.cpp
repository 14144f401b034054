#include "compiler/targets/host/vectorize/interior.h"

#include "compiler/targets/host/vectorize/lane_uniformity.h"

#include "llvm/ADT/PostOrderIterator.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Operator.h"

#include <limits>
#include <optional>

using namespace llvm;

namespace ursa::compiler::host {
namespace {

constexpr unsigned kMaxDepth = 16;
constexpr unsigned kMaxRowDepth = 8;
constexpr unsigned kMaxConditions = 64;
/// Comparisons with a small constant are at the lower border of the ids.
constexpr int64_t kMaxLowerBorder = 64;
constexpr int64_t kMaxInteriorStep = 1 << 20;

/// An integer that grows by a constant from lane to lane.
struct Affine {
  Value *zero = nullptr; ///< the i64 value of lane 0
  int64_t step = 0;
};

// Builds the condition. Values of the kernel are computed anew, from its arguments only, without
// the flags that hold where the kernel computes them.
class ConditionBuilder {
public:
  ConditionBuilder(Function &kernel, unsigned width, bool withRows)
      : kernel_(kernel), width_(width), withRows_(withRows) {
    LLVMContext &context = kernel.getContext();
    condition_ = Function::Create(
        FunctionType::get(Type::getInt1Ty(context), kernel.getFunctionType()->params(), false),
        GlobalValue::ExternalLinkage, kernel.getName() + ".isInterior", kernel.getParent());
    for (const char *name : {"target-cpu", "target-features"})
      condition_->addFnAttr(kernel.getFnAttribute(name));
    condition_->addFnAttr(Attribute::NoUnwind);
    condition_->addFnAttr(Attribute::AlwaysInline);
    builder_ = std::make_unique<IRBuilder<>>(BasicBlock::Create(context, "entry", condition_));
    all_ = builder_->getTrue();
  }

  /// Returns what replaces an instruction in interior packs; null for nothing.
  Value *replacementOf(Instruction &instruction) {
    Value *outcome = nullptr;
    if (auto *compare = dyn_cast<ICmpInst>(&instruction))
      outcome = outcomeOf(*compare);
    else if (auto *clamp = dyn_cast<MinMaxIntrinsic>(&instruction))
      outcome = outcomeOf(*clamp);
    if (outcome)
      requireRanges();
    ranges_.clear();
    return outcome;
  }

  unsigned conditions() const { return conditions_; }

  Function *finish() {
    builder_->CreateRet(all_);
    return condition_;
  }
  void abandon() {
    builder_.reset();
    condition_->eraseFromParent();
  }

private:
  void require(Value *condition) {
    all_ = builder_->CreateAnd(all_, condition);
    ++conditions_;
  }
  /// Requires that the narrow operations of an outcome do not overflow. Then they have the flags
  /// that say so.
  void requireRanges() {
    for (const Range &range : ranges_) {
      const unsigned bits = range.operation->getType()->getIntegerBitWidth();
      const auto limit = [&](const APInt &value) {
        return builder_->getInt64(range.isSigned ? static_cast<uint64_t>(value.getSExtValue())
                                                 : value.getZExtValue());
      };
      require(builder_->CreateICmpSGE(
          least(range.value),
          limit(range.isSigned ? APInt::getSignedMinValue(bits) : APInt::getMinValue(bits))));
      require(builder_->CreateICmpSLE(
          most(range.value),
          limit(range.isSigned ? APInt::getSignedMaxValue(bits) : APInt::getMaxValue(bits))));
      if (auto *trunc = dyn_cast<TruncInst>(range.operation)) {
        range.isSigned ? trunc->setHasNoSignedWrap(true) : trunc->setHasNoUnsignedWrap(true);
      } else if (range.isSigned) {
        range.operation->setHasNoSignedWrap(true);
      } else {
        range.operation->setHasNoUnsignedWrap(true);
      }
    }
  }
  Value *least(const Affine &value) { return atLane(value, value.step > 0 ? 0 : width_ - 1); }
  Value *most(const Affine &value) { return atLane(value, value.step > 0 ? width_ - 1 : 0); }
  Value *atLane(const Affine &value, unsigned lane) {
    return builder_->CreateAdd(value.zero,
                               builder_->getInt64(static_cast<uint64_t>(value.step * lane)));
  }

  // An id below a bound is the usual case, and one above a small constant.
  Value *outcomeOf(ICmpInst &compare) {
    Value *left = compare.getOperand(0);
    Value *right = compare.getOperand(1);
    CmpInst::Predicate predicate = compare.getPredicate();
    if (!left->getType()->isIntegerTy())
      return nullptr;
    if (compare.isEquality())
      return outcomeOfEquality(compare);
    const bool isSigned = compare.isSigned();
    auto value = affine(left, isSigned, 0);
    if (!value || !variesBeside(*value, *left, *right)) {
      std::swap(left, right);
      predicate = CmpInst::getSwappedPredicate(predicate);
      value = affine(left, isSigned, 0);
    }
    Value *bound =
        value && variesBeside(*value, *left, *right) ? boundOf(right, isSigned) : nullptr;
    if (!bound)
      return nullptr;
    const bool isBelow = ICmpInst::isLT(predicate) || ICmpInst::isLE(predicate);
    if (const auto *constant = dyn_cast<ConstantInt>(right)) {
      if (constant->getSExtValue() > kMaxLowerBorder || (!isSigned && constant->isNegative()))
        return nullptr;
      // value > constant in all lanes
      const bool isStrict = predicate == CmpInst::ICMP_SGT || predicate == CmpInst::ICMP_UGT ||
                            predicate == CmpInst::ICMP_SLE || predicate == CmpInst::ICMP_ULE;
      require(isStrict ? builder_->CreateICmpSGT(least(*value), bound)
                       : builder_->CreateICmpSGE(least(*value), bound));
      return builder_->getInt1(!isBelow);
    }
    // value < bound in all lanes
    const bool isStrict = predicate == CmpInst::ICMP_SLT || predicate == CmpInst::ICMP_ULT ||
                          predicate == CmpInst::ICMP_SGE || predicate == CmpInst::ICMP_UGE;
    require(isStrict ? builder_->CreateICmpSLT(most(*value), bound)
                     : builder_->CreateICmpSLE(most(*value), bound));
    return builder_->getInt1(isBelow);
  }

  // Above a small constant, ids differ from it: a comparison of an id that is not negative with
  // zero became one for equality.
  Value *outcomeOfEquality(ICmpInst &compare) {
    const auto *constant = dyn_cast<ConstantInt>(compare.getOperand(1));
    if (!constant || constant->isNegative() || constant->getValue().ugt(kMaxLowerBorder))
      return nullptr;
    const auto value = affine(compare.getOperand(0), /*isSigned=*/true, 0);
    if (!value || !variesBeside(*value, *compare.getOperand(0), *constant))
      return nullptr;
    require(builder_->CreateICmpSGT(least(*value), builder_->getInt64(constant->getZExtValue())));
    return builder_->getInt1(compare.getPredicate() == CmpInst::ICMP_NE);
  }

  Value *outcomeOf(MinMaxIntrinsic &clamp) {
    if (!clamp.getType()->isIntegerTy())
      return nullptr;
    for (unsigned i = 0; i < 2; ++i) {
      const auto value = affine(clamp.getArgOperand(i), clamp.isSigned(), 0);
      Value *bound =
          value && variesBeside(*value, *clamp.getArgOperand(i), *clamp.getArgOperand(1 - i))
              ? extended(clamp.getArgOperand(1 - i), clamp.isSigned())
              : nullptr;
      if (!bound)
        continue;
      const bool isMaximum =
          clamp.getIntrinsicID() == Intrinsic::smax || clamp.getIntrinsicID() == Intrinsic::umax;
      require(isMaximum ? builder_->CreateICmpSGE(least(*value), bound)
                        : builder_->CreateICmpSLE(most(*value), bound));
      return clamp.getArgOperand(i);
    }
    return nullptr;
  }

  /// Returns a uniform value as an i64; null if it is not uniform, or a large unsigned number.
  Value *extended(Value *value, bool isSigned) {
    Value *copy = uniform(value, 0);
    if (!copy || copy->getType()->getIntegerBitWidth() > 64 ||
        (!isSigned && copy->getType()->isIntegerTy(64)))
      return nullptr;
    return isSigned ? builder_->CreateSExt(copy, builder_->getInt64Ty())
                    : builder_->CreateZExt(copy, builder_->getInt64Ty());
  }

  /// The same for what values are compared with. Above the range of signed numbers no value is.
  Value *boundOf(Value *value, bool isSigned) {
    if (isSigned || !value->getType()->isIntegerTy(64))
      return extended(value, isSigned);
    Value *copy = uniform(value, 0);
    return copy
               ? builder_->CreateBinaryIntrinsic(
                     Intrinsic::umin, copy, builder_->getInt64(std::numeric_limits<int64_t>::max()))
               : nullptr;
  }

  /// Computes a value that depends on arguments only, and is the same in all lanes; null if it is
  /// not.
  Value *uniform(Value *value, unsigned depth) {
    if (isa<ConstantInt, ConstantFP>(value))
      return value;
    if (auto *argument = dyn_cast<Argument>(value))
      return kernel_.getAttributes().hasParamAttr(argument->getArgNo(), kLaneIdAttribute)
                 ? nullptr
                 : condition_->getArg(argument->getArgNo());
    auto *instruction = dyn_cast<Instruction>(value);
    if (!instruction || depth > kMaxDepth)
      return nullptr;
    if (const auto known = uniforms_.find(value); known != uniforms_.end())
      return known->second;
    if (const auto *load = dyn_cast<LoadInst>(instruction))
      return uniforms_[value] = constantLoad(*load);
    if (!isPure(*instruction))
      return nullptr;
    std::vector<Value *> operands;
    for (Value *operand : instruction->operands()) {
      operands.push_back(isa<Function>(operand) ? operand : uniform(operand, depth + 1));
      if (!operands.back())
        return uniforms_[value] = nullptr;
    }
    Instruction *copy = instruction->clone();
    for (unsigned i = 0; i < operands.size(); ++i)
      copy->setOperand(i, operands[i]);
    copy->dropPoisonGeneratingFlags();
    builder_->Insert(copy);
    // A shift by too many bits is poison without flags, too.
    return uniforms_[value] = builder_->CreateFreeze(copy);
  }

  /// Loads an integer that is constant during a launch, such as a launch size; null if it may be
  /// something else, or if its memory is not readable whenever the kernel runs.
  Value *constantLoad(const LoadInst &load) {
    if (!load.isSimple() || !load.getType()->isIntegerTy() ||
        !load.hasMetadata(LLVMContext::MD_invariant_load))
      return nullptr;
    const DataLayout &layout = kernel_.getDataLayout();
    APInt offset(layout.getIndexTypeSizeInBits(load.getPointerOperandType()), 0);
    const auto *argument =
        dyn_cast<Argument>(load.getPointerOperand()->stripAndAccumulateConstantOffsets(
            layout, offset, /*AllowNonInbounds=*/true));
    const uint64_t size = layout.getTypeStoreSize(load.getType()).getFixedValue();
    const uint64_t readable = argument ? argument->getDereferenceableBytes() : 0;
    if (size > readable || offset.ugt(readable - size))
      return nullptr;
    return builder_->CreateFreeze(builder_->CreateAlignedLoad(
        load.getType(),
        builder_->CreatePtrAdd(condition_->getArg(argument->getArgNo()),
                               builder_->getInt64(offset.getZExtValue())),
        load.getAlign()));
  }

  // Returns whether a value differs between lanes or, unlike what it is compared with, rows.
  bool variesBeside(const Affine &affine, const Value &value, const Value &bound) const {
    return affine.step != 0 || (withRows_ && dependsOnRow(value, 0) && !dependsOnRow(bound, 0));
  }
  bool dependsOnRow(const Value &value, unsigned depth) const {
    if (const auto *argument = dyn_cast<Argument>(&value))
      return kernel_.getAttributes().hasParamAttr(argument->getArgNo(), kRowIdAttribute);
    const auto *instruction = dyn_cast<Instruction>(&value);
    return instruction && depth <= kMaxRowDepth &&
           any_of(instruction->operands(),
                  [&](const Use &operand) { return dependsOnRow(*operand, depth + 1); });
  }

  static bool isPure(const Instruction &instruction) {
    if (!instruction.getType()->isIntegerTy())
      return false;
    if (const auto *operation = dyn_cast<BinaryOperator>(&instruction))
      return !operation->isIntDivRem();
    return isa<TruncInst, ZExtInst, SExtInst, ICmpInst, SelectInst, MinMaxIntrinsic>(instruction);
  }

  /// Returns a value that is affine in the lane. Narrow operations must not overflow: their flags
  /// prove it for active lanes, or their range becomes a condition.
  std::optional<Affine> affine(Value *value, bool isSigned, unsigned depth) {
    if (!value->getType()->isIntegerTy() || value->getType()->getIntegerBitWidth() > 64)
      return std::nullopt;
    if (auto *argument = dyn_cast<Argument>(value);
        argument && kernel_.getAttributes().hasParamAttr(argument->getArgNo(), kLaneIdAttribute))
      return Affine{condition_->getArg(argument->getArgNo()), 1};
    const bool isWide = value->getType()->isIntegerTy(64);
    // Sums with 64-bit values that might be large could overflow in lanes that do not compute them.
    if (Value *same = isWide && !isSmall(*value) ? nullptr : extended(value, isSigned))
      return Affine{same, 0};
    auto *instruction = dyn_cast<Instruction>(value);
    if (!instruction || depth > kMaxDepth)
      return std::nullopt;
    const auto operand = [&](unsigned i, bool operandSigned) {
      return affine(instruction->getOperand(i), operandSigned, depth + 1);
    };
    const auto *overflowing = dyn_cast<OverflowingBinaryOperator>(instruction);
    const bool isExact = overflowing && (isSigned ? overflowing->hasNoSignedWrap()
                                                  : overflowing->hasNoUnsignedWrap());
    const auto inRange = [&](const Affine &found, bool isKnown) {
      const auto result = checked(found);
      if (result && !isKnown)
        ranges_.push_back({instruction, *result, isSigned});
      return result;
    };
    switch (instruction->getOpcode()) {
    case Instruction::Trunc: {
      const auto &trunc = cast<TruncInst>(*instruction);
      const auto whole = operand(0, isSigned);
      return whole ? inRange(*whole, isSigned ? trunc.hasNoSignedWrap() : trunc.hasNoUnsignedWrap())
                   : std::nullopt;
    }
    case Instruction::SExt:
      return isSigned ? operand(0, true) : std::nullopt;
    case Instruction::ZExt:
      return operand(0, cast<ZExtInst>(*instruction).hasNonNeg());
    case Instruction::Add:
    case Instruction::Sub: {
      if (!isExact && isWide)
        return std::nullopt;
      const auto a = operand(0, isSigned);
      const auto b = a ? operand(1, isSigned) : std::nullopt;
      if (!b)
        return std::nullopt;
      const bool isSum = instruction->getOpcode() == Instruction::Add;
      return inRange(
          {isSum ? builder_->CreateAdd(a->zero, b->zero) : builder_->CreateSub(a->zero, b->zero),
           isSum ? a->step + b->step : a->step - b->step},
          isExact);
    }
    case Instruction::Mul: {
      const auto *factor = dyn_cast<ConstantInt>(instruction->getOperand(1));
      const auto a = (isExact || !isWide) && factor ? operand(0, isSigned) : std::nullopt;
      if (!a || factor->getValue().abs().ugt(kMaxInteriorStep))
        return std::nullopt;
      const int64_t number = factor->getSExtValue();
      return inRange(
          {builder_->CreateMul(a->zero, builder_->getInt64(static_cast<uint64_t>(number))),
           a->step * number},
          isExact);
    }
    default:
      return std::nullopt;
    }
  }

  // Returns whether a 64-bit value has at most 32 significant bits.
  static bool isSmall(const Value &value) {
    if (const auto *constant = dyn_cast<ConstantInt>(&value))
      return constant->getValue().getSignificantBits() <= 32;
    if (const auto *argument = dyn_cast<Argument>(&value))
      return argument->hasAttribute(Attribute::Range);
    const auto *cast = dyn_cast<CastInst>(&value);
    return cast && cast->getSrcTy()->isIntegerTy() && cast->getSrcTy()->getIntegerBitWidth() <= 32;
  }

  static std::optional<Affine> checked(const Affine &value) {
    if (value.step > kMaxInteriorStep || value.step < -kMaxInteriorStep)
      return std::nullopt;
    return value;
  }

  Function &kernel_;
  const unsigned width_;
  const bool withRows_;
  Function *condition_ = nullptr;
  std::unique_ptr<IRBuilder<>> builder_;
  Value *all_ = nullptr;
  unsigned conditions_ = 0;
  /// A narrow operation that must not overflow in any lane, and its value with 64 bits.
  struct Range {
    Instruction *operation;
    Affine value;
    bool isSigned;
  };
  std::vector<Range> ranges_; ///< of the outcome that is being found
  DenseMap<const Value *, Value *> uniforms_;
};

} // namespace

Function *specializeForInterior(Function &function, unsigned width, bool withRows) {
  ConditionBuilder builder(function, width, withRows);
  std::vector<Instruction *> order;
  for (BasicBlock *block : ReversePostOrderTraversal<Function *>(&function))
    for (Instruction &instruction : *block)
      order.push_back(&instruction);
  for (Instruction *instruction : order)
    if (builder.conditions() < kMaxConditions)
      if (Value *replacement = builder.replacementOf(*instruction)) {
        instruction->replaceAllUsesWith(replacement);
        instruction->eraseFromParent();
      }
  if (builder.conditions() == 0) {
    builder.abandon();
    return nullptr;
  }
  return builder.finish();
}

} // namespace ursa::compiler::host
