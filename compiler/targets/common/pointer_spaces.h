// Determines which address spaces generic pointers point to: a flow-insensitive analysis over all
// functions of a module.
//
//   %g = addrspacecast ptr addrspace(3) %l to ptr addrspace(4)      local
//   %p = select i1 %c, ptr addrspace(4) %g, ptr addrspace(4) %h     what %g and %h are
//   %q = load ptr addrspace(4), ptr %slot                           what was stored to %slot
//
// A stack slot that only loads and stores access is an object of its own. All other memory is one
// object: it holds pointers to global memory, which the host may have written there, and every
// pointer that is stored to such memory or converted to an integer.
#pragma once

#include "llvm/ADT/DenseMap.h"

#include <cstdint>
#include <optional>

namespace llvm {
class AllocaInst;
class Function;
class Module;
class Type;
class Value;
} // namespace llvm

namespace ursa::compiler::targets {

inline constexpr unsigned kPrivateSpace = 0;
inline constexpr unsigned kGlobalSpace = 1;
inline constexpr unsigned kLocalSpace = 3;
inline constexpr unsigned kGenericSpace = 4;

/// Returns whether values of @p type are pointers of the generic address space.
bool isGenericPointer(const llvm::Type *type);

/// Returns whether values of @p type are or contain such pointers.
bool holdsGenericPointer(const llvm::Type *type);

class PointerSpaces {
public:
  explicit PointerSpaces(llvm::Module &module);

  /// Returns the only address space that @p pointer may point to; nothing if there are several, or
  /// it is unknown. A pointer that is always null points to global memory.
  std::optional<unsigned> spaceOf(const llvm::Value &pointer) const;

  /// Returns whether all address spaces that @p pointer may point to are known.
  bool isKnown(const llvm::Value &pointer) const;

  /// Returns the address space of the pointers that @p function returns; nothing as above.
  std::optional<unsigned> returnSpace(const llvm::Function &function) const;

private:
  using Spaces = std::uint8_t; ///< a bit for each address space

  void findSlots(llvm::Module &module);
  bool visit(llvm::Function &function);
  Spaces resultSpaces(const llvm::Value &value) const;
  Spaces spacesOf(const llvm::Value &value) const;
  Spaces memorySpaces(const llvm::Value &address) const;
  bool addSpaces(const llvm::Value &value, Spaces spaces);
  bool addToMemory(const llvm::Value &address, Spaces spaces);
  static std::optional<unsigned> singleSpace(Spaces spaces);

  llvm::DenseMap<const llvm::Value *, Spaces>
      values_; ///< spaces of instructions, arguments and function results
  llvm::DenseMap<const llvm::AllocaInst *, Spaces> slots_;
  Spaces memory_;
};

} // namespace ursa::compiler::targets
