#include "compiler/targets/host/passes/parallel_regions.h"
#include "compiler/targets/host/passes/work_group.h"

#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>
#include <llvm/Transforms/Utils/Cloning.h>

namespace ursa::host {
namespace {

constexpr const char *kSizeMarker = "ursa.item.size";

// Replaces a barrier by a suspend point; execution resumes after it. No fence is needed, because
// the items of a group run on one thread, one after the other. Suspended items are never destroyed,
// so the clean-up path only has to exist.
void suspendAt(llvm::CallInst &barrier, llvm::BasicBlock *suspended, llvm::BasicBlock *cleanup) {
  llvm::BasicBlock *before = barrier.getParent();
  llvm::BasicBlock *after = before->splitBasicBlock(&barrier, "after.barrier");
  before->getTerminator()->eraseFromParent();
  llvm::IRBuilder<> builder(before);
  llvm::Value *token = llvm::ConstantTokenNone::get(builder.getContext());
  llvm::Value *state = builder.CreateIntrinsic(builder.getInt8Ty(), llvm::Intrinsic::coro_suspend,
                                               {token, builder.getFalse()});
  llvm::SwitchInst *choice = builder.CreateSwitch(state, suspended, 2);
  choice->addCase(builder.getInt8(0), after);
  choice->addCase(builder.getInt8(1), cleanup);
  barrier.eraseFromParent();
}

// Returns the coroutine in place of the function.
llvm::Function *coroutineOf(llvm::Function *item) {
  llvm::LLVMContext &context = item->getContext();
  llvm::Module &module = *item->getParent();
  llvm::Type *pointer = llvm::PointerType::getUnqual(context);

  // The coroutine has one more parameter, the memory of the item's state, and returns its handle.
  std::vector<llvm::Type *> types(item->getFunctionType()->param_begin(),
                                  item->getFunctionType()->param_end());
  types.push_back(pointer);
  auto *coroutine = llvm::Function::Create(llvm::FunctionType::get(pointer, types, false),
                                           llvm::GlobalValue::ExternalLinkage, "", module);
  coroutine->takeName(item);
  coroutine->setAttributes(item->getAttributes());
  coroutine->addFnAttr(llvm::Attribute::PresplitCoroutine);
  for (llvm::Argument &argument : item->args())
    argument.replaceAllUsesWith(coroutine->getArg(argument.getArgNo()));
  coroutine->splice(coroutine->begin(), item);
  item->eraseFromParent();

  std::vector<llvm::CallInst *> barriers;
  std::vector<llvm::ReturnInst *> returns;
  for (llvm::Instruction &instruction : llvm::instructions(*coroutine)) {
    if (auto *call = llvm::dyn_cast<llvm::CallInst>(&instruction);
        call && call->getCalledFunction() && isBarrier(*call->getCalledFunction()))
      barriers.push_back(call);
    else if (auto *end = llvm::dyn_cast<llvm::ReturnInst>(&instruction))
      returns.push_back(end);
  }

  llvm::IRBuilder<> builder(&*coroutine->getEntryBlock().getFirstNonPHIOrDbgOrAlloca());
  llvm::Value *null = llvm::ConstantPointerNull::get(builder.getPtrTy());
  llvm::Value *id =
      builder.CreateIntrinsic(llvm::Type::getTokenTy(context), llvm::Intrinsic::coro_id,
                              {builder.getInt32(64), null, null, null});
  llvm::Value *handle = builder.CreateIntrinsic(pointer, llvm::Intrinsic::coro_begin,
                                                {id, coroutine->getArg(coroutine->arg_size() - 1)});
  llvm::Value *size = builder.CreateIntrinsic(builder.getInt64Ty(), llvm::Intrinsic::coro_size, {});
  builder.CreateCall(
      module.getOrInsertFunction(kSizeMarker, builder.getVoidTy(), builder.getInt64Ty()), {size});

  auto *finished = llvm::BasicBlock::Create(context, "finished", coroutine);
  auto *cleanup = llvm::BasicBlock::Create(context, "cleanup", coroutine);
  auto *suspended = llvm::BasicBlock::Create(context, "suspended", coroutine);
  auto *impossible = llvm::BasicBlock::Create(context, "impossible", coroutine);
  for (llvm::CallInst *barrier : barriers)
    suspendAt(*barrier, suspended, cleanup);
  for (llvm::ReturnInst *end : returns) {
    llvm::BranchInst::Create(finished, end->getIterator());
    end->eraseFromParent();
  }
  llvm::Value *token = llvm::ConstantTokenNone::get(context);
  builder.SetInsertPoint(finished);
  llvm::SwitchInst *choice = builder.CreateSwitch(
      builder.CreateIntrinsic(builder.getInt8Ty(), llvm::Intrinsic::coro_suspend,
                              {token, builder.getTrue()}),
      suspended, 2);
  choice->addCase(builder.getInt8(0), impossible);
  choice->addCase(builder.getInt8(1), cleanup);
  builder.SetInsertPoint(impossible);
  builder.CreateUnreachable();
  builder.SetInsertPoint(cleanup);
  builder.CreateBr(suspended);
  builder.SetInsertPoint(suspended);
  builder.CreateIntrinsic(builder.getVoidTy(), llvm::Intrinsic::coro_end,
                          {handle, builder.getFalse(), token});
  builder.CreateRet(handle);
  return coroutine;
}

// A split coroutine.
struct Coroutine {
  llvm::Function *start = nullptr;
  llvm::Function *resume = nullptr;
  uint64_t stateBytes = 0; ///< of one work-item
};

Result<Coroutine> splitCoroutine(const Kernel &kernel, llvm::Function *start) {
  llvm::CallInst *marker = nullptr;
  for (llvm::Instruction &instruction : llvm::instructions(*start))
    if (auto *call = llvm::dyn_cast<llvm::CallInst>(&instruction);
        call && call->getCalledFunction() && call->getCalledFunction()->getName() == kSizeMarker)
      marker = call;
  const auto *size = marker ? llvm::dyn_cast<llvm::ConstantInt>(marker->getArgOperand(0)) : nullptr;
  llvm::Function *resume = start->getParent()->getFunction((start->getName() + ".resume").str());
  if (!resume || !size)
    return makeError(UR_RESULT_ERROR_PROGRAM_BUILD_FAILURE,
                     "Kernel '{}' cannot be split at its barriers.", kernel.info.name);
  const uint64_t bytes = llvm::alignTo(size->getZExtValue(), kMemoryAlignment);
  marker->eraseFromParent();
  return Coroutine{start, resume, bytes};
}

// Emits the groups of a row of groups: starts the coroutines of a group, then resumes those that
// wait until none does.
void emitGroups(Entry entry, llvm::IRBuilder<> &builder, const Coroutine &coroutine) {
  llvm::Module &module = *coroutine.start->getParent();
  llvm::Function *resume = coroutine.resume;
  llvm::Value *zero = builder.getInt64(0);
  const auto stateOf = [&](llvm::Value *index) {
    return builder.CreateInBoundsGEP(
        builder.getInt8Ty(), entry.itemMemory,
        builder.CreateNUWMul(index, builder.getInt64(coroutine.stateBytes)));
  };
  // The resume function of a finished item is null.
  const auto waits = [&](llvm::Value *state) {
    return builder.CreateIsNotNull(builder.CreateLoad(builder.getPtrTy(), state));
  };

  emitLoop(builder, entry.groupXBegin, entry.groupXEnd, "group", [&](llvm::Value *groupX) {
    enterGroup(entry, builder, groupX);
    llvm::Value *plane = builder.CreateNUWMul(entry.groupSize[0], entry.groupSize[1]);
    llvm::Value *items = builder.CreateNUWMul(plane, entry.groupSize[2]);
    emitLoop(builder, zero, entry.groupSize[2], "z", [&](llvm::Value *z) {
      emitLoop(builder, zero, entry.groupSize[1], "y", [&](llvm::Value *y) {
        llvm::Value *row = builder.CreateNUWAdd(builder.CreateNUWMul(z, plane),
                                                builder.CreateNUWMul(y, entry.groupSize[0]));
        emitLoop(builder, zero, entry.groupSize[0], "x", [&](llvm::Value *x) {
          std::vector<llvm::Value *> arguments = itemArguments(entry, builder, {x, y, z});
          arguments.push_back(stateOf(builder.CreateNUWAdd(row, x)));
          builder.CreateCall(coroutine.start, arguments);
        });
      });
    });

    // Resumes every waiting item; repeats while any item still waits.
    llvm::BasicBlock *before = builder.GetInsertBlock();
    auto *phase = llvm::BasicBlock::Create(module.getContext(), "phase", entry.function);
    auto *done = llvm::BasicBlock::Create(module.getContext(), "group.done", entry.function);
    llvm::AllocaInst *anyWaits;
    {
      llvm::IRBuilder<> top(&*entry.function->getEntryBlock().begin());
      anyWaits = top.CreateAlloca(builder.getInt1Ty());
    }
    builder.SetInsertPoint(before);
    builder.CreateBr(phase);
    builder.SetInsertPoint(phase);
    builder.CreateStore(builder.getFalse(), anyWaits);
    emitLoop(builder, zero, items, "item", [&](llvm::Value *index) {
      llvm::Value *state = stateOf(index);
      auto *waiting = llvm::BasicBlock::Create(module.getContext(), "waiting", entry.function);
      auto *next = llvm::BasicBlock::Create(module.getContext(), "next", entry.function);
      builder.CreateCondBr(waits(state), waiting, next);
      builder.SetInsertPoint(waiting);
      builder.CreateCall(resume, {state})->setCallingConv(resume->getCallingConv());
      llvm::Value *any =
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

// Emits the groups of a row of groups: runs the regions of a group one after the other, each for
// all packs.
Result<void> emitRegions(Entry entry, llvm::IRBuilder<> &builder, const Kernel &kernel,
                         const ParallelRegions &regions) {
  llvm::LLVMContext &context = builder.getContext();
  llvm::Value *zero = builder.getInt64(0);
  llvm::Value *width = builder.getInt64(kernel.packWidth);
  std::vector<llvm::CallInst *> calls;
  llvm::AllocaInst *next = llvm::IRBuilder<>(&*entry.function->getEntryBlock().begin())
                               .CreateAlloca(builder.getInt32Ty());
  emitLoop(builder, entry.groupXBegin, entry.groupXEnd, "group", [&](llvm::Value *groupX) {
    enterGroup(entry, builder, groupX);
    llvm::Value *row = builder.CreateUDiv(
        builder.CreateNUWAdd(entry.groupSize[0], builder.getInt64(kernel.packWidth - 1)), width);
    llvm::Value *plane = builder.CreateNUWMul(row, entry.groupSize[1]);
    auto *dispatch = llvm::BasicBlock::Create(context, "dispatch", entry.function);
    auto *done = llvm::BasicBlock::Create(context, "group.done", entry.function);
    std::vector<llvm::BasicBlock *> begins;
    for (llvm::Function *region : regions.functions) {
      begins.push_back(llvm::BasicBlock::Create(context, "region", entry.function));
      if (begins.size() == 1)
        builder.CreateBr(begins.front());
      builder.SetInsertPoint(begins.back());
      emitLoop(builder, zero, entry.groupSize[2], "z", [&](llvm::Value *z) {
        emitLoop(builder, zero, entry.groupSize[1], "y", [&](llvm::Value *y) {
          llvm::Value *first =
              builder.CreateNUWAdd(builder.CreateNUWMul(z, plane), builder.CreateNUWMul(y, row));
          emitPacks(builder, kernel, entry.groupSize[0], [&](llvm::Value *x, llvm::Value *lanes) {
            std::vector<llvm::Value *> arguments = itemArguments(entry, builder, {x, y, z});
            arguments.push_back(lanes);
            llvm::Value *pack = builder.CreateNUWAdd(first, builder.CreateUDiv(x, width));
            arguments.push_back(builder.CreateInBoundsGEP(
                builder.getInt8Ty(), entry.itemMemory,
                builder.CreateNUWMul(pack, builder.getInt64(regions.frameBytes))));
            llvm::CallInst *call = builder.CreateCall(region, arguments);
            if (llvm::isa<llvm::Constant>(lanes))
              calls.push_back(call);
            else
              call->setIsNoInline();
            builder.CreateStore(call, next);
          });
        });
      });
      builder.CreateBr(dispatch);
    }
    builder.SetInsertPoint(dispatch);
    llvm::SwitchInst *choice = builder.CreateSwitch(builder.CreateLoad(builder.getInt32Ty(), next),
                                                    done, static_cast<unsigned>(begins.size()));
    for (uint32_t i = 1; i < begins.size(); ++i)
      choice->addCase(builder.getInt32(i), begins[i]);
    builder.SetInsertPoint(done);
  });
  builder.CreateRetVoid();
  for (llvm::CallInst *call : calls) {
    llvm::InlineFunctionInfo info;
    if (const auto result = llvm::InlineFunction(*call, info); !result.isSuccess())
      return makeError(UR_RESULT_ERROR_PROGRAM_BUILD_FAILURE,
                       "Kernel '{}' cannot be lowered to parallel regions: {}.", kernel.info.name,
                       result.getFailureReason());
  }
  return {};
}

// Returns the variables in local memory of a group that is one pack, on the stack, where they can
// become registers; null if there are none, or too many.
llvm::AllocaInst *localVariablesOnStack(const Kernel &kernel, const Entry &entry,
                                        llvm::IRBuilder<> &builder) {
  constexpr uint64_t kMostBytes = 4096;
  const uint64_t bytes = kernel.info.staticLocalBytes;
  if (bytes == 0 || bytes > kMostBytes)
    return nullptr;
  llvm::IRBuilder<> top(&*entry.function->getEntryBlock().begin());
  llvm::AllocaInst *variables = top.CreateAlloca(llvm::ArrayType::get(builder.getInt8Ty(), bytes));
  variables->setAlignment(llvm::Align(kMemoryAlignment));
  return variables;
}

// Emits the groups of a row of groups, each of which is one pack.
Result<void> emitGroupPacks(Entry entry, llvm::IRBuilder<> &builder, const Kernel &kernel) {
  llvm::CallInst *full = nullptr;
  llvm::Value *zero = builder.getInt64(0);
  llvm::AllocaInst *variables = localVariablesOnStack(kernel, entry, builder);
  emitLoop(builder, entry.groupXBegin, entry.groupXEnd, "group", [&](llvm::Value *groupX) {
    enterGroup(entry, builder, groupX);
    std::vector<llvm::Value *> arguments = itemArguments(entry, builder, {zero, zero, zero});
    llvm::Value *width = builder.getInt64(kernel.groupPackWidth);
    auto *whole = llvm::BasicBlock::Create(builder.getContext(), "full.group", entry.function);
    auto *part = llvm::BasicBlock::Create(builder.getContext(), "small.group", entry.function);
    auto *next = llvm::BasicBlock::Create(builder.getContext(), "group.end", entry.function);
    builder.CreateCondBr(builder.CreateICmpEQ(entry.groupSize[0], width), whole, part);
    arguments.push_back(width);
    builder.SetInsertPoint(whole);
    llvm::Value *&localMemory = arguments[kernel.ownArguments + kLocalMemory];
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
  llvm::InlineFunctionInfo info;
  if (const auto result = llvm::InlineFunction(*full, info); !result.isSuccess())
    return makeError(UR_RESULT_ERROR_PROGRAM_BUILD_FAILURE,
                     "Kernel '{}' cannot be lowered to packs of whole groups: {}.",
                     kernel.info.name, result.getFailureReason());
  return {};
}

} // namespace

void makeCoroutine(Kernel &kernel) {
  if (kernel.pack) {
    kernel.item->addFnAttr(llvm::Attribute::NoInline);
    kernel.item->addFnAttr(llvm::Attribute::Cold);
  }
  kernel.item = coroutineOf(kernel.item);
}

Result<void> lowerBarriers(Kernel &kernel) {
  URSA_TRY(const Coroutine item, splitCoroutine(kernel, kernel.item));
  kernel.info.itemBytes = item.stateBytes;
  llvm::IRBuilder<> builder(kernel.item->getContext());
  Entry entry = beginEntry(kernel, builder);
  if (!kernel.pack) {
    emitGroups(entry, builder, item);
    return {};
  }
  const ParallelRegions regions = formParallelRegions(*kernel.pack);
  kernel.pack = nullptr;
  // A pack has at least one work-item, whose memory is enough for it.
  kernel.info.itemBytes = std::max(item.stateBytes, regions.frameBytes);
  emitLargeLaunches(kernel, entry, builder, [&](const Entry &large, llvm::IRBuilder<> &items) {
    emitGroups(large, items, item);
  });
  if (kernel.groupPack) {
    auto *whole = llvm::BasicBlock::Create(builder.getContext(), "groups", entry.function);
    auto *several = llvm::BasicBlock::Create(builder.getContext(), "regions", entry.function);
    builder.CreateCondBr(isOnePack(entry, builder, kernel.groupPackWidth), whole, several);
    builder.SetInsertPoint(whole);
    URSA_CHECK(emitGroupPacks(entry, builder, kernel));
    builder.SetInsertPoint(several);
  }
  return emitRegions(entry, builder, kernel, regions);
}

} // namespace ursa::host
