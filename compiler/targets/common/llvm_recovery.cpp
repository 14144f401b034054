#include "compiler/targets/common/llvm_recovery.h"

#include "llvm/IR/Verifier.h"
#include "llvm/Support/ErrorHandling.h"
#include "llvm/Support/PrettyStackTrace.h"

#include <csignal>
#include <cstring>
#include <mutex>

using namespace llvm;

namespace ursa::compiler::targets {
namespace {

void raise(void *, const char *reason, bool) { throw FatalLlvmError(reason); }

} // namespace

void throwFatalErrors() {
  static std::once_flag once;
  std::call_once(once, [] {
    install_fatal_error_handler(raise);
    install_bad_alloc_error_handler(raise);
  });
}

PassStack::PassStack() : top_(SavePrettyStackState()) {}

void PassStack::restore() const { RestorePrettyStackState(top_); }

std::string crashReason(int signal) {
  return signal == SIGXCPU ? "it takes too long to read"
                           : std::string("it crashed: ") + strsignal(signal);
}

// LLVM reads more than 10 MiB a second.
ComputingLimit readingLimit(size_t bytes) {
  constexpr size_t kMiB = size_t{1} << 20;
  return {std::chrono::seconds(2 + bytes / kMiB), reinterpret_cast<const void *>(&verifyModule)};
}

} // namespace ursa::compiler::targets
