// Accesses whose pointers have a conditional stride: wide if a narrow index does not overflow from
// lane to lane, which is checked at run time. See lane_strides.h and vectorizer.h.
//
//   %overflows = extractvalue (@llvm.sadd.with.overflow(i32 %index, i32 15)), 1
//   br i1 %overflows, label %gathers, label %loads
#include "compiler/targets/host/vectorize/vectorizer.h"

#include "llvm/IR/Instructions.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"

using namespace llvm;

namespace ursa::compiler::host {
namespace {

using Blocks = SmallPtrSet<BasicBlock *, 16>;

// Computes a value where it is used. Returns false if it is used elsewhere, too.
bool sinkInto(const Blocks &blocks, Instruction &value) {
  if (isa<PHINode>(value) || value.mayReadOrWriteMemory() || value.use_empty() ||
      blocks.contains(value.getParent()) || any_of(value.users(), [&](const User *user) {
        return isa<PHINode>(user) ||
               !blocks.contains(const_cast<BasicBlock *>(cast<Instruction>(user)->getParent()));
      }))
    return false;
  DenseMap<BasicBlock *, Instruction *> copies;
  for (Use &use : make_early_inc_range(value.uses())) {
    BasicBlock *block = cast<Instruction>(use.getUser())->getParent();
    Instruction *&copy = copies[block];
    if (!copy) {
      copy = value.clone();
      copy->insertBefore(block->getFirstInsertionPt());
    }
    use.set(copy);
  }
  return true;
}

// The pointers of all lanes are computed where lanes use them: hardly ever.
void sinkPointers(const Blocks &blocks, std::vector<Instruction *> values) {
  const auto isDone = [&](Instruction *value) {
    if (!sinkInto(blocks, *value))
      return false;
    for (Value *operand : value->operands())
      if (auto *instruction = dyn_cast<Instruction>(operand);
          instruction && instruction->getType()->isVectorTy() && !is_contained(values, instruction))
        values.push_back(instruction);
    std::erase(values, value);
    value->eraseFromParent();
    return true;
  };
  for (bool changes = true; changes;) {
    changes = false;
    for (Instruction *value : std::vector(values))
      changes |= isDone(value);
  }
}

} // namespace

Value *Vectorizer::addConditional(Builder &builder, Instruction &access, Value *pointer,
                                  Value *value, unsigned step, Value *mask) {
  const CastInst *extension = analyses_.strides.conditionalOf(pointer)->unlessOverflow;
  Value *narrow = extension->getOperand(0);
  const int64_t narrowStep = strideOf(narrow)->step;
  Value *zero = laneZero(narrow);
  Value *first = laneZero(pointer);
  Value *pointers = vectorOf(builder, pointer);
  const bool isSigned = isa<SExtInst>(extension);
  const bool isAscending = isSigned || narrowStep > 0;
  const uint64_t distance =
      static_cast<uint64_t>(isAscending ? narrowStep : -narrowStep) * (width_ - 1);
  Value *isWide = builder.getFalse();
  Type *type = narrow->getType();
  if (isSigned ? isIntN(type->getIntegerBitWidth(), static_cast<int64_t>(distance))
               : isUIntN(type->getIntegerBitWidth(), distance)) {
    const auto operation = isSigned      ? Intrinsic::sadd_with_overflow
                           : isAscending ? Intrinsic::uadd_with_overflow
                                         : Intrinsic::usub_with_overflow;
    Value *last = builder.CreateBinaryIntrinsic(
        operation, zero, ConstantInt::get(type, distance, isSigned, /*ImplicitTrunc=*/true));
    isWide = builder.CreateNot(builder.CreateExtractValue(last, 1));
  }
  // A load that emitConditional() replaces: no pass sees it.
  Type *result = value ? builder.getInt1Ty() : wide(access.getType());
  LoadInst *placeholder =
      builder.CreateLoad(result, ConstantPointerNull::get(builder.getPtrTy()), "conditional");
  conditional_.push_back({&access, placeholder, isWide, first, pointers, value, mask, step});
  return value ? nullptr : placeholder;
}

void Vectorizer::emitConditional() {
  Blocks lanesBlocks;
  std::vector<Instruction *> pointers;
  for (const ConditionalAccess &entry : conditional_) {
    Instruction *wideEnd = nullptr, *lanesEnd = nullptr;
    SplitBlockAndInsertIfThenElse(entry.isWide, entry.placeholder, &wideEnd, &lanesEnd);
    Builder wideForm(wideEnd), lanes(lanesEnd), after(entry.placeholder);
    if (auto *store = dyn_cast<StoreInst>(entry.access)) {
      storeWide(wideForm, *store, entry.value, entry.step, entry.first, entry.mask);
      storeLanes(lanes, *store, entry.value, entry.pointers, entry.mask);
    } else {
      auto &load = cast<LoadInst>(*entry.access);
      PHINode *loaded = after.CreatePHI(entry.placeholder->getType(), 2);
      loaded->addIncoming(loadWide(wideForm, load, entry.step, entry.first, entry.mask),
                          wideEnd->getParent());
      loaded->addIncoming(loadLanes(lanes, load, entry.pointers, entry.mask),
                          lanesEnd->getParent());
      entry.placeholder->replaceAllUsesWith(loaded);
    }
    entry.placeholder->eraseFromParent();
    lanesBlocks.insert(lanesEnd->getParent());
    if (auto *pointer = dyn_cast<Instruction>(entry.pointers);
        pointer && !is_contained(pointers, pointer))
      pointers.push_back(pointer);
  }
  conditional_.clear();
  sinkPointers(lanesBlocks, std::move(pointers));
}

} // namespace ursa::compiler::host
