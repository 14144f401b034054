#include "compiler/targets/host/passes/sub_group_exchange.h"

#include "compiler/builtins/builtin.h"
#include "compiler/builtins/group_operations.h"
#include "compiler/targets/host/passes/work_item_functions.h"
#include "format/host/kernel_info.h"

#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"

using namespace llvm;

namespace ursa::compiler::host {
namespace {

using builtins::GroupFunction;

constexpr uint64_t kMarkBytes = sizeof(uint32_t);

std::vector<CallInst *> operationsOf(Function &function) {
  std::vector<CallInst *> calls;
  for (Instruction &instruction : instructions(function))
    if (auto *call = dyn_cast<CallInst>(&instruction))
      if (const Function *callee = call->getCalledFunction();
          callee && isSubGroupOperation(*callee))
        calls.push_back(call);
  return calls;
}

class Exchange {
public:
  /// @param isOnly whether the function has one operation
  Exchange(Function &function, const ExchangeLayout &layout, Value &lane, Value &items,
           Value &memory, bool isOnly)
      : layout_(layout), lane_(lane), items_(items), memory_(memory), isOnly_(isOnly),
        wait_(function.getParent()->getOrInsertFunction(kSubGroupWait,
                                                        Type::getVoidTy(function.getContext()))) {}

  void lower(CallInst &call) {
    IRBuilder<> builder(&call);
    const auto group = builtins::describeAs<GroupFunction>(call.getCalledFunction()->getName());
    number_ = builder.getInt32(++operations_);
    Value *own = group && call.arg_size() > 0 ? operandOf(builder, call, *group) : nullptr;
    if (!isOnly_)
      SplitBlock(call.getParent(), &call);
    builder.SetInsertPoint(&call);
    round_ = builder.CreateIsNotNull(builder.CreateLoad(builder.getInt32Ty(), &memory_));
    if (own)
      builder.CreateStore(own, place(builder, own->getType(), &lane_));
    builder.CreateStore(number_, mark(builder, &lane_));
    builder.CreateCall(wait_);
    if (!isOnly_)
      repeatUnlessFirst(call);
    if (group) {
      Value *result = resultOf(call, own ? own->getType() : nullptr, *group);
      IRBuilder<> end(&call);
      if (call.getType()->isIntegerTy())
        result = end.CreateZExtOrTrunc(result, call.getType());
      call.replaceAllUsesWith(result);
    }
    call.eraseFromParent();
  }

private:
  /// Waits again, from the begin of the block on, while others are at an operation before this one.
  void repeatUnlessFirst(CallInst &call) {
    BasicBlock *waiting = call.getParent();
    BasicBlock *behind = SplitBlock(waiting, &call);
    Instruction *end = waiting->getTerminator();
    IRBuilder<> builder(end);
    Value *first = builder.CreateLoad(
        builder.getInt32Ty(), builder.CreateConstInBoundsGEP1_32(builder.getInt32Ty(), &memory_,
                                                                 ExchangeLayout::kFirstMark));
    builder.CreateCondBr(
        builder.CreateICmpEQ(first, builder.CreateSub(number_, builder.getInt32(1))), behind,
        waiting);
    end->eraseFromParent();
  }

  /// Returns what the work-item gives to the others.
  static Value *operandOf(IRBuilder<> &builder, const CallInst &call, const GroupFunction &group) {
    Value *value = call.getArgOperand(0);
    return builtins::givesBits(group) ? builder.CreateIsNotNull(value) : value;
  }

  Value *resultOf(CallInst &call, Type *type, const GroupFunction &group) {
    IRBuilder<> builder(&call);
    if (builtins::combinesValues(group.kind))
      return combined(call, type, group);
    if (group.kind == GroupFunction::Elect)
      return builder.CreateICmpEQ(firstWaiting(call), &lane_);
    Value *from = nullptr;
    if (group.kind == GroupFunction::BroadcastFirst)
      from = firstWaiting(call);
    builder.SetInsertPoint(&call);
    if (!from) {
      Value *operand = builder.CreateZExtOrTrunc(call.getArgOperand(1), builder.getInt32Ty());
      switch (group.kind) {
      case GroupFunction::ShuffleXor:
        from = builder.CreateXor(&lane_, operand);
        break;
      case GroupFunction::ShuffleUp:
        from = builder.CreateSub(&lane_, operand);
        break;
      case GroupFunction::ShuffleDown:
        from = builder.CreateAdd(&lane_, operand);
        break;
      default:
        from = operand;
      }
    }
    // The value of a work-item that does not exist is undefined, but must be inside of the memory.
    from = builder.CreateAnd(from, builder.getInt32(layout_.items - 1));
    return builder.CreateLoad(type, place(builder, type, from));
  }

  /// Emits a loop over the work-items in front of the call: next(builder, previous result, item,
  /// whether it waits at the same operation).
  template <class Next> Value *overItems(CallInst &call, Value *start, Next &&next) {
    const auto [end, index] = SplitBlockAndInsertSimpleForLoop(&items_, call.getIterator());
    auto *item = cast<PHINode>(index);
    BasicBlock *loop = item->getParent();
    const unsigned entering = item->getIncomingBlock(0) == loop ? 1 : 0;
    IRBuilder<> builder(loop, loop->begin());
    PHINode *result = builder.CreatePHI(start->getType(), 2);
    result->addIncoming(start, item->getIncomingBlock(entering));
    builder.SetInsertPoint(end);
    Value *waits = builder.CreateICmpEQ(
        builder.CreateLoad(builder.getInt32Ty(), mark(builder, item)), number_);
    Value *value = next(builder, result, item, waits);
    result->addIncoming(value, loop);
    return value;
  }

  Value *firstWaiting(CallInst &call) {
    IRBuilder<> builder(&call);
    return overItems(call, builder.getInt32(layout_.items - 1),
                     [](IRBuilder<> &at, Value *first, Value *item, Value *waits) {
                       Value *less = at.CreateBinaryIntrinsic(Intrinsic::umin, first, item);
                       return at.CreateSelect(waits, less, first);
                     });
  }

  Value *combined(CallInst &call, Type *type, const GroupFunction &group) {
    const GroupFunction combination = builtins::combinationOf(group);
    return overItems(call, builtins::startOf(combination, type),
                     [&](IRBuilder<> &builder, Value *before, Value *item, Value *waits) {
                       Value *value = builder.CreateLoad(type, place(builder, type, item));
                       Value *both = builtins::combine(builder, combination, before, value);
                       if (group.kind == GroupFunction::ScanInclusive)
                         waits = builder.CreateAnd(waits, builder.CreateICmpULE(item, &lane_));
                       else if (group.kind == GroupFunction::ScanExclusive)
                         waits = builder.CreateAnd(waits, builder.CreateICmpULT(item, &lane_));
                       return builder.CreateSelect(waits, both, before);
                     });
  }

  Value *address(IRBuilder<> &builder, uint64_t first, uint64_t second, Type *type,
                 Value *item) const {
    Value *offset = builder.CreateSelect(round_, builder.getInt64(second), builder.getInt64(first));
    Value *begin = builder.CreateInBoundsGEP(builder.getInt8Ty(), &memory_, offset);
    return builder.CreateInBoundsGEP(type, begin, builder.CreateZExt(item, builder.getInt64Ty()));
  }
  Value *place(IRBuilder<> &builder, Type *type, Value *item) const {
    return address(builder, layout_.values(0), layout_.values(1), type, item);
  }
  Value *mark(IRBuilder<> &builder, Value *item) const {
    return address(builder, layout_.marks(0), layout_.marks(1), builder.getInt32Ty(), item);
  }

  const ExchangeLayout &layout_;
  Value &lane_;
  Value &items_;
  Value &memory_;
  const bool isOnly_;
  const FunctionCallee wait_;
  uint32_t operations_ = 0;
  // Of the operation that is being lowered:
  Value *round_ = nullptr;
  ConstantInt *number_ = nullptr;
};

} // namespace

uint64_t ExchangeLayout::marks(unsigned round) const {
  return format::host::kMemoryAlignment + uint64_t{round} * items * kMarkBytes;
}

uint64_t ExchangeLayout::values(unsigned round) const {
  return alignTo(marks(2), format::host::kMemoryAlignment) +
         round * alignTo(valueBytes, format::host::kMemoryAlignment);
}

ExchangeLayout exchangeLayout(const Function &function, uint32_t items) {
  ExchangeLayout layout{.items = items};
  const DataLayout &data = function.getDataLayout();
  for (const CallInst *call : operationsOf(const_cast<Function &>(function)))
    if (call->arg_size() > 0 && !call->getType()->isVoidTy()) {
      const uint64_t bytes = data.getTypeAllocSize(call->getArgOperand(0)->getType());
      layout.valueBytes = std::max(layout.valueBytes, items * bytes);
    }
  return layout;
}

void lowerSubGroupOperations(Function &function, const ExchangeLayout &layout, Value &lane,
                             Value &items, Value &exchange) {
  const std::vector<CallInst *> calls = operationsOf(function);
  Exchange operations(function, layout, lane, items, exchange, calls.size() == 1);
  for (CallInst *call : calls)
    operations.lower(*call);
}

} // namespace ursa::compiler::host
