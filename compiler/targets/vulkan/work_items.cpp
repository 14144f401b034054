// See work_items.h.
#include "compiler/targets/vulkan/work_items.h"

#include "compiler/builtins/definitions.h"
#include "compiler/targets/vulkan/primitives.h"
#include "format/vulkan_module.h"

#include "llvm/IR/IntrinsicsSPIRV.h"

using namespace llvm;

namespace ursa::compiler::vulkan {
namespace {

using builtins::Query;

Value *readQuery(IRBuilder<> &builder, const char *name, unsigned dimension) {
  return callPrimitive(builder, Twine(name) + "." + Twine(dimension), builder.getInt32Ty());
}

/// The mask is 0 for launches without an offset: the driver folds this to 0 then, so that a kernel
/// does not read the offset in each work-item.
Value *readOffset(IRBuilder<> &builder, unsigned dimension) {
  Value *mask =
      callSpecConstant(builder, format::vulkan::kSpecOffsetMask, builder.getInt32Ty(), UINT32_MAX);
  return builder.CreateAnd(readPushConstant32(builder, format::vulkan::kPushOffset + 4 * dimension),
                           mask);
}

/// Creates the value of a query with a dimension.
Value *valueOf(IRBuilder<> &builder, Query query, unsigned dimension) {
  Type *type = builder.getInt64Ty();
  auto wide = [&](Value *value) { return builder.CreateZExt(value, type); };
  switch (query) {
  case Query::GlobalId: {
    Value *first = builder.CreateMul(readQuery(builder, "group_id", dimension),
                                     readQuery(builder, "launch_size", dimension));
    Value *id = builder.CreateAdd(first, readQuery(builder, "local_id", dimension));
    return wide(builder.CreateAdd(id, readOffset(builder, dimension))); // at most UINT32_MAX
  }
  case Query::LocalId:
    return wide(readQuery(builder, "local_id", dimension));
  case Query::GroupId:
    return wide(readQuery(builder, "group_id", dimension));
  case Query::GlobalSize:
    return wide(readPushConstant32(builder, format::vulkan::kPushGlobalSize + 4 * dimension));
  case Query::LocalSize:
    return wide(readQuery(builder, "local_size", dimension));
  case Query::EnqueuedLocalSize:
    return wide(readQuery(builder, "launch_size", dimension));
  case Query::NumGroups: {
    Value *size = readPushConstant32(builder, format::vulkan::kPushGlobalSize + 4 * dimension);
    Value *local = readQuery(builder, "launch_size", dimension);
    Value *last = builder.CreateSub(size, builder.getInt32(1));
    return wide(builder.CreateAdd(builder.CreateUDiv(last, local), builder.getInt32(1)));
  }
  default:
    return wide(readOffset(builder, dimension));
  }
}

std::optional<Query> queryFor(Intrinsic::ID intrinsic) {
  switch (intrinsic) {
  case Intrinsic::spv_thread_id:
    return Query::GlobalId;
  case Intrinsic::spv_thread_id_in_group:
    return Query::LocalId;
  case Intrinsic::spv_group_id:
    return Query::GroupId;
  case Intrinsic::spv_global_size:
    return Query::GlobalSize;
  case Intrinsic::spv_workgroup_size:
    return Query::LocalSize;
  case Intrinsic::spv_num_workgroups:
    return Query::NumGroups;
  case Intrinsic::spv_global_offset:
    return Query::GlobalOffset;
  default:
    return std::nullopt;
  }
}

Value *linearIdOf(IRBuilder<> &builder, bool isLocal) {
  auto id = [&](unsigned dimension) {
    Value *value = valueOf(builder, isLocal ? Query::LocalId : Query::GlobalId, dimension);
    return isLocal ? value
                   : builder.CreateSub(value, valueOf(builder, Query::GlobalOffset, dimension));
  };
  auto size = [&](unsigned dimension) {
    return valueOf(builder, isLocal ? Query::LocalSize : Query::GlobalSize, dimension);
  };
  return builtins::linearId(builder, id, size);
}

/// Defines a work-item function; those of sub-groups are defined elsewhere.
void defineQuery(Function &function, Query query) {
  const bool isLinear = query == Query::GlobalLinearId || query == Query::LocalLinearId;
  if (!builtins::hasDimension(query) && !isLinear && query != Query::WorkDim)
    return;
  IRBuilder<> builder = builtins::beginBody(function);
  Value *value =
      isLinear ? linearIdOf(builder, query == Query::LocalLinearId)
      : query == Query::WorkDim
          ? readPushConstant32(builder, format::vulkan::kPushWorkDim)
          : builtins::selectDimension(builder, query, function.getArg(0),
                                      [&](unsigned i) { return valueOf(builder, query, i); });
  builder.CreateRet(builder.CreateZExtOrTrunc(value, function.getReturnType()));
}

/// Replaces reads of specialization constants, whose operands are the id and the default.
void replaceSpecConstants(Function &function) {
  for (User *user : make_early_inc_range(function.users())) {
    auto *call = dyn_cast<CallInst>(user);
    auto *id =
        call && call->arg_size() == 2 ? dyn_cast<ConstantInt>(call->getArgOperand(0)) : nullptr;
    auto *value = id ? dyn_cast<ConstantData>(call->getArgOperand(1)) : nullptr;
    if (!value) {
      function.getContext().emitError("A read of a specialization constant has an id or a default "
                                      "that is not constant.");
      continue;
    }
    std::uint64_t bits = 0;
    if (auto *integer = dyn_cast<ConstantInt>(value))
      bits = integer->getZExtValue();
    else if (auto *number = dyn_cast<ConstantFP>(value))
      bits = number->getValueAPF().bitcastToAPInt().getZExtValue();
    IRBuilder<> builder(call);
    Type *type = call->getType();
    Type *stored = type->isIntegerTy(1) ? builder.getInt8Ty() : type;
    const auto specId = static_cast<unsigned>(id->getZExtValue()) + format::vulkan::kSpecConstants;
    Value *result = callSpecConstant(builder, specId, stored, bits);
    if (stored != type)
      result = builder.CreateTrunc(result, type);
    call->replaceAllUsesWith(result);
    call->eraseFromParent();
  }
}

/// Replaces an intrinsic of C++'s __builtin_spirv_* functions.
void replaceWorkItemIntrinsic(Function &function, Query query) {
  for (User *user : make_early_inc_range(function.users())) {
    auto *call = cast<CallInst>(user);
    IRBuilder<> builder(call);
    const auto dimension =
        static_cast<unsigned>(cast<ConstantInt>(call->getArgOperand(0))->getZExtValue());
    Value *value = builder.CreateZExtOrTrunc(valueOf(builder, query, dimension), call->getType());
    call->replaceAllUsesWith(value);
    call->eraseFromParent();
  }
}

} // namespace

PreservedAnalyses WorkItemsPass::run(Module &module, ModuleAnalysisManager &) {
  for (Function &function : make_early_inc_range(module))
    if (const auto query = queryFor(function.getIntrinsicID()))
      replaceWorkItemIntrinsic(function, *query);
  for (Function *function : builtins::usedDeclarations(module)) {
    const builtins::Builtin builtin = builtins::describe(function->getName());
    const auto *barrier = std::get_if<builtins::Barrier>(&builtin);
    if (const auto *query = std::get_if<builtins::WorkItemQuery>(&builtin)) {
      defineQuery(*function, query->query);
    } else if (barrier && barrier->scope == builtins::Scope::WorkGroup) {
      IRBuilder<> builder = builtins::beginBody(*function, /*isConvergent=*/true);
      callBarrier(builder, function->getArg(0));
      builder.CreateRetVoid();
    } else if (std::holds_alternative<builtins::Fence>(builtin)) {
      IRBuilder<> builder = builtins::beginBody(*function);
      builder.CreateFence(AtomicOrdering::AcquireRelease);
      builder.CreateRetVoid();
    } else if (std::holds_alternative<builtins::SpecConstant>(builtin)) {
      replaceSpecConstants(*function);
    }
  }
  return PreservedAnalyses::none();
}

} // namespace ursa::compiler::vulkan
