// The memory layout of a specialization constant's type: its scalar leaves in depth-first order,
// the ends of its structs (where tail padding may be), and the bytes of a default value.
//
// A leaf's default is taken by byte offset, because the initializer's own type may be flattened,
// derived, or a union of the type that is returned.
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

namespace ursa {

/// One scalar of a specialization constant.
struct Leaf {
  llvm::Type *type;     ///< type of the value: i1 for bool
  llvm::Type *stored;   ///< type in memory: i8 for bool
  std::uint64_t offset; ///< bytes from the start of the constant
  std::uint64_t size;   ///< bytes in memory
};

/// A leaf, or the end of a struct, in the order of a depth-first walk.
struct LayoutItem {
  enum class Kind { Leaf, End } kind;
  std::size_t leaf;        ///< index into ConstantLayout::leaves; of Leaf items
  std::uint64_t begin = 0; ///< first byte of the struct; of End items
  std::uint64_t end = 0;   ///< the byte past its tail padding; of End items
};

struct ConstantLayout {
  llvm::Type *type = nullptr;
  std::uint64_t size = 0; ///< allocation size in bytes, tail padding included
  llvm::Align align;
  std::vector<Leaf> leaves;
  std::vector<LayoutItem> items;
};

/// The most leaves that one constant may have: what one SPIR-V instruction can name.
inline constexpr std::uint64_t kMaxLeaves = 65535;

/// The layout of a constant of type @p type. Fails with the end of a sentence that begins
/// "Specialization constant 'x' of type T " when the type cannot be specialized.
llvm::Expected<ConstantLayout> layoutOf(llvm::Type *type, const llvm::DataLayout &dataLayout);

/// Bytes of a default value; those of undefined members and padding are not known, and zero.
struct ConstantBytes {
  std::vector<std::uint8_t> value;
  std::vector<bool> known;
};

/// The first @p size bytes of @p constant. Fails, with the end of a sentence as above, when they
/// hold an address. A null @p constant gives known zeros.
llvm::Expected<ConstantBytes> bytesOf(const llvm::Constant *constant, std::uint64_t offset,
                                      std::uint64_t size, const llvm::DataLayout &dataLayout);

/// Whether any byte of @p leaf is known.
bool isDefined(const ConstantBytes &bytes, const Leaf &leaf);

/// The default of @p leaf, in its stored type.
llvm::Constant *leafDefault(const ConstantBytes &bytes, const Leaf &leaf);

/// LLVM's spelling of a type with all structs literal: "{ i32, <4 x float> }"; "bool" for i1.
std::string typeSpelling(llvm::Type *type);

} // namespace ursa
