// Kernels: the driver's kernels, and the properties that each launch needs.
#pragma once

#include "adapters/common/handle.h"
#include "adapters/opencl/launch/native_kernels.h"
#include "adapters/opencl/program/variables.h"
#include "spirv/signature.h"

#include <array>
#include <mutex>
#include <vector>

namespace ursa::opencl {

struct Kernel : adapter::HandleBase {
  /// Takes ownership of the driver's reference.
  Kernel(ur_program_handle_t hProgram, cl_kernel kernel, std::string kernelName);
  ~Kernel();

  const ur_program_handle_t program; ///< holds a reference
  const cl_kernel id;                ///< answers queries; the first of `natives`
  const std::string name;
  /// The work-group size that the code requires; zeros if it requires none.
  std::array<size_t, 3> requiredGroupSize{};
  std::vector<spirv::Parameter> parameters; ///< as many as the driver reports
  /// The memory of the program's variables, which is the kernel's last argument; null if it has
  /// none.
  std::shared_ptr<ProgramMemory> memory;
  uint64_t staticLocalBytes = 0; ///< local memory that is not an argument

  /// Guards the driver's kernel from its first argument until it is enqueued, and the members
  /// below.
  std::mutex mutex;
  NativeKernels natives;
  bool usesAnyUsm = false; ///< through pointers that are not arguments
  std::vector<std::byte>
      registeredUsm; ///< pointers that the kernel may use, in the driver's format
};

/// Creates a handle for a driver's kernel. Releases the driver's kernel on failure.
Result<ur_kernel_handle_t> wrapKernel(ur_program_handle_t program, cl_kernel kernel,
                                      const char *name);

} // namespace ursa::opencl

struct ur_kernel_handle_t_ : ursa::opencl::Kernel {
  using Kernel::Kernel;
};
