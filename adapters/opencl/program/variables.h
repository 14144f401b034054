// Variables of programs. With Intel's functions for them, they are the driver's. Otherwise, in
// SPIR-V programs, the adapter puts them into memory that it allocates for each device and passes
// it to the kernels as an additional argument (spirv/variables.h), which kernel queries hide.
#pragma once

#include "adapters/common/references.h"
#include "adapters/opencl/driver/cl.h"
#include "spirv/variables.h"

#include <map>
#include <memory>
#include <mutex>

namespace ursa::opencl {

struct ReleaseProgram {
  using pointer = cl_program;
  void operator()(cl_program program) const { clReleaseProgram(program); }
};
using NativeProgram = std::unique_ptr<cl_program, ReleaseProgram>;
/// Adds a reference.
Result<NativeProgram> hold(cl_program program);

/// Intel's functions for variables of programs, null if the driver does not have them.
struct IntelVariables {
  using Address = cl_int(CL_API_CALL *)(cl_device_id, cl_program, const char *, size_t *, void **);
  using Read = cl_int(CL_API_CALL *)(cl_command_queue, cl_program, const char *, cl_bool, size_t,
                                     size_t, void *, cl_uint, const cl_event *, cl_event *);
  using Write = cl_int(CL_API_CALL *)(cl_command_queue, cl_program, const char *, cl_bool, size_t,
                                      size_t, const void *, cl_uint, const cl_event *, cl_event *);

  Address address = nullptr;
  Read read = nullptr;
  Write write = nullptr;

  bool isComplete() const { return address && read && write; }
};

/// The memory of the variables of one build of a program. Thread safe.
class ProgramMemory {
public:
  using Layout = std::shared_ptr<const spirv::VariableMemory>;

  /// @param built contains the kernel that stores the initial values
  ProgramMemory(ur_context_handle_t context, NativeProgram built, Layout layout);
  ProgramMemory(const ProgramMemory &) = delete;
  ProgramMemory &operator=(const ProgramMemory &) = delete;
  /// Waits for the commands in flight if they may use the memory.
  ~ProgramMemory();

  const spirv::VariableMemory &layout() const { return *layout_; }
  const Layout &sharedLayout() const { return layout_; }

  /// The memory on one device.
  struct DeviceMemory {
    std::byte *usm = nullptr;
    cl_mem buffer = nullptr; ///< on devices without unified shared memory
  };
  /// Returns the memory with the initial values. The first call for a device blocks. Errors: the
  /// driver's.
  Result<DeviceMemory> on(const ur_device_handle_t_ &device);

  /// Sets the memory as a kernel's argument. Errors: the driver's.
  Result<void> setArgument(const ur_device_handle_t_ &device, cl_kernel kernel, cl_uint index);

private:
  Result<DeviceMemory> make(const ur_device_handle_t_ &device);
  Result<void> fill(const ur_device_handle_t_ &device, cl_command_queue queue,
                    const DeviceMemory &memory);
  Result<void> initialize(const ur_device_handle_t_ &device, cl_command_queue queue,
                          const DeviceMemory &memory);
  void free(const ur_device_handle_t_ &device, const DeviceMemory &memory);

  const adapter::Ref<ur_context_handle_t_> context_;
  const NativeProgram built_;
  const Layout layout_;
  std::mutex mutex_; ///< guards memories_; held while memory is created
  std::map<const ur_device_handle_t_ *, DeviceMemory> memories_;
};

} // namespace ursa::opencl
