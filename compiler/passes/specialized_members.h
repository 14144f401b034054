// Makes members of kernel objects constants that are set when the kernel is launched, as a SYCL
// front end asks for those of AdaptiveCpp's class `specialized`:
//
//   before:  define spir_kernel void @k(ptr byval(%captures) %object) !ursa_specialized_members !0
//            !0 = !{i32 8}                             ; the offset of a number in the object
//
//   after:   define spir_kernel void @k(ptr addrspace(1) %object.0, float %object.8) {
//              %1 = call float @_Z33__sycl_getScalarSpecConstantValue.float(ptr @ursa.id.k.8)
//              ...                                     ; stores %1 in place of %object.8
//
// Constants have the kernel's name and the offset as their symbolic id, "k.8". A number in an array
// is an element of a vector that is passed. The arguments that nobody reads are removed later.
#pragma once

#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/Support/Error.h"

#include <cstdint>

namespace ursa::compiler::passes {

/// The metadata of kernels: !{i32 offset, ...}.
inline constexpr llvm::StringLiteral kSpecializedMetadata = "ursa_specialized_members";

/// The numbers of a kernel's object that are constants.
class SpecializedMembers {
public:
  /// Fails for malformed metadata.
  static llvm::Expected<SpecializedMembers> of(const llvm::Function &kernel);

  /// Returns what takes the place of an argument that holds the bytes of the object from @p offset;
  /// the argument itself where nothing of it is a constant.
  llvm::Value *replace(llvm::IRBuilder<> &builder, llvm::Argument &argument,
                       std::uint64_t offset) const;

  /// Whether a constant begins within @p size bytes from @p offset.
  bool anyWithin(std::uint64_t offset, std::uint64_t size) const;

private:
  bool has(std::uint64_t offset) const;
  llvm::SmallVector<std::uint64_t, 8> offsets_; ///< sorted
};

} // namespace ursa::compiler::passes
