// What an instruction reads or writes: the questions that several passes of this room ask.
#pragma once

#include "llvm/IR/Instructions.h"

namespace ursa::vulkan {

/// The address space of a pointer value.
unsigned spaceOf(const llvm::Value &pointer);

/// The pointer that a load, store or atomic instruction goes through; null for others.
llvm::Value *accessedPointer(const llvm::Instruction &instruction);

/// Which operand of such an instruction it is.
unsigned pointerOperandOf(const llvm::Instruction &instruction);

/// The type in memory.
llvm::Type *accessedType(const llvm::Instruction &instruction);

llvm::Align accessAlign(const llvm::Instruction &instruction);

} // namespace ursa::vulkan
