// See work_items.h.
#include "compiler/targets/nvptx/work_items.h"

#include "compiler/builtins/definitions.h"
#include "compiler/targets/nvptx/global_offset.h"
#include "compiler/targets/nvptx/registers.h"

#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/IntrinsicsNVPTX.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace ursa::compiler::nvptx {
namespace {

using builtins::Query;

/// Creates the body of a function of a dimension. @p readDimension returns its value for one of the
/// three.
void defineByDimension(Function &function, Query query,
                       function_ref<Value *(IRBuilder<> &, unsigned)> readDimension) {
  LLVMContext &context = function.getContext();
  IRBuilder<> builder = builtins::beginBody(function);
  auto *beyond = BasicBlock::Create(context, "beyond", &function);
  SwitchInst *dimensions = builder.CreateSwitch(function.getArg(0), beyond, kDimensions);
  for (unsigned i = 0; i < kDimensions; ++i) {
    auto *block = BasicBlock::Create(context, "dimension", &function);
    dimensions->addCase(builder.getInt32(i), block);
    builder.SetInsertPoint(block);
    builder.CreateRet(builder.CreateZExt(readDimension(builder, i), function.getReturnType()));
  }
  builder.SetInsertPoint(beyond);
  builder.CreateRet(
      ConstantInt::get(function.getReturnType(), builtins::valueBeyondDimensions(query)));
}

void defineByRegisters(Function &function, Query query, const Registers &registers) {
  defineByDimension(function, query, [&](IRBuilder<> &builder, unsigned i) -> Value * {
    return builder.CreateIntrinsic(registers[i], {});
  });
}

void defineOffset(Function &function) {
  Module &module = *function.getParent();
  defineByDimension(
      function, Query::GlobalOffset, [&](IRBuilder<> &builder, unsigned i) -> Value * {
        auto source = module.getOrInsertFunction(kImplicitOffsetFunction, builder.getPtrTy());
        Value *offsets = builder.CreateCall(source);
        return builder.CreateLoad(builder.getInt32Ty(), builder.CreateConstInBoundsGEP1_32(
                                                            builder.getInt32Ty(), offsets, i));
      });
}

/// Reads one of the three registers as 64 bits.
Value *readRegister(IRBuilder<> &builder, const Registers &registers, unsigned i) {
  return builder.CreateZExt(builder.CreateIntrinsic(registers[i], {}), builder.getInt64Ty());
}

void defineLocalLinearId(Function &function) {
  IRBuilder<> builder = builtins::beginBody(function);
  builder.CreateRet(builtins::linearId(
      builder, [&](unsigned i) { return readRegister(builder, kLocalId, i); },
      [&](unsigned i) { return readRegister(builder, kLocalSize, i); }));
}

void defineGlobalLinearId(Function &function) {
  IRBuilder<> builder = builtins::beginBody(function);
  builder.CreateRet(builtins::linearId(
      builder,
      [&](unsigned i) {
        Value *before = builder.CreateMul(readRegister(builder, kGroupInGrid, i),
                                          readRegister(builder, kLocalSize, i));
        return builder.CreateAdd(before, readRegister(builder, kLocalId, i));
      },
      [&](unsigned i) {
        return builder.CreateMul(readRegister(builder, kGroupsPerGrid, i),
                                 readRegister(builder, kLocalSize, i));
      }));
}

/// Defines get_work_dim. A launch always has three dimensions on the device: trailing dimensions of
/// size 1 do not count.
void defineWorkDimension(Function &function) {
  IRBuilder<> builder = builtins::beginBody(function);
  Value *result = builder.getInt32(1);
  for (unsigned i : {1U, 2U}) {
    Value *size = builder.CreateMul(readRegister(builder, kGroupsPerGrid, i),
                                    readRegister(builder, kLocalSize, i));
    result = builder.CreateSelect(builder.CreateICmpUGT(size, builder.getInt64(1)),
                                  builder.getInt32(i + 1), result);
  }
  builder.CreateRet(result);
}

/// Defines work_group_all or work_group_any: a barrier whose work-items bring a truth value.
void defineVote(Function &function, Intrinsic::ID barrier) {
  IRBuilder<> builder = builtins::beginBody(function, /*isConvergent=*/true);
  Value *isSet = builder.CreateIsNotNull(function.getArg(0));
  Value *result = builder.CreateIntrinsic(barrier, {builder.getInt32(0), isSet});
  builder.CreateRet(builder.CreateZExt(result, function.getReturnType()));
}

bool isVote(const Function &function, const builtins::GroupFunction &group) {
  using Kind = builtins::GroupFunction;
  return group.scope == builtins::Scope::WorkGroup && !group.isNonUniform &&
         (group.kind == Kind::All || group.kind == Kind::Any) && function.arg_size() == 1 &&
         function.getArg(0)->getType()->isIntegerTy() && function.getReturnType()->isIntegerTy();
}

/// The library defines the other queries by these.
void defineQuery(Function &function, Query query) {
  switch (query) {
  case Query::LocalId:
    return defineByRegisters(function, query, kLocalId);
  case Query::LocalSize:
  case Query::EnqueuedLocalSize:
    return defineByRegisters(function, query, kLocalSize);
  case Query::GroupId:
    return defineByRegisters(function, query, kGroupInGrid);
  case Query::NumGroups:
    return defineByRegisters(function, query, kGroupsPerGrid);
  case Query::GlobalOffset:
    return defineOffset(function);
  case Query::LocalLinearId:
    return defineLocalLinearId(function);
  case Query::GlobalLinearId:
    return defineGlobalLinearId(function);
  case Query::WorkDim:
    return defineWorkDimension(function);
  default:
    return;
  }
}

} // namespace

void defineWorkItemFunctions(Module &module) {
  for (Function *function : builtins::usedDeclarations(module)) {
    const builtins::Builtin builtin = builtins::describe(function->getName());
    const auto *barrier = std::get_if<builtins::Barrier>(&builtin);
    const auto *group = std::get_if<builtins::GroupFunction>(&builtin);
    if (const auto *query = std::get_if<builtins::WorkItemQuery>(&builtin)) {
      defineQuery(*function, query->query);
    } else if (barrier && barrier->scope == builtins::Scope::WorkGroup) {
      IRBuilder<> builder = builtins::beginBody(*function, /*isConvergent=*/true);
      builder.CreateIntrinsic(Intrinsic::nvvm_barrier_cta_sync_aligned_all, {builder.getInt32(0)});
      builder.CreateRetVoid();
    } else if (group && isVote(*function, *group)) {
      defineVote(*function, group->kind == builtins::GroupFunction::All
                                ? Intrinsic::nvvm_barrier_cta_red_and_aligned_all
                                : Intrinsic::nvvm_barrier_cta_red_or_aligned_all);
    } else if (std::holds_alternative<builtins::Fence>(builtin)) {
      IRBuilder<> builder = builtins::beginBody(*function);
      builder.CreateIntrinsic(Intrinsic::nvvm_membar_gl, {});
      builder.CreateRetVoid();
    }
  }
}

} // namespace ursa::compiler::nvptx
