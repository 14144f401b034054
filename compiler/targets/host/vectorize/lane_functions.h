// Answers the functions of packs (compiler/targets/common/pack_functions.h) in a pack of a known
// width:
//
//   %w = call i32 @__ursa_pack_width()                   16
//   %v = call i32 @__ursa_pack_shuffle(i32 %a, i32 %b)   call i32 @_Z17sub_group_shufflejj(%a, %b)
//
// The vectorizer gives each lane its number and permutes lanes, as it does for sub-groups.
#pragma once

#include "compiler/targets/host/passes/kernel_entry.h"

namespace ursa::compiler::host {

/// @param pack    its last parameter is the number of lanes in use
/// @param isGroup whether the pack is a whole work-group
void answerPackFunctions(llvm::Function &pack, const Kernel &kernel, unsigned width, bool isGroup);

bool callsPackFunction(const llvm::Function &function);

/// Returns whether a value is the number of a lane, which such a function returns.
bool isLaneNumber(const llvm::Value &value);

} // namespace ursa::compiler::host
