#include "compiler/targets/common/llvm_recovery.h"

#include <llvm/Support/ErrorHandling.h>

#include <mutex>

namespace ursa {
namespace {

void raise(void *, const char *reason, bool) { throw FatalLlvmError(reason); }

} // namespace

void throwFatalErrors() {
  static std::once_flag once;
  std::call_once(once, [] {
    llvm::install_fatal_error_handler(raise);
    llvm::install_bad_alloc_error_handler(raise);
  });
}

} // namespace ursa
