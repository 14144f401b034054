// See sub_groups.h.
#include "compiler/targets/vulkan/sub_groups.h"

#include "compiler/builtins/names.h"
#include "compiler/targets/vulkan/builtin_body.h"
#include "compiler/targets/vulkan/primitives.h"

#include "llvm/ADT/StringSwitch.h"

#include <spirv/unified1/spirv.hpp11>

using namespace llvm;

namespace ursa::vulkan {
namespace {

template <typename T> unsigned number(T enumerator) { return static_cast<unsigned>(enumerator); }

/// Returns the built-in variable that a query function reads.
std::optional<spv::BuiltIn> builtInFor(StringRef name) {
  return StringSwitch<std::optional<spv::BuiltIn>>(name)
      .Case("get_max_sub_group_size", spv::BuiltIn::SubgroupSize)
      .Case("get_sub_group_id", spv::BuiltIn::SubgroupId)
      .Case("get_sub_group_local_id", spv::BuiltIn::SubgroupLocalInvocationId)
      .Default(std::nullopt);
}

/// Returns the instruction of a function without a group operation.
std::optional<spv::Op> broadcastOrShuffleFor(StringRef name) {
  return StringSwitch<std::optional<spv::Op>>(name)
      .Cases({"broadcast", "non_uniform_broadcast"}, spv::Op::OpGroupNonUniformBroadcast)
      .Case("broadcast_first", spv::Op::OpGroupNonUniformBroadcastFirst)
      .Case("shuffle", spv::Op::OpGroupNonUniformShuffle)
      .Case("shuffle_xor", spv::Op::OpGroupNonUniformShuffleXor)
      .Case("shuffle_up", spv::Op::OpGroupNonUniformShuffleUp)
      .Case("shuffle_down", spv::Op::OpGroupNonUniformShuffleDown)
      .Default(std::nullopt);
}

struct Arithmetic {
  spv::Op op;
  spv::GroupOperation operation;
};

/// Returns the operation of a function such as "reduce_add" or "non_uniform_scan_exclusive_max".
std::optional<Arithmetic> arithmeticFor(StringRef name, const Type *type, bool isUnsigned) {
  name.consume_front("non_uniform_");
  spv::GroupOperation operation = spv::GroupOperation::Reduce;
  if (name.consume_front("scan_inclusive_"))
    operation = spv::GroupOperation::InclusiveScan;
  else if (name.consume_front("scan_exclusive_"))
    operation = spv::GroupOperation::ExclusiveScan;
  else if (!name.consume_front("reduce_"))
    return std::nullopt;
  const bool isFloat = type->isFloatingPointTy();
  const auto choose = [&](spv::Op floatOp, spv::Op signedOp, spv::Op unsignedOp) {
    return isFloat ? floatOp : isUnsigned ? unsignedOp : signedOp;
  };
  const auto op =
      StringSwitch<std::optional<spv::Op>>(name)
          .Case("add", choose(spv::Op::OpGroupNonUniformFAdd, spv::Op::OpGroupNonUniformIAdd,
                              spv::Op::OpGroupNonUniformIAdd))
          .Case("mul", choose(spv::Op::OpGroupNonUniformFMul, spv::Op::OpGroupNonUniformIMul,
                              spv::Op::OpGroupNonUniformIMul))
          .Case("min", choose(spv::Op::OpGroupNonUniformFMin, spv::Op::OpGroupNonUniformSMin,
                              spv::Op::OpGroupNonUniformUMin))
          .Case("max", choose(spv::Op::OpGroupNonUniformFMax, spv::Op::OpGroupNonUniformSMax,
                              spv::Op::OpGroupNonUniformUMax))
          .Case("and", spv::Op::OpGroupNonUniformBitwiseAnd)
          .Case("or", spv::Op::OpGroupNonUniformBitwiseOr)
          .Case("xor", spv::Op::OpGroupNonUniformBitwiseXor)
          .Default(std::nullopt);
  if (!op)
    return std::nullopt;
  return Arithmetic{*op, operation};
}

/// Returns the type in which @p type is processed: Vulkan devices need not support sub-group
/// operations on types narrower than 32 bits.
Type *wideType(Type *type) {
  if (type->isHalfTy())
    return Type::getFloatTy(type->getContext());
  return type->isIntegerTy() && type->getIntegerBitWidth() < 32
             ? Type::getInt32Ty(type->getContext())
             : type;
}

/// Creates one call on scalars. @p clampsResult: the result may exceed a narrow type, because the
/// identity of an exclusive min or max scan is that of the wide type, and must be clamped.
Value *callOperation(IRBuilder<> &builder, const Twine &name, ArrayRef<Value *> arguments,
                     bool isUnsigned, bool clampsResult) {
  Type *type = arguments[0]->getType();
  Type *wide = wideType(type);
  SmallVector<Value *, 2> values(arguments);
  if (wide != type)
    values[0] = type->isHalfTy() ? builder.CreateFPExt(values[0], wide)
                                 : builder.CreateIntCast(values[0], wide, !isUnsigned);
  Value *result =
      callPrimitive(builder, name + "." + typeName(wide), wide, values, Effect::Convergent);
  if (wide == type)
    return result;
  if (type->isHalfTy())
    return builder.CreateFPTrunc(result, type);
  const unsigned width = type->getIntegerBitWidth();
  if (clampsResult) {
    auto limit = [&](const APInt &value) {
      return ConstantInt::get(wide, isUnsigned ? value.zext(32) : value.sext(32));
    };
    Constant *minimum =
        limit(isUnsigned ? APInt::getMinValue(width) : APInt::getSignedMinValue(width));
    Constant *maximum =
        limit(isUnsigned ? APInt::getMaxValue(width) : APInt::getSignedMaxValue(width));
    const auto less = isUnsigned ? CmpInst::ICMP_ULT : CmpInst::ICMP_SLT;
    result = builder.CreateSelect(builder.CreateICmp(less, result, minimum), minimum, result);
    result = builder.CreateSelect(builder.CreateICmp(less, maximum, result), maximum, result);
  }
  return builder.CreateTrunc(result, type);
}

/// Defines @p function by primitive @p name, for each element if the first argument is a vector.
void defineCall(Function &function, const Twine &name, bool isUnsigned = false,
                bool clampsResult = false) {
  IRBuilder<> builder = builtins::beginBody(function);
  function.addFnAttr(Attribute::Convergent);
  SmallVector<Value *, 2> arguments;
  for (Argument &argument : function.args())
    arguments.push_back(&argument);
  if (arguments.size() > 1)
    arguments[1] = builder.CreateZExtOrTrunc(arguments[1], builder.getInt32Ty());
  auto *vector = dyn_cast<FixedVectorType>(function.getReturnType());
  if (!vector) {
    builder.CreateRet(callOperation(builder, name, arguments, isUnsigned, clampsResult));
    return;
  }
  Value *result = PoisonValue::get(vector);
  for (unsigned i = 0; i < vector->getNumElements(); ++i) {
    arguments[0] = builder.CreateExtractElement(function.getArg(0), i);
    result = builder.CreateInsertElement(
        result, callOperation(builder, name, arguments, isUnsigned, clampsResult), i);
  }
  builder.CreateRet(result);
}

/// Defines a vote or elect.
void defineVote(Function &function, spv::Op op) {
  IRBuilder<> builder = builtins::beginBody(function);
  function.addFnAttr(Attribute::Convergent);
  SmallVector<Value *, 1> arguments;
  if (function.arg_size())
    arguments.push_back(builder.CreateIsNotNull(function.getArg(0)));
  Value *result = callPrimitive(builder, "group_op." + Twine(number(op)) + ".-.i1",
                                builder.getInt1Ty(), arguments, Effect::Convergent);
  builder.CreateRet(builder.CreateZExt(result, function.getReturnType()));
}

std::optional<spv::Op> voteFor(StringRef name) {
  return StringSwitch<std::optional<spv::Op>>(name)
      .Cases({"all", "non_uniform_all"}, spv::Op::OpGroupNonUniformAll)
      .Cases({"any", "non_uniform_any"}, spv::Op::OpGroupNonUniformAny)
      .Case("elect", spv::Op::OpGroupNonUniformElect)
      .Default(std::nullopt);
}

/// Queries in the body of a function.
class Queries {
public:
  explicit Queries(Function &function) : builder_(builtins::beginBody(function)) {}
  IRBuilder<> &builder() { return builder_; }
  Value *read(spv::BuiltIn variable) {
    return callPrimitive(builder_, "subgroup." + Twine(number(variable)), builder_.getInt32Ty());
  }
  /// The number of work-items of the work-group.
  Value *items() {
    Value *items = builder_.getInt32(1);
    for (unsigned dimension = 0; dimension < 3; ++dimension)
      items = builder_.CreateMul(
          items, callPrimitive(builder_, "local_size." + Twine(dimension), builder_.getInt32Ty()));
    return items;
  }
  void finish(Function &function, Value *result) {
    builder_.CreateRet(builder_.CreateZExtOrTrunc(result, function.getReturnType()));
  }

private:
  IRBuilder<> builder_;
};

/// Defines the size of the own sub-group. Vulkan tells the largest one, and the last sub-group of a
/// work-group may be smaller.
void defineSize(Function &function) {
  Queries query(function);
  IRBuilder<> &builder = query.builder();
  Value *items = query.items();
  Value *largest = query.read(spv::BuiltIn::SubgroupSize);
  Value *before = builder.CreateMul(query.read(spv::BuiltIn::SubgroupId), largest);
  query.finish(function, builder.CreateBinaryIntrinsic(Intrinsic::umin, largest,
                                                       builder.CreateSub(items, before)));
}

/// Defines the number of sub-groups of the work-group. lavapipe's own does not count a last one
/// that is smaller.
void defineCount(Function &function) {
  Queries query(function);
  IRBuilder<> &builder = query.builder();
  Value *largest = query.read(spv::BuiltIn::SubgroupSize);
  Value *last = builder.CreateSub(builder.CreateAdd(query.items(), largest), builder.getInt32(1));
  query.finish(function, builder.CreateUDiv(last, largest));
}

void defineSubGroupFunction(Function &function) {
  StringRef name = builtins::baseName(function.getName());
  if (name == "get_sub_group_size") {
    defineSize(function);
    return;
  }
  if (name == "get_num_sub_groups" || name == "get_enqueued_num_sub_groups") {
    defineCount(function);
    return;
  }
  if (auto variable = builtInFor(name)) {
    IRBuilder<> builder = builtins::beginBody(function);
    Value *value =
        callPrimitive(builder, "subgroup." + Twine(number(*variable)), builder.getInt32Ty());
    builder.CreateRet(builder.CreateZExtOrTrunc(value, function.getReturnType()));
    return;
  }
  if (!name.consume_front("sub_group_"))
    return;
  if (name == "barrier") {
    IRBuilder<> builder = builtins::beginBody(function);
    function.addFnAttr(Attribute::Convergent);
    callPrimitive(builder, "subgroup_barrier", builder.getVoidTy(), {}, Effect::Memory);
    builder.CreateRetVoid();
    return;
  }
  if (auto vote = voteFor(name)) {
    defineVote(function, *vote);
    return;
  }
  if (auto op = broadcastOrShuffleFor(name)) {
    defineCall(function, "group_op." + Twine(number(*op)) + ".-");
    return;
  }
  if (function.getReturnType()->isVectorTy())
    return;
  const bool isUnsigned = builtins::valueType(function.getName()).isUnsigned();
  if (auto arithmetic = arithmeticFor(name, function.getReturnType(), isUnsigned))
    defineCall(function,
               "group_op." + Twine(number(arithmetic->op)) + "." +
                   Twine(number(arithmetic->operation)),
               isUnsigned, name.ends_with("min") || name.ends_with("max"));
}

} // namespace

PreservedAnalyses SubGroupsPass::run(Module &module, ModuleAnalysisManager &) {
  for (Function &function : make_early_inc_range(module))
    if (function.isDeclaration() && !function.isIntrinsic() && !function.use_empty())
      defineSubGroupFunction(function);
  return PreservedAnalyses::none();
}

} // namespace ursa::vulkan
