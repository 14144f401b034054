// The Vulkan primitives: declared functions that stand for SPIR-V instructions, built-in variables,
// push constants and specialization constants, as LLVM's target intrinsics do. The passes of this
// folder create calls of them, and the writer translates the calls to SPIR-V. Numbers are part of
// the names and not operands, so that no optimization can turn them into variables.
//
//   i32 @__vk.local_id.D()        LocalInvocationId of dimension D; likewise group_id.D
//   i32 @__vk.local_size.D()      local size of the dispatch: SpecId D, or the required one
//   i32 @__vk.launch_size.D()     local size of the launch: SpecId 3 + D, or the required one
//   i32 @__vk.push.B()            push constant at byte B
//   T @__vk.spec.T.S()            specialization constant with SpecId S and a default attribute
//   T @__vk.glsl.N.T(...)         instruction N of GLSL.std.450
//   T @__vk.op.N.T(...)           SPIR-V instruction N: OpBitCount, OpBitReverse
//   T @__vk.group_op.N.M.T(...)   sub-group instruction N, with group operation M or "-"
//   i32 @__vk.subgroup.N()        built-in variable N of sub-groups
//   void @__vk.barrier(i32)       control barrier of the work-group; the operand is OpenCL's fence
//                                 flags: kLocalFence orders local memory, other values all memory
//   void @__vk.subgroup_barrier() control barrier of the sub-group, orders all memory
//   void @__vk.merge(ptr)         OpSelectionMerge of the following branch: its merge block
//   void @__vk.loop(ptr, ptr)     OpLoopMerge of the following branch: merge block, continue target
#pragma once

#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Module.h"

namespace ursa::compiler::vulkan {

inline constexpr llvm::StringLiteral kPrefix = "__vk.";

/// Attributes of kernels, primitives and variables.
inline constexpr llvm::StringLiteral kKernelAttribute = "ursa-vulkan-kernel";
inline constexpr llvm::StringLiteral kArgumentsAttribute = "ursa-vulkan-arguments";
inline constexpr llvm::StringLiteral kDefaultAttribute = "ursa-vulkan-default";
/// Describes the sizes in bytes that are added to the type of a variable in local memory, separated
/// by commas: SpecIds, or "g8" for 8 bytes for each work-item of the group.
inline constexpr llvm::StringLiteral kSpecSizeAttribute = "ursa-vulkan-spec-size";
inline constexpr llvm::StringLiteral kGroupSizeToken = "g8";

/// Values of OpenCL's cl_mem_fence_flags.
inline constexpr unsigned kLocalFence = 1;
inline constexpr unsigned kAllFences = 3; ///< local and global memory

/// The side effects of a primitive, as optimizations must assume them.
enum class Effect {
  None,       ///< none: calls may be moved, merged and removed
  Convergent, ///< none, but other work-items take part in the operation
  Memory      ///< convergent, and orders memory
};

/// Returns the declaration of primitive @p name, which has no prefix.
llvm::Function *getPrimitive(llvm::Module &module, const llvm::Twine &name, llvm::Type *result,
                             llvm::ArrayRef<llvm::Type *> parameters, Effect effect = Effect::None);

/// Creates a call of primitive @p name.
llvm::CallInst *callPrimitive(llvm::IRBuilderBase &builder, const llvm::Twine &name,
                              llvm::Type *result, llvm::ArrayRef<llvm::Value *> arguments = {},
                              Effect effect = Effect::None);

/// Creates a barrier of the work-group. @param flags i32; null for all memory
void callBarrier(llvm::IRBuilderBase &builder, llvm::Value *flags = nullptr);

/// Creates instruction @p number of GLSL.std.450 on scalars.
llvm::Value *callGlsl(llvm::IRBuilderBase &builder, unsigned number, llvm::Type *result,
                      llvm::ArrayRef<llvm::Value *> arguments);

/// Creates a read of a specialization constant; @p defaultValue is the bits of its default.
llvm::Value *callSpecConstant(llvm::IRBuilderBase &builder, unsigned specId, llvm::Type *type,
                              std::uint64_t defaultValue);

/// Creates a read of the 32 or 64 bits at @p byte of the push constants.
llvm::Value *readPushConstant32(llvm::IRBuilderBase &builder, unsigned byte);
llvm::Value *readPushConstant64(llvm::IRBuilderBase &builder, unsigned byte);

/// Returns the text of a scalar type in the names of primitives: i32, half, float, double.
std::string typeName(const llvm::Type *type);

/// Returns the name of a primitive without the prefix; empty if @p function is none.
llvm::StringRef primitiveName(const llvm::Function *function);

/// Returns the entry points that the kernel-arguments pass created.
llvm::SmallVector<llvm::Function *, 4> kernelsOf(llvm::Module &module);

/// Reports an error about a kernel to the module's context: "Kernel 'NAME' " and @p predicate. The
/// passes continue.
void reportError(const llvm::Function &function, const llvm::Twine &predicate);

/// Returns the IR of @p value, for messages.
std::string textOf(const llvm::Value &value);

} // namespace ursa::compiler::vulkan
