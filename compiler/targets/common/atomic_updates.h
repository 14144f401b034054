// Atomic instructions for devices that lack some. Expands updates that have no instruction, such as
// those of floats, to loops of compare-exchanges of their bits.
//
//   before:  %old = atomicrmw fadd ptr %p, float %v monotonic
//   after:   %0 = load float, ptr %p
//          atomicrmw.start:
//            %1 = phi float [ %0, ... ], [ %6, %atomicrmw.start ]
//            %2 = fadd float %1, %v
//            %5 = cmpxchg ptr %p, i32 (bits of %1), i32 (bits of %2) monotonic monotonic
//            ...
//
// A relaxed minimum or maximum that changes nothing does not exchange.
#pragma once

#include "llvm/IR/Instructions.h"

namespace ursa::compiler::targets {

/// Returns whether OpenCL's and Vulkan's SPIR-V have an instruction for @p update: those of
/// integers that C has functions for.
bool isIntegerUpdate(const llvm::AtomicRMWInst &update);

/// Returns whether @p update is a minimum or a maximum of floats.
bool isFloatLimit(const llvm::AtomicRMWInst &update);

/// Returns the pointer that an atomic instruction accesses; null for other instructions.
llvm::Value *atomicPointer(llvm::Instruction &instruction);

/// Makes an atomic access of private memory, which only one work-item sees, not atomic.
void makeNonAtomic(llvm::Instruction &atomic);

/// Replaces @p update by the loop, in new blocks.
/// @return the load before the loop, whose value the first compare-exchange expects
llvm::LoadInst &expandToExchangeLoop(llvm::AtomicRMWInst &update);

} // namespace ursa::compiler::targets
