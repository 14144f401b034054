// Instructions that have no vector form, such as atomic operations and calls, run in a loop over
// the active lanes, in their order.
//
//   %r = call i32 @f(i32 %x)
// becomes
//   store <16 x i32> %x.vector, ptr %xs
//   loop:                                       ; for each bit of the mask
//     %x = load i32, ptr (element %lane of %xs)
//     %r = call i32 @f(i32 %x)
//     store i32 %r, ptr (element %lane of %rs)
//   %r.vector = load <16 x i32>, ptr %rs
//
// Short ones (atomic operations on local memory, which are a load and a store in the end) run
// without the loop if all lanes are active: one copy for each lane, whose operands stay in
// registers.
#pragma once

#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/ValueHandle.h"

#include <vector>

namespace ursa::compiler::host {

class LaneLoops {
public:
  LaneLoops(llvm::Function &function, unsigned width) : function_(function), width_(width) {}

  /// Notes an instruction that is to run for each active lane.
  /// @param operands its operands in order; null for those that are the same in all lanes
  /// @param result   type of the vector of its results; null for none
  /// @return a placeholder of the vector of results; null for none
  llvm::Value *add(llvm::Instruction &instruction, llvm::Value *mask,
                   const std::vector<llvm::Value *> &operands, llvm::Type *result);

  /// Creates the loops. Splits blocks: no analysis of the function is valid afterwards.
  void emit();

private:
  struct Entry {
    llvm::Instruction *instruction = nullptr;
    std::vector<llvm::WeakTrackingVH> vectors; ///< of operands that differ between lanes; else null
    llvm::Value *bits = nullptr;               ///< the mask as an i64
    llvm::Instruction *placeholder = nullptr;  ///< the loop runs before it
  };
  using Builder = llvm::IRBuilder<>;

  void emit(Entry &entry);
  /// Emits a copy of the instruction for each lane. @return the vector of results; null for none
  llvm::Value *emitAll(Builder &builder, const Entry &entry) const;
  /// Emits the loop in a block that has no end yet, and continues in @p after.
  /// @return the vector of results; null for none
  llvm::Value *emitLoop(Builder &builder, const Entry &entry, llvm::BasicBlock *after);
  /// Returns memory for one value of each lane.
  llvm::AllocaInst *reserve(llvm::Type *type);
  llvm::Value *elementAddress(Builder &builder, llvm::Value *memory, llvm::Type *type,
                              llvm::Value *lane) const;

  llvm::Function &function_;
  const unsigned width_;
  std::vector<Entry> entries_;
};

} // namespace ursa::compiler::host
