// Computes the address space of a generic pointer at run time, where a function selects between
// pointers of several spaces:
//
//   %a = addrspacecast ptr addrspace(1) %g to ptr addrspace(4)
//   %b = addrspacecast ptr addrspace(3) %l to ptr addrspace(4)
//   %p = select i1 %c, ptr addrspace(4) %a, ptr addrspace(4) %b
//   %t = select i1 %c, i32 1, i32 3                              the tag of %p
#pragma once

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallVector.h"

#include <optional>

namespace llvm {
class Value;
} // namespace llvm

namespace ursa::compiler::targets {

/// The tag of a pointer and its possible address spaces.
struct TaggedPointer {
  llvm::Value *tag; ///< i32
  llvm::SmallVector<unsigned, 4> spaces;
};

/// Computes the tags of pointers of one function. Inserts their instructions beside those of the
/// pointers.
class PointerTags {
public:
  /// Returns nothing if the pointer comes from memory, or from a caller.
  std::optional<TaggedPointer> find(llvm::Value &pointer);

private:
  bool collect(llvm::Value &pointer, TaggedPointer &found);
  llvm::Value *tagOf(llvm::Value &pointer);

  llvm::DenseMap<llvm::Value *, llvm::Value *> tags_;
  llvm::SmallVector<llvm::Value *, 8> visited_;
};

} // namespace ursa::compiler::targets
