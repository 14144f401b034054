#include "compiler/targets/host/passes/work_group.h"

#include <llvm/Analysis/LoopInfo.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Module.h>
#include <llvm/Transforms/Utils/Cloning.h>

namespace ursa::host {
namespace {

// Marks memory accesses as parallel. Accesses of different work-items to non-private memory do not
// depend on each other: between barriers, a dependence would be a data race. After inlining into a
// loop, all items share the private arrays, so accesses that may point to one stay unmarked.
llvm::MDNode *markParallelAccesses(llvm::Function &item) {
  bool hasPrivateMemory = false;
  for (const llvm::Instruction &instruction : llvm::instructions(item))
    hasPrivateMemory |= llvm::isa<llvm::AllocaInst>(instruction);

  const auto isShared = [hasPrivateMemory](const llvm::Value *pointer) {
    if (!hasPrivateMemory)
      return true;
    llvm::SmallVector<const llvm::Value *, 4> objects;
    llvm::getUnderlyingObjects(pointer, objects);
    return llvm::all_of(objects, [](const llvm::Value *object) {
      return llvm::isa<llvm::Argument, llvm::GlobalVariable>(object);
    });
  };
  llvm::MDNode *group = llvm::MDNode::getDistinct(item.getContext(), {});
  for (llvm::Instruction &instruction : llvm::instructions(item)) {
    const llvm::Value *pointer = llvm::getLoadStorePointerOperand(&instruction);
    const auto *load = llvm::dyn_cast<llvm::LoadInst>(&instruction);
    const auto *store = llvm::dyn_cast<llvm::StoreInst>(&instruction);
    const bool isSimple = (load && load->isSimple()) || (store && store->isSimple());
    if (isSimple && isShared(pointer))
      instruction.setMetadata(llvm::LLVMContext::MD_access_group, group);
  }
  return group;
}

void markLoop(llvm::BranchInst &latch, llvm::MDNode *accessGroup) {
  llvm::LLVMContext &context = latch.getContext();
  llvm::MDNode *accesses = llvm::MDNode::get(
      context, {llvm::MDString::get(context, "llvm.loop.parallel_accesses"), accessGroup});
  llvm::MDNode *loop = llvm::MDNode::getDistinct(context, {nullptr, accesses});
  loop->replaceOperandWith(0, loop);
  latch.setMetadata(llvm::LLVMContext::MD_loop, loop);
}

bool dependsOnGroup(const Kernel &kernel, const llvm::Function &item) {
  for (const unsigned parameter :
       {unsigned(kLocalMemory), unsigned(kLocalId), unsigned(kGroupId), unsigned(kGroupSize)})
    if (!item.getArg(kernel.ownArguments + parameter)->use_empty())
      return true;
  for (unsigned i = 0; i < kernel.ownArguments; ++i)
    if (kernel.info.arguments[i].kind == ArgumentKind::Local)
      return true;
  return false;
}

// Emits the loops over the groups of a row, and over z and y in each: row(size of x, y, z). If
// nothing depends on the group, its groups are one row.
void emitRows(const Kernel &kernel, const llvm::Function &item, Entry entry,
              llvm::IRBuilder<> &builder,
              const std::function<void(const Entry &entry, llvm::Value *sizeX, llvm::Value *y,
                                       llvm::Value *z)> &row) {
  llvm::Value *zero = builder.getInt64(0);
  const auto emitGroup = [&](llvm::Value *sizeX) {
    emitLoop(builder, zero, entry.groupSize[2], "z", [&](llvm::Value *z) {
      emitLoop(builder, zero, entry.groupSize[1], "y",
               [&](llvm::Value *y) { row(entry, sizeX, y, z); });
    });
  };
  if (dependsOnGroup(kernel, item)) {
    emitLoop(builder, entry.groupXBegin, entry.groupXEnd, "group", [&](llvm::Value *x) {
      enterGroup(entry, builder, x);
      emitGroup(entry.groupSize[0]);
    });
  } else {
    enterGroup(entry, builder, entry.groupXBegin);
    llvm::Value *begin = builder.CreateNUWMul(entry.groupXBegin, entry.localSizeX);
    llvm::Value *end = builder.CreateBinaryIntrinsic(
        llvm::Intrinsic::umin, builder.CreateNUWMul(entry.groupXEnd, entry.localSizeX),
        entry.globalSizeX);
    emitGroup(builder.CreateNUWSub(end, begin));
  }
}

// The item function is for launches with large ids only: no time goes into optimizing its code.
void emitItems(const Kernel &kernel, const Entry &entry, llvm::IRBuilder<> &builder) {
  emitRows(kernel, *kernel.item, entry, builder,
           [&](const Entry &group, llvm::Value *sizeX, llvm::Value *y, llvm::Value *z) {
             emitLoop(builder, builder.getInt64(0), sizeX, "x", [&](llvm::Value *x) {
               builder.CreateCall(kernel.item, itemArguments(group, builder, {x, y, z}));
             });
           });
  for (const auto kind :
       {llvm::Attribute::NoInline, llvm::Attribute::OptimizeNone, llvm::Attribute::Cold})
    kernel.item->addFnAttr(kind);
}

Result<void> inlineCall(const Kernel &kernel, llvm::CallInst &call) {
  llvm::InlineFunctionInfo info;
  if (const auto result = llvm::InlineFunction(call, info); !result.isSuccess())
    return makeError(UR_RESULT_ERROR_PROGRAM_BUILD_FAILURE,
                     "Kernel '{}' cannot be lowered to a work-item loop: {}.", kernel.info.name,
                     result.getFailureReason());
  return {};
}

// Emits the calls for one pack. A full pack is inlined: in its version for interior packs if there
// is one, which the pack is checked for. Returns the calls to inline.
void emitPack(const Kernel &kernel, llvm::IRBuilder<> &builder,
              const std::vector<llvm::Value *> &arguments, bool isFull,
              std::vector<llvm::CallInst *> &toInline) {
  if (!isFull) {
    builder.CreateCall(kernel.pack, arguments)->setIsNoInline();
    return;
  }
  if (!kernel.interiorPack) {
    toInline.push_back(builder.CreateCall(kernel.pack, arguments));
    return;
  }
  llvm::LLVMContext &context = builder.getContext();
  llvm::Function *function = builder.GetInsertBlock()->getParent();
  auto *interior = llvm::BasicBlock::Create(context, "interior.pack", function);
  auto *border = llvm::BasicBlock::Create(context, "border.pack", function);
  auto *next = llvm::BasicBlock::Create(context, "pack.end", function);
  llvm::CallInst *condition = builder.CreateCall(kernel.isInterior, arguments);
  toInline.push_back(condition);
  builder.CreateCondBr(condition, interior, border);
  builder.SetInsertPoint(interior);
  toInline.push_back(builder.CreateCall(kernel.interiorPack, arguments));
  builder.CreateBr(next);
  builder.SetInsertPoint(border);
  builder.CreateCall(kernel.pack, arguments)->setIsNoInline();
  builder.CreateBr(next);
  builder.SetInsertPoint(next);
}

Result<void> lowerToPackLoops(Kernel &kernel) {
  llvm::IRBuilder<> builder(kernel.item->getContext());
  Entry entry = beginEntry(kernel, builder);
  emitLargeLaunches(kernel, entry, builder, [&](const Entry &large, llvm::IRBuilder<> &items) {
    emitItems(kernel, large, items);
    items.CreateRetVoid();
  });
  std::vector<llvm::CallInst *> calls; // to be inlined
  emitRows(kernel, *kernel.pack, entry, builder,
           [&](const Entry &group, llvm::Value *sizeX, llvm::Value *y, llvm::Value *z) {
             emitPacks(builder, kernel, sizeX, [&](llvm::Value *x, llvm::Value *lanes) {
               std::vector<llvm::Value *> arguments = itemArguments(group, builder, {x, y, z});
               arguments.push_back(lanes);
               emitPack(kernel, builder, arguments, llvm::isa<llvm::Constant>(lanes), calls);
             });
           });
  builder.CreateRetVoid();
  for (llvm::CallInst *call : calls)
    URSA_CHECK(inlineCall(kernel, *call));
  return {};
}

} // namespace

Result<void> lowerToLoops(Kernel &kernel) {
  if (kernel.pack)
    return lowerToPackLoops(kernel);
  llvm::IRBuilder<> builder(kernel.item->getContext());
  Entry entry = beginEntry(kernel, builder);
  llvm::MDNode *accessGroup = markParallelAccesses(*kernel.item);
  llvm::CallInst *call = nullptr;
  llvm::BranchInst *innermost = nullptr;
  emitRows(kernel, *kernel.item, entry, builder,
           [&](const Entry &group, llvm::Value *sizeX, llvm::Value *y, llvm::Value *z) {
             innermost = emitLoop(builder, builder.getInt64(0), sizeX, "x", [&](llvm::Value *x) {
               call = builder.CreateCall(kernel.item, itemArguments(group, builder, {x, y, z}));
             });
           });
  builder.CreateRetVoid();
  markLoop(*innermost, accessGroup);
  URSA_CHECK(inlineCall(kernel, *call));
  kernel.item->eraseFromParent();
  kernel.item = nullptr;
  return {};
}

} // namespace ursa::host
