#include "compiler/targets/common/pack_functions.h"
#include "compiler/targets/host/passes/local_memory.h"
#include "compiler/targets/host/passes/parallel_regions.h"
#include "compiler/targets/host/passes/sub_group_exchange.h"
#include "compiler/targets/host/passes/work_group.h"

#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/Cloning.h"

using namespace llvm;

namespace ursa::compiler::host {
namespace {

constexpr const char *kSizeMarker = "ursa.item.size";

// Replaces a barrier by a suspend point; execution resumes after it. No fence is needed, because
// the items of a group run on one thread, one after the other. Suspended items are never destroyed,
// so the clean-up path only has to exist.
void suspendAt(CallInst &barrier, BasicBlock *suspended, BasicBlock *cleanup) {
  BasicBlock *before = barrier.getParent();
  BasicBlock *after = before->splitBasicBlock(&barrier, "after.barrier");
  before->getTerminator()->eraseFromParent();
  IRBuilder<> builder(before);
  Value *token = ConstantTokenNone::get(builder.getContext());
  Value *state = builder.CreateIntrinsic(builder.getInt8Ty(), Intrinsic::coro_suspend,
                                         {token, builder.getFalse()});
  SwitchInst *choice = builder.CreateSwitch(state, suspended, 2);
  choice->addCase(builder.getInt8(0), after);
  choice->addCase(builder.getInt8(1), cleanup);
  barrier.eraseFromParent();
}

bool isSuspendPoint(const Function &function) {
  return isBarrier(function) || function.getName() == kSubGroupWait;
}

// Returns the coroutine in place of the function.
Function *coroutineOf(Kernel &kernel) {
  Function *item = kernel.item;
  LLVMContext &context = item->getContext();
  Module &module = *item->getParent();
  Type *pointer = PointerType::getUnqual(context);

  // The coroutine has one more parameter, the memory of the item's state, and returns its handle.
  std::vector<Type *> types(item->getFunctionType()->param_begin(),
                            item->getFunctionType()->param_end());
  if (kernel.hasSubGroupOperations)
    types.push_back(pointer); // the memory in which the sub-group exchanges values
  types.push_back(pointer);
  auto *coroutine = Function::Create(FunctionType::get(pointer, types, false),
                                     GlobalValue::ExternalLinkage, "", module);
  coroutine->takeName(item);
  coroutine->setAttributes(item->getAttributes());
  coroutine->addFnAttr(Attribute::PresplitCoroutine);
  for (Argument &argument : item->args())
    argument.replaceAllUsesWith(coroutine->getArg(argument.getArgNo()));
  coroutine->splice(coroutine->begin(), item);
  item->eraseFromParent();
  if (kernel.hasSubGroupOperations) {
    const ExchangeLayout layout = exchangeLayout(*coroutine, kernel.info.subGroupSize);
    kernel.exchangeBytes = layout.bytes();
    IRBuilder<> entry(&*coroutine->getEntryBlock().getFirstNonPHIOrDbgOrAlloca());
    const auto parameter = [&](unsigned index) {
      return entry.CreateTrunc(coroutine->getArg(kernel.ownArguments + index), entry.getInt32Ty());
    };
    lowerSubGroupOperations(*coroutine, layout, *parameter(kSubGroupLane),
                            *parameter(kSubGroupItems),
                            *coroutine->getArg(kernel.ownArguments + kSubGroupParametersEnd));
  }

  std::vector<CallInst *> barriers;
  std::vector<ReturnInst *> returns;
  for (Instruction &instruction : instructions(*coroutine)) {
    if (auto *call = dyn_cast<CallInst>(&instruction);
        call && call->getCalledFunction() && isSuspendPoint(*call->getCalledFunction()))
      barriers.push_back(call);
    else if (auto *end = dyn_cast<ReturnInst>(&instruction))
      returns.push_back(end);
  }

  IRBuilder<> builder(&*coroutine->getEntryBlock().getFirstNonPHIOrDbgOrAlloca());
  Value *null = ConstantPointerNull::get(builder.getPtrTy());
  Value *id = builder.CreateIntrinsic(Type::getTokenTy(context), Intrinsic::coro_id,
                                      {builder.getInt32(64), null, null, null});
  Value *handle = builder.CreateIntrinsic(pointer, Intrinsic::coro_begin,
                                          {id, coroutine->getArg(coroutine->arg_size() - 1)});
  Value *size = builder.CreateIntrinsic(builder.getInt64Ty(), Intrinsic::coro_size, {});
  builder.CreateCall(
      module.getOrInsertFunction(kSizeMarker, builder.getVoidTy(), builder.getInt64Ty()), {size});

  auto *finished = BasicBlock::Create(context, "finished", coroutine);
  auto *cleanup = BasicBlock::Create(context, "cleanup", coroutine);
  auto *suspended = BasicBlock::Create(context, "suspended", coroutine);
  auto *impossible = BasicBlock::Create(context, "impossible", coroutine);
  for (CallInst *barrier : barriers)
    suspendAt(*barrier, suspended, cleanup);
  for (ReturnInst *end : returns) {
    BranchInst::Create(finished, end->getIterator());
    end->eraseFromParent();
  }
  Value *token = ConstantTokenNone::get(context);
  builder.SetInsertPoint(finished);
  SwitchInst *choice =
      builder.CreateSwitch(builder.CreateIntrinsic(builder.getInt8Ty(), Intrinsic::coro_suspend,
                                                   {token, builder.getTrue()}),
                           suspended, 2);
  choice->addCase(builder.getInt8(0), impossible);
  choice->addCase(builder.getInt8(1), cleanup);
  builder.SetInsertPoint(impossible);
  builder.CreateUnreachable();
  builder.SetInsertPoint(cleanup);
  builder.CreateBr(suspended);
  builder.SetInsertPoint(suspended);
  builder.CreateIntrinsic(builder.getVoidTy(), Intrinsic::coro_end,
                          {handle, builder.getFalse(), token});
  builder.CreateRet(handle);
  return coroutine;
}

// A split coroutine.
struct Coroutine {
  Function *start = nullptr;
  Function *resume = nullptr;
  uint64_t stateBytes = 0; ///< of one work-item
};

Result<Coroutine> splitCoroutine(const Kernel &kernel, Function *start) {
  CallInst *marker = nullptr;
  for (Instruction &instruction : instructions(*start))
    if (auto *call = dyn_cast<CallInst>(&instruction);
        call && call->getCalledFunction() && call->getCalledFunction()->getName() == kSizeMarker)
      marker = call;
  const auto *size = marker ? dyn_cast<ConstantInt>(marker->getArgOperand(0)) : nullptr;
  Function *resume = start->getParent()->getFunction((start->getName() + ".resume").str());
  if (!resume || !size)
    return makeError(UR_RESULT_ERROR_PROGRAM_BUILD_FAILURE,
                     "Kernel '{}' cannot be split at its barriers.", kernel.info.name);
  const uint64_t bytes = alignTo(size->getZExtValue(), format::host::kMemoryAlignment);
  marker->eraseFromParent();
  return Coroutine{start, resume, bytes};
}

// Emits the groups of a row of groups: starts the coroutines of a group, then resumes those that
// wait until none does.
void emitItemGroups(Entry entry, IRBuilder<> &builder, const Coroutine &coroutine) {
  Module &module = *coroutine.start->getParent();
  Function *resume = coroutine.resume;
  Value *zero = builder.getInt64(0);
  const auto stateOf = [&](Value *index) {
    return builder.CreateInBoundsGEP(
        builder.getInt8Ty(), entry.itemMemory,
        builder.CreateNUWMul(index, builder.getInt64(coroutine.stateBytes)));
  };
  // The resume function of a finished item is null.
  const auto waits = [&](Value *state) {
    return builder.CreateIsNotNull(builder.CreateLoad(builder.getPtrTy(), state));
  };

  emitLoop(builder, entry.groupXBegin, entry.groupXEnd, "group", [&](Value *groupX) {
    enterGroup(entry, builder, groupX);
    Value *plane = builder.CreateNUWMul(entry.groupSize[0], entry.groupSize[1]);
    Value *items = builder.CreateNUWMul(plane, entry.groupSize[2]);
    emitLoop(builder, zero, entry.groupSize[2], "z", [&](Value *z) {
      emitLoop(builder, zero, entry.groupSize[1], "y", [&](Value *y) {
        Value *row = builder.CreateNUWAdd(builder.CreateNUWMul(z, plane),
                                          builder.CreateNUWMul(y, entry.groupSize[0]));
        emitLoop(builder, zero, entry.groupSize[0], "x", [&](Value *x) {
          std::vector<Value *> arguments = itemArguments(entry, builder, {x, y, z});
          arguments.push_back(stateOf(builder.CreateNUWAdd(row, x)));
          builder.CreateCall(coroutine.start, arguments);
        });
      });
    });

    // Resumes every waiting item; repeats while any item still waits.
    BasicBlock *before = builder.GetInsertBlock();
    auto *phase = BasicBlock::Create(module.getContext(), "phase", entry.function);
    auto *done = BasicBlock::Create(module.getContext(), "group.done", entry.function);
    AllocaInst *anyWaits;
    {
      IRBuilder<> top(&*entry.function->getEntryBlock().begin());
      anyWaits = top.CreateAlloca(builder.getInt1Ty());
    }
    builder.SetInsertPoint(before);
    builder.CreateBr(phase);
    builder.SetInsertPoint(phase);
    builder.CreateStore(builder.getFalse(), anyWaits);
    emitLoop(builder, zero, items, "item", [&](Value *index) {
      Value *state = stateOf(index);
      auto *waiting = BasicBlock::Create(module.getContext(), "waiting", entry.function);
      auto *next = BasicBlock::Create(module.getContext(), "next", entry.function);
      builder.CreateCondBr(waits(state), waiting, next);
      builder.SetInsertPoint(waiting);
      builder.CreateCall(resume, {state})->setCallingConv(resume->getCallingConv());
      Value *any =
          builder.CreateOr(builder.CreateLoad(builder.getInt1Ty(), anyWaits), waits(state));
      builder.CreateStore(any, anyWaits);
      builder.CreateBr(next);
      builder.SetInsertPoint(next);
    });
    builder.CreateCondBr(builder.CreateLoad(builder.getInt1Ty(), anyWaits), phase, done);
    builder.SetInsertPoint(done);
  });
  builder.CreateRetVoid();
}

// Emits the rounds of a sub-group (see sub_group_exchange.h), until no work-item waits for others
// of it: all have then finished, or wait at a barrier of the group.
class SubGroupRounds {
public:
  SubGroupRounds(const Entry &entry, IRBuilder<> &builder, const Coroutine &coroutine,
                 const Kernel &kernel)
      : entry_(entry), builder_(builder), coroutine_(coroutine),
        size_(kernel.info.subGroupSize), layout_{.items = size_} {
    IRBuilder<> top(&*entry.function->getEntryBlock().begin());
    exchange_ = top.CreateAlloca(ArrayType::get(top.getInt8Ty(), kernel.exchangeBytes));
    exchange_->setAlignment(Align(format::host::kMemoryAlignment));
    anyWaits_ = top.CreateAlloca(top.getInt1Ty());
    builder.CreateStore(builder.getInt32(0), exchange_);
  }

  /// @param isBegin   starts the work-items
  /// @param atBarrier i1 in memory: set if a work-item waits at a barrier of the group
  void emit(Value *subGroup, Value *groupItems, Value *isBegin, Value *atBarrier) {
    Value *first = builder_.CreateNUWMul(subGroup, builder_.getInt64(size_));
    Value *items = builder_.CreateBinaryIntrinsic(
        Intrinsic::umin, builder_.CreateNUWSub(groupItems, first), builder_.getInt64(size_));
    BasicBlock *before = builder_.GetInsertBlock();
    BasicBlock *rounds = block("round");
    BasicBlock *done = block("sub.group.done");
    builder_.CreateBr(rounds);
    builder_.SetInsertPoint(rounds);
    PHINode *isFirst = builder_.CreatePHI(builder_.getInt1Ty(), 2, "is.first");
    isFirst->addIncoming(builder_.getTrue(), before);
    builder_.CreateStore(builder_.getFalse(), anyWaits_);
    Value *last = builder_.CreateLoad(builder_.getInt32Ty(), exchange_);
    Value *round = builder_.CreateXor(last, builder_.getInt32(1));
    builder_.CreateStore(round, exchange_);
    builder_.CreateMemSet(marks(round), builder_.getInt8(0), size_ * sizeof(uint32_t), Align(4));
    Value *starts = builder_.CreateAnd(isBegin, isFirst);
    emitLoop(builder_, builder_.getInt64(0), items, "lane", [&](Value *lane) {
      emitItem(
          {builder_.CreateNUWAdd(first, lane), lane, items, subGroup, starts, isFirst, last, round},
          atBarrier);
    });
    storeFirstMark(round);
    isFirst->addIncoming(builder_.getFalse(), builder_.GetInsertBlock());
    builder_.CreateCondBr(builder_.CreateLoad(builder_.getInt1Ty(), anyWaits_), rounds, done);
    builder_.SetInsertPoint(done);
  }

private:
  struct Item {
    Value *index, *lane, *items, *subGroup, *starts, *isFirst, *last, *round;
  };

  BasicBlock *block(const char *name) {
    return BasicBlock::Create(builder_.getContext(), name, entry_.function);
  }
  Value *marks(Value *round) {
    Value *offset =
        builder_.CreateSelect(builder_.CreateIsNotNull(round), builder_.getInt64(layout_.marks(1)),
                              builder_.getInt64(layout_.marks(0)));
    return builder_.CreateInBoundsGEP(builder_.getInt8Ty(), exchange_, offset);
  }
  // Who has no mark counts as the largest.
  void storeFirstMark(Value *round) {
    auto *type = FixedVectorType::get(builder_.getInt32Ty(), size_);
    Value *all = builder_.CreateAlignedLoad(type, marks(round), Align(4));
    Value *less = builder_.CreateSub(all, ConstantInt::get(type, 1));
    builder_.CreateStore(builder_.CreateIntMinReduce(less),
                         builder_.CreateConstInBoundsGEP1_32(builder_.getInt32Ty(), exchange_,
                                                             ExchangeLayout::kFirstMark));
  }
  Value *isMarked(Value *round, Value *lane) {
    return builder_.CreateIsNotNull(
        builder_.CreateLoad(builder_.getInt32Ty(),
                            builder_.CreateInBoundsGEP(builder_.getInt32Ty(), marks(round), lane)));
  }
  // The resume function of a finished item is null.
  Value *hasMore(Value *state) {
    return builder_.CreateIsNotNull(builder_.CreateLoad(builder_.getPtrTy(), state));
  }

  // Starts or resumes a work-item, unless it has finished or waits at a barrier of the group.
  void emitItem(const Item &item, Value *atBarrier) {
    Value *state = builder_.CreateInBoundsGEP(
        builder_.getInt8Ty(), entry_.itemMemory,
        builder_.CreateNUWMul(item.index, builder_.getInt64(coroutine_.stateBytes)));
    BasicBlock *start = block("start");
    BasicBlock *check = block("check");
    BasicBlock *resume = block("resume");
    BasicBlock *ran = block("ran");
    BasicBlock *next = block("next");
    builder_.CreateCondBr(item.starts, start, check);

    builder_.SetInsertPoint(start);
    Value *y = builder_.CreateUDiv(item.index, entry_.groupSize[0]);
    std::vector<Value *> arguments = itemArguments(
        entry_, builder_,
        {builder_.CreateURem(item.index, entry_.groupSize[0]),
         builder_.CreateURem(y, entry_.groupSize[1]), builder_.CreateUDiv(y, entry_.groupSize[1])});
    arguments.insert(arguments.end(), {item.lane, item.items, item.subGroup, exchange_, state});
    builder_.CreateCall(coroutine_.start, arguments);
    builder_.CreateBr(ran);

    builder_.SetInsertPoint(check);
    Value *isDue = builder_.CreateOr(item.isFirst, isMarked(item.last, item.lane));
    builder_.CreateCondBr(builder_.CreateAnd(hasMore(state), isDue), resume, next);
    builder_.SetInsertPoint(resume);
    builder_.CreateCall(coroutine_.resume, {state})
        ->setCallingConv(coroutine_.resume->getCallingConv());
    builder_.CreateBr(ran);

    builder_.SetInsertPoint(ran);
    Value *waits = hasMore(state);
    Value *inSubGroup = isMarked(item.round, item.lane);
    orInto(anyWaits_, builder_.CreateAnd(waits, inSubGroup));
    orInto(atBarrier, builder_.CreateAnd(waits, builder_.CreateNot(inSubGroup)));
    builder_.CreateBr(next);
    builder_.SetInsertPoint(next);
  }

  void orInto(Value *memory, Value *value) {
    builder_.CreateStore(
        builder_.CreateOr(builder_.CreateLoad(builder_.getInt1Ty(), memory), value), memory);
  }

  const Entry &entry_;
  IRBuilder<> &builder_;
  const Coroutine &coroutine_;
  const uint32_t size_;
  const ExchangeLayout layout_;
  AllocaInst *exchange_;
  AllocaInst *anyWaits_;
};

// The same for kernels with operations of sub-groups: in each phase, runs one sub-group after the
// other up to the next barrier of the group.
void emitSubGroups(Entry entry, IRBuilder<> &builder, const Kernel &kernel,
                   const Coroutine &coroutine) {
  LLVMContext &context = builder.getContext();
  Value *size = builder.getInt64(kernel.info.subGroupSize);
  SubGroupRounds rounds(entry, builder, coroutine, kernel);
  AllocaInst *atBarrier =
      IRBuilder<>(&*entry.function->getEntryBlock().begin()).CreateAlloca(builder.getInt1Ty());
  emitLoop(builder, entry.groupXBegin, entry.groupXEnd, "group", [&](Value *groupX) {
    enterGroup(entry, builder, groupX);
    Value *items = builder.CreateNUWMul(
        builder.CreateNUWMul(entry.groupSize[0], entry.groupSize[1]), entry.groupSize[2]);
    Value *count = builder.CreateUDiv(
        builder.CreateNUWAdd(items, builder.getInt64(kernel.info.subGroupSize - 1)), size);
    BasicBlock *before = builder.GetInsertBlock();
    auto *phase = BasicBlock::Create(context, "phase", entry.function);
    auto *done = BasicBlock::Create(context, "group.done", entry.function);
    builder.CreateBr(phase);
    builder.SetInsertPoint(phase);
    PHINode *isBegin = builder.CreatePHI(builder.getInt1Ty(), 2, "is.begin");
    isBegin->addIncoming(builder.getTrue(), before);
    builder.CreateStore(builder.getFalse(), atBarrier);
    emitLoop(builder, builder.getInt64(0), count, "sub.group",
             [&](Value *subGroup) { rounds.emit(subGroup, items, isBegin, atBarrier); });
    isBegin->addIncoming(builder.getFalse(), builder.GetInsertBlock());
    builder.CreateCondBr(builder.CreateLoad(builder.getInt1Ty(), atBarrier), phase, done);
    builder.SetInsertPoint(done);
  });
  builder.CreateRetVoid();
}

void emitGroups(const Entry &entry, IRBuilder<> &builder, const Kernel &kernel,
                const Coroutine &coroutine) {
  if (kernel.hasSubGroupOperations)
    emitSubGroups(entry, builder, kernel, coroutine);
  else
    emitItemGroups(entry, builder, coroutine);
}

// Emits the groups of a row of groups: runs the regions of a group one after the other, each for
// all packs.
Result<void> emitRegions(Entry entry, IRBuilder<> &builder, const Kernel &kernel,
                         const ParallelRegions &regions) {
  LLVMContext &context = builder.getContext();
  Value *zero = builder.getInt64(0);
  Value *width = builder.getInt64(kernel.packWidth);
  std::vector<CallInst *> calls;
  IRBuilder<> top(&*entry.function->getEntryBlock().begin());
  AllocaInst *next = top.CreateAlloca(builder.getInt32Ty());
  Value *groupValues = ConstantPointerNull::get(builder.getPtrTy());
  const uint64_t groupBytes = regions.groupValues.size() * kGroupValueBytes;
  if (groupBytes != 0) {
    AllocaInst *values = top.CreateAlloca(ArrayType::get(builder.getInt8Ty(), 2 * groupBytes));
    values->setAlignment(Align(format::host::kMemoryAlignment));
    groupValues = values;
    entry.function->addFnAttr(kGroupValues);
  }
  emitLoop(builder, entry.groupXBegin, entry.groupXEnd, "group", [&](Value *groupX) {
    enterGroup(entry, builder, groupX);
    Value *row = builder.CreateUDiv(
        builder.CreateNUWAdd(entry.groupSize[0], builder.getInt64(kernel.packWidth - 1)), width);
    Value *plane = builder.CreateNUWMul(row, entry.groupSize[1]);
    auto *dispatch = BasicBlock::Create(context, "dispatch", entry.function);
    auto *done = BasicBlock::Create(context, "group.done", entry.function);
    std::vector<BasicBlock *> begins;
    for (Function *region : regions.functions) {
      const bool isRowKnown = comparesLanes(*region, kernel.ownArguments + kLocalId);
      begins.push_back(BasicBlock::Create(context, "region", entry.function));
      if (begins.size() == 1)
        builder.CreateBr(begins.front());
      builder.SetInsertPoint(begins.back());
      emitLoop(builder, zero, entry.groupSize[2], "z", [&](Value *z) {
        emitLoop(builder, zero, entry.groupSize[1], "y", [&](Value *y) {
          Value *first =
              builder.CreateNUWAdd(builder.CreateNUWMul(z, plane), builder.CreateNUWMul(y, row));
          const auto emitPack = [&](Value *x, Value *lanes) {
            std::vector<Value *> arguments = itemArguments(entry, builder, {x, y, z});
            Value *pack = builder.CreateNUWAdd(first, builder.CreateUDiv(x, width));
            if (kernel.hasSubGroupOperations)
              arguments.insert(arguments.end(), {zero, width, pack});
            arguments.push_back(lanes);
            arguments.push_back(builder.CreateInBoundsGEP(
                builder.getInt8Ty(), entry.itemMemory,
                builder.CreateNUWMul(pack, builder.getInt64(regions.frameBytes))));
            arguments.push_back(groupValues);
            CallInst *call = builder.CreateCall(region, arguments);
            if (isa<Constant>(lanes))
              calls.push_back(call);
            else
              call->setIsNoInline();
            builder.CreateStore(call, next);
          };
          emitRow(builder, kernel, entry.groupSize[0], isRowKnown, emitPack);
        });
      });
      copyGroupValues(builder, groupValues, regions.groupValues);
      builder.CreateBr(dispatch);
    }
    builder.SetInsertPoint(dispatch);
    SwitchInst *choice = builder.CreateSwitch(builder.CreateLoad(builder.getInt32Ty(), next), done,
                                              static_cast<unsigned>(begins.size()));
    for (uint32_t i = 1; i < begins.size(); ++i)
      choice->addCase(builder.getInt32(i), begins[i]);
    builder.SetInsertPoint(done);
  });
  builder.CreateRetVoid();
  for (CallInst *call : calls) {
    InlineFunctionInfo info;
    if (const auto result = InlineFunction(*call, info); !result.isSuccess())
      return makeError(UR_RESULT_ERROR_PROGRAM_BUILD_FAILURE,
                       "Kernel '{}' cannot be lowered to parallel regions: {}.", kernel.info.name,
                       result.getFailureReason());
  }
  return {};
}

// Emits the groups of a row of groups: packs that call no barrier of the group, one after the
// other.
Result<void> emitSubGroupPacks(Entry entry, IRBuilder<> &builder, const Kernel &kernel) {
  Value *zero = builder.getInt64(0);
  Value *width = builder.getInt64(kernel.packWidth);
  CallInst *call = nullptr;
  emitLoop(builder, entry.groupXBegin, entry.groupXEnd, "group", [&](Value *groupX) {
    enterGroup(entry, builder, groupX);
    Value *row = builder.CreateUDiv(entry.groupSize[0], width);
    emitLoop(builder, zero, entry.groupSize[2], "z", [&](Value *z) {
      emitLoop(builder, zero, entry.groupSize[1], "y", [&](Value *y) {
        Value *before = builder.CreateNUWMul(
            builder.CreateNUWAdd(builder.CreateNUWMul(z, entry.groupSize[1]), y), row);
        emitLoop(
            builder, zero, entry.groupSize[0], "pack",
            [&](Value *x) {
              std::vector<Value *> arguments = itemArguments(entry, builder, {x, y, z});
              Value *subGroup = builder.CreateNUWAdd(before, builder.CreateUDiv(x, width));
              arguments.insert(arguments.end(), {zero, width, subGroup, width});
              call = builder.CreateCall(kernel.pack, arguments);
            },
            kernel.packWidth);
      });
    });
  });
  builder.CreateRetVoid();
  InlineFunctionInfo info;
  if (const auto result = InlineFunction(*call, info); !result.isSuccess())
    return makeError(UR_RESULT_ERROR_PROGRAM_BUILD_FAILURE,
                     "Kernel '{}' cannot be lowered to packs of sub-groups: {}.", kernel.info.name,
                     result.getFailureReason());
  return {};
}

// Returns the variables in local memory of a group that is one pack, on the stack, where they can
// become registers; null if there are none, or too many.
AllocaInst *localVariablesOnStack(const Kernel &kernel, const Entry &entry, IRBuilder<> &builder) {
  constexpr uint64_t kMostBytes = 4096;
  const uint64_t bytes = kernel.info.staticLocalBytes;
  if (bytes == 0 || bytes > kMostBytes)
    return nullptr;
  IRBuilder<> top(&*entry.function->getEntryBlock().begin());
  AllocaInst *variables = top.CreateAlloca(ArrayType::get(builder.getInt8Ty(), bytes));
  variables->setAlignment(Align(format::host::kMemoryAlignment));
  return variables;
}

// Emits the groups of a row of groups, each of which is one pack.
Result<void> emitGroupPacks(Entry entry, IRBuilder<> &builder, const Kernel &kernel) {
  CallInst *full = nullptr;
  Value *zero = builder.getInt64(0);
  AllocaInst *variables = localVariablesOnStack(kernel, entry, builder);
  emitLoop(builder, entry.groupXBegin, entry.groupXEnd, "group", [&](Value *groupX) {
    enterGroup(entry, builder, groupX);
    std::vector<Value *> arguments = itemArguments(entry, builder, {zero, zero, zero});
    Value *width = builder.getInt64(kernel.groupPackWidth);
    auto *whole = BasicBlock::Create(builder.getContext(), "full.group", entry.function);
    auto *part = BasicBlock::Create(builder.getContext(), "small.group", entry.function);
    auto *next = BasicBlock::Create(builder.getContext(), "group.end", entry.function);
    builder.CreateCondBr(builder.CreateICmpEQ(entry.groupSize[0], width), whole, part);
    arguments.push_back(width);
    builder.SetInsertPoint(whole);
    Value *&localMemory = arguments[kernel.ownArguments + kLocalMemory];
    if (variables) {
      localMemory = variables;
      builder.CreateLifetimeStart(variables);
    }
    full = builder.CreateCall(kernel.groupPack, arguments);
    if (variables)
      builder.CreateLifetimeEnd(variables);
    builder.CreateBr(next);
    builder.SetInsertPoint(part);
    localMemory = entry.localMemory;
    arguments.back() = entry.groupSize[0];
    builder.CreateCall(kernel.groupPack, arguments)->setIsNoInline();
    builder.CreateBr(next);
    builder.SetInsertPoint(next);
  });
  builder.CreateRetVoid();
  InlineFunctionInfo info;
  if (const auto result = InlineFunction(*full, info); !result.isSuccess())
    return makeError(UR_RESULT_ERROR_PROGRAM_BUILD_FAILURE,
                     "Kernel '{}' cannot be lowered to packs of whole groups: {}.",
                     kernel.info.name, result.getFailureReason());
  return {};
}

} // namespace

void makeCoroutine(Kernel &kernel) {
  targets::removePackFunctions(*kernel.item);
  if (kernel.pack && !kernel.hasSubGroupOperations) {
    kernel.item->addFnAttr(Attribute::NoInline);
    kernel.item->addFnAttr(Attribute::Cold);
  }
  kernel.item = coroutineOf(kernel);
}

Result<void> lowerBarriers(Kernel &kernel) {
  URSA_TRY(const Coroutine item, splitCoroutine(kernel, kernel.item));
  kernel.info.itemBytes = item.stateBytes;
  IRBuilder<> builder(kernel.item->getContext());
  Entry entry = beginEntry(kernel, builder);
  if (!kernel.pack) {
    emitGroups(entry, builder, kernel, item);
    return {};
  }
  if (kernel.hasSubGroupOperations && !callsBarrier(*kernel.pack)) {
    emitLargeLaunches(kernel, entry, builder, [&](const Entry &large, IRBuilder<> &items) {
      emitGroups(large, items, kernel, item);
    });
    return emitSubGroupPacks(entry, builder, kernel);
  }
  const ParallelRegions regions = formParallelRegions(*kernel.pack, kernel);
  kernel.pack = nullptr;
  if (!kernel.hasSubGroupOperations)
    for (Function *region : regions.functions)
      markLocalMemory(*region, kernel);
  // A pack has at least one work-item, whose memory is enough for it.
  kernel.info.itemBytes = std::max(item.stateBytes, regions.frameBytes);
  emitLargeLaunches(kernel, entry, builder, [&](const Entry &large, IRBuilder<> &items) {
    emitGroups(large, items, kernel, item);
  });
  if (kernel.groupPack) {
    auto *whole = BasicBlock::Create(builder.getContext(), "groups", entry.function);
    auto *several = BasicBlock::Create(builder.getContext(), "regions", entry.function);
    builder.CreateCondBr(isOnePack(entry, builder, kernel.groupPackWidth), whole, several);
    builder.SetInsertPoint(whole);
    URSA_CHECK(emitGroupPacks(entry, builder, kernel));
    builder.SetInsertPoint(several);
  }
  return emitRegions(entry, builder, kernel, regions);
}

} // namespace ursa::compiler::host
