// Reports what kernels may not do, at its place in the source, with the chain of calls that leads
// to it from a kernel: SYCL 2020, section 5.4 "Language restrictions for device functions", and
// section 3.13.1 for the objects that kernels take. Clang itself reports hardly any of this.
#pragma once

#include "compiler/frontend/sycl/attributes.h"
#include "compiler/frontend/sycl/device_code.h"

#include "llvm/ADT/SetVector.h"

#include <map>

namespace clang {
class Sema;
} // namespace clang

namespace ursa::compiler::frontend::sycl {

/// Checks specialization ids, the objects of kernels, and every function with a definition that a
/// kernel or a function for other translation units may call. Reports each place once. Returns for
/// each kernel and such function, by its name in device code, the attributes of all functions that
/// it reaches.
/// @param variables gets the variables with static storage that this code uses
std::map<std::string, FunctionAttributes>
checkDeviceCode(clang::Sema &sema, const DeviceCode &code,
                llvm::SetVector<const clang::VarDecl *> &variables);

/// Reports kernels that share a name, with both places. Clang reports places in headers.
void checkKernelNames(clang::ASTContext &context, const DeviceCode &code);

} // namespace ursa::compiler::frontend::sycl
