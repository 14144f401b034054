// See atomics.h.
#include "compiler/targets/vulkan/atomics.h"

#include "compiler/builtins/names.h"

#include "llvm/ADT/StringSwitch.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace ursa::vulkan {
namespace {

using Operation = AtomicRMWInst::BinOp;

/// Returns the ordering for clang's value of OpenCL's memory_order.
AtomicOrdering orderOf(const Value *value) {
  auto *constant = dyn_cast<ConstantInt>(value);
  switch (constant ? constant->getZExtValue() : 5) {
  case 0:
    return AtomicOrdering::Monotonic;
  case 1:
  case 2:
    return AtomicOrdering::Acquire;
  case 3:
    return AtomicOrdering::Release;
  default:
    return AtomicOrdering::AcquireRelease;
  }
}

/// One call of an atomic function.
class AtomicCall {
public:
  AtomicCall(CallInst &call, StringRef name) : call_(call), builder_(&call), name_(name) {
    legacy_ = name_.consume_front("atom_");
    if (!legacy_)
      isAtomic_ = name_.consume_front("atomic_");
    isExplicit_ = name_.consume_back("_explicit");
    isC11_ = name_.consume_front("fetch_") || name_ == "exchange" || isExplicit_ ||
             name_ == "load" || name_ == "store" || name_.starts_with("compare_exchange") ||
             name_.starts_with("flag_");
  }

  /// Returns false if the function is not an atomic one.
  bool replace() {
    if (!legacy_ && !isAtomic_)
      return false;
    Value *result = nullptr;
    if (auto operation = rmwOperation())
      result = readModifyWrite(*operation);
    else if (name_ == "load")
      result = load();
    else if (name_ == "store" || name_ == "init")
      store(operand(1), name_ == "store");
    else if (name_ == "flag_test_and_set")
      result = builder_.CreateIsNotNull(builder_.CreateAtomicRMW(
          AtomicRMWInst::Xchg, object(), builder_.getInt32(1), MaybeAlign(), order(1)));
    else if (name_ == "flag_clear")
      store(builder_.getInt32(0), true, 1);
    else if (name_ == "cmpxchg")
      result = builder_.CreateExtractValue(
          builder_.CreateAtomicCmpXchg(object(), operand(1), operand(2), MaybeAlign(),
                                       AtomicOrdering::Monotonic, AtomicOrdering::Monotonic),
          0);
    else if (name_ == "compare_exchange_strong" || name_ == "compare_exchange_weak")
      result = compareExchange();
    else
      return false;
    if (result)
      call_.replaceAllUsesWith(result->getType() == call_.getType()
                                   ? result
                                   : builder_.CreateZExtOrTrunc(result, call_.getType()));
    call_.eraseFromParent();
    return true;
  }

private:
  Value *operand(unsigned index) { return call_.getArgOperand(index); }
  Value *object() { return operand(0); }

  /// Returns the order, which is operand @p index of an explicit function.
  AtomicOrdering order(unsigned index) {
    if (!isC11_)
      return AtomicOrdering::Monotonic;
    return isExplicit_ && call_.arg_size() > index ? orderOf(operand(index))
                                                   : AtomicOrdering::AcquireRelease;
  }

  std::optional<Operation> rmwOperation() const {
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

  Value *readModifyWrite(Operation operation) {
    const bool byOne = name_ == "inc" || name_ == "dec";
    Type *type = call_.getType();
    Value *value = byOne ? ConstantInt::get(type, 1) : operand(1);
    return builder_.CreateAtomicRMW(operation, object(), value, MaybeAlign(), order(2));
  }

  static Align alignOf(const Type *type) {
    return Align(type->getPrimitiveSizeInBits().getFixedValue() / 8);
  }

  Value *load() {
    LoadInst *value =
        builder_.CreateAlignedLoad(call_.getType(), object(), alignOf(call_.getType()));
    value->setAtomic(order(1) == AtomicOrdering::Monotonic ? AtomicOrdering::Monotonic
                                                           : AtomicOrdering::Acquire);
    return value;
  }

  void store(Value *value, bool isAtomic, unsigned orderIndex = 2) {
    StoreInst *instruction =
        builder_.CreateAlignedStore(value, object(), alignOf(value->getType()));
    if (isAtomic)
      instruction->setAtomic(order(orderIndex) == AtomicOrdering::Monotonic
                                 ? AtomicOrdering::Monotonic
                                 : AtomicOrdering::Release);
  }

  /// Stores the old value to the expected one unconditionally: after a successful exchange, both
  /// are equal.
  Value *compareExchange() {
    Type *type = operand(2)->getType();
    Type *bits = builder_.getIntNTy(static_cast<unsigned>(type->getPrimitiveSizeInBits()));
    Value *expected = builder_.CreateAlignedLoad(bits, operand(1), alignOf(type));
    const AtomicOrdering success = order(3);
    Value *pair = builder_.CreateAtomicCmpXchg(
        object(), expected, builder_.CreateBitCast(operand(2), bits), MaybeAlign(), success,
        success == AtomicOrdering::Monotonic || success == AtomicOrdering::Release
            ? AtomicOrdering::Monotonic
            : AtomicOrdering::Acquire);
    builder_.CreateAlignedStore(builder_.CreateExtractValue(pair, 0), operand(1), alignOf(type));
    return builder_.CreateExtractValue(pair, 1);
  }

  CallInst &call_;
  IRBuilder<> builder_;
  StringRef name_;
  bool legacy_ = false;
  bool isAtomic_ = false;
  bool isExplicit_ = false;
  bool isC11_ = false;
};

} // namespace

PreservedAnalyses AtomicsPass::run(Module &module, ModuleAnalysisManager &) {
  bool changed = false;
  for (Function &function : module) {
    const StringRef name = builtins::baseName(function.getName());
    if (!function.isDeclaration() || name.size() == function.getName().size())
      continue;
    for (User *user : make_early_inc_range(function.users()))
      if (auto *call = dyn_cast<CallInst>(user); call && call->getCalledFunction() == &function)
        changed |= AtomicCall(*call, name).replace();
  }
  return changed ? PreservedAnalyses::none() : PreservedAnalyses::all();
}

} // namespace ursa::vulkan
