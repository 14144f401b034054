// See work_items.h.
#include "compiler/targets/nvptx/work_items.h"

#include "compiler/builtins/names.h"
#include "compiler/targets/nvptx/define_functions.h"
#include "compiler/targets/nvptx/global_offset.h"
#include "compiler/targets/nvptx/registers.h"

#include "llvm/ADT/StringSwitch.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/IntrinsicsNVPTX.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace ursa {
namespace {

/// Creates the body of a function of a dimension. @p readDimension returns its value for one of the
/// three.
void defineByDimension(Function &function, std::uint64_t outOfRange,
                       function_ref<Value *(IRBuilder<> &, unsigned)> readDimension) {
  LLVMContext &context = function.getContext();
  IRBuilder<> builder(BasicBlock::Create(context, "entry", &function));
  auto *outOfRangeBlock = BasicBlock::Create(context, "beyond", &function);
  SwitchInst *dimensions = builder.CreateSwitch(function.getArg(0), outOfRangeBlock, 3);
  for (unsigned i = 0; i < 3; ++i) {
    auto *block = BasicBlock::Create(context, "dimension", &function);
    dimensions->addCase(builder.getInt32(i), block);
    builder.SetInsertPoint(block);
    builder.CreateRet(builder.CreateZExt(readDimension(builder, i), function.getReturnType()));
  }
  builder.SetInsertPoint(outOfRangeBlock);
  builder.CreateRet(ConstantInt::get(function.getReturnType(), outOfRange));
}

void defineByRegisters(Function &function, const Registers &registers, std::uint64_t outOfRange) {
  defineByDimension(function, outOfRange, [&](IRBuilder<> &builder, unsigned i) -> Value * {
    return builder.CreateIntrinsic(registers[i], {});
  });
}

void defineOffset(Function &function) {
  Module &module = *function.getParent();
  defineByDimension(function, 0, [&](IRBuilder<> &builder, unsigned i) -> Value * {
    auto source = module.getOrInsertFunction(kImplicitOffsetFunction, builder.getPtrTy());
    Value *offsets = builder.CreateCall(source);
    return builder.CreateLoad(builder.getInt32Ty(),
                              builder.CreateConstInBoundsGEP1_32(builder.getInt32Ty(), offsets, i));
  });
}

void defineBarrier(Function &function) {
  IRBuilder<> builder(BasicBlock::Create(function.getContext(), "entry", &function));
  builder.CreateIntrinsic(Intrinsic::nvvm_barrier_cta_sync_aligned_all, {builder.getInt32(0)});
  builder.CreateRetVoid();
}

void defineFence(Function &function) {
  IRBuilder<> builder(BasicBlock::Create(function.getContext(), "entry", &function));
  builder.CreateIntrinsic(Intrinsic::nvvm_membar_gl, {});
  builder.CreateRetVoid();
}

/// Reads one of the three registers as 64 bits.
Value *readRegister(IRBuilder<> &builder, const Registers &registers, unsigned i) {
  return builder.CreateZExt(builder.CreateIntrinsic(registers[i], {}), builder.getInt64Ty());
}

/// Returns the linear id in a block of the given size, with x as fastest dimension.
Value *linearId(IRBuilder<> &builder, function_ref<Value *(unsigned)> id,
                function_ref<Value *(unsigned)> size) {
  Value *result = id(2);
  for (unsigned i : {1U, 0U})
    result = builder.CreateAdd(builder.CreateMul(result, size(i)), id(i));
  return result;
}

void defineLocalLinearId(Function &function) {
  IRBuilder<> builder(BasicBlock::Create(function.getContext(), "entry", &function));
  builder.CreateRet(linearId(
      builder, [&](unsigned i) { return readRegister(builder, kLocalId, i); },
      [&](unsigned i) { return readRegister(builder, kLocalSize, i); }));
}

/// Defines get_global_linear_id, which excludes the global offset in OpenCL.
void defineGlobalLinearId(Function &function) {
  IRBuilder<> builder(BasicBlock::Create(function.getContext(), "entry", &function));
  builder.CreateRet(linearId(
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
  IRBuilder<> builder(BasicBlock::Create(function.getContext(), "entry", &function));
  Value *result = builder.getInt32(1);
  for (unsigned i : {1U, 2U}) {
    Value *size = builder.CreateMul(readRegister(builder, kGroupsPerGrid, i),
                                    readRegister(builder, kLocalSize, i));
    result = builder.CreateSelect(builder.CreateICmpUGT(size, builder.getInt64(1)),
                                  builder.getInt32(i + 1), result);
  }
  builder.CreateRet(result);
}

Definition defineWorkItemFunction(Function &function) {
  const StringRef name = builtins::baseName(function.getName());
  if (name == "barrier" || name == "work_group_barrier") {
    defineBarrier(function);
    return Definition::Convergent;
  }
  if (name == "get_local_id")
    defineByRegisters(function, kLocalId, 0);
  else if (name == "get_local_size" || name == "get_enqueued_local_size")
    defineByRegisters(function, kLocalSize, 1);
  else if (name == "get_group_id")
    defineByRegisters(function, kGroupInGrid, 0);
  else if (name == "get_num_groups")
    defineByRegisters(function, kGroupsPerGrid, 1);
  else if (name == "get_global_offset")
    defineOffset(function);
  else if (name == "get_local_linear_id")
    defineLocalLinearId(function);
  else if (name == "get_global_linear_id")
    defineGlobalLinearId(function);
  else if (name == "get_work_dim")
    defineWorkDimension(function);
  else if (name == "mem_fence" || name == "read_mem_fence" || name == "write_mem_fence" ||
           name == "atomic_work_item_fence")
    defineFence(function);
  else
    return Definition::None;
  return Definition::Defined;
}

} // namespace

void defineWorkItemFunctions(Module &module) { defineFunctions(module, defineWorkItemFunction); }

} // namespace ursa
