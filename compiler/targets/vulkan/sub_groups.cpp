// See sub_groups.h.
#include "compiler/targets/vulkan/sub_groups.h"

#include "compiler/targets/common/opencl_names.h"
#include "compiler/targets/vulkan/builtin_body.h"
#include "compiler/targets/vulkan/primitives.h"

#include "llvm/ADT/StringSwitch.h"

#include <spirv/unified1/spirv.hpp11>

using namespace llvm;

namespace ursa::vulkan {
namespace {

template <typename T> unsigned number(T enumerator) { return static_cast<unsigned>(enumerator); }

/// Built-in variable for a question about the sub-group.
std::optional<spv::BuiltIn> variableFor(StringRef name) {
  return StringSwitch<std::optional<spv::BuiltIn>>(name)
      .Cases({"get_sub_group_size", "get_max_sub_group_size"}, spv::BuiltIn::SubgroupSize)
      .Cases({"get_num_sub_groups", "get_enqueued_num_sub_groups"}, spv::BuiltIn::NumSubgroups)
      .Case("get_sub_group_id", spv::BuiltIn::SubgroupId)
      .Case("get_sub_group_local_id", spv::BuiltIn::SubgroupLocalInvocationId)
      .Default(std::nullopt);
}

/// Instruction without a group operation.
std::optional<spv::Op> plainFor(StringRef name) {
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

/// "reduce_add", "scan_exclusive_max", with or without "non_uniform_" before.
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
  const auto choose = [&](spv::Op real, spv::Op plain, spv::Op natural) {
    return isFloat ? real : isUnsigned ? natural : plain;
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

void defineCall(Function &function, const Twine &name, bool isVote) {
  IRBuilder<> builder = beginBody(function);
  function.addFnAttr(Attribute::Convergent);
  SmallVector<Value *, 2> arguments;
  for (Argument &argument : function.args())
    arguments.push_back(&argument);
  Type *type = function.getReturnType();
  if (isVote) { // whether all or any are not zero
    arguments.front() = builder.CreateIsNotNull(arguments.front());
    type = builder.getInt1Ty();
  } else if (arguments.size() > 1) {
    arguments[1] = builder.CreateZExtOrTrunc(arguments[1], builder.getInt32Ty());
  }
  Value *result =
      callPrimitive(builder, name + "." + typeName(type), type, arguments, Effect::Convergent);
  builder.CreateRet(isVote ? builder.CreateZExt(result, function.getReturnType()) : result);
}

void define(Function &function) {
  StringRef name = openclBaseName(function.getName());
  if (auto variable = variableFor(name)) {
    IRBuilder<> builder = beginBody(function);
    Value *value =
        callPrimitive(builder, "subgroup." + Twine(number(*variable)), builder.getInt32Ty());
    builder.CreateRet(builder.CreateZExtOrTrunc(value, function.getReturnType()));
    return;
  }
  if (!name.consume_front("sub_group_"))
    return;
  if (name == "barrier") {
    IRBuilder<> builder = beginBody(function);
    function.addFnAttr(Attribute::Convergent);
    callPrimitive(builder, "subgroup_barrier", builder.getVoidTy(), {}, Effect::Memory);
    builder.CreateRetVoid();
    return;
  }
  if (name == "all" || name == "any") {
    const auto op = name == "all" ? spv::Op::OpGroupNonUniformAll : spv::Op::OpGroupNonUniformAny;
    defineCall(function, "group_op." + Twine(number(op)) + ".-", true);
    return;
  }
  if (function.getReturnType()->isVectorTy())
    return;
  if (auto op = plainFor(name)) {
    defineCall(function, "group_op." + Twine(number(*op)) + ".-", false);
    return;
  }
  const bool isUnsigned = StringRef(openclSignature(function.getName())).contains("unsigned ");
  if (auto arithmetic = arithmeticFor(name, function.getReturnType(), isUnsigned))
    defineCall(function,
               "group_op." + Twine(number(arithmetic->op)) + "." +
                   Twine(number(arithmetic->operation)),
               false);
}

} // namespace

PreservedAnalyses SubGroupsPass::run(Module &module, ModuleAnalysisManager &) {
  for (Function &function : make_early_inc_range(module))
    if (function.isDeclaration() && !function.isIntrinsic() && !function.use_empty())
      define(function);
  return PreservedAnalyses::none();
}

} // namespace ursa::vulkan
