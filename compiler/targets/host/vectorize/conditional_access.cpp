// Accesses whose pointers have a conditional stride: wide if a narrow index does not overflow from
// lane to lane, which is checked at run time. See lane_strides.h and vectorizer.h.
//
//   %overflows = extractvalue (@llvm.sadd.with.overflow(i32 %index, i32 15)), 1
//   br i1 %overflows, label %gathers, label %loads
#include "compiler/targets/host/vectorize/vectorizer.h"

#include <llvm/IR/Instructions.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>

namespace ursa::host {

llvm::Value *Vectorizer::addConditional(Builder &builder, llvm::Instruction &access,
                                        llvm::Value *pointer, llvm::Value *value, unsigned step,
                                        llvm::Value *mask) {
  const llvm::CastInst *extension = analyses_.strides.conditionalOf(pointer)->unlessOverflow;
  llvm::Value *narrow = extension->getOperand(0);
  const int64_t narrowStep = strideOf(narrow)->step;
  llvm::Value *zero = laneZero(narrow);
  llvm::Value *first = laneZero(pointer);
  llvm::Value *pointers = vectorOf(builder, pointer);
  const bool isSigned = llvm::isa<llvm::SExtInst>(extension);
  const bool isAscending = isSigned || narrowStep > 0;
  const uint64_t distance =
      static_cast<uint64_t>(isAscending ? narrowStep : -narrowStep) * (width_ - 1);
  llvm::Value *isWide = builder.getFalse();
  llvm::Type *type = narrow->getType();
  if (isSigned ? llvm::isIntN(type->getIntegerBitWidth(), static_cast<int64_t>(distance))
               : llvm::isUIntN(type->getIntegerBitWidth(), distance)) {
    const auto operation = isSigned      ? llvm::Intrinsic::sadd_with_overflow
                           : isAscending ? llvm::Intrinsic::uadd_with_overflow
                                         : llvm::Intrinsic::usub_with_overflow;
    llvm::Value *last = builder.CreateBinaryIntrinsic(
        operation, zero, llvm::ConstantInt::get(type, distance, isSigned, /*ImplicitTrunc=*/true));
    isWide = builder.CreateNot(builder.CreateExtractValue(last, 1));
  }
  // A load that emitConditional() replaces: no pass sees it.
  llvm::Type *result = value ? builder.getInt1Ty() : wide(access.getType());
  llvm::LoadInst *placeholder =
      builder.CreateLoad(result, llvm::ConstantPointerNull::get(builder.getPtrTy()), "conditional");
  conditional_.push_back({&access, placeholder, isWide, first, pointers, value, mask, step});
  return value ? nullptr : placeholder;
}

void Vectorizer::emitConditional() {
  for (const ConditionalAccess &entry : conditional_) {
    llvm::Instruction *wideEnd = nullptr, *lanesEnd = nullptr;
    llvm::SplitBlockAndInsertIfThenElse(entry.isWide, entry.placeholder, &wideEnd, &lanesEnd);
    Builder wideForm(wideEnd), lanes(lanesEnd), after(entry.placeholder);
    if (auto *store = llvm::dyn_cast<llvm::StoreInst>(entry.access)) {
      storeWide(wideForm, *store, entry.value, entry.step, entry.first, entry.mask);
      storeLanes(lanes, *store, entry.value, entry.pointers, entry.mask);
    } else {
      auto &load = llvm::cast<llvm::LoadInst>(*entry.access);
      llvm::PHINode *loaded = after.CreatePHI(entry.placeholder->getType(), 2);
      loaded->addIncoming(loadWide(wideForm, load, entry.step, entry.first, entry.mask),
                          wideEnd->getParent());
      loaded->addIncoming(loadLanes(lanes, load, entry.pointers, entry.mask),
                          lanesEnd->getParent());
      entry.placeholder->replaceAllUsesWith(loaded);
    }
    entry.placeholder->eraseFromParent();
  }
  conditional_.clear();
}

} // namespace ursa::host
