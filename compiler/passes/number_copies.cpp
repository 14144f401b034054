// See number_copies.h.
#include "compiler/passes/number_copies.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"

#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <vector>

using namespace llvm;

namespace ursa::compiler::passes {
namespace {

using Instructions = SmallSetVector<Instruction *, 8>;

/// Whether an instruction is a read of a constant, lowered or not yet.
bool isRead(const Instruction &instruction) {
  const auto *call = dyn_cast<CallInst>(&instruction);
  const Function *callee = call ? call->getCalledFunction() : nullptr;
  return callee && callee->isDeclaration() && callee->getName().contains("SpecConstant");
}

/// Whether an instruction yields a number that it has from elsewhere.
bool moves(const Instruction &instruction) {
  if (const auto *load = dyn_cast<LoadInst>(&instruction))
    return !load->isAtomic();
  return isRead(instruction) || isa<PHINode, SelectInst, FreezeInst, BitCastInst, InsertElementInst,
                                    ExtractElementInst, ShuffleVectorInst>(instruction);
}

/// Returns the instructions through which the number of @p read goes, if they only move it: those
/// that yield it, and the stores and casts at the end.
std::optional<Instructions> copiesOf(Instruction &read) {
  Instructions copies;
  copies.insert(&read);
  for (unsigned i = 0; i < copies.size(); ++i) {
    Instruction &instruction = *copies[i];
    for (Value *operand : instruction.operands()) {
      if (!isOptionalNumber(operand->getType()) || isa<ConstantData, ConstantVector>(operand))
        continue;
      auto *source = dyn_cast<Instruction>(operand);
      if (!source || !moves(*source))
        return std::nullopt;
      copies.insert(source);
    }
    if (!isOptionalNumber(instruction.getType()))
      continue;
    for (User *user : instruction.users()) {
      auto *next = cast<Instruction>(user);
      const auto *store = dyn_cast<StoreInst>(next);
      if (!moves(*next) && !(store && !store->isAtomic()))
        return std::nullopt;
      copies.insert(next);
    }
  }
  return copies;
}

Type *integerFor(Type *type) {
  Type *integer = Type::getIntNTy(type->getContext(), type->getScalarSizeInBits());
  return type->getWithNewType(integer);
}

Constant *bitsOf(Value *constant) {
  return ConstantExpr::getBitCast(cast<Constant>(constant), integerFor(constant->getType()));
}

/// Replaces a lowered read, whose type is that of the integer already.
void readInteger(CallInst &read, Type *integer) {
  const std::string name =
      integer->isIntegerTy(16) ? "_Z20__spirv_SpecConstantis" : "_Z20__spirv_SpecConstantil";
  Function &before = *read.getCalledFunction();
  IRBuilder<> builder(&read);
  auto callee =
      before.getParent()->getOrInsertFunction(name, integer, builder.getInt32Ty(), integer);
  auto *function = cast<Function>(callee.getCallee());
  function->setCallingConv(before.getCallingConv());
  function->setAttributes(before.getAttributes());
  CallInst *call = builder.CreateCall(callee, {read.getArgOperand(0), read.getArgOperand(1)});
  call->setCallingConv(read.getCallingConv());
  call->takeName(&read);
  read.replaceAllUsesWith(call);
  read.eraseFromParent();
}

/// Rewrites the instructions of one copy in place: all of them take integers as well as numbers.
void makeIntegers(const Instructions &copies) {
  for (Instruction *instruction : copies) {
    for (Use &operand : instruction->operands())
      if (isOptionalNumber(operand->getType()) && isa<Constant>(operand))
        operand.set(bitsOf(operand));
    if (!isOptionalNumber(instruction->getType()))
      continue;
    if (isa<FPMathOperator>(instruction))
      instruction->copyFastMathFlags(FastMathFlags());
    instruction->mutateType(integerFor(instruction->getType()));
  }
  for (Instruction *instruction : copies)
    if (isRead(*instruction))
      readInteger(cast<CallInst>(*instruction), instruction->getType());
}

/// Returns the id of a lowered constant that @p instruction reads.
const ConstantInt *idOf(const Instruction &instruction) {
  return isRead(instruction) && cast<CallInst>(instruction).arg_size() == 2
             ? dyn_cast<ConstantInt>(instruction.getOperand(0))
             : nullptr;
}

/// Gives variables the types of integers instead of numbers that their function does not use: a
/// copy of an object may be all that is done with it.
class VariableTypes {
public:
  explicit VariableTypes(Function &function) : function_(function) {
    for (const Argument &argument : function.args())
      use(argument.getType());
    for (const Instruction &instruction : instructions(function)) {
      use(instruction.getType());
      for (const Value *operand : instruction.operands())
        use(operand->getType());
    }
  }

  void change() {
    for (Instruction &instruction : instructions(function_))
      if (auto *variable = dyn_cast<AllocaInst>(&instruction)) {
        variable->setAllocatedType(changed(variable->getAllocatedType()));
      } else if (auto *address = dyn_cast<GetElementPtrInst>(&instruction)) {
        address->setSourceElementType(changed(address->getSourceElementType()));
        address->setResultElementType(changed(address->getResultElementType()));
      }
  }

private:
  void use(Type *type) {
    if (isa<StructType, ArrayType>(type))
      for (Type *element : type->subtypes())
        use(element);
    else if (isOptionalNumber(type))
      used_.insert(type->getScalarType());
  }

  Type *changed(Type *type) const {
    if (auto *record = dyn_cast<StructType>(type)) {
      SmallVector<Type *, 8> elements;
      for (Type *element : record->elements())
        elements.push_back(changed(element));
      return equal(elements, record->elements())
                 ? type
                 : StructType::get(type->getContext(), elements, record->isPacked());
    }
    if (auto *array = dyn_cast<ArrayType>(type))
      return ArrayType::get(changed(array->getElementType()), array->getNumElements());
    return isOptionalNumber(type) && !used_.contains(type->getScalarType()) ? integerFor(type)
                                                                            : type;
  }

  Function &function_;
  SmallPtrSet<Type *, 2> used_;
};

} // namespace

bool isOptionalNumber(const Type *type) {
  const Type *scalar = type->getScalarType();
  return scalar->isHalfTy() || scalar->isDoubleTy();
}

void markIfCopied(CallInst &read) {
  const auto copies = copiesOf(read);
  if (!copies || copies->size() == 1) // nothing is copied
    return;
  for (Instruction *instruction : *copies)
    instruction->setMetadata(kCopyMetadata, MDNode::get(read.getContext(), {}));
}

void makeCopiesIntegers(Module &module) {
  std::vector<Instruction *> reads;
  for (Function &function : module)
    for (Instruction &instruction : instructions(function))
      if (isOptionalNumber(instruction.getType()) &&
          (idOf(instruction) ||
           (isa<LoadInst>(instruction) && instruction.hasMetadata(LLVMContext::MD_invariant_load))))
        reads.push_back(&instruction);
  std::vector<Instructions> all;
  SmallPtrSet<const Instruction *, 16> copied;
  std::set<const ConstantInt *> numbers; // ids of constants that are read as numbers
  for (Instruction *read : reads) {
    if (copied.contains(read))
      continue;
    if (auto copies = copiesOf(*read)) {
      copied.insert_range(*copies);
      all.push_back(std::move(*copies));
    } else if (const ConstantInt *id = idOf(*read)) {
      numbers.insert(id);
    }
  }
  // A module has one constant for each id, of one type. What is copied together stays together.
  const auto isNumber = [&numbers](const Instruction *one) {
    return numbers.count(idOf(*one)) != 0;
  };
  for (std::size_t before = numbers.size() + 1; before != numbers.size();) {
    before = numbers.size();
    for (const Instructions &copies : all)
      if (any_of(copies, isNumber))
        for (const Instruction *one : copies)
          if (const ConstantInt *id = idOf(*one))
            numbers.insert(id);
  }
  for (const Instructions &copies : all)
    if (none_of(copies, isNumber))
      makeIntegers(copies);
  for (Function &function : module)
    VariableTypes(function).change();
}

} // namespace ursa::compiler::passes
