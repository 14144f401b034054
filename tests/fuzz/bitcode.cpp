// Fuzzes the readers of bitcode in processes of applications: those of the host's and of CUDA's
// compiler. LLVM's reader crashes on some inputs, which must become an error, on threads that block
// all signals, too.
#include "adapters/cuda/jit/ptx_compiler.h"
#include "adapters/host/jit/host_jit.h"

#include "require.h"

#include <csignal>
#include <pthread.h>
#include <thread>

namespace {

using ursa::fuzz::require;

template <class Read> void check(Read &&read, std::span<const std::byte> input) {
  if (const auto summary = read(input); !summary)
    require(summary.error().code == UR_RESULT_ERROR_INVALID_BINARY &&
                summary.error().message.find(' ') != std::string::npos,
            "a refusal: " + summary.error().message);
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  const std::span input(reinterpret_cast<const std::byte *>(data), size);
  check(ursa::host::jit::inspectModule, input);
  std::thread([input] {
    sigset_t all;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, nullptr);
    check(ursa::cuda::jit::inspectImage, input);
  }).join();
  return 0;
}
