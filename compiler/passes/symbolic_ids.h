// Gives the markup of specialization constants the symbolic ids of their variables. Clang has no
// builtin function for these, so the headers pass any string:
//
//   before:  call i32 @_Z37__sycl_getScalar2020SpecConstantValue...(ptr @any, ptr @_ZL5scale, ...)
//   after:   call i32 @_Z37__sycl_getScalar2020SpecConstantValue...(ptr @id, ptr @_ZL5scale, ...)
//            @id = private unnamed_addr constant [... x i8] c"_ZL5scale__unit_ID\00"
//
// The integration footer tells the same ids to the host.
#pragma once

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

#include <string>

namespace llvm {
class Constant;
class Module;
class Type;
} // namespace llvm

namespace ursa::compiler::passes {

/// Returns the symbolic id of a variable with the mangled name @p mangled.
/// @param unit identifies the translation unit, for variables with internal linkage
std::string symbolicId(llvm::StringRef mangled, bool isInternal, llvm::StringRef unit);

/// Returns a pointer of type @p type to the string of an id.
llvm::Constant *symbolicIdString(llvm::Module &module, llvm::StringRef id, llvm::Type *type);

/// Sets the id of every call of the markup. Also makes kernels weak, since each unit that includes
/// a header has those of the header. Fails for a constant that is no variable.
/// @param unit identifies the translation unit in ids of variables with internal linkage
llvm::Error setSymbolicIds(llvm::Module &module, llvm::StringRef unit);

} // namespace ursa::compiler::passes
