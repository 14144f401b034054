// Types for the bytes of unions. The type that clang gives a union is that of one member: it may
// have gaps where other members have bytes, and bit-fields have odd widths. Clang names the types
// of unions "union.…"; names are lost when modules are linked.
#pragma once

namespace llvm {
class DataLayout;
class Type;
} // namespace llvm

namespace ursa::compiler::passes {

/// Whether @p type is what clang makes of a union.
bool isUnion(const llvm::Type *type);

/// Returns a type of the same size and alignment in which a union of numbers is integers without
/// gaps, and a bit-field an integer of whole bytes. Unions with pointers stay.
///
///   { i8, %union.U, i24 }, with %union.U = type { { i8, i32 }, float }
///   { i8, [3 x i32], i32 }
llvm::Type *wholeType(llvm::Type *type, const llvm::DataLayout &dataLayout);

} // namespace ursa::compiler::passes
