// Lowers calls of built-in functions in device IR. See builtin_calls.h.
#include "compiler/targets/spirv/builtin_calls.h"

#include "compiler/builtins/definitions.h"
#include "compiler/passes/source_location.h"
#include "compiler/passes/thread_argument.h"
#include "compiler/targets/spirv/placeholder_names.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Instructions.h"

using namespace llvm;

namespace ursa::compiler::spirv {
namespace {

constexpr unsigned kConstantAddressSpace = 2;
constexpr unsigned kFirstOrder = 0x10B0;       // CL_R
constexpr unsigned kFirstChannelType = 0x10D0; // CL_SNORM_INT8

using builtins::callsOf;

class BuiltinCallLowering {
public:
  explicit BuiltinCallLowering(Module &module) : module_(module) {}

  Error run() {
    for (Function &function : make_early_inc_range(module_)) {
      if (!function.isDeclaration() || function.isIntrinsic())
        continue;
      const builtins::Builtin builtin = builtins::describe(function.getName());
      const StringRef name = builtins::baseName(function.getName());
      if (std::holds_alternative<builtins::Printf>(builtin)) {
        if (Error error = lowerPrintf(function))
          return error;
      } else if (name == "get_image_channel_order") {
        for (CallInst *call : callsOf(function))
          addOffset(*callPlaceholder(*call, kChannelOrderPrefix, orders_), kFirstOrder);
      } else if (name == "get_image_channel_data_type") {
        for (CallInst *call : callsOf(function))
          addOffset(*call, kFirstChannelType);
      } else if (const auto *fence = std::get_if<builtins::Fence>(&builtin)) {
        for (CallInst *call : callsOf(function))
          createFence(*call, *fence);
      } else if (name == "any" || name == "all") {
        for (CallInst *call : callsOf(function))
          foldSigns(*call, name == "any");
      } else if (const auto *conversion = std::get_if<builtins::Conversion>(&builtin)) {
        for (CallInst *call : callsOf(function))
          convert(*call, *conversion);
      } else if (name == "get_image_dim") {
        for (CallInst *call : callsOf(function))
          clearFourthSize(*call);
      }
    }
    return Error::success();
  }

private:
  /// Replaces a call by one of a placeholder with fixed parameters, since SPIR-V has no variadic
  /// functions. Calls of the same type share a placeholder.
  CallInst *callPlaceholder(CallInst &call, StringRef prefix,
                            std::vector<Function *> &placeholders) {
    SmallVector<Type *, 8> parameters;
    for (const Use &argument : call.args())
      parameters.push_back(argument->getType());
    auto *type = FunctionType::get(call.getType(), parameters, false);
    auto found = find_if(placeholders, [&](Function *f) { return f->getFunctionType() == type; });
    if (found == placeholders.end()) {
      auto *function = Function::Create(type, GlobalValue::ExternalLinkage,
                                        Twine(prefix) + Twine(placeholders.size()), module_);
      function->setCallingConv(CallingConv::SPIR_FUNC);
      placeholders.push_back(function);
      found = std::prev(placeholders.end());
    }
    SmallVector<Value *, 8> arguments(call.args());
    CallInst *result = CallInst::Create(type, *found, arguments, "", call.getIterator());
    result->setCallingConv(CallingConv::SPIR_FUNC);
    result->setDebugLoc(call.getDebugLoc());
    result->addFnAttr(Attribute::NoUnwind);
    result->addFnAttr(Attribute::NoMerge); // drivers require a constant format, not a phi
    result->takeName(&call);
    call.replaceAllUsesWith(result);
    call.eraseFromParent();
    return result;
  }

  /// Marks callers for inlining into kernels: some drivers crash on a printf in another function.
  static void inlineCallers(Function &function) {
    auto callers = passes::functionsThatReach(function, "prints");
    if (!callers)
      return consumeError(callers.takeError()); // the address of printf was taken
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

  /// The backend's format operand is not a pointer to characters, or it aborts the process.
  Error lowerPrintf(Function &function) {
    inlineCallers(function);
    for (CallInst *call : callsOf(function)) {
      auto *format =
          call->arg_empty() ? nullptr : dyn_cast<PointerType>(call->getArgOperand(0)->getType());
      if (!format || format->getAddressSpace() != kConstantAddressSpace)
        return createStringError(passes::sourceLocation(*call) + "Function '" +
                                 passes::sourceName(*call->getFunction()) +
                                 "' calls printf with a format that is not in constant memory.");
      callPlaceholder(*call, kPrintfPrefix, printfs_);
    }
    return Error::success();
  }

  /// The backend does not support channel orders, and returns SPIR-V's numbers.
  static void addOffset(CallInst &call, unsigned offset) {
    IRBuilder<> builder(call.getNextNode());
    builder.SetCurrentDebugLocation(call.getDebugLoc());
    auto *sum = cast<Instruction>(builder.CreateAdd(&call, builder.getInt32(offset)));
    call.replaceUsesWithIf(sum, [&](Use &use) { return use.getUser() != sum; });
  }

  /// The backend leaves the fourth component of get_image_dim undefined.
  static void clearFourthSize(CallInst &call) {
    auto *type = dyn_cast<FixedVectorType>(call.getType());
    if (!type || type->getNumElements() != 4)
      return;
    IRBuilder<> builder(call.getNextNode());
    builder.SetCurrentDebugLocation(call.getDebugLoc());
    auto *sizes =
        cast<Instruction>(builder.CreateInsertElement(&call, builder.getInt32(0), uint64_t{3}));
    call.replaceUsesWithIf(sizes, [&](Use &use) { return use.getUser() != sizes; });
  }

  /// The backend does not support fences whose order is not an operand.
  static void createFence(CallInst &call, const builtins::Fence &fence) {
    if (!fence.order)
      return;
    IRBuilder<>(&call).CreateFence(*fence.order,
                                   call.getContext().getOrInsertSyncScopeID("workgroup"));
    call.eraseFromParent();
  }

  /// Computes any and all, which test the signs of integers; the backend requires booleans.
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

  /// Converts integers by IR instructions. The backend confuses signed and unsigned vectors, writes
  /// invalid instructions if only the signedness changes, and treats all saturating conversions as
  /// conversions from signed to unsigned.
  static void convert(CallInst &call, const builtins::Conversion &conversion) {
    if (call.arg_size() != 1 || !call.getArgOperand(0)->getType()->isIntOrIntVectorTy())
      return;
    Value *value = call.getArgOperand(0);
    const bool isSigned = !builtins::valueType(call.getCalledFunction()->getName()).isUnsigned();
    IRBuilder<> builder(&call);
    if (!call.getType()->isIntOrIntVectorTy()) {
      if (!conversion.rounding.empty())
        return;
      value = isSigned ? builder.CreateSIToFP(value, call.getType())
                       : builder.CreateUIToFP(value, call.getType());
    } else {
      if (conversion.isSaturated)
        value = clampToRange(builder, value, isSigned, call.getType()->getScalarSizeInBits(),
                             !conversion.isToUnsigned);
      value = builder.CreateIntCast(value, call.getType(), isSigned);
    }
    call.replaceAllUsesWith(value);
    call.eraseFromParent();
  }

  /// Clamps an integer to the range of the result type.
  static Value *clampToRange(IRBuilder<> &builder, Value *value, bool isSigned,
                             unsigned resultWidth, bool toSigned) {
    const unsigned width = value->getType()->getScalarSizeInBits();
    const auto clamp = [&](Intrinsic::ID which, const APInt &limit) {
      value =
          builder.CreateBinaryIntrinsic(which, value, ConstantInt::get(value->getType(), limit));
    };
    if (isSigned && !toSigned)
      clamp(Intrinsic::smax, APInt::getZero(width));
    else if (isSigned && resultWidth < width)
      clamp(Intrinsic::smax, APInt::getSignedMinValue(resultWidth).sext(width));
    const unsigned bits = toSigned ? resultWidth - 1 : resultWidth;
    if (bits < (isSigned ? width - 1 : width))
      clamp(isSigned ? Intrinsic::smin : Intrinsic::umin, APInt::getLowBitsSet(width, bits));
    return value;
  }

  Module &module_;
  std::vector<Function *> printfs_;
  std::vector<Function *> orders_;
};

} // namespace

Error lowerBuiltinCalls(Module &module) { return BuiltinCallLowering(module).run(); }

} // namespace ursa::compiler::spirv
