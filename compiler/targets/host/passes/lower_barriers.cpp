#include "compiler/targets/host/passes/work_group.h"

#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>

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

} // namespace

void makeCoroutine(Kernel &kernel) {
  llvm::Function *item = kernel.item;
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
  kernel.item = coroutine;
}

Result<void> lowerBarriers(Kernel &kernel) {
  llvm::Module &module = *kernel.item->getParent();
  llvm::Function *resume = module.getFunction((kernel.item->getName() + ".resume").str());
  llvm::CallInst *marker = nullptr;
  for (llvm::Instruction &instruction : llvm::instructions(*kernel.item))
    if (auto *call = llvm::dyn_cast<llvm::CallInst>(&instruction);
        call && call->getCalledFunction() && call->getCalledFunction()->getName() == kSizeMarker)
      marker = call;
  const auto *size = marker ? llvm::dyn_cast<llvm::ConstantInt>(marker->getArgOperand(0)) : nullptr;
  if (!resume || !size)
    return makeError(UR_RESULT_ERROR_PROGRAM_BUILD_FAILURE,
                     "Kernel '{}' cannot be split at its barriers.", kernel.info.name);
  kernel.info.itemBytes = llvm::alignTo(size->getZExtValue(), kMemoryAlignment);
  marker->eraseFromParent();

  llvm::IRBuilder<> builder(module.getContext());
  Entry entry = beginEntry(kernel, builder);
  llvm::Value *zero = builder.getInt64(0);
  const auto stateOf = [&](llvm::Value *index) {
    return builder.CreateInBoundsGEP(
        builder.getInt8Ty(), entry.itemMemory,
        builder.CreateNUWMul(index, builder.getInt64(kernel.info.itemBytes)));
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
          builder.CreateCall(kernel.item, arguments);
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
  return {};
}

} // namespace ursa::host
