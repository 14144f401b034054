// Splits the objects that kernels take by value, as a SYCL front end passes the captures of a
// kernel function, into scalars, vectors and pointers, which every target can pass:
//
//   before:  %captures = type { ptr addrspace(4), float, [3 x i32] }
//            define spir_kernel void @k(ptr byval(%captures) align 8 %object) {
//
//   after:   define spir_kernel void @k(ptr addrspace(1) %object.0, float %object.8,
//                                       <2 x i32> %object.12, i32 %object.20)
//                                       !ursa_kernel_parameters !0 {
//              %object = alloca %captures
//              ...                                          ; stores the parts
//            !0 = !{!1, !2, !3, !4}
//            !1 = !{i32 0, i32 0, i32 8}                    ; parameter, offset, size
//            !2 = !{i32 0, i32 8, i32 4}
//
// The object stays in memory of the work-item until other passes make registers of it. Parts of
// arrays are passed as vectors, so that an array needs few arguments. Generic pointers become
// pointers to global memory, as USM is; pointers to local memory stay, and are set by their size.
// Arrays of many pointers are passed as vectors of i64, and objects with very many parts pass the
// numbers that follow each other as vectors of i32.
// Padding is not passed, and an empty object needs no argument. Unions are passed as integers, with
// the bytes of all members, and a std::nullptr_t, of which only the front end knows, as a number.
#pragma once

#include "llvm/ADT/StringRef.h"
#include "llvm/IR/PassManager.h"
#include "llvm/Support/Error.h"

#include <cstdint>
#include <vector>

namespace ursa::compiler::passes {

/// The metadata of flattened kernels: for each argument !{i32 parameter, i32 offset, i32 size}, the
/// bytes of the front end's parameter that it holds.
inline constexpr llvm::StringLiteral kParametersMetadata = "ursa_kernel_parameters";

/// The metadata of kernels before they are flattened: !{i32 offset, ...}, the places of
/// std::nullptr_t in the first parameter.
inline constexpr llvm::StringLiteral kNullPointersMetadata = "ursa_null_pointers";

/// The bytes of a front end's parameter that an argument of a flattened kernel holds.
struct ParameterPart {
  std::uint32_t parameter = 0;
  std::uint32_t offset = 0; ///< in bytes
  std::uint32_t size = 0;   ///< in bytes
};

/// Flattens all kernels of a module. Fails, and leaves an unusable module, for objects that cannot
/// be passed: with pointers to private memory, or of more than 4,096 bytes.
llvm::Error flattenKernels(llvm::Module &module);

/// Returns the parts that a kernel's arguments hold, without device globals and the specialization
/// buffer, which follow them; empty for kernels that are not flattened. Fails for malformed
/// metadata.
llvm::Expected<std::vector<ParameterPart>> parameterParts(const llvm::Function &kernel);

/// The pass `ursa-flatten-kernels`.
class FlattenKernelsPass : public llvm::PassInfoMixin<FlattenKernelsPass> {
public:
  llvm::PreservedAnalyses run(llvm::Module &module, llvm::ModuleAnalysisManager &);
  static bool isRequired() { return true; }
};

} // namespace ursa::compiler::passes
