// See pointer_builtins.h.
#include "compiler/targets/spirv/pointer_builtins.h"

#include "compiler/targets/common/opencl_names.h"
#include "compiler/targets/common/pointer_spaces.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Operator.h"

using namespace llvm;

namespace ursa {
namespace {

constexpr StringLiteral kGenericQualifier = "U3AS4";

/// A name such as vloada_half3 or vstore_half4_rtz taken apart.
struct VectorAccess {
  bool isLoad = false;
  bool isHalf = false;
  unsigned count = 1;  ///< elements
  unsigned stride = 1; ///< elements between two vectors
};

std::optional<VectorAccess> vectorAccess(StringRef name) {
  VectorAccess access;
  access.isLoad = name.consume_front("vload");
  if (!access.isLoad && !name.consume_front("vstore"))
    return std::nullopt;
  const bool isAligned = name.consume_front("a");
  access.isHalf = name.consume_front("_half");
  if (!name.empty() && name[0] != '_' && name.consumeInteger(10, access.count))
    return std::nullopt;
  access.stride = isAligned && access.count == 3 ? 4 : access.count;
  return access;
}

/// Whether the function's last argument is where it writes a second result.
bool writesResult(StringRef name) {
  return StringSwitch<bool>(name)
      .Cases({"frexp", "modf", "sincos", "fract", "remquo", "lgamma_r"}, true)
      .Default(false);
}

bool writesInteger(StringRef name) {
  return StringSwitch<bool>(name).Cases({"frexp", "remquo", "lgamma_r"}, true).Default(false);
}

/// The function's name with its generic pointer in another space.
std::string nameInSpace(StringRef name, unsigned space) {
  std::string result = name.str();
  const std::size_t place = result.find(kGenericQualifier);
  if (place != std::string::npos)
    result.replace(place, kGenericQualifier.size(),
                   space == kPrivateSpace ? "" : "U3AS" + std::to_string(space));
  return result;
}

/// The space of a pointer that was cast to the generic one.
std::optional<unsigned> knownSpace(const Value &pointer) {
  if (auto *cast = dyn_cast<AddrSpaceCastOperator>(&pointer))
    return cast->getSrcAddressSpace();
  if (auto *element = dyn_cast<GEPOperator>(&pointer))
    return knownSpace(*element->getPointerOperand());
  return std::nullopt;
}

/// One call with one generic pointer.
class PointerCall {
public:
  PointerCall(CallInst &call, StringRef name, unsigned index)
      : call_(call), builder_(&call), name_(name), index_(index) {
    builder_.SetCurrentDebugLocation(call.getDebugLoc());
  }

  void resolve() {
    const auto access = vectorAccess(name_);
    if (!access && !writesResult(name_) && name_ != "wait_group_events" &&
        !name_.starts_with("__spirv_Atomic"))
      return;
    if (const auto space = knownSpace(*pointer()))
      return moveTo(*space, pointer());
    if (name_ == "wait_group_events")
      return moveTo(kPrivateSpace, pointer()); // nothing else holds events
    if (access && access->isLoad)
      return access->isHalf ? loadHalves(*access) : load(*access);
    if (access)
      return access->isHalf ? storeHalves(*access) : store(*access);
    if (writesResult(name_))
      writeThroughCopy();
  }

private:
  Value *pointer() { return call_.getArgOperand(index_); }

  /// Calls the function for a pointer of @p space, to which @p pointer is cast.
  CallInst *callIn(unsigned space, Value *pointer) {
    SmallVector<Value *, 4> arguments(call_.args());
    arguments[index_] = builder_.CreateAddrSpaceCast(pointer, builder_.getPtrTy(space));
    SmallVector<Type *, 4> types;
    for (const Value *argument : arguments)
      types.push_back(argument->getType());
    Function &callee = *call_.getCalledFunction();
    FunctionCallee other = callee.getParent()->getOrInsertFunction(
        nameInSpace(callee.getName(), space), FunctionType::get(call_.getType(), types, false));
    cast<Function>(other.getCallee())->setCallingConv(CallingConv::SPIR_FUNC);
    CallInst *result = builder_.CreateCall(other, arguments);
    result->setCallingConv(CallingConv::SPIR_FUNC);
    result->setAttributes(
        AttributeList::get(call_.getContext(), call_.getAttributes().getFnAttrs(), {}, {}));
    return result;
  }

  void replaceBy(Value *value) {
    if (value && !call_.getType()->isVoidTy()) {
      value->takeName(&call_);
      call_.replaceAllUsesWith(value);
    }
    call_.eraseFromParent();
  }

  void moveTo(unsigned space, Value *pointer) { replaceBy(callIn(space, pointer)); }

  AllocaInst *makeCopy(Type *type) {
    BasicBlock &entry = call_.getFunction()->getEntryBlock();
    return IRBuilder<>(&entry, entry.begin()).CreateAlloca(type);
  }

  /// Where element @p i is that the call loads or stores.
  Value *element(Type *type, const VectorAccess &access, unsigned i) {
    Value *index = call_.getArgOperand(index_ - 1);
    Value *first = builder_.CreateMul(index, ConstantInt::get(index->getType(), access.stride));
    return builder_.CreateGEP(type, pointer(),
                              builder_.CreateAdd(first, ConstantInt::get(index->getType(), i)));
  }

  Align alignOf(Type *type) { return call_.getDataLayout().getABITypeAlign(type); }

  void load(const VectorAccess &access) {
    Type *type = call_.getType()->getScalarType();
    Value *result = PoisonValue::get(call_.getType());
    for (unsigned i = 0; i < access.count; ++i)
      result = builder_.CreateInsertElement(
          result, builder_.CreateAlignedLoad(type, element(type, access, i), alignOf(type)), i);
    replaceBy(result);
  }

  void store(const VectorAccess &access) {
    Value *value = call_.getArgOperand(0);
    Type *type = value->getType()->getScalarType();
    for (unsigned i = 0; i < access.count; ++i)
      builder_.CreateAlignedStore(builder_.CreateExtractElement(value, i), element(type, access, i),
                                  alignOf(type));
    replaceBy(nullptr);
  }

  /// Devices without arithmetic of halves convert them by these functions alone: the bits are
  /// copied.
  void loadHalves(const VectorAccess &access) {
    Type *bits = builder_.getInt16Ty();
    AllocaInst *copy = makeHalves(access);
    for (unsigned i = 0; i < access.count; ++i)
      builder_.CreateStore(builder_.CreateLoad(bits, element(bits, access, i)),
                           builder_.CreateConstInBoundsGEP1_32(bits, copy, i));
    call_.setArgOperand(0, ConstantInt::get(call_.getArgOperand(0)->getType(), 0));
    moveTo(kPrivateSpace, copy);
  }

  void storeHalves(const VectorAccess &access) {
    Type *bits = builder_.getInt16Ty();
    AllocaInst *copy = makeHalves(access);
    Value *index = call_.getArgOperand(1);
    call_.setArgOperand(1, ConstantInt::get(index->getType(), 0));
    callIn(kPrivateSpace, copy);
    call_.setArgOperand(1, index);
    for (unsigned i = 0; i < access.count; ++i)
      builder_.CreateStore(
          builder_.CreateLoad(bits, builder_.CreateConstInBoundsGEP1_32(bits, copy, i)),
          element(bits, access, i));
    replaceBy(nullptr);
  }

  AllocaInst *makeHalves(const VectorAccess &access) {
    AllocaInst *copy = makeCopy(ArrayType::get(builder_.getInt16Ty(), access.stride));
    copy->setAlignment(Align(2 * PowerOf2Ceil(access.stride)));
    return copy;
  }

  void writeThroughCopy() {
    Type *type = call_.getType();
    if (writesInteger(name_))
      type = type->getWithNewType(builder_.getInt32Ty());
    AllocaInst *copy = makeCopy(type);
    Value *target = pointer();
    CallInst *result = callIn(kPrivateSpace, copy);
    builder_.CreateStore(builder_.CreateLoad(type, copy), target);
    replaceBy(result);
  }

  CallInst &call_;
  IRBuilder<> builder_;
  StringRef name_;
  unsigned index_; ///< of the pointer
};

/// Waits for events one by one, each in a variable of its own: the backend takes pointers to
/// arrays of events and to events for one another.
void waitForEach(CallInst &call) {
  constexpr std::uint64_t kMost = 64;
  auto *count = dyn_cast<ConstantInt>(call.getArgOperand(0));
  if (!count || count->getZExtValue() > kMost)
    return;
  IRBuilder<> builder(&call);
  builder.SetCurrentDebugLocation(call.getDebugLoc());
  BasicBlock &entry = call.getFunction()->getEntryBlock();
  Type *event = TargetExtType::get(call.getContext(), "spirv.Event");
  FunctionCallee wait = call.getModule()->getOrInsertFunction(
      "_Z17wait_group_eventsiP9ocl_event",
      FunctionType::get(call.getType(), {builder.getInt32Ty(), builder.getPtrTy()}, false));
  cast<Function>(wait.getCallee())->setCallingConv(CallingConv::SPIR_FUNC);
  for (unsigned i = 0; i < count->getZExtValue(); ++i) {
    AllocaInst *one = IRBuilder<>(&entry, entry.begin()).CreateAlloca(event);
    Value *place = builder.CreateConstInBoundsGEP1_32(event, call.getArgOperand(1), i);
    builder.CreateStore(builder.CreateLoad(event, place), one);
    CallInst *single = builder.CreateCall(wait, {builder.getInt32(1), one});
    single->setCallingConv(CallingConv::SPIR_FUNC);
    single->setAttributes(
        AttributeList::get(call.getContext(), call.getAttributes().getFnAttrs(), {}, {}));
  }
  call.eraseFromParent();
}

} // namespace

void resolvePointerBuiltins(Module &module) {
  for (Function &function : make_early_inc_range(module))
    if (openclBaseName(function.getName()) == "wait_group_events")
      for (User *user : make_early_inc_range(function.users()))
        if (auto *call = dyn_cast<CallInst>(user); call && call->getCalledFunction() == &function)
          waitForEach(*call);
  for (Function &function : make_early_inc_range(module)) {
    if (!function.isDeclaration() || function.isIntrinsic() || function.isVarArg())
      continue;
    const auto *generic = find_if(function.args(), [](const Argument &argument) {
      return isGenericPointer(argument.getType());
    });
    if (generic == function.arg_end())
      continue;
    StringRef name = openclBaseName(function.getName());
    name.consume_front("__spirv_ocl_");
    for (User *user : make_early_inc_range(function.users())) {
      auto *call = dyn_cast<CallInst>(user);
      if (!call || call->getCalledFunction() != &function)
        continue;
      PointerCall(*call, name, generic->getArgNo()).resolve();
    }
    if (function.use_empty())
      function.eraseFromParent();
  }
}

} // namespace ursa
