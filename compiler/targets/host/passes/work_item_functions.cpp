#include "compiler/targets/host/passes/work_item_functions.h"

#include "compiler/targets/host/runtime/kernel_info.h"

#include <llvm/ADT/StringExtras.h>
#include <llvm/ADT/StringSwitch.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/MDBuilder.h>
#include <llvm/IR/Module.h>

namespace ursa::host {
namespace {

enum class Builtin {
  None,
  GlobalId,
  LocalId,
  GroupId,
  GlobalSize,
  LocalSize,
  EnqueuedLocalSize,
  GroupCount,
  GlobalOffset,
  WorkDim,
  GlobalLinearId,
  LocalLinearId,
  SubGroupSize,
  MaxSubGroupSize,
  SubGroupCount,
  EnqueuedSubGroupCount,
  SubGroupId,
  SubGroupLocalId,
  Fence,
  ReadFence,
  WriteFence,
  WorkItemFence,
  Barrier
};

// "_Z13get_global_idj" and "get_global_id" are the same function.
Builtin builtinOf(const llvm::Function &function) {
  if (!function.isDeclaration())
    return Builtin::None;
  llvm::StringRef name = function.getName();
  if (name.consume_front("_Z")) {
    size_t length = 0;
    if (name.consumeInteger(10, length) || length > name.size())
      return Builtin::None;
    name = name.take_front(length);
  }
  return llvm::StringSwitch<Builtin>(name)
      .Case("get_global_id", Builtin::GlobalId)
      .Case("get_local_id", Builtin::LocalId)
      .Case("get_group_id", Builtin::GroupId)
      .Case("get_global_size", Builtin::GlobalSize)
      .Case("get_local_size", Builtin::LocalSize)
      .Case("get_enqueued_local_size", Builtin::EnqueuedLocalSize)
      .Case("get_num_groups", Builtin::GroupCount)
      .Case("get_global_offset", Builtin::GlobalOffset)
      .Case("get_work_dim", Builtin::WorkDim)
      .Case("get_global_linear_id", Builtin::GlobalLinearId)
      .Case("get_local_linear_id", Builtin::LocalLinearId)
      .Case("get_sub_group_size", Builtin::SubGroupSize)
      .Case("get_max_sub_group_size", Builtin::MaxSubGroupSize)
      .Case("get_num_sub_groups", Builtin::SubGroupCount)
      .Case("get_enqueued_num_sub_groups", Builtin::EnqueuedSubGroupCount)
      .Case("get_sub_group_id", Builtin::SubGroupId)
      .Case("get_sub_group_local_id", Builtin::SubGroupLocalId)
      .Case("mem_fence", Builtin::Fence)
      .Case("read_mem_fence", Builtin::ReadFence)
      .Case("write_mem_fence", Builtin::WriteFence)
      .Case("atomic_work_item_fence", Builtin::WorkItemFence)
      .Cases({"barrier", "work_group_barrier"}, Builtin::Barrier)
      .Default(Builtin::None);
}

// Converts a memory_order, with the numbering of the OpenCL C header.
llvm::AtomicOrdering orderingOf(const llvm::Value *order) {
  const auto *literal = llvm::dyn_cast<llvm::ConstantInt>(order);
  switch (literal ? literal->getZExtValue() : 5) {
  case 0:
    return llvm::AtomicOrdering::NotAtomic;
  case 2:
    return llvm::AtomicOrdering::Acquire;
  case 3:
    return llvm::AtomicOrdering::Release;
  case 4:
    return llvm::AtomicOrdering::AcquireRelease;
  default:
    return llvm::AtomicOrdering::SequentiallyConsistent;
  }
}

class Lowering {
public:
  Lowering(llvm::Function &function, const WorkItem &item) : function_(function), item_(item) {}

  Result<void> lower(llvm::CallInst &call, Builtin builtin) {
    llvm::IRBuilder<> builder(&call);
    llvm::Value *value = nullptr;
    switch (builtin) {
    case Builtin::Fence:
      builder.CreateFence(llvm::AtomicOrdering::AcquireRelease);
      break;
    case Builtin::ReadFence:
      builder.CreateFence(llvm::AtomicOrdering::Acquire);
      break;
    case Builtin::WriteFence:
      builder.CreateFence(llvm::AtomicOrdering::Release);
      break;
    case Builtin::WorkItemFence:
      if (call.arg_size() != 3)
        return badCall(call);
      if (const auto ordering = orderingOf(call.getArgOperand(1));
          ordering != llvm::AtomicOrdering::NotAtomic)
        builder.CreateFence(ordering);
      break;
    case Builtin::WorkDim:
      value = field(offsetof(LaunchSizes, workDim));
      break;
    case Builtin::GlobalLinearId:
      value = linearId(
          builder,
          [&](unsigned d) {
            return builder.CreateSub(item_.globalId[d], size(Builtin::GlobalOffset, d));
          },
          [&](unsigned d) { return size(Builtin::GlobalSize, d); });
      break;
    case Builtin::LocalLinearId:
      value = localLinearId(builder);
      break;
    case Builtin::SubGroupSize:
    case Builtin::MaxSubGroupSize:
    case Builtin::SubGroupCount:
    case Builtin::EnqueuedSubGroupCount:
    case Builtin::SubGroupId:
    case Builtin::SubGroupLocalId:
      value = ofSubGroup(builder, builtin);
      break;
    default:
      if (call.arg_size() != 1 || !call.getArgOperand(0)->getType()->isIntegerTy())
        return badCall(call);
      value = byDimension(builder, builtin, call.getArgOperand(0));
    }
    if (value) {
      if (!call.getType()->isIntegerTy())
        return badCall(call);
      call.replaceAllUsesWith(builder.CreateZExtOrTrunc(value, call.getType()));
    } else if (!call.use_empty()) {
      return badCall(call);
    }
    call.eraseFromParent();
    return {};
  }

private:
  static Error badCall(const llvm::CallInst &call) {
    return makeError(UR_RESULT_ERROR_INVALID_BINARY,
                     "A call of '{}' does not have the signature of OpenCL C.",
                     call.getCalledOperand()->getName().str());
  }

  // Returns a member of LaunchSizes, read once at the function's entry: it is constant during a
  // launch.
  llvm::Value *field(size_t offset) {
    llvm::Value *&value = fields_[offset / sizeof(uint64_t)];
    if (!value) {
      llvm::IRBuilder<> builder(&*function_.getEntryBlock().getFirstNonPHIOrDbgOrAlloca());
      llvm::LoadInst *load =
          builder.CreateLoad(builder.getInt64Ty(),
                             builder.CreateConstGEP1_64(builder.getInt8Ty(), item_.sizes, offset));
      load->setMetadata(llvm::LLVMContext::MD_invariant_load,
                        llvm::MDNode::get(builder.getContext(), {}));
      value = load;
    }
    return value;
  }

  llvm::Value *size(Builtin builtin, unsigned dimension) {
    const size_t index = dimension * sizeof(uint64_t);
    switch (builtin) {
    case Builtin::GlobalId:
      return item_.globalId[dimension];
    case Builtin::LocalId:
      return item_.localId[dimension];
    case Builtin::GroupId:
      return item_.groupId[dimension];
    case Builtin::LocalSize:
      return item_.groupSize[dimension];
    case Builtin::GlobalSize:
      return field(offsetof(LaunchSizes, globalSize) + index);
    case Builtin::EnqueuedLocalSize:
      return field(offsetof(LaunchSizes, localSize) + index);
    case Builtin::GroupCount:
      return field(offsetof(LaunchSizes, groupCount) + index);
    default:
      return field(offsetof(LaunchSizes, globalOffset) + index);
    }
  }

  llvm::Value *byDimension(llvm::IRBuilder<> &builder, Builtin builtin, llvm::Value *dimension) {
    const bool isSize = builtin == Builtin::GlobalSize || builtin == Builtin::LocalSize ||
                        builtin == Builtin::EnqueuedLocalSize || builtin == Builtin::GroupCount;
    llvm::Value *beyond = builder.getInt64(isSize ? 1 : 0);
    if (const auto *literal = llvm::dyn_cast<llvm::ConstantInt>(dimension))
      return literal->getValue().ult(3)
                 ? size(builtin, static_cast<unsigned>(literal->getZExtValue()))
                 : beyond;
    llvm::Value *value = beyond;
    for (unsigned d = 0; d < 3; ++d)
      value = builder.CreateSelect(
          builder.CreateICmpEQ(dimension, llvm::ConstantInt::get(dimension->getType(), d)),
          size(builtin, d), value);
    return value;
  }

  llvm::Value *localLinearId(llvm::IRBuilder<> &builder) {
    return linearId(
        builder, [&](unsigned d) { return item_.localId[d]; },
        [&](unsigned d) { return item_.groupSize[d]; });
  }

  // Returns the number of work-items of a group, or of its sub-groups.
  llvm::Value *itemCount(llvm::IRBuilder<> &builder, Builtin sizes) {
    return builder.CreateMul(builder.CreateMul(size(sizes, 0), size(sizes, 1)), size(sizes, 2));
  }
  llvm::Value *subGroupCount(llvm::IRBuilder<> &builder, Builtin sizes) {
    return builder.CreateUDiv(
        builder.CreateAdd(itemCount(builder, sizes), builder.getInt64(item_.subGroupSize - 1)),
        builder.getInt64(item_.subGroupSize));
  }

  llvm::Value *ofSubGroup(llvm::IRBuilder<> &builder, Builtin builtin) {
    llvm::Value *most = builder.getInt64(item_.subGroupSize);
    switch (builtin) {
    case Builtin::SubGroupCount:
      return subGroupCount(builder, Builtin::LocalSize);
    case Builtin::EnqueuedSubGroupCount:
      return subGroupCount(builder, Builtin::EnqueuedLocalSize);
    case Builtin::SubGroupId:
      return builder.CreateUDiv(localLinearId(builder), most);
    case Builtin::SubGroupLocalId:
      return builder.CreateURem(localLinearId(builder), most);
    case Builtin::SubGroupSize: { // the last one may be smaller
      llvm::Value *local = localLinearId(builder);
      llvm::Value *begin = builder.CreateSub(local, builder.CreateURem(local, most));
      return builder.CreateBinaryIntrinsic(
          llvm::Intrinsic::umin, most,
          builder.CreateSub(itemCount(builder, Builtin::LocalSize), begin));
    }
    default:
      return most;
    }
  }

  template <class Id, class Size>
  llvm::Value *linearId(llvm::IRBuilder<> &builder, Id &&id, Size &&sizeOf) {
    llvm::Value *yz = builder.CreateAdd(builder.CreateMul(id(2), sizeOf(1)), id(1));
    return builder.CreateAdd(builder.CreateMul(yz, sizeOf(0)), id(0));
  }

  llvm::Function &function_;
  const WorkItem &item_;
  llvm::Value *fields_[sizeof(LaunchSizes) / sizeof(uint64_t)] = {};
};

} // namespace

bool isWorkItemFunction(const llvm::Function &function) {
  const Builtin builtin = builtinOf(function);
  return builtin != Builtin::None && builtin != Builtin::Barrier;
}

bool isBarrier(const llvm::Function &function) { return builtinOf(function) == Builtin::Barrier; }

bool callsBarrier(const llvm::Function &function) {
  for (const llvm::Instruction &instruction : llvm::instructions(function))
    if (const auto *call = llvm::dyn_cast<llvm::CallInst>(&instruction))
      if (const llvm::Function *callee = call->getCalledFunction(); callee && isBarrier(*callee))
        return true;
  return false;
}

Result<void> lowerWorkItemFunctions(llvm::Function &function, const WorkItem &item) {
  std::vector<std::pair<llvm::CallInst *, Builtin>> calls;
  for (llvm::Instruction &instruction : llvm::instructions(function))
    if (auto *call = llvm::dyn_cast<llvm::CallInst>(&instruction))
      if (const llvm::Function *callee = call->getCalledFunction();
          callee && isWorkItemFunction(*callee))
        calls.emplace_back(call, builtinOf(*callee));
  Lowering lowering(function, item);
  for (const auto &[call, builtin] : calls)
    URSA_CHECK(lowering.lower(*call, builtin));
  return {};
}

} // namespace ursa::host
