// Checks the blocks of a module's one function by SPIR-V's rules, in time linear in blocks: the
// validator of SPIRV-Tools walks up the dominator tree for each block and each use, which takes
// most of a compilation where there are thousands of blocks in a row.
//
// Each block is in one construct: a loop's or a selection's body, a continue construct, or the
// function itself. A branch leads to a block of the same construct, into the one that it opens, or
// to where one that it is in is left: its merge block, its continue target, its header again. Then
// each construct is entered through its header alone, which dominates all of it. What the writer
// never makes is refused, valid or not: OpSwitch, several functions, a block that is not reached.
#pragma once

#include "compiler/targets/vulkan/spirv_module.h"

#include "llvm/Support/Error.h"

namespace ursa::vulkan {

/// Blocks, branches, merges, phis, and that definitions dominate their uses.
llvm::Error checkControlFlow(const Words &words);

/// How many blocks there are.
std::size_t countBlocks(const Words &words);

/// The module with all instructions in one block, for a check of all but control flow: without
/// merges and branches, a phi being an undefined value.
Words withoutControlFlow(const Words &words);

} // namespace ursa::vulkan
