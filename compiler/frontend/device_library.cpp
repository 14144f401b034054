// See device_library.h.
#include "compiler/frontend/device_library.h"

#include "compiler/image/optional_properties.h"
#include "compiler/passes/reference_graph.h"

#include "llvm/ADT/StringSet.h"
#include "llvm/Bitcode/BitcodeReader.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Instructions.h"
#include "llvm/Transforms/Utils/Cloning.h"

using namespace llvm;

namespace ursa::compiler::frontend {
namespace {

constexpr std::uint32_t kMathFloat[] = {
#include "device_library/math_float.inc"
};
constexpr std::uint32_t kMathDouble[] = {
#include "device_library/math_double.inc"
};
constexpr std::uint32_t kComplexFloat[] = {
#include "device_library/complex_float.inc"
};
constexpr std::uint32_t kComplexDouble[] = {
#include "device_library/complex_double.inc"
};
constexpr std::uint32_t kMemory[] = {
#include "device_library/memory.inc"
};
constexpr std::uint32_t kAssertions[] = {
#include "device_library/assertions.inc"
};

struct Part {
  const char *name;
  ArrayRef<std::uint32_t> words;
};
const Part kParts[] = {{"device library (math of float)", kMathFloat},
                       {"device library (math of double)", kMathDouble},
                       {"device library (complex float)", kComplexFloat},
                       {"device library (complex double)", kComplexDouble},
                       {"device library (memory)", kMemory},
                       {"device library (assertions)", kAssertions}};

/// Functions that do not return, but do so on devices.
constexpr StringLiteral kEnds[] = {"__assert_fail",
                                   "_ZSt21__glibcxx_assert_failPKciS0_S0_",
                                   "_ZSt24__throw_out_of_range_fmtPKcz",
                                   "_ZSt20__throw_out_of_rangePKc",
                                   "_ZSt20__throw_length_errorPKc",
                                   "_ZSt19__throw_logic_errorPKc",
                                   "_ZSt24__throw_invalid_argumentPKc",
                                   "_ZSt20__throw_domain_errorPKc"};
constexpr StringLiteral kPrintf = "printf";
constexpr StringLiteral kSyclPrintf = "__ursa_sycl_printf";
constexpr StringLiteral kMangledPrintf = "_Z18__spirv_ocl_printfPU3AS2Kcz";

constexpr unsigned kGenericSpace = 4;

/// Calls a function of C by the name of the one for doubles.
CallInst *callFunction(IRBuilder<> &builder, const Twine &name, Type *type,
                       ArrayRef<Value *> arguments) {
  SmallVector<Type *, 2> types;
  for (Value *argument : arguments)
    types.push_back(argument->getType());
  Module &module = *builder.GetInsertBlock()->getModule();
  FunctionCallee callee = module.getOrInsertFunction((type->isFloatTy() ? name + "f" : name).str(),
                                                     FunctionType::get(type, types, false));
  cast<Function>(callee.getCallee())->setCallingConv(CallingConv::SPIR_FUNC);
  CallInst *call = builder.CreateCall(callee, arguments);
  call->setCallingConv(CallingConv::SPIR_FUNC);
  return call;
}

/// Returns both results of an intrinsic with two: frexp, modf or sincos.
std::pair<Value *, Value *> resultsOf(CallInst &call, IRBuilder<> &builder) {
  Value *x = call.getArgOperand(0);
  Type *type = x->getType();
  const Intrinsic::ID id = call.getIntrinsicID();
  if (id == Intrinsic::sincos)
    return {callFunction(builder, "sin", type, {x}), callFunction(builder, "cos", type, {x})};
  Type *second = cast<StructType>(call.getType())->getElementType(1);
  IRBuilder<> entry(&*call.getFunction()->getEntryBlock().getFirstInsertionPt());
  Value *place = entry.CreateAlloca(second);
  Value *generic =
      builder.CreateAddrSpaceCast(place, PointerType::get(builder.getContext(), kGenericSpace));
  Value *first =
      callFunction(builder, id == Intrinsic::frexp ? "frexp" : "modf", type, {x, generic});
  return {first, builder.CreateLoad(second, place)};
}

/// Replaces intrinsics with two results, which not all targets have, by functions of C.
void expandPairs(Module &module) {
  for (Function &function : make_early_inc_range(module)) {
    const Intrinsic::ID id = function.getIntrinsicID();
    if (id != Intrinsic::frexp && id != Intrinsic::modf && id != Intrinsic::sincos)
      continue;
    const Type *type = function.getArg(0)->getType();
    if (!type->isFloatTy() && !type->isDoubleTy())
      continue;
    for (User *user : make_early_inc_range(function.users())) {
      auto *call = cast<CallInst>(user);
      IRBuilder<> builder(call);
      const auto [first, second] = resultsOf(*call, builder);
      Value *pair = builder.CreateInsertValue(PoisonValue::get(call->getType()), first, 0);
      call->replaceAllUsesWith(builder.CreateInsertValue(pair, second, 1));
      call->eraseFromParent();
    }
    function.eraseFromParent();
  }
}

bool needsLibrary(const std::vector<DeviceUnit> &units) {
  StringSet<> defined;
  for (const DeviceUnit &unit : units)
    for (const Function &function : *unit.module)
      if (!function.isDeclaration() && !function.hasLocalLinkage())
        defined.insert(function.getName());
  for (const DeviceUnit &unit : units)
    for (const Function &function : *unit.module) {
      const StringRef name = function.getName();
      if (function.isDeclaration() && !function.isIntrinsic() && !function.use_empty() &&
          (!name.starts_with("_Z") || name.starts_with("_ZSt")) && !defined.contains(name))
        return true;
    }
  return false;
}

/// Marks the kernels that may reach an assertion, before the functions of assertions are inlined.
void markAssertions(Module &module) {
  std::vector<const GlobalValue *> assertions;
  for (StringRef name : {"__assert_fail", "_ZSt21__glibcxx_assert_failPKciS0_S0_"})
    if (const Function *function = module.getFunction(name))
      assertions.push_back(function);
  if (assertions.empty())
    return;
  for (const Function *function : passes::ReferenceGraph(module).functionsThatReach(assertions))
    const_cast<Function *>(function)->addFnAttr(image::kUsesAssert);
}

/// Puts the formats of calls of SYCL's printf into constant memory, and calls printf. Calls with
/// other formats stay, and are reported as calls of an undefined function.
void lowerSyclPrintf(Module &module) {
  Function *sycl = module.getFunction(kSyclPrintf);
  if (!sycl)
    return;
  LLVMContext &context = module.getContext();
  const unsigned kConstantSpace = 2;
  FunctionCallee printf = module.getOrInsertFunction(
      kPrintf, FunctionType::get(Type::getInt32Ty(context),
                                 {PointerType::get(context, kConstantSpace)}, true));
  cast<Function>(printf.getCallee())->setCallingConv(CallingConv::SPIR_FUNC);
  DenseMap<const GlobalVariable *, GlobalVariable *> formats;
  for (User *user : make_early_inc_range(sycl->users())) {
    auto *call = dyn_cast<CallInst>(user);
    if (!call || call->arg_empty())
      continue;
    auto *text = dyn_cast<GlobalVariable>(call->getArgOperand(0)->stripPointerCasts());
    if (!text || !text->isConstant() || !text->hasInitializer())
      continue;
    GlobalVariable *&format = formats[text];
    if (!format)
      format = new GlobalVariable(module, text->getValueType(), true, GlobalValue::PrivateLinkage,
                                  text->getInitializer(), "format", nullptr,
                                  GlobalValue::NotThreadLocal, kConstantSpace);
    SmallVector<Value *, 8> arguments(call->args());
    arguments[0] = format;
    IRBuilder<> builder(call);
    CallInst *result = builder.CreateCall(printf, arguments);
    result->setCallingConv(CallingConv::SPIR_FUNC);
    call->replaceAllUsesWith(result);
    call->eraseFromParent();
  }
  if (sycl->use_empty())
    sycl->eraseFromParent();
}

} // namespace

Expected<std::vector<ArchiveMember>> deviceLibraryFor(const std::vector<DeviceUnit> &units,
                                                      LLVMContext &context) {
  std::vector<ArchiveMember> members;
  for (const DeviceUnit &unit : units)
    expandPairs(*unit.module);
  if (!needsLibrary(units))
    return members;
  for (const Part &part : kParts) {
    const StringRef bytes(reinterpret_cast<const char *>(part.words.data()),
                          part.words.size() * sizeof(std::uint32_t));
    ArchiveMember member;
    member.name = part.name;
    member.bytes = MemoryBuffer::getMemBuffer(bytes, part.name, /*RequiresNullTerminator=*/false);
    auto symbols = getLazyBitcodeModule(member.bytes->getMemBufferRef(), context);
    if (!symbols)
      return symbols.takeError();
    member.symbols = std::move(*symbols);
    members.push_back(std::move(member));
  }
  return members;
}

void finishDeviceLibrary(Module &module) {
  markAssertions(module);
  for (StringRef name : kEnds) {
    Function *function = module.getFunction(name);
    if (!function)
      continue;
    function->removeFnAttr(Attribute::NoReturn);
    for (User *user : make_early_inc_range(function->users())) {
      auto *call = dyn_cast<CallInst>(user);
      if (!call)
        continue;
      call->removeFnAttr(Attribute::NoReturn);
      auto *end = dyn_cast<UnreachableInst>(call->getParent()->getTerminator());
      if (!end)
        continue;
      Type *type = call->getFunction()->getReturnType();
      ReturnInst::Create(module.getContext(),
                         type->isVoidTy() ? nullptr : Constant::getNullValue(type),
                         end->getIterator());
      end->eraseFromParent();
      call->getFunction()->removeFnAttr(Attribute::NoReturn);
      // Inlines, because some targets print constant strings only.
      InlineFunctionInfo info;
      if (!function->isDeclaration())
        InlineFunction(*call, info);
    }
  }
  if (Function *mangled = module.getFunction(kMangledPrintf); mangled && mangled->isDeclaration()) {
    if (Function *plain = module.getFunction(kPrintf)) {
      if (plain->getFunctionType() != mangled->getFunctionType())
        return;
      mangled->replaceAllUsesWith(plain);
      mangled->eraseFromParent();
    } else {
      mangled->setName(kPrintf);
    }
  }
  lowerSyclPrintf(module);
}

} // namespace ursa::compiler::frontend
