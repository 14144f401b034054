// The half of builtin_calls.h that works on device IR.
#include "compiler/targets/spirv/builtin_calls.h"

#include "compiler/passes/source_location.h"
#include "compiler/passes/thread_argument.h"
#include "compiler/targets/common/opencl_names.h"
#include "compiler/targets/spirv/builtin_names.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Instructions.h"

using namespace llvm;

namespace ursa {
namespace {

constexpr unsigned kConstantAddressSpace = 2;
constexpr unsigned kFirstOrder = 0x10B0;       // CL_R
constexpr unsigned kFirstChannelType = 0x10D0; // CL_SNORM_INT8

SmallVector<CallInst *, 8> callsOf(Function &function) {
  SmallVector<CallInst *, 8> calls;
  for (User *user : function.users())
    if (auto *call = dyn_cast<CallInst>(user); call && call->getCalledFunction() == &function)
      calls.push_back(call);
  return calls;
}

class BuiltinHider {
public:
  explicit BuiltinHider(Module &module) : module_(module) {}

  Error run() {
    for (Function &function : make_early_inc_range(module_)) {
      if (!function.isDeclaration() || function.isIntrinsic())
        continue;
      const StringRef name = openclBaseName(function.getName());
      if (name == "printf" || name == "__spirv_ocl_printf") {
        if (Error error = hidePrintf(function))
          return error;
      } else if (name == "get_image_channel_order") {
        for (CallInst *call : callsOf(function))
          addOffset(*retarget(*call, kChannelOrderPrefix, orders_), kFirstOrder);
      } else if (name == "get_image_channel_data_type") {
        for (CallInst *call : callsOf(function))
          addOffset(*call, kFirstChannelType);
      } else if (name == "mem_fence" || name == "read_mem_fence" || name == "write_mem_fence") {
        for (CallInst *call : callsOf(function))
          makeFence(*call, name);
      } else if (name == "any" || name == "all") {
        for (CallInst *call : callsOf(function))
          foldSigns(*call, name == "any");
      } else if (name.starts_with("convert_")) {
        for (CallInst *call : callsOf(function))
          convert(*call, name);
      } else if (name == "get_image_dim") {
        for (CallInst *call : callsOf(function))
          setFourthSize(*call);
      }
    }
    return Error::success();
  }

private:
  /// A function with the parameters of a call, as SPIR-V has no variable ones. Functions of one
  /// type are one.
  CallInst *retarget(CallInst &call, StringRef prefix, std::vector<Function *> &known) {
    SmallVector<Type *, 8> parameters;
    for (const Use &argument : call.args())
      parameters.push_back(argument->getType());
    auto *type = FunctionType::get(call.getType(), parameters, false);
    auto found = find_if(known, [&](Function *f) { return f->getFunctionType() == type; });
    if (found == known.end()) {
      auto *function = Function::Create(type, GlobalValue::ExternalLinkage,
                                        Twine(prefix) + Twine(known.size()), module_);
      function->setCallingConv(CallingConv::SPIR_FUNC);
      known.push_back(function);
      found = std::prev(known.end());
    }
    SmallVector<Value *, 8> arguments(call.args());
    CallInst *result = CallInst::Create(type, *found, arguments, "", call.getIterator());
    result->setCallingConv(CallingConv::SPIR_FUNC);
    result->setDebugLoc(call.getDebugLoc());
    result->addFnAttr(Attribute::NoUnwind);
    result->addFnAttr(Attribute::NoMerge); // devices want the format itself, not a choice of two
    result->takeName(&call);
    call.replaceAllUsesWith(result);
    call.eraseFromParent();
    return result;
  }

  /// Devices look for printf in kernels: some crash where one is called by another function.
  static void inlineCallers(Function &function) {
    auto callers = functionsThatReach(function, "prints");
    if (!callers)
      return consumeError(callers.takeError()); // of an address that was taken
    for (Function *caller : *callers) {
      if (caller->getCallingConv() == CallingConv::SPIR_KERNEL)
        continue;
      caller->removeFnAttr(Attribute::NoInline);
      caller->removeFnAttr(Attribute::OptimizeNone);
      caller->addFnAttr(Attribute::AlwaysInline);
      for (CallInst *call : callsOf(*caller))
        call->removeFnAttr(Attribute::NoInline);
    }
  }

  Error hidePrintf(Function &function) {
    inlineCallers(function);
    for (CallInst *call : callsOf(function)) {
      auto *format =
          call->arg_empty() ? nullptr : dyn_cast<PointerType>(call->getArgOperand(0)->getType());
      if (!format || format->getAddressSpace() != kConstantAddressSpace)
        return createStringError(sourceLocation(*call) + "Function '" +
                                 sourceName(*call->getFunction()) +
                                 "' calls printf with a format that is not in constant memory.");
      retarget(*call, kPrintfPrefix, printfs_);
    }
    return Error::success();
  }

  static void addOffset(CallInst &call, unsigned offset) {
    IRBuilder<> builder(call.getNextNode());
    builder.SetCurrentDebugLocation(call.getDebugLoc());
    auto *sum = cast<Instruction>(builder.CreateAdd(&call, builder.getInt32(offset)));
    call.replaceUsesWithIf(sum, [&](Use &use) { return use.getUser() != sum; });
  }

  static void setFourthSize(CallInst &call) {
    auto *type = dyn_cast<FixedVectorType>(call.getType());
    if (!type || type->getNumElements() != 4)
      return;
    IRBuilder<> builder(call.getNextNode());
    builder.SetCurrentDebugLocation(call.getDebugLoc());
    auto *sizes =
        cast<Instruction>(builder.CreateInsertElement(&call, builder.getInt32(0), uint64_t{3}));
    call.replaceUsesWithIf(sizes, [&](Use &use) { return use.getUser() != sizes; });
  }

  static void makeFence(CallInst &call, StringRef name) {
    IRBuilder<> builder(&call);
    builder.CreateFence(name == "mem_fence"        ? AtomicOrdering::AcquireRelease
                        : name == "read_mem_fence" ? AtomicOrdering::Acquire
                                                   : AtomicOrdering::Release,
                        call.getContext().getOrInsertSyncScopeID("workgroup"));
    call.eraseFromParent();
  }

  /// any and all look at the signs of integers; the backend wants truth values.
  static void foldSigns(CallInst &call, bool isAny) {
    if (call.arg_size() != 1 || !call.getArgOperand(0)->getType()->isIntOrIntVectorTy())
      return;
    IRBuilder<> builder(&call);
    Value *value = call.getArgOperand(0);
    if (value->getType()->isVectorTy())
      value = isAny ? builder.CreateOrReduce(value) : builder.CreateAndReduce(value);
    Value *sign = builder.CreateLShr(value, value->getType()->getIntegerBitWidth() - 1);
    call.replaceAllUsesWith(builder.CreateZExtOrTrunc(sign, call.getType()));
    call.eraseFromParent();
  }

  /// Conversions of integers as instructions. The backend takes signed vectors for unsigned ones
  /// and the other way, has invalid instructions where only the sign changes, and takes all that
  /// end at the limits of the result's type for those from signed to unsigned.
  static void convert(CallInst &call, StringRef name) {
    if (call.arg_size() != 1 || !call.getArgOperand(0)->getType()->isIntOrIntVectorTy())
      return;
    Value *value = call.getArgOperand(0);
    const bool isSigned =
        !StringRef(openclSignature(call.getCalledFunction()->getName())).contains("unsigned");
    IRBuilder<> builder(&call);
    if (!call.getType()->isIntOrIntVectorTy()) {
      if (name.contains("_rt"))
        return;
      value = isSigned ? builder.CreateSIToFP(value, call.getType())
                       : builder.CreateUIToFP(value, call.getType());
    } else {
      if (name.contains("_sat"))
        value = limited(builder, value, isSigned, call.getType()->getScalarSizeInBits(),
                        !name.starts_with("convert_u"));
      value = builder.CreateIntCast(value, call.getType(), isSigned);
    }
    call.replaceAllUsesWith(value);
    call.eraseFromParent();
  }

  /// The integer, or the limit of another type that is nearest to it.
  static Value *limited(IRBuilder<> &builder, Value *value, bool isSigned, unsigned resultWidth,
                        bool toSigned) {
    const unsigned width = value->getType()->getScalarSizeInBits();
    const auto bound = [&](Intrinsic::ID which, const APInt &limit) {
      value =
          builder.CreateBinaryIntrinsic(which, value, ConstantInt::get(value->getType(), limit));
    };
    if (isSigned && !toSigned)
      bound(Intrinsic::smax, APInt::getZero(width));
    else if (isSigned && resultWidth < width)
      bound(Intrinsic::smax, APInt::getSignedMinValue(resultWidth).sext(width));
    const unsigned bits = toSigned ? resultWidth - 1 : resultWidth;
    if (bits < (isSigned ? width - 1 : width))
      bound(isSigned ? Intrinsic::smin : Intrinsic::umin, APInt::getLowBitsSet(width, bits));
    return value;
  }

  Module &module_;
  std::vector<Function *> printfs_;
  std::vector<Function *> orders_;
};

} // namespace

Error hideBuiltinCalls(Module &module) { return BuiltinHider(module).run(); }

} // namespace ursa
