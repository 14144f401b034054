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

using EmitRow =
    std::function<void(const Entry &entry, llvm::Value *sizeX, llvm::Value *y, llvm::Value *z)>;

// Emits the rows of a plane: several at once while there are so many.
void emitPlane(const Kernel &kernel, llvm::IRBuilder<> &builder, llvm::Value *size,
               const std::function<void(llvm::Value *y)> &row,
               const std::function<void(llvm::Value *y)> &severalRows) {
  if (!severalRows) {
    emitLoop(builder, builder.getInt64(0), size, "y", row);
    return;
  }
  llvm::Function *function = builder.GetInsertBlock()->getParent();
  const auto block = [&](const char *name) {
    return llvm::BasicBlock::Create(builder.getContext(), name, function);
  };
  llvm::BasicBlock *several = block("several.rows");
  llvm::BasicBlock *rest = block("rest.of.rows");
  llvm::BasicBlock *last = block("last.rows");
  llvm::BasicBlock *done = block("rows.end");
  llvm::Value *end = builder.CreateAnd(size, builder.getInt64(~uint64_t{kernel.rows - 1}));
  builder.CreateCondBr(builder.CreateIsNotNull(end), several, rest);
  builder.SetInsertPoint(several);
  emitLoop(builder, builder.getInt64(0), end, "y", severalRows, kernel.rows);
  builder.CreateBr(rest);
  builder.SetInsertPoint(rest);
  builder.CreateCondBr(builder.CreateICmpULT(end, size), last, done);
  builder.SetInsertPoint(last);
  emitLoop(builder, end, size, "y", row);
  builder.CreateBr(done);
  builder.SetInsertPoint(done);
}

// Emits the loops over the groups of a row, and over z and y in each: row(size of x, y, z). If
// nothing depends on the group, its groups are one row.
void emitRows(const Kernel &kernel, const llvm::Function &item, Entry entry,
              llvm::IRBuilder<> &builder, const EmitRow &row,
              const EmitRow &severalRows = nullptr) {
  llvm::Value *zero = builder.getInt64(0);
  const auto emitGroup = [&](llvm::Value *sizeX) {
    emitLoop(builder, zero, entry.groupSize[2], "z", [&](llvm::Value *z) {
      const auto at = [&](const EmitRow &emit) {
        return [&, z](llvm::Value *y) { emit(entry, sizeX, y, z); };
      };
      emitPlane(kernel, builder, entry.groupSize[1], at(row),
                severalRows ? at(severalRows) : std::function<void(llvm::Value *)>());
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

using Arguments = std::vector<llvm::Value *>;

// Emits a branch and what is on both of its sides.
void emitChoice(llvm::IRBuilder<> &builder, llvm::Value *condition,
                const std::function<void()> &emitInterior,
                const std::function<void()> &emitBorder) {
  llvm::LLVMContext &context = builder.getContext();
  llvm::Function *function = builder.GetInsertBlock()->getParent();
  auto *interior = llvm::BasicBlock::Create(context, "interior.pack", function);
  auto *border = llvm::BasicBlock::Create(context, "border.pack", function);
  auto *next = llvm::BasicBlock::Create(context, "pack.end", function);
  builder.CreateCondBr(condition, interior, border);
  builder.SetInsertPoint(interior);
  emitInterior();
  builder.CreateBr(next);
  builder.SetInsertPoint(border);
  emitBorder();
  builder.CreateBr(next);
  builder.SetInsertPoint(next);
}

// Emits the calls for one pack. A full pack is inlined: in its version for interior packs if there
// is one, which the pack is checked for. If most packs run in several rows, the version is called.
// Collects the calls to inline.
void emitPack(const Kernel &kernel, llvm::IRBuilder<> &builder, const Arguments &arguments,
              bool isFull, std::vector<llvm::CallInst *> &toInline) {
  const auto call = [&] { builder.CreateCall(kernel.pack, arguments)->setIsNoInline(); };
  if (!isFull)
    return call();
  if (!kernel.interiorPack) {
    toInline.push_back(builder.CreateCall(kernel.pack, arguments));
    return;
  }
  llvm::CallInst *condition = builder.CreateCall(kernel.isInterior, arguments);
  toInline.push_back(condition);
  const auto interior = [&] {
    llvm::CallInst *version = builder.CreateCall(kernel.interiorPack, arguments);
    if (kernel.rowsPack)
      version->setIsNoInline();
    else
      toInline.push_back(version);
  };
  emitChoice(builder, condition, interior, call);
}

// Emits the calls for the packs of several rows at one x. If they are not full, or a row is not
// interior, they run one by one.
void emitSeveralPacks(const Kernel &kernel, llvm::IRBuilder<> &builder,
                      const std::function<Arguments(llvm::Value *row)> &argumentsOf, bool isFull,
                      std::vector<llvm::CallInst *> &toInline) {
  const auto oneByOne = [&] {
    emitLoop(builder, builder.getInt64(0), builder.getInt64(kernel.rows), "row",
             [&](llvm::Value *row) {
               if (kernel.interiorPack)
                 emitPack(kernel, builder, argumentsOf(row), isFull, toInline);
               else
                 builder.CreateCall(kernel.pack, argumentsOf(row))->setIsNoInline();
             });
  };
  if (!isFull)
    return oneByOne();
  const auto several = [&] {
    toInline.push_back(builder.CreateCall(kernel.rowsPack, argumentsOf(builder.getInt64(0))));
  };
  if (!kernel.isInteriorRow)
    return several();
  llvm::Value *all = builder.getTrue();
  for (unsigned row = 0; row < kernel.rows; ++row) {
    llvm::CallInst *condition =
        builder.CreateCall(kernel.isInteriorRow, argumentsOf(builder.getInt64(row)));
    toInline.push_back(condition);
    all = builder.CreateAnd(all, condition);
  }
  emitChoice(builder, all, several, oneByOne);
}

Result<void> lowerToPackLoops(Kernel &kernel) {
  llvm::IRBuilder<> builder(kernel.item->getContext());
  Entry entry = beginEntry(kernel, builder);
  emitLargeLaunches(kernel, entry, builder, [&](const Entry &large, llvm::IRBuilder<> &items) {
    emitItems(kernel, large, items);
    items.CreateRetVoid();
  });
  std::vector<llvm::CallInst *> calls; // to be inlined
  const auto argumentsOf = [&](const Entry &group, llvm::Value *const(&id)[3], llvm::Value *lanes) {
    Arguments arguments = itemArguments(group, builder, id);
    arguments.push_back(lanes);
    return arguments;
  };
  const EmitRow row = [&](const Entry &group, llvm::Value *sizeX, llvm::Value *y, llvm::Value *z) {
    emitPacks(builder, kernel, sizeX, [&](llvm::Value *x, llvm::Value *lanes) {
      emitPack(kernel, builder, argumentsOf(group, {x, y, z}, lanes),
               llvm::isa<llvm::Constant>(lanes), calls);
    });
  };
  const EmitRow severalRows = [&](const Entry &group, llvm::Value *sizeX, llvm::Value *y,
                                  llvm::Value *z) {
    emitPacks(builder, kernel, sizeX, [&](llvm::Value *x, llvm::Value *lanes) {
      emitSeveralPacks(
          kernel, builder,
          [&](llvm::Value *r) {
            return argumentsOf(group, {x, builder.CreateAdd(y, r, "", true, true), z}, lanes);
          },
          llvm::isa<llvm::Constant>(lanes), calls);
    });
  };
  emitRows(kernel, *kernel.pack, entry, builder, row, kernel.rowsPack ? severalRows : EmitRow());
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
