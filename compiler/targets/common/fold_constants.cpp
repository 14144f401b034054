#include "compiler/targets/common/fold_constants.h"

#include "compiler/builtins/builtin.h"
#include "compiler/passes/metadata_reader.h"

#include "llvm/ADT/APFloat.h"
#include "llvm/ADT/APInt.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"

#include <map>

using namespace llvm;

namespace ursa::compiler::targets {
namespace {

// Returns whether a function reads constants, or puts composites of them together.
bool isRead(const Function &function, bool isComposite) {
  const auto read = builtins::describeAs<builtins::SpecConstant>(function.getName());
  return function.isDeclaration() && read && read->isComposite == isComposite;
}

std::vector<CallInst *> callsOf(Function &function) {
  std::vector<CallInst *> calls;
  for (User *user : function.users())
    if (auto *call = dyn_cast<CallInst>(user); call && call->getCalledOperand() == &function)
      calls.push_back(call);
  return calls;
}

Result<ModuleConstant> slotOf(const CallInst &call) {
  const std::string name = call.getCalledOperand()->getName().str();
  const auto *id = call.arg_size() == 2 ? dyn_cast<ConstantInt>(call.getArgOperand(0)) : nullptr;
  if (!id || id->getBitWidth() != 32 || call.getArgOperand(1)->getType() != call.getType())
    return makeError(UR_RESULT_ERROR_INVALID_BINARY,
                     "A call of '{}' does not have the form (i32 id, default value) with a literal "
                     "id and a default of the result's type.",
                     name);
  const Type *type = call.getType();
  const unsigned bits = type->getPrimitiveSizeInBits().getFixedValue();
  const bool isBool = type->isIntegerTy(1);
  const bool isScalar = (type->isIntegerTy() && (isBool || bits % 8 == 0) && bits <= 64) ||
                        type->isHalfTy() || type->isBFloatTy() || type->isFloatTy() ||
                        type->isDoubleTy();
  if (!isScalar)
    return makeError(
        UR_RESULT_ERROR_INVALID_BINARY,
        "Specialization constant {} is read by '{}' with a type that is not a scalar of "
        "at most 64 bits.",
        id->getZExtValue(), name);
  return ModuleConstant{static_cast<uint32_t>(id->getZExtValue()), isBool ? 1 : bits / 8};
}

// Calls func(call, slot) for each read of a constant.
template <class Visitor> Result<void> forEachRead(Module &module, Visitor &&visit) {
  for (Function &function : module) {
    if (!isRead(function, /*isComposite=*/false))
      continue;
    for (CallInst *call : callsOf(function)) {
      URSA_TRY(const ModuleConstant slot, slotOf(*call));
      URSA_CHECK(visit(*call, slot));
    }
  }
  return {};
}

// Calls visit(slot) for each constant that the module declares. A declared constant can be set even
// if optimization has removed all reads of it.
template <class Visitor> Result<void> forEachDeclared(const Module &module, Visitor &&visit) {
  auto constants = passes::declaredSpecConstants(module);
  if (!constants)
    return Error{UR_RESULT_ERROR_INVALID_BINARY, toString(constants.takeError())};
  for (const passes::DeclaredConstant &constant : *constants)
    for (const format::LeafDescriptor &leaf : constant.leaves)
      if (!leaf.isPadding())
        URSA_CHECK(visit(ModuleConstant{leaf.id, leaf.size}));
  return {};
}

Constant *valueOf(Type *type, const std::vector<std::byte> &bytes) {
  APInt bits(64, 0);
  for (size_t i = 0; i < bytes.size(); ++i)
    bits |= APInt(64, static_cast<uint64_t>(bytes[i])) << (8 * i);
  if (type->isIntegerTy(1))
    return ConstantInt::getBool(type, bits != 0);
  if (type->isIntegerTy())
    return ConstantInt::get(type, bits.trunc(type->getIntegerBitWidth()));
  return ConstantFP::get(
      type, APFloat(type->getFltSemantics(), bits.trunc(type->getPrimitiveSizeInBits())));
}

// Builds a value of a composite type from its leaves in order. Returns null if they do not match.
Value *assemble(IRBuilder<> &builder, CallInst &call) {
  Type *type = call.getType();
  const auto *vector = dyn_cast<FixedVectorType>(type);
  if (!vector && !type->isStructTy() && !type->isArrayTy())
    return nullptr;
  const unsigned count = vector              ? vector->getNumElements()
                         : type->isArrayTy() ? type->getArrayNumElements()
                                             : type->getStructNumElements();
  if (count != call.arg_size())
    return nullptr;
  Value *whole = PoisonValue::get(type);
  for (unsigned i = 0; i < count; ++i) {
    Value *part = call.getArgOperand(i);
    const Type *expected =
        vector ? vector->getElementType() : ExtractValueInst::getIndexedType(type, i);
    if (part->getType() != expected)
      return nullptr;
    whole = vector ? builder.CreateInsertElement(whole, part, i)
                   : builder.CreateInsertValue(whole, part, i);
  }
  return whole;
}

Result<void> foldComposites(Module &module) {
  for (Function &function : module) {
    if (!isRead(function, /*isComposite=*/true))
      continue;
    for (CallInst *call : callsOf(function)) {
      IRBuilder<> builder(call);
      Value *value = assemble(builder, *call);
      if (!value)
        return makeError(UR_RESULT_ERROR_INVALID_BINARY,
                         "A call of '{}' does not have one operand for each member of its result.",
                         function.getName().str());
      call->replaceAllUsesWith(value);
      call->eraseFromParent();
    }
  }
  return {};
}

} // namespace

Result<std::vector<ModuleConstant>> listConstants(Module &module) {
  std::map<uint32_t, ModuleConstant> slots;
  const auto add = [&slots](const ModuleConstant &slot) -> Result<void> {
    const auto [entry, isNew] = slots.emplace(slot.id, slot);
    if (!isNew && entry->second.size != slot.size)
      return makeError(UR_RESULT_ERROR_INVALID_BINARY,
                       "Specialization constant {} has {} and also {} bytes.", slot.id,
                       entry->second.size, slot.size);
    return {};
  };
  URSA_CHECK(forEachDeclared(module, add));
  URSA_CHECK(forEachRead(
      module, [&add](const CallInst &, const ModuleConstant &slot) { return add(slot); }));
  std::vector<ModuleConstant> list;
  list.reserve(slots.size());
  for (const auto &[id, slot] : slots)
    list.push_back(slot);
  return list;
}

Result<void> foldConstants(Module &module, const ModuleConstantValues &values) {
  URSA_CHECK(
      forEachRead(module, [&values](CallInst &call, const ModuleConstant &slot) -> Result<void> {
        Value *value = call.getArgOperand(1);
        if (const auto given = values.find(slot.id); given != values.end()) {
          if (given->second.size() != slot.size)
            return makeError(UR_RESULT_ERROR_INVALID_SIZE,
                             "Specialization constant {} is {} bytes; {} were given.", slot.id,
                             slot.size, given->second.size());
          value = valueOf(call.getType(), given->second);
        }
        call.replaceAllUsesWith(value);
        call.eraseFromParent();
        return {};
      }));
  return foldComposites(module);
}

} // namespace ursa::compiler::targets
