// See pointer_builtins.h.
#include "compiler/targets/spirv/pointer_builtins.h"

#include "compiler/builtins/definitions.h"
#include "compiler/targets/common/group_copies.h"
#include "compiler/targets/common/pointer_spaces.h"
#include "compiler/targets/common/vector_memory.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Analysis/VectorUtils.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Operator.h"

using namespace llvm;

namespace ursa::compiler::spirv {
namespace {

constexpr StringLiteral kGenericQualifier = "U3AS4";

/// Returns the address space that a generic pointer was cast from, if known.
std::optional<unsigned> sourceSpace(const Value &pointer) {
  if (auto *cast = dyn_cast<AddrSpaceCastOperator>(&pointer))
    return cast->getSrcAddressSpace();
  if (auto *element = dyn_cast<GEPOperator>(&pointer))
    return sourceSpace(*element->getPointerOperand());
  return std::nullopt;
}

/// Creates a call of another function with the attributes of @p call's callee.
CallInst *createSimilarCall(IRBuilder<> &builder, CallInst &call, const std::string &name,
                            Type *resultType, ArrayRef<Value *> arguments) {
  return builtins::callFunction(builder, name, resultType, arguments,
                                call.getCalledFunction()->getAttributes());
}

/// Returns the number of elements of a vector that one call takes if calls are split.
unsigned elementsOfPart(const FixedVectorType &vector) {
  constexpr unsigned kMostBits = 128;
  const unsigned most = kMostBits / vector.getScalarSizeInBits();
  const unsigned count = vector.getNumElements();
  return count > most && count % most == 0 ? most : count;
}

/// Replaces the number of elements of vectors in a mangled name.
std::string renameVectors(std::string name, unsigned before, unsigned after) {
  const std::string from = "Dv" + std::to_string(before) + "_";
  for (std::size_t at = 0; before != after && (at = name.find(from, at)) != std::string::npos;)
    name.replace(at, from.size(), "Dv" + std::to_string(after) + "_");
  return name;
}

/// Replaces a call that writes a second result to any memory by one that writes it to private
/// memory, and a copy; calls with large vectors by several.
void writeToPrivateCopy(CallInst &call, const builtins::SecondResult &second,
                        bool splitsWideCalls) {
  IRBuilder<> builder(&call);
  builder.SetCurrentDebugLocation(call.getDebugLoc());
  Type *type = call.getType();
  auto *vector = dyn_cast<FixedVectorType>(type);
  const unsigned count = vector ? vector->getNumElements() : 1;
  const unsigned size = vector && splitsWideCalls ? elementsOfPart(*vector) : count;
  const unsigned last = call.arg_size() - 1;
  Value *target = call.getArgOperand(last);
  if (size != count)
    type = FixedVectorType::get(vector->getElementType(), size);
  Type *written = second.isInteger ? type->getWithNewType(builder.getInt32Ty()) : type;
  const std::string callee =
      renameVectors(builtins::privateOverload(call.getCalledFunction()->getName()), count, size);
  const auto extract = [&](Value *argument, unsigned first) {
    return size == count ? argument
                         : builder.CreateShuffleVector(
                               argument, createSequentialMask(first, size, /*NumUndefs=*/0));
  };
  SmallVector<Value *, 8> results, seconds;
  for (unsigned first = 0; first < count; first += size) {
    BasicBlock &entry = call.getFunction()->getEntryBlock();
    AllocaInst *copy = IRBuilder<>(&entry, entry.begin()).CreateAlloca(written);
    SmallVector<Value *, 3> arguments;
    for (unsigned i = 0; i < last; ++i)
      arguments.push_back(extract(call.getArgOperand(i), first));
    arguments.push_back(copy);
    results.push_back(createSimilarCall(builder, call, callee, type, arguments));
    seconds.push_back(builder.CreateLoad(written, copy));
  }
  const auto join = [&](ArrayRef<Value *> parts) {
    return parts.size() == 1 ? parts[0] : concatenateVectors(builder, parts);
  };
  builder.CreateStore(join(seconds), target);
  call.replaceAllUsesWith(join(results));
  call.eraseFromParent();
}

/// Replaces a call of an atomic with a generic pointer by the overload for its address space.
void specializeAtomic(CallInst &call) {
  const auto space = sourceSpace(*call.getArgOperand(0));
  if (!space || *space == targets::kPrivateSpace)
    return;
  std::string name = call.getCalledFunction()->getName().str();
  const std::size_t position = name.find(kGenericQualifier);
  if (position == std::string::npos)
    return;
  name.replace(position, kGenericQualifier.size(), "U3AS" + std::to_string(*space));
  IRBuilder<> builder(&call);
  builder.SetCurrentDebugLocation(call.getDebugLoc());
  SmallVector<Value *, 6> arguments(call.args());
  arguments[0] = builder.CreateAddrSpaceCast(arguments[0], builder.getPtrTy(*space));
  CallInst *specialized = createSimilarCall(builder, call, name, call.getType(), arguments);
  call.replaceAllUsesWith(specialized);
  call.eraseFromParent();
}

void callBarrier(IRBuilder<> &builder) {
  constexpr unsigned kLocalAndGlobalMemory = 3;
  const auto convergent =
      AttributeList().addFnAttribute(builder.getContext(), Attribute::Convergent);
  builtins::callFunction(builder, builtins::mangledName("barrier", "j"), builder.getVoidTy(),
                         {builder.getInt32(kLocalAndGlobalMemory)}, convergent)
      ->addFnAttr(Attribute::Convergent);
}

/// Defines copies of work-groups as loops of their work-items. LLVM's backend writes instructions
/// with pointers to arrays instead of elements, and strides of the wrong width.
void lowerGroupCopies(Module &module) {
  targets::WorkGroup group;
  group.id = [](IRBuilder<> &builder, unsigned i) {
    return builtins::callQuery(builder, builtins::Query::LocalId, i);
  };
  group.size = [](IRBuilder<> &builder, unsigned i) {
    return builtins::callQuery(builder, builtins::Query::LocalSize, i);
  };
  group.barrier = callBarrier;
  targets::defineGroupCopies(module, group);
  // Events have no users after that.
  for (Function &function : module)
    for (Instruction &instruction : make_early_inc_range(instructions(function))) {
      auto isEvent = [](Type *type) {
        auto *opaque = dyn_cast<TargetExtType>(type);
        return opaque && opaque->getName() == "spirv.Event";
      };
      if (auto *load = dyn_cast<LoadInst>(&instruction); load && isEvent(load->getType())) {
        load->replaceAllUsesWith(Constant::getNullValue(load->getType()));
        load->eraseFromParent();
      } else if (auto *store = dyn_cast<StoreInst>(&instruction);
                 store && isEvent(store->getValueOperand()->getType())) {
        store->eraseFromParent();
      }
    }
}

} // namespace

void resolvePointerBuiltins(Module &module, bool splitsWideCalls) {
  lowerGroupCopies(module);
  // Collects all calls first: the replacements create further calls.
  SmallVector<std::pair<CallInst *, builtins::Builtin>, 32> calls;
  for (Function &function : module) {
    if (!function.isDeclaration() || function.isIntrinsic() || function.arg_empty())
      continue;
    const builtins::Builtin builtin = builtins::describe(function.getName());
    if (const auto *access = std::get_if<builtins::VectorAccess>(&builtin)) {
      targets::defineVectorAccess(function, *access, targets::AccessForm::Scalars);
      continue;
    }
    const auto *atomic = std::get_if<builtins::Atomic>(&builtin);
    const bool isAtomic = atomic && atomic->form == builtins::Atomic::Spirv &&
                          targets::isGenericPointer(function.getArg(0)->getType());
    const bool isWriter = std::holds_alternative<builtins::SecondResult>(builtin) &&
                          function.getArg(function.arg_size() - 1)->getType()->isPointerTy();
    if (!isAtomic && !isWriter)
      continue;
    for (CallInst *call : builtins::callsOf(function))
      calls.emplace_back(call, builtin);
  }
  for (const auto &[call, builtin] : calls) {
    if (const auto *second = std::get_if<builtins::SecondResult>(&builtin))
      writeToPrivateCopy(*call, *second, splitsWideCalls);
    else
      specializeAtomic(*call);
  }
}

} // namespace ursa::compiler::spirv
