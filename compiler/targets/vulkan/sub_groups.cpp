// See sub_groups.h.
#include "compiler/targets/vulkan/sub_groups.h"

#include "compiler/builtins/definitions.h"
#include "compiler/targets/vulkan/primitives.h"

#include <spirv/unified1/spirv.hpp11>

using namespace llvm;

namespace ursa::compiler::vulkan {
namespace {

using builtins::GroupFunction;
using builtins::Query;

template <typename T> unsigned number(T enumerator) { return static_cast<unsigned>(enumerator); }

/// Returns the instruction of a function without a group operation.
std::optional<spv::Op> broadcastOrShuffleFor(GroupFunction::Kind kind) {
  switch (kind) {
  case GroupFunction::Broadcast:
    return spv::Op::OpGroupNonUniformBroadcast;
  case GroupFunction::BroadcastFirst:
    return spv::Op::OpGroupNonUniformBroadcastFirst;
  case GroupFunction::Shuffle:
    return spv::Op::OpGroupNonUniformShuffle;
  case GroupFunction::ShuffleXor:
    return spv::Op::OpGroupNonUniformShuffleXor;
  case GroupFunction::ShuffleUp:
    return spv::Op::OpGroupNonUniformShuffleUp;
  case GroupFunction::ShuffleDown:
    return spv::Op::OpGroupNonUniformShuffleDown;
  default:
    return std::nullopt;
  }
}

/// Returns the instruction of a reduction or scan of values of a type.
std::optional<spv::Op> arithmeticFor(const GroupFunction &group, const Type *type) {
  const bool isFloat = type->isFloatingPointTy();
  const bool isUnsigned = group.value.isUnsigned();
  switch (group.operation) {
  case GroupFunction::Add:
    return isFloat ? spv::Op::OpGroupNonUniformFAdd : spv::Op::OpGroupNonUniformIAdd;
  case GroupFunction::Mul:
    return isFloat ? spv::Op::OpGroupNonUniformFMul : spv::Op::OpGroupNonUniformIMul;
  case GroupFunction::Min:
    return isFloat      ? spv::Op::OpGroupNonUniformFMin
           : isUnsigned ? spv::Op::OpGroupNonUniformUMin
                        : spv::Op::OpGroupNonUniformSMin;
  case GroupFunction::Max:
    return isFloat      ? spv::Op::OpGroupNonUniformFMax
           : isUnsigned ? spv::Op::OpGroupNonUniformUMax
                        : spv::Op::OpGroupNonUniformSMax;
  case GroupFunction::And:
    return spv::Op::OpGroupNonUniformBitwiseAnd;
  case GroupFunction::Or:
    return spv::Op::OpGroupNonUniformBitwiseOr;
  case GroupFunction::Xor:
    return spv::Op::OpGroupNonUniformBitwiseXor;
  default:
    return std::nullopt;
  }
}

/// Returns the group operation of a reduction or scan.
spv::GroupOperation operationOf(GroupFunction::Kind kind) {
  return kind == GroupFunction::Reduce          ? spv::GroupOperation::Reduce
         : kind == GroupFunction::ScanInclusive ? spv::GroupOperation::InclusiveScan
                                                : spv::GroupOperation::ExclusiveScan;
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
  IRBuilder<> builder = builtins::beginBody(function, /*isConvergent=*/true);
  SmallVector<Value *, 2> arguments;
  for (Argument &argument : function.args())
    if (argument.getArgNo() < 2) // the third names who takes part, which drivers know
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
  IRBuilder<> builder = builtins::beginBody(function, /*isConvergent=*/true);
  SmallVector<Value *, 1> arguments;
  if (function.arg_size())
    arguments.push_back(builder.CreateIsNotNull(function.getArg(0)));
  Value *result = callPrimitive(builder, "group_op." + Twine(number(op)) + ".-.i1",
                                builder.getInt1Ty(), arguments, Effect::Convergent);
  builder.CreateRet(builder.CreateZExt(result, function.getReturnType()));
}

/// Reads a built-in variable.
Value *read(IRBuilder<> &builder, spv::BuiltIn variable) {
  return callPrimitive(builder, "subgroup." + Twine(number(variable)), builder.getInt32Ty());
}

/// Creates the number of work-items of the work-group.
Value *groupItems(IRBuilder<> &builder) {
  Value *items = builder.getInt32(1);
  for (unsigned dimension = 0; dimension < 3; ++dimension)
    items = builder.CreateMul(
        items, callPrimitive(builder, "local_size." + Twine(dimension), builder.getInt32Ty()));
  return items;
}

/// Creates the value of a query. Vulkan tells the size of the largest sub-group, and lavapipe's
/// number of sub-groups does not count a last one that is smaller.
Value *subGroupValue(IRBuilder<> &builder, Query query) {
  switch (query) {
  case Query::SubGroupId:
    return read(builder, spv::BuiltIn::SubgroupId);
  case Query::SubGroupLocalId:
    return read(builder, spv::BuiltIn::SubgroupLocalInvocationId);
  case Query::MaxSubGroupSize:
    return read(builder, spv::BuiltIn::SubgroupSize);
  case Query::SubGroupSize: {
    Value *items = groupItems(builder);
    Value *largest = read(builder, spv::BuiltIn::SubgroupSize);
    Value *before = builder.CreateMul(read(builder, spv::BuiltIn::SubgroupId), largest);
    return builder.CreateBinaryIntrinsic(Intrinsic::umin, largest,
                                         builder.CreateSub(items, before));
  }
  default: {
    Value *largest = read(builder, spv::BuiltIn::SubgroupSize);
    Value *last =
        builder.CreateSub(builder.CreateAdd(groupItems(builder), largest), builder.getInt32(1));
    return builder.CreateUDiv(last, largest);
  }
  }
}

void defineGroupFunction(Function &function, const GroupFunction &group) {
  if (group.scope != builtins::Scope::SubGroup)
    return;
  if (group.kind == GroupFunction::All)
    return defineVote(function, spv::Op::OpGroupNonUniformAll);
  if (group.kind == GroupFunction::Any)
    return defineVote(function, spv::Op::OpGroupNonUniformAny);
  if (group.kind == GroupFunction::Elect)
    return defineVote(function, spv::Op::OpGroupNonUniformElect);
  if (auto op = broadcastOrShuffleFor(group.kind))
    return defineCall(function, "group_op." + Twine(number(*op)) + ".-");
  if (auto op = arithmeticFor(group, function.getReturnType());
      op && !function.getReturnType()->isVectorTy())
    defineCall(function,
               "group_op." + Twine(number(*op)) + "." + Twine(number(operationOf(group.kind))),
               group.value.isUnsigned(),
               group.operation == GroupFunction::Min || group.operation == GroupFunction::Max);
}

} // namespace

PreservedAnalyses SubGroupsPass::run(Module &module, ModuleAnalysisManager &) {
  for (Function *function : builtins::usedDeclarations(module)) {
    const builtins::Builtin builtin = builtins::describe(function->getName());
    const auto *item = std::get_if<builtins::WorkItemQuery>(&builtin);
    const auto *barrier = std::get_if<builtins::Barrier>(&builtin);
    if (item && builtins::isOfSubGroup(item->query)) {
      IRBuilder<> builder = builtins::beginBody(*function);
      builder.CreateRet(builder.CreateZExtOrTrunc(subGroupValue(builder, item->query),
                                                  function->getReturnType()));
    } else if (barrier && barrier->scope == builtins::Scope::SubGroup) {
      IRBuilder<> builder = builtins::beginBody(*function, /*isConvergent=*/true);
      callPrimitive(builder, "subgroup_barrier", builder.getVoidTy(), {}, Effect::Memory);
      builder.CreateRetVoid();
    } else if (const auto *group = std::get_if<GroupFunction>(&builtin)) {
      defineGroupFunction(*function, *group);
    }
  }
  return PreservedAnalyses::none();
}

} // namespace ursa::compiler::vulkan
