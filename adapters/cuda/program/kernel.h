// Kernels: the driver's function on each device, and what each launch has to know of it.
#pragma once

#include "adapters/common/handle.h"
#include "adapters/common/launch.h"
#include "adapters/cuda/program/program.h"

#include <array>
#include <map>
#include <optional>
#include <vector>

namespace ursa::cuda {

/// A kernel on one device.
struct Function : FunctionFacts {
  ModulePointer module; ///< null if the application owns it

  /// Returns the form that takes a global offset; null if the kernel does not read it. May compile
  /// it. Errors: those of OffsetForms::find.
  Result<CUfunction> offsetForm(const std::string &kernel) const;
};

struct Kernel : adapter::HandleBase {
  Kernel(ur_program_handle_t hProgram, std::string kernelName);
  ~Kernel();

  /// Errors: UR_RESULT_ERROR_INVALID_KERNEL if the kernel is not built for the device.
  Result<const Function *> on(ur_device_handle_t device) const;

  const ur_program_handle_t program; ///< retained
  const std::string name;
  const char *const keptName; ///< the name, which is never freed
  uint64_t form = newForm();  ///< another one when the functions change; of no other kernel
  /// None if they are not known: then the arguments of a launch count.
  std::optional<std::vector<adapter::KernelParameter>> parameters;
  std::optional<std::array<size_t, 3>> requiredSize; ///< of work-groups
  uint32_t requiredSubGroupSize = 0;                 ///< 0 when the kernel requires none
  std::map<ur_device_handle_t, Function> functions;
  /// With the constants of the kernel; null if the application owns the functions.
  std::shared_ptr<const Build> built;

  static uint64_t newForm(); ///< from 1
};

/// Creates a kernel of a built program.
Result<ur_kernel_handle_t> makeKernel(ur_program_handle_t_ &program, const char *name);

/// Creates a kernel of a CUDA function, which the application owns.
Result<ur_kernel_handle_t> wrapFunction(ur_program_handle_t_ &program, NativeContext &native,
                                        CUfunction function, std::string name);

} // namespace ursa::cuda

struct ur_kernel_handle_t_ : ursa::cuda::Kernel {
  using Kernel::Kernel;
};
