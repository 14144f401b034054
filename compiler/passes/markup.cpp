// Finds markup calls and resolves their operands. See markup.h.
#include "compiler/passes/markup.h"

#include "compiler/passes/source_location.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/Demangle/Demangle.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace ursa::compiler::passes {
namespace {

struct MarkupForm {
  StringLiteral prefix;
  unsigned operands; ///< excludes the memory for the result
  bool isAllocation = false;
};

constexpr MarkupForm kMarkupForms[] = {
    {"_Z37__sycl_getScalar2020SpecConstantValue", 3},
    {"_Z40__sycl_getComposite2020SpecConstantValue", 3},
    {"_Z33__sycl_getScalarSpecConstantValue", 1},
    {"_Z36__sycl_getCompositeSpecConstantValue", 1},
    {"llvm.sycl.alloca.", 5, true},
};

const MarkupForm *markupFormOf(const Function &function) {
  if (!function.isDeclaration())
    return nullptr;
  for (const MarkupForm &form : kMarkupForms)
    if (function.getName().starts_with(form.prefix))
      return &form;
  return nullptr;
}

/// Returns the only value stored to @p slot; null if there are several or the slot's address
/// escapes.
Value *onlyStoredValue(AllocaInst *slot) {
  Value *stored = nullptr;
  SmallVector<Value *, 4> worklist = {slot};
  while (!worklist.empty()) {
    Value *pointer = worklist.pop_back_val();
    for (User *user : pointer->users()) {
      if (auto *store = dyn_cast<StoreInst>(user)) {
        if (stored || store->getValueOperand() == pointer)
          return nullptr;
        stored = store->getValueOperand();
      } else if (isa<AddrSpaceCastInst, BitCastInst>(user)) {
        worklist.push_back(user);
      } else if (auto *intrinsic = dyn_cast<IntrinsicInst>(user)) {
        if (!intrinsic->isLifetimeStartOrEnd() && !isa<DbgInfoIntrinsic>(intrinsic))
          return nullptr;
      } else if (!isa<LoadInst>(user)) {
        return nullptr;
      }
    }
  }
  return stored;
}

struct Address {
  GlobalVariable *global = nullptr;
  std::uint64_t offset = 0;
};

/// Returns the global variable that @p pointer points into; appends the stack slots on the way to
/// @p slots.
Address resolveAddress(Value *pointer, const DataLayout &dataLayout,
                       SmallVectorImpl<AllocaInst *> &slots) {
  APInt offset(64, 0);
  // A slot may hold a pointer that was loaded from another slot; each step follows one of them.
  while (true) {
    pointer = pointer->stripAndAccumulateConstantOffsets(dataLayout, offset, true);
    auto *load = dyn_cast<LoadInst>(pointer);
    if (!load)
      break;
    auto *slot = dyn_cast<AllocaInst>(load->getPointerOperand()->stripPointerCasts());
    if (!slot || is_contained(slots, slot))
      return {};
    slots.push_back(slot);
    pointer = onlyStoredValue(slot);
    if (!pointer)
      return {};
  }
  return {dyn_cast<GlobalVariable>(pointer), offset.getZExtValue()};
}

/// Completes @p result for an allocation. The type of the default is the type of the length.
Error parseAllocation(CallInst &call, const std::string &where, MarkupCall &result) {
  const auto *align = dyn_cast<ConstantInt>(call.getArgOperand(4));
  if (!call.getType()->isPointerTy() || !align || !isPowerOf2_64(align->getLimitedValue()) ||
      align->getLimitedValue() > Value::MaximumAlignment)
    return createStringError(sourceLocation(call) + "The allocation " + where +
                             " whose length is specialization constant '" + result.id +
                             "' has no alignment that is a power of two.");
  result.type = result.defaultValue ? result.defaultValue->getType() : nullptr;
  if (!result.type || !result.type->isIntegerTy() || result.defaultOffset != 0)
    return createStringError(sourceLocation(call) + "Specialization constant '" + result.id +
                             "' is the length of an allocation " + where +
                             " and has no integer as default.");
  result.element = call.getArgOperand(3)->getType();
  result.elementAlign = MaybeAlign(align->getZExtValue());
  if (!result.element->isSized())
    return createStringError(sourceLocation(call) + "The allocation " + where +
                             " whose length is specialization constant '" + result.id +
                             "' has elements without a size.");
  return Error::success();
}

Expected<MarkupCall> parseMarkupCall(CallInst &call, const MarkupForm &form) {
  const Module &module = *call.getModule();
  const DataLayout &dataLayout = module.getDataLayout();
  const std::string where = "in function '" + call.getFunction()->getName().str() + "'";
  const std::string source = sourceLocation(call);
  const bool inMemory = call.getType()->isVoidTy();
  const unsigned first = inMemory ? 1 : 0;
  if (call.arg_size() != first + form.operands || (inMemory && !call.hasStructRetAttr()))
    return createStringError(
        source + "The specialization constant call " + where + " has " + Twine(call.arg_size()) +
        " operands; " + Twine(first + form.operands) +
        (inMemory ? " are needed, the first with attribute sret." : " are needed."));
  MarkupCall result;
  result.call = &call;
  result.result = inMemory ? call.getArgOperand(0) : nullptr;
  result.type = inMemory ? call.getParamStructRetType(0) : call.getType();
  result.defaultValue = nullptr;
  result.defaultOffset = 0;
  result.buffer = nullptr;
  result.element = nullptr;

  Address name = resolveAddress(call.getArgOperand(first), dataLayout, result.slots);
  StringRef id;
  if (name.global) {
    auto *data = name.global->hasDefinitiveInitializer()
                     ? dyn_cast<ConstantDataArray>(name.global->getInitializer())
                     : nullptr;
    if (data && data->isCString() && name.offset < data->getNumElements())
      id = data->getAsCString().drop_front(name.offset);
  }
  if (id.empty())
    return createStringError(source + "The symbolic id of a specialization constant " + where +
                             " is not a constant string.");
  result.id = id.str();
  result.variables.push_back(name.global);
  if (form.operands == 1)
    return result;

  Address object = resolveAddress(call.getArgOperand(first + 1), dataLayout, result.slots);
  if (!object.global)
    return createStringError(source + "The default of specialization constant '" + id + "' " +
                             where + " is not a global variable.");
  if (!object.global->hasInitializer())
    return createStringError(source + "The default of specialization constant '" + id +
                             "', global variable '" + object.global->getName() +
                             "', is not defined in this module.");
  result.variables.push_back(object.global);
  result.defaultValue = object.global->getInitializer();
  result.defaultOffset = object.offset;
  // The default is element 0; the following elements are not part of the constant.
  if (auto *type = dyn_cast<StructType>(result.defaultValue->getType());
      type && type->getNumElements() > 0 && object.offset == 0)
    result.defaultValue = result.defaultValue->getAggregateElement(0U);
  if (form.isAllocation)
    if (Error error = parseAllocation(call, where, result))
      return error;
  Value *buffer = call.getArgOperand(first + 2);
  if (!isa<Constant>(buffer->stripPointerCasts()))
    result.buffer = buffer;
  return result;
}

} // namespace

Expected<std::vector<MarkupCall>> findMarkupCalls(Module &module) {
  for (const Function &function : module) {
    if (!markupFormOf(function))
      continue;
    for (const Use &use : function.uses()) {
      auto *call = dyn_cast<CallInst>(use.getUser());
      if (!call || !call->isCallee(&use))
        return createStringError("Specialization constant function '" +
                                 demangle(function.getName().str()) +
                                 "' is used other than by a direct call.");
    }
  }
  // The order of instructions, not of use lists, determines the numeric ids.
  std::vector<MarkupCall> calls;
  for (Function &function : module)
    for (Instruction &instruction : instructions(function)) {
      auto *call = dyn_cast<CallInst>(&instruction);
      auto *callee = call ? dyn_cast<Function>(call->getCalledOperand()) : nullptr;
      const MarkupForm *form = callee ? markupFormOf(*callee) : nullptr;
      if (!form)
        continue;
      auto parsed = parseMarkupCall(*call, *form);
      if (!parsed)
        return parsed.takeError();
      calls.push_back(std::move(*parsed));
    }
  return calls;
}

void eraseDeadSlots(ArrayRef<AllocaInst *> slots) {
  for (AllocaInst *slot : slots) {
    SmallVector<Instruction *, 8> users = {slot};
    bool live = false;
    for (std::size_t i = 0; i < users.size() && !live; ++i)
      for (User *user : users[i]->users()) {
        auto *instruction = cast<Instruction>(user);
        if (auto *load = dyn_cast<LoadInst>(instruction))
          live |= !load->use_empty();
        if (!is_contained(users, instruction))
          users.push_back(instruction);
      }
    if (!live)
      for (Instruction *user : reverse(users))
        user->eraseFromParent();
  }
}

void eraseDeadVariables(ArrayRef<GlobalVariable *> variables) {
  for (GlobalVariable *variable : variables) {
    variable->removeDeadConstantUsers();
    if (variable->use_empty() && variable->isDiscardableIfUnused())
      variable->eraseFromParent();
  }
}

void eraseMarkupDeclarations(Module &module) {
  for (Function &function : make_early_inc_range(module))
    if (markupFormOf(function) && function.use_empty())
      function.eraseFromParent();
}

} // namespace ursa::compiler::passes
