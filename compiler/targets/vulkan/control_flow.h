// Checks the structured control flow of a module's only function by SPIR-V's rules, in time linear
// in the number of blocks. The validator of SPIRV-Tools walks up the dominator tree for each block
// and each use, which takes most of a compilation when thousands of blocks follow each other.
//
// Each block belongs to one construct: the body of a loop or a selection, a continue construct, or
// the function. A branch leads to a block of the same construct, into the construct that its block
// opens, or out of an enclosing construct: to its merge block, its continue target or its header.
// So each construct is entered through its header only, and the header dominates it. The check also
// rejects valid SPIR-V that the writer never emits: OpSwitch, several functions, unreachable
// blocks.
#pragma once

#include "spirv/instructions.h"

#include "llvm/Support/Error.h"

namespace ursa::compiler::vulkan {

/// Checks blocks, branches, merge instructions and phis, and that definitions dominate their uses.
llvm::Error checkControlFlow(const ursa::spirv::Words &words);

/// Returns the number of blocks.
std::size_t countBlocks(const ursa::spirv::Words &words);

/// Returns the module with all instructions in one block, to validate everything except control
/// flow: merge and branch instructions are removed, and OpPhi becomes OpUndef.
ursa::spirv::Words withoutControlFlow(const ursa::spirv::Words &words);

} // namespace ursa::compiler::vulkan
