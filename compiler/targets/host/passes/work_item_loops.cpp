#include "compiler/targets/common/pack_functions.h"
#include "compiler/targets/host/passes/work_group.h"

#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/Cloning.h"

using namespace llvm;

namespace ursa::compiler::host {
namespace {

// Marks memory accesses as parallel. Accesses of different work-items to non-private memory do not
// depend on each other: between barriers, a dependence would be a data race. After inlining into a
// loop, all items share the private arrays, so accesses that may point to one stay unmarked.
MDNode *markParallelAccesses(Function &item) {
  bool hasPrivateMemory = false;
  for (const Instruction &instruction : instructions(item))
    hasPrivateMemory |= isa<AllocaInst>(instruction);

  const auto isShared = [hasPrivateMemory](const Value *pointer) {
    if (!hasPrivateMemory)
      return true;
    SmallVector<const Value *, 4> objects;
    getUnderlyingObjects(pointer, objects);
    return all_of(objects,
                  [](const Value *object) { return isa<Argument, GlobalVariable>(object); });
  };
  MDNode *group = MDNode::getDistinct(item.getContext(), {});
  for (Instruction &instruction : instructions(item)) {
    const Value *pointer = getLoadStorePointerOperand(&instruction);
    const auto *load = dyn_cast<LoadInst>(&instruction);
    const auto *store = dyn_cast<StoreInst>(&instruction);
    const bool isSimple = (load && load->isSimple()) || (store && store->isSimple());
    if (isSimple && isShared(pointer))
      instruction.setMetadata(LLVMContext::MD_access_group, group);
  }
  return group;
}

void markLoop(BranchInst &latch, MDNode *accessGroup) {
  LLVMContext &context = latch.getContext();
  MDNode *accesses =
      MDNode::get(context, {MDString::get(context, "llvm.loop.parallel_accesses"), accessGroup});
  MDNode *loop = MDNode::getDistinct(context, {nullptr, accesses});
  loop->replaceOperandWith(0, loop);
  latch.setMetadata(LLVMContext::MD_loop, loop);
}

bool dependsOnGroup(const Kernel &kernel, const Function &item) {
  for (const unsigned parameter :
       {unsigned(kLocalMemory), unsigned(kLocalId), unsigned(kGroupId), unsigned(kGroupSize)})
    if (!item.getArg(kernel.ownArguments + parameter)->use_empty())
      return true;
  for (unsigned i = 0; i < kernel.ownArguments; ++i)
    if (kernel.info.arguments[i].kind == format::host::ArgumentKind::Local)
      return true;
  return false;
}

using EmitRow = std::function<void(const Entry &entry, Value *sizeX, Value *y, Value *z)>;
using EmitPlane = std::function<void(const Entry &entry, Value *sizeX, Value *z)>;

// Emits the rows of a plane: several at once while there are so many.
void emitPlane(const Kernel &kernel, IRBuilder<> &builder, Value *size,
               const std::function<void(Value *y)> &row,
               const std::function<void(Value *y)> &severalRows) {
  if (!severalRows) {
    emitLoop(builder, builder.getInt64(0), size, "y", row);
    return;
  }
  Function *function = builder.GetInsertBlock()->getParent();
  const auto block = [&](const char *name) {
    return BasicBlock::Create(builder.getContext(), name, function);
  };
  BasicBlock *several = block("several.rows");
  BasicBlock *rest = block("rest.of.rows");
  BasicBlock *last = block("last.rows");
  BasicBlock *done = block("rows.end");
  Value *end = builder.CreateAnd(size, builder.getInt64(~uint64_t{kernel.rows - 1}));
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

// Emits the loops over the groups of a row, and over z in each: plane(size of x, z). If nothing
// depends on the group, its groups are one row.
void emitPlanes(const Kernel &kernel, const Function &item, Entry entry, IRBuilder<> &builder,
                const EmitPlane &plane) {
  Value *zero = builder.getInt64(0);
  const auto emitGroup = [&](Value *sizeX) {
    emitLoop(builder, zero, entry.groupSize[2], "z", [&](Value *z) { plane(entry, sizeX, z); });
  };
  if (dependsOnGroup(kernel, item)) {
    emitLoop(builder, entry.groupXBegin, entry.groupXEnd, "group", [&](Value *x) {
      enterGroup(entry, builder, x);
      emitGroup(entry.groupSize[0]);
    });
  } else {
    enterGroup(entry, builder, entry.groupXBegin);
    Value *begin = builder.CreateNUWMul(entry.groupXBegin, entry.localSizeX);
    Value *end = builder.CreateBinaryIntrinsic(
        Intrinsic::umin, builder.CreateNUWMul(entry.groupXEnd, entry.localSizeX),
        entry.globalSizeX);
    emitGroup(builder.CreateNUWSub(end, begin));
  }
}

// The same, and the loop over y: row(size of x, y, z).
void emitRows(const Kernel &kernel, const Function &item, const Entry &entry, IRBuilder<> &builder,
              const EmitRow &row, const EmitRow &severalRows = nullptr) {
  emitPlanes(kernel, item, entry, builder, [&](const Entry &group, Value *sizeX, Value *z) {
    const auto at = [&](const EmitRow &emit) {
      return [&, z](Value *y) { emit(group, sizeX, y, z); };
    };
    emitPlane(kernel, builder, group.groupSize[1], at(row),
              severalRows ? at(severalRows) : std::function<void(Value *)>());
  });
}

// The item function is for launches with large ids only: no time goes into optimizing its code.
void emitItems(const Kernel &kernel, const Entry &entry, IRBuilder<> &builder) {
  emitRows(kernel, *kernel.item, entry, builder,
           [&](const Entry &group, Value *sizeX, Value *y, Value *z) {
             emitLoop(builder, builder.getInt64(0), sizeX, "x", [&](Value *x) {
               builder.CreateCall(kernel.item, itemArguments(group, builder, {x, y, z}));
             });
           });
  for (const auto kind : {Attribute::NoInline, Attribute::OptimizeNone, Attribute::Cold})
    kernel.item->addFnAttr(kind);
}

Result<void> inlineCall(const Kernel &kernel, CallInst &call) {
  InlineFunctionInfo info;
  if (const auto result = InlineFunction(call, info); !result.isSuccess())
    return makeError(UR_RESULT_ERROR_PROGRAM_BUILD_FAILURE,
                     "Kernel '{}' cannot be lowered to a work-item loop: {}.", kernel.info.name,
                     result.getFailureReason());
  return {};
}

using Arguments = std::vector<Value *>;

// Emits a branch and what is on both of its sides.
void emitChoice(IRBuilder<> &builder, Value *condition, const std::function<void()> &emitInterior,
                const std::function<void()> &emitBorder) {
  LLVMContext &context = builder.getContext();
  Function *function = builder.GetInsertBlock()->getParent();
  auto *interior = BasicBlock::Create(context, "interior.pack", function);
  auto *border = BasicBlock::Create(context, "border.pack", function);
  auto *next = BasicBlock::Create(context, "pack.end", function);
  builder.CreateCondBr(condition, interior, border);
  builder.SetInsertPoint(interior);
  emitInterior();
  builder.CreateBr(next);
  builder.SetInsertPoint(border);
  emitBorder();
  builder.CreateBr(next);
  builder.SetInsertPoint(next);
}

// Packs at the borders are few, but in short rows half of all. Short ones are inlined: what is the
// same in a row is computed once, and all lanes are known to be there.
bool suitsInlining(const Function &pack) {
  constexpr unsigned kMostInstructions = 160;
  return pack.getInstructionCount() <= kMostInstructions;
}

// Emits the calls for one pack. A full pack is inlined: in its version for interior packs if there
// is one, which the pack is checked for. If most packs run in several rows, the version is called.
// Collects the calls to inline.
void emitPack(const Kernel &kernel, IRBuilder<> &builder, const Arguments &arguments, bool isFull,
              std::vector<CallInst *> &toInline) {
  const auto call = [&] { builder.CreateCall(kernel.pack, arguments)->setIsNoInline(); };
  if (!isFull)
    return call();
  if (!kernel.interiorPack) {
    toInline.push_back(builder.CreateCall(kernel.pack, arguments));
    return;
  }
  CallInst *condition = builder.CreateCall(kernel.isInterior, arguments);
  toInline.push_back(condition);
  const auto interior = [&] {
    CallInst *version = builder.CreateCall(kernel.interiorPack, arguments);
    if (kernel.rowsPack)
      version->setIsNoInline();
    else
      toInline.push_back(version);
  };
  const auto border = [&] {
    if (!kernel.rowsPack && suitsInlining(*kernel.pack))
      toInline.push_back(builder.CreateCall(kernel.pack, arguments));
    else
      call();
  };
  emitChoice(builder, condition, interior, border);
}

// Emits the calls for the packs of several rows at one x. If they are not full, or a row is not
// interior, they run one by one.
void emitSeveralPacks(const Kernel &kernel, IRBuilder<> &builder,
                      const std::function<Arguments(Value *row)> &argumentsOf, bool isFull,
                      std::vector<CallInst *> &toInline) {
  const auto oneByOne = [&] {
    emitLoop(builder, builder.getInt64(0), builder.getInt64(kernel.rows), "row", [&](Value *row) {
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
  Value *all = builder.getTrue();
  for (unsigned row = 0; row < kernel.rows; ++row) {
    CallInst *condition =
        builder.CreateCall(kernel.isInteriorRow, argumentsOf(builder.getInt64(row)));
    toInline.push_back(condition);
    all = builder.CreateAnd(all, condition);
  }
  emitChoice(builder, all, several, oneByOne);
}

Result<void> lowerToPackLoops(Kernel &kernel) {
  IRBuilder<> builder(kernel.item->getContext());
  Entry entry = beginEntry(kernel, builder);
  emitLargeLaunches(kernel, entry, builder, [&](const Entry &large, IRBuilder<> &items) {
    emitItems(kernel, large, items);
    items.CreateRetVoid();
  });
  std::vector<CallInst *> calls; // to be inlined
  const auto argumentsOf = [&](const Entry &group, Value *const(&id)[3], Value *lanes) {
    Arguments arguments = itemArguments(group, builder, id);
    arguments.push_back(lanes);
    return arguments;
  };
  const EmitRow row = [&](const Entry &group, Value *sizeX, Value *y, Value *z) {
    emitPacks(builder, kernel, sizeX, [&](Value *x, Value *lanes) {
      emitPack(kernel, builder, argumentsOf(group, {x, y, z}, lanes), isa<Constant>(lanes), calls);
    });
  };
  const EmitRow severalRows = [&](const Entry &group, Value *sizeX, Value *y, Value *z) {
    emitPacks(builder, kernel, sizeX, [&](Value *x, Value *lanes) {
      emitSeveralPacks(
          kernel, builder,
          [&](Value *r) {
            return argumentsOf(group, {x, builder.CreateAdd(y, r, "", true, true), z}, lanes);
          },
          isa<Constant>(lanes), calls);
    });
  };
  // A column of packs at a time: they access the same lines of the cache.
  const EmitPlane columns = [&](const Entry &group, Value *sizeX, Value *z) {
    emitPacks(builder, kernel, sizeX, [&](Value *x, Value *lanes) {
      emitLoop(builder, builder.getInt64(0), group.groupSize[1], "y", [&](Value *y) {
        emitPack(kernel, builder, argumentsOf(group, {x, y, z}, lanes), isa<Constant>(lanes),
                 calls);
      });
    });
  };
  if (kernel.walksColumns && !kernel.rowsPack)
    emitPlanes(kernel, *kernel.pack, entry, builder, columns);
  else
    emitRows(kernel, *kernel.pack, entry, builder, row, kernel.rowsPack ? severalRows : EmitRow());
  builder.CreateRetVoid();
  for (CallInst *call : calls)
    URSA_CHECK(inlineCall(kernel, *call));
  return {};
}

} // namespace

Result<void> lowerToLoops(Kernel &kernel) {
  targets::removePackFunctions(*kernel.item);
  if (kernel.pack)
    return lowerToPackLoops(kernel);
  IRBuilder<> builder(kernel.item->getContext());
  Entry entry = beginEntry(kernel, builder);
  MDNode *accessGroup = markParallelAccesses(*kernel.item);
  CallInst *call = nullptr;
  BranchInst *innermost = nullptr;
  emitRows(kernel, *kernel.item, entry, builder,
           [&](const Entry &group, Value *sizeX, Value *y, Value *z) {
             innermost = emitLoop(builder, builder.getInt64(0), sizeX, "x", [&](Value *x) {
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

} // namespace ursa::compiler::host
