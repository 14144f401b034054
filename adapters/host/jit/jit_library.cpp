// The kernel compiler's side of the interface: exports the function table.
#include "adapters/host/jit/jit_interface.h"

const ursa::jit::JitInterface *ursaHostJit() {
  using namespace ursa::jit;
  static constexpr JitInterface kInterface = {.version = kJitVersion,
                                              .inspectModule = inspectModule,
                                              .inspectSpirv = inspectSpirv,
                                              .hostImageOfSpirv = hostImageOfSpirv,
                                              .linkImages = linkImages,
                                              .compileToMachineCode = compileToMachineCode};
  return &kInterface;
}
