// See support_check.h.
#include "compiler/targets/spirv/support_check.h"

#include "compiler/passes/source_location.h"

#include "llvm/ADT/SCCIterator.h"
#include "llvm/Analysis/CallGraph.h"
#include "llvm/IR/InlineAsm.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/Support/raw_ostream.h"

#include <optional>

using namespace llvm;

namespace ursa::compiler::spirv {
namespace {

std::string textOf(const Type *type) {
  std::string text;
  raw_string_ostream(text) << *type;
  return text;
}

/// Returns why a type is not supported: "the type i24, an integer of other than 1, 8, 16, 32 or 64
/// bits"; nothing if it is.
std::optional<std::string> problemOf(const Type *type) {
  if (type->isIntegerTy()) {
    const unsigned width = type->getIntegerBitWidth();
    if (width != 1 && width != 8 && width != 16 && width != 32 && width != 64)
      return "the type " + textOf(type) + ", an integer of other than 1, 8, 16, 32 or 64 bits";
  } else if (auto *vector = dyn_cast<FixedVectorType>(type)) {
    const unsigned count = vector->getNumElements();
    if (count != 2 && count != 3 && count != 4 && count != 8 && count != 16)
      return "the type " + textOf(type) + ", a vector of other than 2, 3, 4, 8 or 16 elements";
    if (vector->getElementType()->isPointerTy())
      return "the type " + textOf(type) + ", a vector of pointers";
    return problemOf(vector->getElementType());
  } else if (type->isStructTy() || type->isArrayTy()) {
    for (const Type *element : type->subtypes())
      if (auto problem = problemOf(element))
        return problem;
  } else if (type->isScalableTy() || (type->isFloatingPointTy() && !type->isHalfTy() &&
                                      !type->isFloatTy() && !type->isDoubleTy())) {
    return "the type " + textOf(type);
  }
  return std::nullopt;
}

std::optional<std::string> problemOf(const CallBase &call) {
  if (call.isInlineAsm())
    return "inline assembly";
  if (!call.getCalledFunction())
    return "a call through a pointer";
  if (call.getFunctionType()->isVarArg())
    return ("a call of '" + call.getCalledFunction()->getName() + "', which has variable arguments")
        .str();
  return std::nullopt;
}

/// Returns why an atomic access is not supported: devices have atomics of 32 and 64 bits.
std::optional<std::string> problemOfAtomic(const Type *type, const DataLayout &layout) {
  const auto bits = layout.getTypeSizeInBits(const_cast<Type *>(type)).getFixedValue();
  if (bits == 32 || bits == 64)
    return std::nullopt;
  return "an atomic of the type " + textOf(type) + ", which is not of 32 or 64 bits";
}

std::optional<std::string> problemOf(const Instruction &instruction) {
  const DataLayout &layout = instruction.getModule()->getDataLayout();
  if (auto *call = dyn_cast<CallBase>(&instruction))
    if (auto problem = problemOf(*call))
      return problem;
  if (auto *intrinsic = dyn_cast<IntrinsicInst>(&instruction)) {
    const StringRef name = intrinsic->getCalledFunction()->getName();
    if (name.starts_with("llvm.masked.") || name.starts_with("llvm.vp."))
      return "the intrinsic '" + name.str() + "'";
  }
  if (isa<IndirectBrInst>(instruction))
    return "a jump to an address";
  if (auto *variable = dyn_cast<AllocaInst>(&instruction);
      variable && !isa<ConstantInt>(variable->getArraySize()))
    return "an array of variable length";
  if (auto *atomic = dyn_cast<AtomicRMWInst>(&instruction))
    if (auto problem = problemOfAtomic(atomic->getType(), layout))
      return problem;
  if (auto *atomic = dyn_cast<AtomicCmpXchgInst>(&instruction))
    if (auto problem = problemOfAtomic(atomic->getCompareOperand()->getType(), layout))
      return problem;
  if (auto *load = dyn_cast<LoadInst>(&instruction); load && load->isAtomic())
    if (auto problem = problemOfAtomic(load->getType(), layout))
      return problem;
  if (auto *store = dyn_cast<StoreInst>(&instruction); store && store->isAtomic())
    if (auto problem = problemOfAtomic(store->getValueOperand()->getType(), layout))
      return problem;
  if (auto problem = problemOf(instruction.getType()))
    return problem;
  for (const Use &operand : instruction.operands()) {
    if (isa<MetadataAsValue>(operand))
      continue;
    auto *call = dyn_cast<CallBase>(&instruction);
    const bool isCallee = call && call->isCallee(&operand);
    if (isa<Function>(operand) && !isCallee)
      return "the address of '" + operand->getName().str() + "'";
    if (auto problem = problemOf(operand->getType()); problem && !isCallee)
      return problem;
  }
  return std::nullopt;
}

/// Returns whether an initial value contains an address: the backend gives it a type that differs
/// from the variable's.
bool holdsAddress(const Constant *constant) {
  return isa<GlobalValue>(constant) || any_of(constant->operands(), [](const Use &operand) {
           return holdsAddress(cast<Constant>(operand.get()));
         });
}

Error checkVariable(const GlobalVariable &variable) {
  const auto failure = [&](const Twine &what) {
    return createStringError("Variable '" + variable.getName() + "' has " + what +
                             ", which SPIR-V for OpenCL does not support.");
  };
  if (auto problem = problemOf(variable.getValueType()))
    return failure(*problem);
  if (variable.hasInitializer() && holdsAddress(variable.getInitializer()))
    return failure("an address in its initial value");
  return Error::success();
}

Error checkFunction(const Function &function) {
  if (!function.isDeclaration() && function.isVarArg())
    return createStringError(passes::sourceLocation(function) + "Function '" +
                             passes::sourceName(function) +
                             "' has variable arguments, which SPIR-V for OpenCL does not support.");
  for (const Instruction &instruction : instructions(function))
    if (auto problem = problemOf(instruction))
      return createStringError(passes::sourceLocation(instruction) + "Function '" +
                               passes::sourceName(function) + "' has " + *problem +
                               ", which SPIR-V for OpenCL does not support.");
  return Error::success();
}

Error checkRecursion(const Module &module) {
  CallGraph graph(const_cast<Module &>(module));
  for (scc_iterator<CallGraph *> component = scc_begin(&graph); !component.isAtEnd(); ++component) {
    if (!component.hasCycle())
      continue;
    std::string names;
    const Function *first = nullptr;
    for (const CallGraphNode *node : *component)
      if (const Function *function = node->getFunction()) {
        first = first ? first : function;
        names += (names.empty() ? "'" : ", '") + passes::sourceName(*function) + "'";
      }
    if (first)
      return createStringError(passes::sourceLocation(*first) + "Function " + names +
                               " calls itself, directly or through others, which SPIR-V for "
                               "OpenCL does not support.");
  }
  return Error::success();
}

} // namespace

Error checkSpirvSupport(const Module &module) {
  for (const GlobalVariable &variable : module.globals())
    if (!variable.getName().starts_with("llvm."))
      if (Error error = checkVariable(variable))
        return error;
  for (const Function &function : module)
    if (Error error = checkFunction(function))
      return error;
  return checkRecursion(module);
}

} // namespace ursa::compiler::spirv
