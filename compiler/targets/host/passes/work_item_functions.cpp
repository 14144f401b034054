#include "compiler/targets/host/passes/work_item_functions.h"

#include "compiler/builtins/atomics.h"
#include "compiler/builtins/definitions.h"
#include "format/host/kernel_info.h"

#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/MDBuilder.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace ursa::compiler::host {
namespace {

using builtins::Query;
using format::host::LaunchSizes;

// Describes a function that the module does not define; else nothing.
builtins::Builtin describeDeclared(const Function &function) {
  return function.isDeclaration() ? builtins::describe(function.getName()) : builtins::Builtin();
}

class Lowering {
public:
  Lowering(Function &function, const WorkItem &item) : function_(function), item_(item) {}

  Result<void> lower(CallInst &call, Query query) {
    const bool hasDimension = builtins::hasDimension(query);
    if (!call.getType()->isIntegerTy() ||
        (hasDimension &&
         (call.arg_size() != 1 || !call.getArgOperand(0)->getType()->isIntegerTy())))
      return badCall(call);
    IRBuilder<> builder(&call);
    Value *value =
        hasDimension ? byDimension(builder, query, call.getArgOperand(0)) : valueOf(builder, query);
    call.replaceAllUsesWith(builder.CreateZExtOrTrunc(value, call.getType()));
    call.eraseFromParent();
    return {};
  }

  static Result<void> lower(CallInst &call, const builtins::Fence &fence) {
    if ((!fence.order && call.arg_size() != 3) || !call.use_empty())
      return badCall(call);
    const auto order = fence.order ? *fence.order : builtins::orderOf(call.getArgOperand(1));
    if (order != AtomicOrdering::Monotonic)
      IRBuilder<>(&call).CreateFence(order);
    call.eraseFromParent();
    return {};
  }

  /// Checks a call that stays: what lowers it later relies on its types.
  static Result<void> check(const CallInst &call, const builtins::GroupFunction &group) {
    return group.scope != builtins::Scope::SubGroup || isWellFormed(call, group) ? Result<void>()
                                                                                 : badCall(call);
  }

private:
  static bool isWellFormed(const CallInst &call, const builtins::GroupFunction &group) {
    using builtins::GroupFunction;
    const bool isVote = group.kind == GroupFunction::All || group.kind == GroupFunction::Any;
    if (group.kind == GroupFunction::Elect)
      return call.arg_size() == 0 && call.getType()->isIntegerTy();
    const bool hasLane = group.kind >= GroupFunction::Broadcast &&
                         group.kind <= GroupFunction::ShuffleDown &&
                         group.kind != GroupFunction::BroadcastFirst;
    if (call.arg_size() != (hasLane ? 2 : 1) ||
        (hasLane && !call.getArgOperand(1)->getType()->isIntegerTy()))
      return false;
    Type *type = call.getArgOperand(0)->getType();
    if (isVote)
      return type->isIntegerTy() && call.getType()->isIntegerTy();
    const bool isCombined = group.kind >= GroupFunction::Reduce;
    const bool isFloat = isCombined && type->isFloatingPointTy() &&
                         group.operation >= GroupFunction::Add &&
                         group.operation <= GroupFunction::Max;
    const Type *scalar = type->getScalarType();
    return type == call.getType() &&
           (isCombined ? isFloat || type->isIntegerTy()
                       : !type->isScalableTy() && (scalar->isIntegerTy() || scalar->isPointerTy() ||
                                                   scalar->isFloatingPointTy()));
  }
  static Error badCall(const CallInst &call) {
    return makeError(UR_RESULT_ERROR_INVALID_BINARY,
                     "A call of '{}' does not have the signature of OpenCL C.",
                     call.getCalledOperand()->getName().str());
  }

  // Returns a member of LaunchSizes, read once at the function's entry: it is constant during a
  // launch.
  Value *field(size_t offset) {
    Value *&value = fields_[offset / sizeof(uint64_t)];
    if (!value) {
      IRBuilder<> builder(&*function_.getEntryBlock().getFirstNonPHIOrDbgOrAlloca());
      LoadInst *load =
          builder.CreateLoad(builder.getInt64Ty(),
                             builder.CreateConstGEP1_64(builder.getInt8Ty(), item_.sizes, offset));
      load->setMetadata(LLVMContext::MD_invariant_load, MDNode::get(builder.getContext(), {}));
      value = load;
    }
    return value;
  }

  Value *valueOf(Query query, unsigned dimension) {
    const size_t index = dimension * sizeof(uint64_t);
    switch (query) {
    case Query::GlobalId:
      return item_.globalId[dimension];
    case Query::LocalId:
      return item_.localId[dimension];
    case Query::GroupId:
      return item_.groupId[dimension];
    case Query::LocalSize:
      return item_.groupSize[dimension];
    case Query::GlobalSize:
      return field(offsetof(LaunchSizes, globalSize) + index);
    case Query::EnqueuedLocalSize:
      return field(offsetof(LaunchSizes, localSize) + index);
    case Query::NumGroups:
      return field(offsetof(LaunchSizes, groupCount) + index);
    default:
      return field(offsetof(LaunchSizes, globalOffset) + index);
    }
  }

  Value *byDimension(IRBuilder<> &builder, Query query, Value *dimension) {
    const auto *literal = dyn_cast<ConstantInt>(dimension);
    if (!literal)
      return builtins::selectDimension(builder, query, dimension,
                                       [&](unsigned d) { return valueOf(query, d); });
    return literal->getValue().ult(3)
               ? valueOf(query, static_cast<unsigned>(literal->getZExtValue()))
               : builder.getInt64(builtins::valueBeyondDimensions(query));
  }

  // Returns the value of a query without a dimension.
  Value *valueOf(IRBuilder<> &builder, Query query) {
    Value *most = builder.getInt64(item_.subGroupSize);
    if (Value *given = givenValue(query))
      return given;
    switch (query) {
    case Query::WorkDim:
      return field(offsetof(LaunchSizes, workDim));
    case Query::GlobalLinearId:
      return builtins::linearId(
          builder,
          [&](unsigned d) {
            return builder.CreateSub(item_.globalId[d], valueOf(Query::GlobalOffset, d));
          },
          [&](unsigned d) { return valueOf(Query::GlobalSize, d); });
    case Query::LocalLinearId:
      return localLinearId(builder);
    case Query::NumSubGroups:
      return subGroupCount(builder, Query::LocalSize);
    case Query::EnqueuedNumSubGroups:
      return subGroupCount(builder, Query::EnqueuedLocalSize);
    case Query::SubGroupId:
      return builder.CreateUDiv(localLinearId(builder), most);
    case Query::SubGroupLocalId:
      return builder.CreateURem(localLinearId(builder), most);
    case Query::SubGroupSize: { // the last one may be smaller
      Value *local = localLinearId(builder);
      Value *begin = builder.CreateSub(local, builder.CreateURem(local, most));
      return builder.CreateBinaryIntrinsic(
          Intrinsic::umin, most, builder.CreateSub(itemCount(builder, Query::LocalSize), begin));
    }
    default:
      return most;
    }
  }

  // Returns the parameter that holds the value; null if there is none.
  Value *givenValue(Query query) const {
    switch (query) {
    case Query::SubGroupId:
      return item_.subGroupId;
    case Query::SubGroupLocalId:
      return item_.subGroupLane;
    case Query::SubGroupSize:
      return item_.subGroupItems;
    default:
      return nullptr;
    }
  }

  Value *localLinearId(IRBuilder<> &builder) {
    return builtins::linearId(
        builder, [&](unsigned d) { return item_.localId[d]; },
        [&](unsigned d) { return item_.groupSize[d]; });
  }

  // Returns the number of work-items of a group, or of its sub-groups.
  Value *itemCount(IRBuilder<> &builder, Query sizes) {
    return builder.CreateMul(builder.CreateMul(valueOf(sizes, 0), valueOf(sizes, 1)),
                             valueOf(sizes, 2));
  }
  Value *subGroupCount(IRBuilder<> &builder, Query sizes) {
    return builder.CreateUDiv(
        builder.CreateAdd(itemCount(builder, sizes), builder.getInt64(item_.subGroupSize - 1)),
        builder.getInt64(item_.subGroupSize));
  }

  Function &function_;
  const WorkItem &item_;
  Value *fields_[sizeof(LaunchSizes) / sizeof(uint64_t)] = {};
};

} // namespace

bool isWorkItemFunction(const Function &function) {
  const builtins::Builtin builtin = describeDeclared(function);
  return std::holds_alternative<builtins::WorkItemQuery>(builtin) ||
         std::holds_alternative<builtins::Fence>(builtin);
}

bool isBarrier(const Function &function) {
  const builtins::Builtin builtin = describeDeclared(function);
  const auto *barrier = std::get_if<builtins::Barrier>(&builtin);
  return barrier && barrier->scope == builtins::Scope::WorkGroup;
}

bool callsBarrier(const Function &function) {
  for (const Instruction &instruction : instructions(function))
    if (const auto *call = dyn_cast<CallInst>(&instruction))
      if (const Function *callee = call->getCalledFunction(); callee && isBarrier(*callee))
        return true;
  return false;
}

bool isSubGroupOperation(const Function &function) {
  const builtins::Builtin builtin = describeDeclared(function);
  const auto *barrier = std::get_if<builtins::Barrier>(&builtin);
  const auto *group = std::get_if<builtins::GroupFunction>(&builtin);
  return (barrier && barrier->scope == builtins::Scope::SubGroup) ||
         (group && group->scope == builtins::Scope::SubGroup);
}

bool callsSubGroupOperation(const Function &function) {
  for (const Instruction &instruction : instructions(function))
    if (const auto *call = dyn_cast<CallInst>(&instruction))
      if (const Function *callee = call->getCalledFunction();
          callee && isSubGroupOperation(*callee))
        return true;
  return false;
}

Result<void> lowerWorkItemFunctions(Function &function, const WorkItem &item) {
  std::vector<std::pair<CallInst *, builtins::Builtin>> calls;
  for (Instruction &instruction : instructions(function))
    if (auto *call = dyn_cast<CallInst>(&instruction))
      if (const Function *callee = call->getCalledFunction())
        calls.emplace_back(call, describeDeclared(*callee));
  Lowering lowering(function, item);
  for (const auto &[call, builtin] : calls) {
    if (const auto *query = std::get_if<builtins::WorkItemQuery>(&builtin))
      URSA_CHECK(lowering.lower(*call, query->query));
    else if (const auto *fence = std::get_if<builtins::Fence>(&builtin))
      URSA_CHECK(lowering.lower(*call, *fence));
    else if (const auto *group = std::get_if<builtins::GroupFunction>(&builtin))
      URSA_CHECK(lowering.check(*call, *group));
  }
  return {};
}

} // namespace ursa::compiler::host
