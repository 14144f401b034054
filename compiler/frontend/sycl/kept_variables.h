// Keeps specialization ids that other translation units may read. Device code has only variables
// that it uses, and the unit that defines an id may never read it:
//
//   extern const specialization_id<int> limit;      // in a header
//   const specialization_id<int> limit(99);         // in one source, read in another
//
// The front end adds a function of device code that returns the variable's address; the pass over
// the IR removes the function and lists the variable in llvm.compiler.used.
#pragma once

#include "compiler/frontend/sycl/device_code.h"

namespace clang {
class CompilerInstance;
} // namespace clang
namespace llvm {
class Module;
} // namespace llvm

namespace ursa::compiler::frontend::sycl {

/// Adds the functions. Call at the end of the translation unit.
void addKeepingFunctions(clang::CompilerInstance &compiler,
                         const std::vector<SpecializationId> &ids);

/// Replaces the functions by entries of llvm.compiler.used.
void keepVariables(llvm::Module &module);

} // namespace ursa::compiler::frontend::sycl
