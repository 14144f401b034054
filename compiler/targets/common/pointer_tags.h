// Which address space a generic pointer points to, as a value at run time, where a function chooses
// between pointers of several:
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

namespace ursa {

/// The tag of a pointer and the address spaces that it may be.
struct TaggedPointer {
  llvm::Value *tag; ///< i32
  llvm::SmallVector<unsigned, 4> spaces;
};

/// The tags of pointers of one function; makes their instructions beside those of the pointers.
class PointerTags {
public:
  /// None when the pointer comes from memory, or from a caller.
  std::optional<TaggedPointer> find(llvm::Value &pointer);

private:
  bool collect(llvm::Value &pointer, TaggedPointer &found);
  llvm::Value *tagOf(llvm::Value &pointer);

  llvm::DenseMap<llvm::Value *, llvm::Value *> tags_;
  llvm::SmallVector<llvm::Value *, 8> visited_;
};

} // namespace ursa
