#include "core/intercepts/state.h"

namespace ursa::core::intercepts {

// Never freed, because static destructors release programs and kernels.
StateTable<ur_program_handle_t, ProgramState> &programStates() {
  static auto &states = *new StateTable<ur_program_handle_t, ProgramState>;
  return states;
}

StateTable<ur_kernel_handle_t, KernelState> &kernelStates() {
  static auto &states = *new StateTable<ur_kernel_handle_t, KernelState>;
  return states;
}

} // namespace ursa::core::intercepts
