// See atomics.h.
#include "compiler/builtins/atomics.h"

#include "compiler/builtins/definitions.h"

#include "llvm/IR/Module.h"

using namespace llvm;

namespace ursa::compiler::builtins {
namespace {

using Update = AtomicRMWInst::BinOp;

/// Returns the scope for clang's value of OpenCL's memory_scope.
const char *scopeOf(const Value *value) {
  auto *number = dyn_cast<ConstantInt>(value);
  switch (number ? number->getZExtValue() : 3) {
  case 0:
    return "singlethread";
  case 1:
    return "workgroup";
  case 2:
    return "device";
  case 4:
    return "subgroup";
  default:
    return "";
  }
}

AtomicOrdering loadOrder(AtomicOrdering order) {
  return order == AtomicOrdering::Release || order == AtomicOrdering::AcquireRelease
             ? AtomicOrdering::Acquire
             : order;
}

AtomicOrdering storeOrder(AtomicOrdering order) {
  return order == AtomicOrdering::Acquire || order == AtomicOrdering::AcquireRelease
             ? AtomicOrdering::Release
             : order;
}

bool isValueType(const Type *type) {
  const std::uint64_t bits = type->getPrimitiveSizeInBits().getFixedValue();
  return (type->isIntegerTy() || type->isFloatingPointTy()) && bits >= 8 && isPowerOf2_64(bits);
}

Align alignOf(const Type *type) {
  return Align(type->getPrimitiveSizeInBits().getFixedValue() / 8);
}

/// One call of an atomic function.
class AtomicCall {
public:
  AtomicCall(CallInst &call, const Atomic &atomic, MemoryModel model)
      : call_(call), builder_(&call), atomic_(atomic), model_(model) {}

  void replace() {
    if (!isValid())
      return;
    if (Value *result = create())
      call_.replaceAllUsesWith(result->getType() == call_.getType()
                                   ? result
                                   : builder_.CreateZExtOrTrunc(result, call_.getType()));
    call_.eraseFromParent();
  }

private:
  Value *operand(unsigned index) { return call_.getArgOperand(index); }

  /// Returns whether operands and result have the types of the function.
  bool isValid() {
    const unsigned values = atomic_.isByOne ? 0 : atomic_.orderOperand() - 1;
    if (atomic_.form == Atomic::Spirv || call_.arg_size() <= values ||
        !operand(0)->getType()->isPointerTy())
      return false;
    switch (atomic_.operation) {
    case Atomic::Load:
      return isValueType(call_.getType());
    case Atomic::Store:
    case Atomic::Init:
      return isValueType(operand(1)->getType());
    case Atomic::TestAndSet:
      return call_.getType()->isIntegerTy();
    case Atomic::Clear:
      return true;
    case Atomic::CompareExchange:
      return isValueType(operand(2)->getType()) &&
             (atomic_.form == Atomic::Legacy
                  ? operand(1)->getType() == call_.getType() &&
                        operand(2)->getType() == call_.getType()
                  : operand(1)->getType()->isPointerTy() && call_.getType()->isIntegerTy());
    default:
      return isValueType(call_.getType()) &&
             (atomic_.isByOne || operand(1)->getType() == call_.getType() ||
              (operand(1)->getType()->isIntegerTy() && call_.getType()->isIntegerTy()));
    }
  }

  Value *create() {
    switch (atomic_.operation) {
    case Atomic::Load:
      return load();
    case Atomic::Store:
      return store(operand(1));
    case Atomic::Clear:
      return store(builder_.getInt32(0));
    case Atomic::Init:
      builder_.CreateAlignedStore(operand(1), operand(0), alignOf(operand(1)->getType()));
      return nullptr;
    case Atomic::TestAndSet:
      return builder_.CreateIsNotNull(builder_.CreateAtomicRMW(
          AtomicRMWInst::Xchg, operand(0), builder_.getInt32(1), MaybeAlign(), order(), scope()));
    case Atomic::CompareExchange:
      return atomic_.form == Atomic::Legacy ? compareExchangeLegacy() : compareExchange();
    default:
      return update();
    }
  }

  /// Returns the first order, or the @p number th after it.
  AtomicOrdering order(unsigned number = 0) {
    if (atomic_.form == Atomic::Legacy)
      return AtomicOrdering::Monotonic;
    const unsigned index = atomic_.orderOperand() + number;
    const AtomicOrdering order = atomic_.form == Atomic::Explicit && call_.arg_size() > index &&
                                         model_ != MemoryModel::SequentiallyConsistent
                                     ? orderOf(operand(index))
                                     : AtomicOrdering::SequentiallyConsistent;
    return order == AtomicOrdering::SequentiallyConsistent && model_ == MemoryModel::AcquireRelease
               ? AtomicOrdering::AcquireRelease
               : order;
  }

  /// Returns the scope that an operand tells, else the device.
  SyncScope::ID scope() {
    if (model_ != MemoryModel::OpenCl)
      return SyncScope::System;
    const unsigned index = atomic_.scopeOperand();
    return call_.getContext().getOrInsertSyncScopeID(
        atomic_.form == Atomic::Explicit && call_.arg_size() > index ? scopeOf(operand(index))
                                                                     : "device");
  }

  Update updateOf(bool isFloat) const {
    const bool isUnsigned = atomic_.value.isUnsigned();
    switch (atomic_.operation) {
    case Atomic::Add:
      return isFloat ? AtomicRMWInst::FAdd : AtomicRMWInst::Add;
    case Atomic::Sub:
      return isFloat ? AtomicRMWInst::FSub : AtomicRMWInst::Sub;
    case Atomic::Min:
      return isFloat ? AtomicRMWInst::FMin : isUnsigned ? AtomicRMWInst::UMin : AtomicRMWInst::Min;
    case Atomic::Max:
      return isFloat ? AtomicRMWInst::FMax : isUnsigned ? AtomicRMWInst::UMax : AtomicRMWInst::Max;
    case Atomic::And:
      return AtomicRMWInst::And;
    case Atomic::Or:
      return AtomicRMWInst::Or;
    case Atomic::Xor:
      return AtomicRMWInst::Xor;
    default:
      return AtomicRMWInst::Xchg;
    }
  }

  Value *update() {
    Type *type = call_.getType();
    Value *value = atomic_.isByOne ? ConstantInt::get(type, 1) : operand(1);
    // The operand has the width of ptrdiff_t if the object is an atomic_uintptr_t.
    if (value->getType() != type)
      value = builder_.CreateSExtOrTrunc(value, type);
    return builder_.CreateAtomicRMW(updateOf(type->isFloatingPointTy()), operand(0), value,
                                    MaybeAlign(), order(), scope());
  }

  Value *load() {
    LoadInst *value =
        builder_.CreateAlignedLoad(call_.getType(), operand(0), alignOf(call_.getType()));
    value->setAtomic(loadOrder(order()), scope());
    return value;
  }

  Value *store(Value *value) {
    builder_.CreateAlignedStore(value, operand(0), alignOf(value->getType()))
        ->setAtomic(storeOrder(order()), scope());
    return nullptr;
  }

  /// Creates a compare-exchange of integers of the same size.
  Value *createCompareExchange(Value *expected, AtomicOrdering failure) {
    Value *desired = operand(2);
    Type *bits = builder_.getIntNTy(
        static_cast<unsigned>(desired->getType()->getPrimitiveSizeInBits().getFixedValue()));
    return builder_.CreateAtomicCmpXchg(operand(0), builder_.CreateBitCast(expected, bits),
                                        builder_.CreateBitCast(desired, bits), MaybeAlign(),
                                        order(), failure, scope());
  }

  /// atomic_cmpxchg(object, expected, desired) returns the old value.
  Value *compareExchangeLegacy() {
    Value *pair = createCompareExchange(operand(1), AtomicOrdering::Monotonic);
    return builder_.CreateBitCast(builder_.CreateExtractValue(pair, 0), call_.getType());
  }

  /// atomic_compare_exchange_*(object, &expected, desired, ...) returns whether it exchanged.
  /// Stores the old value to the expected one unconditionally: after an exchange they are equal.
  Value *compareExchange() {
    Type *type = operand(2)->getType();
    Value *expected = builder_.CreateAlignedLoad(type, operand(1), alignOf(type));
    const AtomicOrdering failure = model_ == MemoryModel::OpenCl && atomic_.form == Atomic::Explicit
                                       ? loadOrder(order(1))
                                       : AtomicCmpXchgInst::getStrongestFailureOrdering(order());
    Value *pair = createCompareExchange(expected, failure);
    builder_.CreateAlignedStore(builder_.CreateBitCast(builder_.CreateExtractValue(pair, 0), type),
                                operand(1), alignOf(type));
    return builder_.CreateExtractValue(pair, 1);
  }

  CallInst &call_;
  IRBuilder<> builder_;
  const Atomic atomic_;
  const MemoryModel model_;
};

} // namespace

AtomicOrdering orderOf(const Value *value) {
  auto *number = dyn_cast<ConstantInt>(value);
  switch (number ? number->getZExtValue() : 5) {
  case 0:
    return AtomicOrdering::Monotonic;
  case 1: // consume
  case 2:
    return AtomicOrdering::Acquire;
  case 3:
    return AtomicOrdering::Release;
  case 4:
    return AtomicOrdering::AcquireRelease;
  default:
    return AtomicOrdering::SequentiallyConsistent;
  }
}

void lowerAtomics(Module &module, MemoryModel model) {
  for (Function &function : make_early_inc_range(module)) {
    if (!function.isDeclaration() || function.isIntrinsic())
      continue;
    const auto atomic = describeAs<Atomic>(function.getName());
    if (!atomic)
      continue;
    for (CallInst *call : callsOf(function))
      AtomicCall(*call, *atomic, model).replace();
    if (function.use_empty())
      function.eraseFromParent();
  }
}

PreservedAnalyses LowerAtomicsPass::run(Module &module, ModuleAnalysisManager &) {
  lowerAtomics(module, model_);
  return PreservedAnalyses::none();
}

} // namespace ursa::compiler::builtins
