// The functions of the Vulkan dialect: what the passes of this room lower to and the writer turns
// into SPIR-V. The number behind a name is part of it, so that no optimization makes it a variable.
//
//   i32 @__vk.local_id.D()        and group_id.D
//   i32 @__vk.local_size.D()      of the dispatch: SpecId D, or what the kernel requires
//   i32 @__vk.launch_size.D()     local size of the launch: SpecId 3 + D, or the same
//   i32 @__vk.push.B()            the word at byte B of the push constants
//   T @__vk.spec.T.S()            constant with SpecId S; its default is an attribute
//   T @__vk.glsl.N.T(...)         instruction N of GLSL.std.450
//   T @__vk.op.N.T(...)           plain instruction N of SPIR-V: OpBitCount, OpBitReverse
//   T @__vk.group_op.N.M.T(...)   instruction N of a sub-group, with group operation M or "-"
//   i32 @__vk.subgroup.N()        built-in variable N of sub-groups
//   void @__vk.barrier(i32)       control barrier of the work-group, by OpenCL's fence flags: for
//   local
//                                 memory where they are kLocalFence, else for all
//   void @__vk.subgroup_barrier() the same of the sub-group, for all memory
//   void @__vk.merge(ptr)         the branch behind it is a selection, with its merge block
//   void @__vk.loop(ptr, ptr)     ... of a loop: merge block, continue block
#pragma once

#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Module.h"

namespace ursa::vulkan {

inline constexpr llvm::StringLiteral kPrefix = "__vk.";

/// Attributes of functions and variables of the dialect.
inline constexpr llvm::StringLiteral kKernelAttribute = "ursa-vulkan-kernel";
/// Of a kernel whose loops LLVM's structurizer made.
inline constexpr llvm::StringLiteral kStructurizedAttribute = "ursa-vulkan-structurized";
inline constexpr llvm::StringLiteral kArgumentsAttribute = "ursa-vulkan-arguments";
inline constexpr llvm::StringLiteral kDefaultAttribute = "ursa-vulkan-default";
/// What the sizes in bytes that a local variable has behind its type are read from, separated by
/// commas: SpecIds, or "g8" for 8 bytes of each work-item of the group.
inline constexpr llvm::StringLiteral kSpecSizeAttribute = "ursa-vulkan-spec-size";
inline constexpr llvm::StringLiteral kGroupSizeToken = "g8";

/// Bytes of the push constants (docs/formats/vulkan-image.md).
inline constexpr unsigned kPushOffset = 0;
inline constexpr unsigned kPushWorkDim = 12;
inline constexpr unsigned kPushGlobalSize = 16;
inline constexpr unsigned kPushLaunchWord = 28; ///< for adapters; kernels do not read it
inline constexpr unsigned kPushArgumentBuffer = 32;
inline constexpr unsigned kPushData = 40;
inline constexpr unsigned kPushArguments = 48;
inline constexpr unsigned kPushBytes = 128;

/// SpecIds.
inline constexpr unsigned kSpecLocalSize = 0;
inline constexpr unsigned kSpecLaunchSize = 3;
inline constexpr unsigned kSpecLocalArguments = 6;
inline constexpr unsigned kSpecConstants = 256;

/// Of OpenCL's cl_mem_fence_flags.
inline constexpr unsigned kLocalFence = 1;
inline constexpr unsigned kAllFences = 3; ///< local and global memory

enum class Effect {
  None,       ///< may be moved, merged and dropped
  Convergent, ///< none, but other work-items take part
  Memory      ///< convergent, and orders memory
};

/// The declaration of a function of the dialect, without the prefix in @p name.
llvm::Function *primitive(llvm::Module &module, const llvm::Twine &name, llvm::Type *result,
                          llvm::ArrayRef<llvm::Type *> parameters, Effect effect = Effect::None);

/// A call of it.
llvm::CallInst *callPrimitive(llvm::IRBuilderBase &builder, const llvm::Twine &name,
                              llvm::Type *result, llvm::ArrayRef<llvm::Value *> arguments = {},
                              Effect effect = Effect::None);

/// A barrier of the work-group. @param flags i32; null for all memory
void callBarrier(llvm::IRBuilderBase &builder, llvm::Value *flags = nullptr);

/// Instruction @p number of GLSL.std.450 on scalars.
llvm::Value *callGlsl(llvm::IRBuilderBase &builder, unsigned number, llvm::Type *result,
                      llvm::ArrayRef<llvm::Value *> arguments);

/// A specialization constant; @p defaultValue are its bits.
llvm::Value *callSpecConstant(llvm::IRBuilderBase &builder, unsigned specId, llvm::Type *type,
                              std::uint64_t defaultValue);

/// The word, or the two words as 64 bits, at @p byte of the push constants.
llvm::Value *pushWord(llvm::IRBuilderBase &builder, unsigned byte);
llvm::Value *pushAddress(llvm::IRBuilderBase &builder, unsigned byte);

/// How the dialect's names spell a scalar type: i32, half, float, double.
std::string typeName(const llvm::Type *type);

/// The name without the prefix; empty when @p function is none of the dialect.
llvm::StringRef primitiveName(const llvm::Function *function);

/// The kernels of a module whose arguments are lowered.
llvm::SmallVector<llvm::Function *, 4> kernelsOf(llvm::Module &module);

/// Reports @p sentence about a kernel as an error of the module's context; passes go on.
void reportError(const llvm::Function &function, const llvm::Twine &sentence);

/// The instruction as text, for messages.
std::string textOf(const llvm::Value &value);

} // namespace ursa::vulkan
