// Atomic operations on local memory need no lock: a work-group runs on one thread, and no other
// group sees its local memory.
//
//   %old = atomicrmw add ptr %local, i32 1 seq_cst
// becomes
//   %old = load i32, ptr %local
//   %new = add i32 %old, 1
//   store i32 %new, ptr %local
//
// That happens after vectorization: until then, they are what runs lane by lane, since lanes may
// have the same address.
#pragma once

#include "compiler/targets/host/passes/kernel_entry.h"

namespace ursa::compiler::host {

/// Marks the atomic operations of a work-item function on local memory. Volatile ones stay.
void markLocalAtomics(const Kernel &kernel);

/// Returns whether it is marked.
bool hasLocalMark(const llvm::Instruction &instruction);

/// Replaces the marked operations of all functions, copies of which have their mark.
void unlockLocalAtomics(llvm::Module &module);

} // namespace ursa::compiler::host
