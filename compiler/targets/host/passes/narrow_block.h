// Copies of a block of a pack for fewer lanes, when only the first ones are active.
//
//   %a = call <16 x float> @llvm.masked.load(ptr %p, <16 x i1> %mask)    %a = load <4 x float>, ptr %p
//   %b = fadd <16 x float> %a, %a                                   ->   %b = fadd <4 x float> %a, %a
//   call @llvm.masked.store(<16 x float> %b, ptr %p, <16 x i1> %mask)    store <4 x float> %b, ptr %p
#pragma once

namespace llvm {
class BasicBlock;
class Value;
} // namespace llvm

namespace ursa::compiler::host {

/// Returns whether a block can be copied: it has no phi nodes, and its vectors are loaded and
/// stored with the mask, or computed lane by lane from such and from constants.
bool canNarrow(const llvm::BasicBlock &block, const llvm::Value &mask);

/// Returns a copy without a predecessor, with the same successor, which has no new entries in its
/// phi nodes. Requires canNarrow.
/// @param lanes the first ones of the mask; all others are inactive
llvm::BasicBlock *narrowedCopy(llvm::BasicBlock &block, const llvm::Value &mask, unsigned lanes);

} // namespace ursa::compiler::host
