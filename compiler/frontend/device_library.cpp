// See device_library.h.
#include "compiler/frontend/device_library.h"

#include "llvm/ADT/StringSet.h"
#include "llvm/Bitcode/BitcodeReader.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Instructions.h"
#include "llvm/Transforms/Utils/Cloning.h"

using namespace llvm;

namespace ursa {
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
                                   "_ZSt20__throw_out_of_rangePKc",
                                   "_ZSt20__throw_length_errorPKc",
                                   "_ZSt19__throw_logic_errorPKc",
                                   "_ZSt24__throw_invalid_argumentPKc",
                                   "_ZSt20__throw_domain_errorPKc"};
constexpr StringLiteral kPrintf = "printf";
constexpr StringLiteral kSyclPrintf = "__ursa_sycl_printf";
constexpr StringLiteral kMangledPrintf = "_Z18__spirv_ocl_printfPU3AS2Kcz";

/// Replaces calls of llvm.frexp, which not all targets have, by calls of frexp.
void expandFrexp(Module &module) {
  for (Function &function : make_early_inc_range(module)) {
    if (function.getIntrinsicID() != Intrinsic::frexp)
      continue;
    Type *type = function.getArg(0)->getType();
    Type *exponentType = cast<StructType>(function.getReturnType())->getElementType(1);
    if ((!type->isFloatTy() && !type->isDoubleTy()) || !exponentType->isIntegerTy(32))
      continue;
    LLVMContext &context = module.getContext();
    FunctionCallee frexp = module.getOrInsertFunction(type->isFloatTy() ? "frexpf" : "frexp", type,
                                                      type, PointerType::get(context, 4));
    cast<Function>(frexp.getCallee())->setCallingConv(CallingConv::SPIR_FUNC);
    for (User *user : make_early_inc_range(function.users())) {
      auto *call = cast<CallInst>(user);
      IRBuilder<> builder(&*call->getFunction()->getEntryBlock().getFirstInsertionPt());
      Value *exponent = builder.CreateAlloca(exponentType);
      builder.SetInsertPoint(call);
      Value *place = builder.CreateAddrSpaceCast(exponent, PointerType::get(context, 4));
      CallInst *fraction = builder.CreateCall(frexp, {call->getArgOperand(0), place});
      fraction->setCallingConv(CallingConv::SPIR_FUNC);
      Value *pair = builder.CreateInsertValue(PoisonValue::get(call->getType()), fraction, 0);
      pair = builder.CreateInsertValue(pair, builder.CreateLoad(exponentType, exponent), 1);
      call->replaceAllUsesWith(pair);
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
    expandFrexp(*unit.module);
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

} // namespace ursa
