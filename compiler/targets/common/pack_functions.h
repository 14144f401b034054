// Functions of packs, which SYCL's group functions call: a pack is work-items with consecutive
// numbers that the host runs in the lanes of vectors.
//
//   declare i32 @__ursa_pack_width()                     lanes; 0: work-items run one by one
//   declare i32 @__ursa_pack_lane()                      number of the work-item in its pack
//   declare i32 @__ursa_pack_items()                     work-items of this pack: the first lanes
//   declare i32 @__ursa_pack_is_group()                  1 if the pack is the whole work-group
//   declare i32 @__ursa_pack_shuffle(i32, i32)           value of another lane
//   declare i64 @__ursa_pack_shuffle_long(i64, i32)
//
// And one of devices that run sub-groups as warps, whose lanes exchange values by an instruction:
//
//   declare i32 @__ursa_warp_size()                      lanes; 0: other devices
#pragma once

#include <optional>

namespace llvm {
class Function;
class Module;
} // namespace llvm

namespace ursa::compiler::targets {

enum class PackFunction { Width, Lane, Items, IsGroup, Shuffle };

/// Returns which one a function is, if it is declared with that signature.
std::optional<PackFunction> packFunction(const llvm::Function &function);

/// Answers that there are no packs, and removes the code behind it.
/// @{
void removePackFunctions(llvm::Function &function);
void removePackFunctions(llvm::Module &module);
/// @}

/// Answers how many lanes a warp has, and removes the code behind other answers.
void answerWarpSize(llvm::Module &module, unsigned lanes);

} // namespace ursa::compiler::targets
