// Memory layout of the type of a specialization constant: its scalar leaves in depth-first order,
// the ends of its structs (where tail padding may follow), and the bytes of a default value.
//
// A leaf's default is looked up by byte offset, because the type of the initializer may be
// flattened, derived from the returned type, or a union with it.
#pragma once

#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/DataLayout.h"
#include "llvm/Support/Error.h"

#include <cstdint>
#include <string>
#include <vector>

namespace llvm {
class Constant;
class Type;
} // namespace llvm

namespace ursa::compiler::passes {

/// One scalar of a specialization constant.
struct Leaf {
  llvm::Type *type;     ///< type of the value: i1 for bool
  llvm::Type *stored;   ///< type in memory: i8 for bool
  std::uint64_t offset; ///< bytes from the start of the constant
  std::uint64_t size;   ///< bytes in memory
};

/// A leaf, or the end of a struct, in depth-first order.
struct LayoutItem {
  enum class Kind { Leaf, End } kind;
  std::size_t leaf;        ///< Leaf items: index into ConstantLayout::leaves
  std::uint64_t begin = 0; ///< End items: first byte of the struct
  std::uint64_t end = 0;   ///< End items: first byte past the tail padding
};

struct ConstantLayout {
  llvm::Type *type = nullptr;
  std::uint64_t size = 0; ///< allocation size in bytes, tail padding included
  llvm::Align align;
  std::vector<Leaf> leaves;
  std::vector<LayoutItem> items;
};

/// The maximum number of leaves of one constant: the operand limit of a SPIR-V instruction.
inline constexpr std::uint64_t kMaxLeaves = 65535;

/// Returns the layout of a constant of type @p type. If the type cannot be specialized, the error
/// completes the sentence "Specialization constant 'x' of type T ...".
llvm::Expected<ConstantLayout> layoutOf(llvm::Type *type, const llvm::DataLayout &dataLayout);

/// Bytes of a default value. Bytes of undefined members and padding are zero and not known.
struct ConstantBytes {
  std::vector<std::uint8_t> value;
  std::vector<bool> known;
};

/// Returns @p size bytes of @p constant from byte @p offset on. If they hold an address, the error
/// completes a sentence as for layoutOf. A null @p constant yields known zeros.
llvm::Expected<ConstantBytes> bytesOf(const llvm::Constant *constant, std::uint64_t offset,
                                      std::uint64_t size, const llvm::DataLayout &dataLayout);

/// Returns whether any byte of @p leaf is known.
bool isDefined(const ConstantBytes &bytes, const Leaf &leaf);

/// Returns the default of @p leaf, in its stored type.
llvm::Constant *leafDefault(const ConstantBytes &bytes, const Leaf &leaf);

/// Returns LLVM's spelling of a type with all structs literal: "{ i32, <4 x float> }"; "bool" for
/// i1.
std::string typeSpelling(llvm::Type *type);

} // namespace ursa::compiler::passes
