// See function_names.h.
#include "compiler/frontend/function_names.h"

#include "compiler/passes/source_location.h"

using namespace llvm;

namespace ursa {
namespace {

/// The prefix of the function that clang outlines the body of a kernel into, so that kernels can
/// call kernels.
constexpr StringLiteral kKernelBody = "__clang_ocl_kern_imp_";

} // namespace

std::string functionName(StringRef name) {
  name.consume_front(kKernelBody);
  return readableFunctionName(name);
}

} // namespace ursa
