// Removes code of the host that clang emits in the device pass because nothing says that only the
// host needs it: tables of virtual functions, with the functions in them and those that they call,
// and what initializes variables when a program starts.
#pragma once

#include "llvm/ADT/StringSet.h"

namespace llvm {
class Module;
} // namespace llvm

namespace ursa::compiler::frontend::sycl {

/// @param external names of functions of device code for other translation units, which stay
void removeHostCode(llvm::Module &module, const llvm::StringSet<> &external);

} // namespace ursa::compiler::frontend::sycl
