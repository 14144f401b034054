// See sub_group_rounds.h.
#include "compiler/targets/spirv/sub_group_rounds.h"

#include "compiler/builtins/definitions.h"
#include "compiler/builtins/group_operations.h"
#include "compiler/passes/source_location.h"
#include "compiler/targets/common/pointer_spaces.h"
#include "compiler/targets/common/sub_group_queries.h"
#include "compiler/targets/spirv/frame_values.h"

#include "llvm/ADT/DepthFirstIterator.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"

#include <algorithm>
#include <vector>

using namespace llvm;

namespace ursa::compiler::spirv {
namespace {

using builtins::GroupFunction;

constexpr unsigned kRoundsOfFlags = 4;
constexpr unsigned kFlags = 4; ///< of a round: someone is at an operation, at a barrier, at the end
constexpr unsigned kAtOperation = 0;
constexpr unsigned kAtBarrier = 1;
constexpr unsigned kAtEnd = 2;
constexpr unsigned kNowhere = 0x7fffffff; ///< the mark of a work-item that is at no operation

/// A call that ends a round.
struct Stop {
  CallInst *call;
  std::optional<GroupFunction> group; ///< none for barriers
  bool isOfWorkGroup;                 ///< a barrier of the work-group
  /// Another shuffle from the same work-item, of which the value has the upper half of the bits.
  CallInst *second = nullptr;
};

bool needsMarks(const Stop &stop) {
  return stop.group && (stop.group->isNonUniform || stop.group->kind == GroupFunction::Elect ||
                        stop.group->kind == GroupFunction::BroadcastFirst);
}

Error refused(const Instruction &instruction, const Twine &problem) {
  const Function &kernel = *instruction.getFunction();
  return createStringError(passes::sourceLocation(instruction) + "Kernel '" +
                           passes::sourceName(kernel) + "' requires sub-groups, which are run by " +
                           "barriers of the work-group, and calls '" + problem + ".");
}

/// Returns whether a kernel's work-items may give the operand of an operation.
bool isExchanged(const Type *type) {
  return (type->isIntegerTy() || type->isFloatingPointTy()) &&
         type->getPrimitiveSizeInBits().getFixedValue() <= 64;
}

/// Returns whether SPIR-V has the function, and builtins::describe does not.
bool isSpirvGroupFunction(StringRef name) {
  return name.contains("__spirv_ControlBarrier") || name.contains("__spirv_Group") ||
         name.contains("__spirv_Subgroup");
}

Expected<std::vector<Stop>> stopsOf(Function &kernel) {
  std::vector<Stop> stops;
  for (Instruction &instruction : instructions(kernel)) {
    auto *call = dyn_cast<CallInst>(&instruction);
    const Function *callee = call ? call->getCalledFunction() : nullptr;
    if (!callee)
      continue;
    const builtins::Builtin builtin = builtins::describe(callee->getName());
    const auto *barrier = std::get_if<builtins::Barrier>(&builtin);
    const auto *group = std::get_if<GroupFunction>(&builtin);
    if (barrier) {
      stops.push_back({call, std::nullopt, barrier->scope == builtins::Scope::WorkGroup});
    } else if (group && group->scope == builtins::Scope::SubGroup) {
      if (!isExchanged(call->getType()) ||
          (call->arg_size() > 0 && !isExchanged(call->getArgOperand(0)->getType())))
        return refused(*call, callee->getName() + "' with a value that is no number");
      stops.push_back({call, *group, false});
    } else if (group || std::holds_alternative<builtins::GroupCopy>(builtin) ||
               isSpirvGroupFunction(callee->getName())) {
      return refused(*call,
                     callee->getName() + "', which all work-items of a group must call together");
    }
  }
  return stops;
}

bool isShuffleOf32Bits(const Stop &stop) {
  return stop.group && stop.group->kind == GroupFunction::Shuffle && !stop.second &&
         stop.call->getType()->isIntegerTy(32) &&
         stop.call->getType() == stop.call->getArgOperand(0)->getType();
}

/// Moves a value and what it is computed from before an instruction of its block. Returns false if
/// something would have to be moved that depends on the instruction, or on memory.
bool moveBefore(Value *value, Instruction &place) {
  SmallVector<Instruction *, 8> moved;
  SmallPtrSet<Instruction *, 8> seen;
  SmallVector<Value *, 8> open = {value};
  while (!open.empty()) {
    auto *each = dyn_cast<Instruction>(open.pop_back_val());
    if (!each || each->getParent() != place.getParent() || each->comesBefore(&place) ||
        !seen.insert(each).second)
      continue;
    if (each == &place || isa<PHINode>(each) || isa<CallBase>(each) ||
        each->mayReadOrWriteMemory() || each->mayHaveSideEffects())
      return false;
    moved.push_back(each);
    append_range(open, each->operands());
  }
  sort(moved, [](const Instruction *a, const Instruction *b) { return a->comesBefore(b); });
  for (Instruction *each : moved)
    each->moveBefore(place.getIterator());
  return true;
}

/// Makes one operation of two that follow each other, such as those of the words of a double.
void pairShuffles(std::vector<Stop> &stops) {
  std::vector<Stop> paired;
  for (const Stop &stop : stops) {
    Stop *before = paired.empty() ? nullptr : &paired.back();
    if (before && before->call->getParent() == stop.call->getParent() &&
        isShuffleOf32Bits(*before) && isShuffleOf32Bits(stop) &&
        before->call->getCalledFunction() == stop.call->getCalledFunction() &&
        equal(drop_begin(before->call->args()), drop_begin(stop.call->args())) &&
        moveBefore(stop.call->getArgOperand(0), *before->call))
      before->second = stop.call;
    else
      paired.push_back(stop);
  }
  stops = std::move(paired);
}

class Rounds {
public:
  Rounds(Function &kernel, unsigned size, unsigned items, std::vector<Stop> stops)
      : kernel_(kernel), context_(kernel.getContext()), size_(size), stops_(std::move(stops)),
        items_(items), hasMarks_(any_of(stops_, needsMarks)), start_(block("start")),
        dispatch_(block("dispatch")), idle_(block("idle")), join_(block("join")),
        exit_(block("exit")) {}

  void run() {
    // Those at operations come first, in the order of the function, then those at barriers.
    const auto barriers = std::stable_partition(
        stops_.begin(), stops_.end(), [](const Stop &stop) { return !stop.isOfWorkGroup; });
    operations_ = static_cast<unsigned>(barriers - stops_.begin());
    end_ = static_cast<unsigned>(stops_.size()) + 1;
    declareMemory();
    beginBlocks();
    for (unsigned i = 0; i < stops_.size(); ++i)
      stopAt(stops_[i], i + 1);
    endReturns();
    cutBeforeFirstStops();
    const ValuesBehindCuts values = valuesBehindCuts(kernel_, targets_);
    connect();
    keepInFrame(kernel_, values);
  }

private:
  BasicBlock *block(const Twine &name) { return BasicBlock::Create(context_, name, &kernel_); }

  /// Returns a variable that the kernels of a module share, each of whose work-groups has its own.
  GlobalVariable *localArray(Type *element, unsigned count, StringRef name) {
    if (GlobalVariable *shared = kernel_.getParent()->getNamedGlobal(name))
      return shared;
    Type *type = ArrayType::get(element, count);
    return new GlobalVariable(*kernel_.getParent(), type, false, GlobalValue::InternalLinkage,
                              UndefValue::get(type), name, nullptr, GlobalValue::NotThreadLocal,
                              targets::kLocalSpace);
  }

  void declareMemory() {
    values_ = localArray(Type::getInt64Ty(context_), 2 * items_, "ursa.sub_group_values");
    flags_ =
        localArray(Type::getInt32Ty(context_), kRoundsOfFlags * kFlags, "ursa.sub_group_flags");
    if (hasMarks_)
      marks_ = localArray(Type::getInt32Ty(context_), 2 * items_, "ursa.sub_group_marks");
  }

  Value *element(IRBuilder<> &builder, GlobalVariable *array, Value *index) const {
    return builder.CreateInBoundsGEP(array->getValueType(), array, {builder.getInt64(0), index});
  }
  Value *slot(IRBuilder<> &builder, GlobalVariable *array, Value *round, Value *item) const {
    Value *index = builder.CreateAdd(round, item);
    return element(builder, array, builder.CreateZExt(index, builder.getInt64Ty()));
  }
  Value *flag(IRBuilder<> &builder, Value *round, Value *number) const {
    Value *first =
        builder.CreateMul(builder.CreateAnd(round, kRoundsOfFlags - 1), builder.getInt32(kFlags));
    return slot(builder, flags_, first, number);
  }
  /// Returns the number of the first slot of a round.
  Value *firstSlot(IRBuilder<> &builder, Value *round) const {
    return builder.CreateMul(builder.CreateAnd(round, 1), builder.getInt32(items_));
  }

  void barrier(IRBuilder<> &builder) const {
    constexpr unsigned kLocalAndGlobal = 3;
    CallInst *call =
        builtins::callFunction(builder, builtins::mangledName("barrier", "j"), builder.getVoidTy(),
                               {builder.getInt32(kLocalAndGlobal)});
    call->getCalledFunction()->setConvergent();
    call->setConvergent();
  }

  /// Creates what the pieces of the kernel use, in blocks that are not connected yet.
  void beginBlocks() {
    IRBuilder<> builder(start_);
    Type *number = builder.getInt32Ty();
    first_ = builder.CreatePHI(number, 2, "first");
    Value *linear = builder.CreateTrunc(targets::createLinearLocalId(builder), number);
    me_ = builder.CreateAnd(linear, items_ - 1, "me");
    base_ = builder.CreateAnd(me_, builder.getInt32(~(size_ - 1)), "base");
    lane_ = builder.CreateAnd(me_, size_ - 1, "lane");
    Value *items = builder.CreateTrunc(targets::createLocalItems(builder), number);
    count_ = builder.CreateBinaryIntrinsic(Intrinsic::umin, builder.CreateSub(items, base_),
                                           builder.getInt32(size_), {}, "count");
    for (unsigned i = 0; i < kRoundsOfFlags * kFlags; ++i)
      builder.CreateStore(builder.getInt32(0), element(builder, flags_, builder.getInt64(i)));
    barrier(builder);
    builder.SetInsertPoint(dispatch_);
    round_ = builder.CreatePHI(number, 2, "round");
    next_ = builder.CreatePHI(number, 2, "next");
    lastState_ = builder.CreatePHI(number, 2, "last.state");
    lastValue_ = builder.CreatePHI(builder.getInt64Ty(), 2, "last.value");
    lastRound_ = builder.CreateXor(firstSlot(builder, round_), builder.getInt32(items_));
    builder.SetInsertPoint(join_);
    state_ = builder.CreatePHI(number, 8, "state");
    value_ = builder.CreatePHI(builder.getInt64Ty(), 8, "value");
  }

  void joinFrom(BasicBlock *from, unsigned state, Value *value) {
    state_->addIncoming(ConstantInt::get(state_->getType(), state), from);
    value_->addIncoming(value ? value : ConstantInt::get(value_->getType(), 0), from);
  }

  /// Ends the round before a call, whose result is computed in the next one.
  void stopAt(const Stop &stop, unsigned state) {
    BasicBlock *before = stop.call->getParent();
    BasicBlock *resume = before->splitBasicBlock(stop.call, "resume");
    BasicBlock *stub = block("stop");
    IRBuilder<>(stub).CreateBr(resume);
    before->getTerminator()->setSuccessor(0, stub);
    IRBuilder<> builder(before->getTerminator());
    Value *own = nullptr;
    if (stop.group && stop.call->arg_size() > 0) {
      own = stop.call->getArgOperand(0);
      if (builtins::givesBits(*stop.group))
        own = builder.CreateIsNotNull(own);
    }
    Value *bits = own ? bitsOf(builder, own) : nullptr;
    if (stop.second) {
      Value *upper = bitsOf(builder, stop.second->getArgOperand(0));
      bits = builder.CreateOr(bits, builder.CreateShl(upper, 32));
      own = bits;
    }
    joinFrom(stub, state, bits);
    stubs_.push_back({stub, join_});
    targets_.push_back(resume);
    resumes_.emplace_back(state, resume);
    if (stop.group) {
      Value *result = resultOf(stop, own ? own->getType() : nullptr, state);
      if (stop.second) {
        IRBuilder<> behind(stop.call);
        Value *upper = behind.CreateLShr(result, 32);
        stop.second->replaceAllUsesWith(behind.CreateTrunc(upper, stop.second->getType()));
        stop.second->eraseFromParent();
      }
      if (stop.call->getType()->isIntegerTy())
        result = IRBuilder<>(stop.call).CreateZExtOrTrunc(result, stop.call->getType());
      stop.call->replaceAllUsesWith(result);
    }
    stop.call->eraseFromParent();
  }

  static Value *bitsOf(IRBuilder<> &builder, Value *value) {
    const auto bits = static_cast<unsigned>(value->getType()->getPrimitiveSizeInBits());
    Value *number = builder.CreateBitCast(value, builder.getIntNTy(bits));
    return builder.CreateZExt(number, builder.getInt64Ty());
  }
  Value *valueOf(IRBuilder<> &builder, Type *type, Value *lane) const {
    Value *item = builder.CreateAdd(base_, lane);
    Value *bits =
        builder.CreateLoad(builder.getInt64Ty(), slot(builder, values_, lastRound_, item));
    const auto width = static_cast<unsigned>(type->getPrimitiveSizeInBits());
    return builder.CreateBitCast(builder.CreateTrunc(bits, builder.getIntNTy(width)), type);
  }

  Value *resultOf(const Stop &stop, Type *type, unsigned state) const {
    IRBuilder<> builder(stop.call);
    const GroupFunction &group = *stop.group;
    if (builtins::combinesValues(group.kind))
      return combined(stop, type, state);
    if (group.kind == GroupFunction::Elect)
      return builder.CreateICmpEQ(firstAt(*stop.call, state), lane_);
    Value *from = nullptr;
    if (group.kind == GroupFunction::BroadcastFirst) {
      from = firstAt(*stop.call, state);
    } else {
      Value *operand = builder.CreateZExtOrTrunc(stop.call->getArgOperand(1), builder.getInt32Ty());
      from = group.kind == GroupFunction::ShuffleXor    ? builder.CreateXor(lane_, operand)
             : group.kind == GroupFunction::ShuffleUp   ? builder.CreateSub(lane_, operand)
             : group.kind == GroupFunction::ShuffleDown ? builder.CreateAdd(lane_, operand)
                                                        : operand;
    }
    builder.SetInsertPoint(stop.call);
    // The value of a work-item that does not exist is undefined, but must be inside of the memory.
    return valueOf(builder, type, builder.CreateAnd(from, size_ - 1));
  }

  /// Emits a loop over the work-items of the sub-group in front of an instruction: next(builder,
  /// previous result, item, whether it is at the operation that has a mark).
  template <class Next>
  Value *overItems(Instruction &before, Value *start, Value *roundOfMarks, unsigned state,
                   Next &&next) const {
    const auto [end, index] = SplitBlockAndInsertSimpleForLoop(count_, before.getIterator());
    auto *item = cast<PHINode>(index);
    BasicBlock *loop = item->getParent();
    const unsigned entering = item->getIncomingBlock(0) == loop ? 1 : 0;
    IRBuilder<> builder(loop, loop->begin());
    PHINode *result = builder.CreatePHI(start->getType(), 2);
    result->addIncoming(start, item->getIncomingBlock(entering));
    builder.SetInsertPoint(end);
    Value *isThere = builder.getTrue();
    Value *mark = nullptr;
    if (hasMarks_) {
      mark = builder.CreateLoad(builder.getInt32Ty(), slot(builder, marks_, roundOfMarks,
                                                           builder.CreateAdd(base_, item)));
      isThere = builder.CreateICmpEQ(mark, builder.getInt32(state));
    }
    Value *value = next(builder, result, item, isThere, mark);
    result->addIncoming(value, loop);
    return value;
  }

  /// Returns the first work-item at the operation.
  Value *firstAt(Instruction &before, unsigned state) const {
    IRBuilder<> builder(&before);
    return overItems(before, builder.getInt32(size_ - 1), lastRound_, state,
                     [](IRBuilder<> &at, Value *first, Value *item, Value *isThere, Value *) {
                       Value *less = at.CreateBinaryIntrinsic(Intrinsic::umin, first, item);
                       return at.CreateSelect(isThere, less, first);
                     });
  }

  Value *combined(const Stop &stop, Type *type, unsigned state) const {
    const GroupFunction combination = builtins::combinationOf(*stop.group);
    return overItems(
        *stop.call, builtins::startOf(combination, type), lastRound_, state,
        [&](IRBuilder<> &builder, Value *before, Value *item, Value *isThere, Value *) {
          Value *value = valueOf(builder, type, item);
          Value *both = builtins::combine(builder, combination, before, value);
          if (combination.kind == GroupFunction::ScanInclusive)
            isThere = builder.CreateAnd(isThere, builder.CreateICmpULE(item, lane_));
          else if (combination.kind == GroupFunction::ScanExclusive)
            isThere = builder.CreateAnd(isThere, builder.CreateICmpULT(item, lane_));
          return builder.CreateSelect(isThere, both, before);
        });
  }

  void endReturns() {
    SmallVector<ReturnInst *, 4> returns;
    for (BasicBlock &each : kernel_)
      if (auto *end = dyn_cast_or_null<ReturnInst>(each.getTerminator()))
        returns.push_back(end);
    for (ReturnInst *end : returns) {
      BasicBlock *last = end->getParent()->splitBasicBlock(end, "end");
      joinFrom(last, end_, nullptr);
      stubs_.push_back({last, join_});
    }
  }

  /// What may run in a later round is entered from the loop only: the first pieces of the
  /// work-items end where that begins.
  void cutBeforeFirstStops() {
    SmallPtrSet<BasicBlock *, 32> later;
    for (const auto &[state, resume] : resumes_)
      for (BasicBlock *each : depth_first(resume))
        later.insert(each);
    for (const auto &[stub, target] : stubs_)
      later.insert(stub);
    std::vector<std::pair<Instruction *, unsigned>> edges;
    for (BasicBlock *each : depth_first(&kernel_.getEntryBlock()))
      if (Instruction *branch = each->getTerminator(); !later.contains(each))
        for (unsigned i = 0; i < branch->getNumSuccessors(); ++i)
          if (later.contains(branch->getSuccessor(i)))
            edges.emplace_back(branch, i);
    unsigned state = end_;
    for (const auto &[branch, i] : edges) {
      BasicBlock *successor = branch->getSuccessor(i);
      BasicBlock *stub = block("first");
      BasicBlock *enter = block("enter");
      IRBuilder<>(stub).CreateBr(enter);
      IRBuilder<>(enter).CreateBr(successor);
      for (PHINode &phi : successor->phis())
        phi.setIncomingBlock(static_cast<unsigned>(phi.getBasicBlockIndex(branch->getParent())),
                             enter);
      branch->setSuccessor(i, stub);
      first_->addIncoming(ConstantInt::get(first_->getType(), ++state), stub);
      stubs_.push_back({stub, start_});
      targets_.push_back(enter);
      resumes_.emplace_back(state, enter);
    }
  }

  void connect() {
    for (const auto &[stub, target] : stubs_) {
      stub->getTerminator()->eraseFromParent();
      IRBuilder<>(stub).CreateBr(target);
    }
    IRBuilder<>(start_).CreateBr(dispatch_);
    IRBuilder<> builder(dispatch_);
    SwitchInst *resume = builder.CreateSwitch(next_, idle_, static_cast<unsigned>(resumes_.size()));
    for (const auto &[state, target] : resumes_)
      resume->addCase(builder.getInt32(state), target);
    IRBuilder<>(idle_).CreateBr(join_);
    state_->addIncoming(lastState_, idle_);
    value_->addIncoming(lastValue_, idle_);
    endRound();
    IRBuilder<>(exit_).CreateRetVoid();
  }

  void endRound() {
    IRBuilder<> builder(join_);
    Value *thisRound = firstSlot(builder, round_);
    builder.CreateStore(value_, slot(builder, values_, thisRound, me_));
    Value *isAtOperation = builder.CreateICmpULE(state_, builder.getInt32(operations_));
    Value *isAtEnd = builder.CreateICmpEQ(state_, builder.getInt32(end_));
    if (hasMarks_)
      builder.CreateStore(builder.CreateSelect(isAtOperation, state_, builder.getInt32(kNowhere)),
                          slot(builder, marks_, thisRound, me_));
    Value *notAtOperation =
        builder.CreateSelect(isAtEnd, builder.getInt32(kAtEnd), builder.getInt32(kAtBarrier));
    Value *place =
        builder.CreateSelect(isAtOperation, builder.getInt32(kAtOperation), notAtOperation);
    builder.CreateStore(builder.getInt32(1), flag(builder, round_, place));
    Value *nextRound = builder.CreateAdd(round_, builder.getInt32(1));
    for (const unsigned number : {kAtOperation, kAtBarrier})
      builder.CreateStore(builder.getInt32(0), flag(builder, nextRound, builder.getInt32(number)));
    barrier(builder);
    const auto isSet = [&](unsigned number) {
      return builder.CreateLoad(builder.getInt32Ty(),
                                flag(builder, round_, builder.getInt32(number)));
    };
    Value *someOperation = isSet(kAtOperation);
    Value *goesOn = builder.CreateIsNotNull(builder.CreateOr(someOperation, isSet(kAtBarrier)));
    Instruction *end = builder.CreateCondBr(goesOn, dispatch_, exit_);
    if (hasMarks_) {
      Value *first = overItems(*end, builder.getInt32(kNowhere), thisRound, 0,
                               [](IRBuilder<> &at, Value *least, Value *, Value *, Value *mark) {
                                 return at.CreateBinaryIntrinsic(Intrinsic::umin, least, mark);
                               });
      builder.SetInsertPoint(end);
      isAtOperation = builder.CreateICmpEQ(state_, first);
    }
    builder.SetInsertPoint(end);
    Value *proceeds = builder.CreateOr(
        isAtOperation,
        builder.CreateAnd(builder.CreateIsNull(someOperation),
                          builder.CreateICmpUGT(state_, builder.getInt32(operations_))));
    // No piece has the number of those at their end.
    Value *next = builder.CreateSelect(proceeds, state_, builder.getInt32(0));
    BasicBlock *last = end->getParent();
    Value *zero = builder.getInt32(0);
    round_->addIncoming(zero, start_);
    round_->addIncoming(nextRound, last);
    next_->addIncoming(first_, start_);
    next_->addIncoming(next, last);
    lastState_->addIncoming(zero, start_);
    lastState_->addIncoming(state_, last);
    lastValue_->addIncoming(builder.getInt64(0), start_);
    lastValue_->addIncoming(value_, last);
  }

  Function &kernel_;
  LLVMContext &context_;
  const unsigned size_;
  std::vector<Stop> stops_;
  const unsigned items_; ///< the most of a work-group
  const bool hasMarks_;  ///< work-items of a sub-group may be at different operations
  BasicBlock *start_, *dispatch_, *idle_, *join_, *exit_;
  unsigned operations_ = 0; ///< their number; the states of those at one are 1 to this
  unsigned end_ = 0;        ///< the state of those at their end, behind those at barriers
  GlobalVariable *values_ = nullptr, *flags_ = nullptr, *marks_ = nullptr;
  PHINode *first_ = nullptr; ///< the first piece
  Value *me_ = nullptr, *base_ = nullptr, *lane_ = nullptr, *count_ = nullptr;
  PHINode *round_ = nullptr, *next_ = nullptr, *lastState_ = nullptr, *lastValue_ = nullptr;
  Value *lastRound_ = nullptr; ///< the first slot of the values in the last round
  PHINode *state_ = nullptr, *value_ = nullptr;
  std::vector<std::pair<BasicBlock *, BasicBlock *>> stubs_; ///< ends of pieces, and what follows
  std::vector<BasicBlock *> targets_;                        ///< begins of pieces
  std::vector<std::pair<unsigned, BasicBlock *>> resumes_;   ///< their numbers in the dispatch
};

} // namespace

Error runSubGroupsInRounds(Function &kernel, unsigned size, unsigned items) {
  auto stops = stopsOf(kernel);
  if (!stops)
    return stops.takeError();
  if (all_of(*stops, [](const Stop &stop) { return stop.isOfWorkGroup; }))
    return Error::success();
  pairShuffles(*stops);
  for (Instruction &instruction : make_early_inc_range(instructions(kernel))) {
    instruction.dropDbgRecords(); // they may name values that lie in the frame
    if (isa<LifetimeIntrinsic>(instruction))
      instruction.eraseFromParent();
  }
  Rounds(kernel, size, items, std::move(*stops)).run();
  return Error::success();
}

} // namespace ursa::compiler::spirv
