// A kernel of one build of a program.
#pragma once

#include "adapters/common/handle.h"
#include "adapters/host/jit/host_jit.h"

#include <memory>

struct ur_kernel_handle_t_ : ursa::adapter::HandleBase {
  ur_kernel_handle_t_(ur_program_handle_t hProgram, std::shared_ptr<const ursa::jit::Program> build,
                      const ursa::host::KernelInfo &kernelInfo);
  ~ur_kernel_handle_t_();

  const ur_program_handle_t program; ///< a reference is held
  const std::shared_ptr<const ursa::jit::Program> built;
  const ursa::host::KernelInfo &info; ///< owned by `built`
};

namespace ursa::host {

void fillKernelTable(ur_dditable_t &table);

} // namespace ursa::host
