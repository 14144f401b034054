// Lowers calls of OpenCL's atomic functions to atomic instructions. See atomics.h.
#include "compiler/targets/spirv/atomics.h"

#include "compiler/builtins/names.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace ursa {
namespace {

/// Returns the order for clang's value of OpenCL's memory_order.
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

/// Lowers one call of an atomic function.
class AtomicCall {
public:
  AtomicCall(CallInst &call, StringRef name) : call_(call), builder_(&call), name_(name) {
    isAtomic_ = name_.consume_front("atomic_") || name_.consume_front("atom_");
    isExplicit_ = name_.consume_back("_explicit");
    hasOrder_ = name_.consume_front("fetch_") || isExplicit_ ||
                is_contained({"exchange", "load", "store", "compare_exchange_strong",
                              "compare_exchange_weak", "flag_test_and_set", "flag_clear"},
                             name_);
  }

  /// Returns false if the function is not atomic.
  bool replace() {
    if (!isAtomic_ || call_.arg_empty() || !operand(0)->getType()->isPointerTy())
      return false;
    Value *result = nullptr;
    if (auto operation = operationOf()) {
      result = readModifyWrite(*operation);
    } else if (name_ == "load") {
      result = load();
    } else if (name_ == "store") {
      store(operand(1), 2);
    } else if (name_ == "init") {
      builder_.CreateAlignedStore(operand(1), operand(0), alignOf(operand(1)->getType()));
    } else if (name_ == "flag_test_and_set") {
      result = builder_.CreateIsNotNull(builder_.CreateAtomicRMW(
          AtomicRMWInst::Xchg, operand(0), builder_.getInt32(1), MaybeAlign(), order(1), scope(2)));
    } else if (name_ == "flag_clear") {
      store(builder_.getInt32(0), 1);
    } else if (name_ == "cmpxchg") {
      Value *old = createCompareExchange(operand(1), operand(2), AtomicOrdering::Monotonic,
                                         AtomicOrdering::Monotonic, scope(3));
      result = builder_.CreateBitCast(builder_.CreateExtractValue(old, 0), call_.getType());
    } else if (name_ == "compare_exchange_strong" || name_ == "compare_exchange_weak") {
      result = compareExchange();
    } else {
      return false;
    }
    if (result)
      call_.replaceAllUsesWith(result->getType() == call_.getType()
                                   ? result
                                   : builder_.CreateZExtOrTrunc(result, call_.getType()));
    call_.eraseFromParent();
    return true;
  }

private:
  Value *operand(unsigned index) { return call_.getArgOperand(index); }

  /// Returns the order, which is operand @p index of an explicit function.
  AtomicOrdering order(unsigned index) {
    if (!hasOrder_)
      return AtomicOrdering::Monotonic;
    return isExplicit_ && call_.arg_size() > index ? orderOf(operand(index))
                                                   : AtomicOrdering::SequentiallyConsistent;
  }

  /// Returns the scope, which is operand @p index if there is one, else the device.
  SyncScope::ID scope(unsigned index) {
    return call_.getContext().getOrInsertSyncScopeID(
        isExplicit_ && call_.arg_size() > index ? scopeOf(operand(index)) : "device");
  }

  std::optional<AtomicRMWInst::BinOp> operationOf() const {
    using Operation = AtomicRMWInst::BinOp;
    const bool isFloat = call_.getType()->isFloatingPointTy();
    const bool isUnsigned = builtins::valueType(call_.getCalledFunction()->getName()).isUnsigned();
    const Operation min = isFloat      ? AtomicRMWInst::FMin
                          : isUnsigned ? AtomicRMWInst::UMin
                                       : AtomicRMWInst::Min;
    const Operation max = isFloat      ? AtomicRMWInst::FMax
                          : isUnsigned ? AtomicRMWInst::UMax
                                       : AtomicRMWInst::Max;
    return StringSwitch<std::optional<Operation>>(name_)
        .Cases({"add", "inc"}, isFloat ? AtomicRMWInst::FAdd : AtomicRMWInst::Add)
        .Cases({"sub", "dec"}, isFloat ? AtomicRMWInst::FSub : AtomicRMWInst::Sub)
        .Case("min", min)
        .Case("max", max)
        .Case("and", AtomicRMWInst::And)
        .Case("or", AtomicRMWInst::Or)
        .Case("xor", AtomicRMWInst::Xor)
        .Cases({"xchg", "exchange"}, AtomicRMWInst::Xchg)
        .Default(std::nullopt);
  }

  Value *readModifyWrite(AtomicRMWInst::BinOp operation) {
    const bool isByOne = name_ == "inc" || name_ == "dec";
    Type *type = call_.getType();
    Value *value = isByOne ? ConstantInt::get(type, 1) : operand(1);
    // The operand has the width of ptrdiff_t if the object is an atomic_uintptr_t.
    if (value->getType() != type && type->isIntegerTy())
      value = builder_.CreateSExtOrTrunc(value, type);
    return builder_.CreateAtomicRMW(operation, operand(0), value, MaybeAlign(), order(2), scope(3));
  }

  static Align alignOf(const Type *type) {
    return Align(type->getPrimitiveSizeInBits().getFixedValue() / 8);
  }

  Value *load() {
    LoadInst *value =
        builder_.CreateAlignedLoad(call_.getType(), operand(0), alignOf(call_.getType()));
    value->setAtomic(loadOrder(order(1)), scope(2));
    return value;
  }

  void store(Value *value, unsigned orderIndex) {
    StoreInst *instruction =
        builder_.CreateAlignedStore(value, operand(0), alignOf(value->getType()));
    instruction->setAtomic(storeOrder(order(orderIndex)), scope(orderIndex + 1));
  }

  /// Creates a compare-exchange of integers of the same size.
  Value *createCompareExchange(Value *expected, Value *desired, AtomicOrdering success,
                               AtomicOrdering failure, SyncScope::ID scope) {
    Type *bits = builder_.getIntNTy(
        static_cast<unsigned>(desired->getType()->getPrimitiveSizeInBits().getFixedValue()));
    return builder_.CreateAtomicCmpXchg(operand(0), builder_.CreateBitCast(expected, bits),
                                        builder_.CreateBitCast(desired, bits), MaybeAlign(),
                                        success, failure, scope);
  }

  /// Stores the old value to the expected one unconditionally: after an exchange they are equal.
  Value *compareExchange() {
    Type *type = operand(2)->getType();
    Value *expected = builder_.CreateAlignedLoad(type, operand(1), alignOf(type));
    const AtomicOrdering success = order(3);
    const AtomicOrdering failure =
        isExplicit_ ? loadOrder(order(4)) : AtomicOrdering::SequentiallyConsistent;
    Value *pair = createCompareExchange(
        expected, operand(2), success,
        failure == AtomicOrdering::Release ? AtomicOrdering::Monotonic : failure, scope(5));
    builder_.CreateAlignedStore(builder_.CreateBitCast(builder_.CreateExtractValue(pair, 0), type),
                                operand(1), alignOf(type));
    return builder_.CreateExtractValue(pair, 1);
  }

  CallInst &call_;
  IRBuilder<> builder_;
  StringRef name_; ///< without prefix and suffix: "add", "compare_exchange_weak"
  bool isAtomic_ = false;
  bool isExplicit_ = false;
  bool hasOrder_ = false; ///< sequentially consistent by default, else relaxed
};

} // namespace

void lowerAtomicCalls(Module &module) {
  for (Function &function : make_early_inc_range(module)) {
    const StringRef name = builtins::baseName(function.getName());
    if (!function.isDeclaration() || name.size() == function.getName().size())
      continue;
    for (User *user : make_early_inc_range(function.users()))
      if (auto *call = dyn_cast<CallInst>(user); call && call->getCalledFunction() == &function)
        AtomicCall(*call, name).replace();
    if (function.use_empty() && name.starts_with("atom"))
      function.eraseFromParent();
  }
}

} // namespace ursa
