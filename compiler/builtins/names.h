// Mangled names of OpenCL's built-in functions: their parts, and the type of the values that they
// work on. "_Z6vload4mPU3AS1Kf" is vload4(size_t, global const float *).
#pragma once

#include "llvm/ADT/StringRef.h"

#include <string>

namespace llvm {
class LLVMContext;
class Type;
} // namespace llvm

namespace ursa::compiler::builtins {

/// Returns "vload4" of "_Z6vload4mPU3AS1Kf"; the name itself if it is not mangled.
llvm::StringRef baseName(llvm::StringRef name);

/// Returns the types of the parameters: "mPU3AS1Kf" of "_Z6vload4mPU3AS1Kf"; empty if the name is
/// not mangled.
llvm::StringRef parameterTypes(llvm::StringRef name);

/// Returns "_Z3powff" for "pow" and "ff".
std::string mangledName(llvm::StringRef base, llvm::StringRef parameterTypes);

/// Returns the name of the overload for pointers to private memory: "_Z4modffPf" for
/// "_Z4modffPU3AS1f".
std::string privateOverload(llvm::StringRef name);

/// Returns the signature without address spaces: "vload4(unsigned long, float const*)". Functions
/// that differ only in the address spaces of their pointers have the same signature. Empty if the
/// name is not mangled.
std::string signature(llvm::StringRef name);

/// A scalar or vector type of OpenCL C.
struct ValueType {
  enum Kind { Other, Signed, Unsigned, Float };
  Kind kind = Other;
  unsigned bits = 0;     ///< of an element
  unsigned elements = 1; ///< 1 for scalars

  bool isUnsigned() const { return kind == Unsigned; }
  /// Returns the type in IR; null for Other.
  llvm::Type *type(llvm::LLVMContext &context) const;
};

/// Returns the type of the first parameter, or of what it points to.
ValueType valueType(llvm::StringRef name);

} // namespace ursa::compiler::builtins

namespace ursa::compiler::builtins {
namespace builtins = compiler::builtins;
} // namespace ursa::compiler::builtins
