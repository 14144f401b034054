// See opencl_atomics.h.
#include "compiler/targets/common/opencl_atomics.h"

#include "compiler/builtins/names.h"

#include "llvm/ADT/StringSwitch.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Module.h"

#include <optional>

using namespace llvm;

namespace ursa {
namespace {

using Operation = AtomicRMWInst::BinOp;

/// Returns the read-modify-write operation of integers for OpenCL's name of it.
std::optional<Operation> operationOf(StringRef name) {
  return StringSwitch<std::optional<Operation>>(name)
      .Cases({"add", "inc"}, AtomicRMWInst::Add)
      .Cases({"sub", "dec"}, AtomicRMWInst::Sub)
      .Case("min", AtomicRMWInst::Min)
      .Case("max", AtomicRMWInst::Max)
      .Case("and", AtomicRMWInst::And)
      .Case("or", AtomicRMWInst::Or)
      .Case("xor", AtomicRMWInst::Xor)
      .Cases({"xchg", "exchange"}, AtomicRMWInst::Xchg)
      .Default(std::nullopt);
}

/// Returns the variant of the operation for the type of the operand.
Operation operationForType(Operation operation, const Type *type, bool isUnsigned) {
  switch (operation) {
  case AtomicRMWInst::Add:
    return type->isFloatingPointTy() ? AtomicRMWInst::FAdd : operation;
  case AtomicRMWInst::Sub:
    return type->isFloatingPointTy() ? AtomicRMWInst::FSub : operation;
  case AtomicRMWInst::Min:
    return type->isFloatingPointTy() ? AtomicRMWInst::FMin
           : isUnsigned              ? AtomicRMWInst::UMin
                                     : operation;
  case AtomicRMWInst::Max:
    return type->isFloatingPointTy() ? AtomicRMWInst::FMax
           : isUnsigned              ? AtomicRMWInst::UMax
                                     : operation;
  default:
    return operation;
  }
}

class AtomicBody {
public:
  AtomicBody(Function &function, bool isLegacy)
      : function_(function), builder_(BasicBlock::Create(function.getContext(), "", &function)),
        order_(isLegacy ? AtomicOrdering::Monotonic : AtomicOrdering::SequentiallyConsistent) {}

  void readModifyWrite(Operation operation) {
    Type *type = function_.getReturnType();
    Value *operand = function_.arg_size() > 1 && function_.getArg(1)->getType() == type
                         ? static_cast<Value *>(function_.getArg(1))
                         : ConstantInt::get(type, 1);
    const bool isUnsigned = builtins::valueType(function_.getName()).isUnsigned();
    builder_.CreateRet(builder_.CreateAtomicRMW(operationForType(operation, type, isUnsigned),
                                                object(), operand, MaybeAlign(), order_));
  }

  void load() {
    Type *type = function_.getReturnType();
    LoadInst *value = builder_.CreateAlignedLoad(type, object(), naturalAlign(type));
    value->setAtomic(order_);
    builder_.CreateRet(value);
  }

  void store(Value *value, bool isAtomic) {
    StoreInst *instruction =
        builder_.CreateAlignedStore(value, object(), naturalAlign(value->getType()));
    if (isAtomic)
      instruction->setAtomic(order_);
    builder_.CreateRetVoid();
  }

  void testAndSet() {
    Value *old = builder_.CreateAtomicRMW(AtomicRMWInst::Xchg, object(), builder_.getInt32(1),
                                          MaybeAlign(), order_);
    builder_.CreateRet(builder_.CreateIsNotNull(old));
  }

  /// atomic_cmpxchg(object, expected, desired) returns the old value.
  void compareExchangeLegacy() {
    Value *pair = builder_.CreateAtomicCmpXchg(object(), function_.getArg(1), function_.getArg(2),
                                               MaybeAlign(), order_, order_);
    builder_.CreateRet(builder_.CreateExtractValue(pair, 0));
  }

  /// atomic_compare_exchange_*(object, &expected, desired, ...) returns whether it exchanged;
  /// otherwise the old value replaces the expected one.
  void compareExchange() {
    Type *type = function_.getArg(2)->getType();
    Type *bits = builder_.getIntNTy(static_cast<unsigned>(type->getPrimitiveSizeInBits()));
    const Align align = naturalAlign(type);
    Value *expected = builder_.CreateAlignedLoad(bits, function_.getArg(1), align);
    Value *desired = builder_.CreateBitCast(function_.getArg(2), bits);
    Value *pair =
        builder_.CreateAtomicCmpXchg(object(), expected, desired, MaybeAlign(), order_, order_);
    // Stores unconditionally, which avoids a branch: on success, this writes back the expected
    // value.
    builder_.CreateAlignedStore(builder_.CreateExtractValue(pair, 0), function_.getArg(1), align);
    builder_.CreateRet(builder_.CreateExtractValue(pair, 1));
  }

private:
  Value *object() { return function_.getArg(0); }
  static Align naturalAlign(const Type *type) {
    return Align(type->getPrimitiveSizeInBits().getFixedValue() / 8);
  }

  Function &function_;
  IRBuilder<> builder_;
  AtomicOrdering order_;
};

/// Defines @p function if it is an atomic function.
bool define(Function &function) {
  StringRef name = builtins::baseName(function.getName());
  if (name.size() == function.getName().size())
    return false;
  const bool isLegacyName = name.consume_front("atom_");
  if (!isLegacyName && !name.consume_front("atomic_"))
    return false;
  name.consume_back("_explicit");
  const bool isC11 = name.consume_front("fetch_") || name == "exchange";
  if (auto operation = operationOf(name)) {
    AtomicBody(function, !isC11).readModifyWrite(*operation);
    return true;
  }
  if (name == "load")
    AtomicBody(function, false).load();
  else if (name == "store" || name == "init")
    AtomicBody(function, false).store(function.getArg(1), name == "store");
  else if (name == "flag_test_and_set")
    AtomicBody(function, false).testAndSet();
  else if (name == "flag_clear")
    AtomicBody(function, false)
        .store(ConstantInt::get(Type::getInt32Ty(function.getContext()), 0), true);
  else if (name == "cmpxchg")
    AtomicBody(function, true).compareExchangeLegacy();
  else if (name == "compare_exchange_strong" || name == "compare_exchange_weak")
    AtomicBody(function, false).compareExchange();
  else
    return false;
  return true;
}

} // namespace

void defineAtomics(Module &module) {
  for (Function &function : module)
    if (function.isDeclaration() && !function.isIntrinsic() && define(function)) {
      function.setLinkage(GlobalValue::InternalLinkage);
      function.addFnAttr(Attribute::AlwaysInline);
      function.removeFnAttr(Attribute::Convergent);
    }
}

} // namespace ursa
