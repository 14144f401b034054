// Functions of device code that allocate local memory (sycl_ext_oneapi_local_memory): the headers'
// templates call __ursa_allocate_local_memory(bytes, alignment). Each call of such a template in
// the source becomes a variable of its own.
#pragma once

#include "llvm/IR/Module.h"

namespace ursa::compiler::frontend::sycl {

/// Inlines the templates, before other inlining can duplicate calls, and replaces the calls.
/// Reports a call whose arguments are no constants as an error of the context.
void lowerLocalAllocations(llvm::Module &module);

} // namespace ursa::compiler::frontend::sycl
