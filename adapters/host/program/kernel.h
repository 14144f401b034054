// A kernel of one build of a program.
#pragma once

#include "adapters/common/handle.h"
#include "adapters/host/program/executable.h"

#include <memory>

namespace ursa::host {

struct Kernel : adapter::HandleBase {
  Kernel(ur_program_handle_t hProgram, std::shared_ptr<const Executable> build,
         const format::host::KernelInfo &kernelInfo);
  ~Kernel();

  const ur_program_handle_t program; ///< a reference is held
  const std::shared_ptr<const Executable> built;
  const format::host::KernelInfo &info; ///< owned by `built`
  adapter::ArgumentWatch *const watch;  ///< owned by `built`; null if no argument is watched
  KernelWidths *const widths;           ///< owned by `built`; null if no other width may be faster
};

void fillKernelTable(ur_dditable_t &table);

} // namespace ursa::host

struct ur_kernel_handle_t_ : ursa::host::Kernel {
  using Kernel::Kernel;
};
