// See work_items.h.
#include "compiler/targets/vulkan/work_items.h"

#include "compiler/builtins/names.h"
#include "compiler/targets/vulkan/builtin_body.h"
#include "compiler/targets/vulkan/primitives.h"
#include "format/vulkan_module.h"

#include "llvm/ADT/StringSwitch.h"
#include "llvm/IR/IntrinsicsSPIRV.h"

using namespace llvm;

namespace ursa::vulkan {
namespace {

/// Work-item functions with one value for each dimension.
enum class Query {
  None,
  GlobalId,
  LocalId,
  GroupId,
  GlobalSize,
  LocalSize,
  EnqueuedLocalSize,
  NumGroups,
  GlobalOffset
};

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

/// Creates the value of a query. LocalSize is the size of this group: the last group of the launch
/// may be smaller than EnqueuedLocalSize.
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
  case Query::GlobalOffset:
    return wide(readOffset(builder, dimension));
  case Query::None:
    break;
  }
  return nullptr;
}

Query queryFor(StringRef name) {
  return StringSwitch<Query>(name)
      .Case("get_global_id", Query::GlobalId)
      .Case("get_local_id", Query::LocalId)
      .Case("get_group_id", Query::GroupId)
      .Case("get_global_size", Query::GlobalSize)
      .Case("get_local_size", Query::LocalSize)
      .Case("get_enqueued_local_size", Query::EnqueuedLocalSize)
      .Case("get_num_groups", Query::NumGroups)
      .Case("get_global_offset", Query::GlobalOffset)
      .Default(Query::None);
}

Query queryFor(Intrinsic::ID intrinsic) {
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
    return Query::None;
  }
}

/// Defines a work-item function by selects, which fold if the dimension is constant.
void defineByDimension(Function &function, Query query) {
  const bool isSize = query == Query::GlobalSize || query == Query::LocalSize ||
                      query == Query::EnqueuedLocalSize || query == Query::NumGroups;
  IRBuilder<> builder = beginBody(function);
  Value *result = builder.getInt64(isSize ? 1 : 0);
  for (unsigned i = 3; i-- > 0;)
    result = builder.CreateSelect(
        builder.CreateICmpEQ(function.getArg(0),
                             ConstantInt::get(function.getArg(0)->getType(), i)),
        valueOf(builder, query, i), result);
  builder.CreateRet(builder.CreateZExtOrTrunc(result, function.getReturnType()));
}

void defineLinearId(Function &function, bool isLocal) {
  IRBuilder<> builder = beginBody(function);
  auto id = [&](unsigned dimension) {
    Value *value = valueOf(builder, isLocal ? Query::LocalId : Query::GlobalId, dimension);
    return isLocal ? value
                   : builder.CreateSub(value, valueOf(builder, Query::GlobalOffset, dimension));
  };
  auto size = [&](unsigned dimension) {
    return valueOf(builder, isLocal ? Query::LocalSize : Query::GlobalSize, dimension);
  };
  Value *result = builder.CreateAdd(builder.CreateMul(id(2), size(1)), id(1));
  result = builder.CreateAdd(builder.CreateMul(result, size(0)), id(0));
  builder.CreateRet(builder.CreateZExtOrTrunc(result, function.getReturnType()));
}

bool defineWorkItemFunction(Function &function) {
  const StringRef name = builtins::baseName(function.getName());
  if (Query query = queryFor(name); query != Query::None) {
    defineByDimension(function, query);
    return true;
  }
  if (name == "get_work_dim") {
    IRBuilder<> builder = beginBody(function);
    builder.CreateRet(readPushConstant32(builder, format::vulkan::kPushWorkDim));
  } else if (name == "get_global_linear_id" || name == "get_local_linear_id") {
    defineLinearId(function, name == "get_local_linear_id");
  } else if (name == "barrier" || name == "work_group_barrier") {
    IRBuilder<> builder = beginBody(function);
    function.addFnAttr(Attribute::Convergent);
    callBarrier(builder, function.getArg(0));
    builder.CreateRetVoid();
  } else if (name == "mem_fence" || name == "read_mem_fence" || name == "write_mem_fence" ||
             name == "atomic_work_item_fence") {
    IRBuilder<> builder = beginBody(function);
    builder.CreateFence(AtomicOrdering::AcquireRelease);
    builder.CreateRetVoid();
  } else {
    return false;
  }
  return true;
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
  for (Function &function : make_early_inc_range(module)) {
    if (!function.isDeclaration() || function.use_empty())
      continue;
    if (Query query = queryFor(function.getIntrinsicID()); query != Query::None)
      replaceWorkItemIntrinsic(function, query);
    else if (builtins::baseName(function.getName()).starts_with("__spirv_SpecConstant"))
      replaceSpecConstants(function);
    else if (!function.isIntrinsic())
      defineWorkItemFunction(function);
  }
  return PreservedAnalyses::none();
}

} // namespace ursa::vulkan
