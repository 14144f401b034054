// The kernel compiler's side of the interface: exports the function table.
#include "adapters/host/jit/jit_interface.h"

const ursa::host::jit::JitInterface *ursaHostJit() {
  using namespace ursa::host::jit;
  static constexpr ursa::host::jit::JitInterface kInterface = {.version = kJitVersion,
                                                               .inspectModule = inspectModule,
                                                               .inspectSpirv = inspectSpirv,
                                                               .hostImageOfSpirv = hostImageOfSpirv,
                                                               .linkImages = linkImages,
                                                               .compileToMachineCode =
                                                                   compileToMachineCode};
  return &kInterface;
}
