// Queries about the memory that an instruction accesses, for the passes of the Vulkan target.
#pragma once

#include "llvm/IR/Instructions.h"

namespace ursa::compiler::vulkan {

/// Returns the address space of a pointer value; ~0U for other values.
unsigned addressSpaceOf(const llvm::Value &pointer);

/// Returns the pointer operand of a load, store or atomic instruction; null for others.
llvm::Value *accessedPointer(const llvm::Instruction &instruction);

/// Returns the index of the pointer operand of such an instruction.
unsigned pointerOperandOf(const llvm::Instruction &instruction);

/// Returns the type that such an instruction loads or stores.
llvm::Type *accessedType(const llvm::Instruction &instruction);

/// Returns the alignment of such an access.
llvm::Align accessAlign(const llvm::Instruction &instruction);

} // namespace ursa::compiler::vulkan
