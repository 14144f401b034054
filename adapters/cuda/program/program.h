// Programs: code for each device, values of specialization constants, and the modules of the last
// build (program_build.h).
#pragma once

#include "adapters/common/handle.h"
#include "adapters/common/program_functions.h"
#include "adapters/common/spec_constants.h"
#include "adapters/cuda/program/module.h"

#include <map>
#include <memory>
#include <mutex>

namespace ursa::cuda {

/// A successful build. Kernels retain it, so that a later build does not affect them.
struct Build {
  std::map<ur_device_handle_t, ModulePointer> modules;
  adapter::ConstantValues values; ///< those that were set
  BuildOptions options;
};

struct Program : adapter::HandleBase {
  Program(ur_context_handle_t hContext, std::map<ur_device_handle_t, CodePointer> codeOfDevices,
          adapter::VariableNames namesOfVariables = {});
  ~Program();

  std::vector<ur_device_handle_t> devices() const;

  const ur_context_handle_t context; ///< retained
  const std::map<ur_device_handle_t, CodePointer> codes;
  const adapter::VariableNames variableNames; ///< from the program's metadata

  std::mutex mutex;               ///< guards the members below
  adapter::ConstantValues values; ///< of specialization constants, for the next build
  /// Compiled code for the link: PTX and CUBINs; SPIR-V with its constants folded.
  std::map<ur_device_handle_t, CodePointer> compiled;
  ur_program_build_status_t status = UR_PROGRAM_BUILD_STATUS_NONE;
  ur_program_binary_type_t type = UR_PROGRAM_BINARY_TYPE_NONE;
  std::string options;
  std::string buildLog;
  std::shared_ptr<const Build> built; ///< the last successful build
};

/// Returns the size of a specialization constant in bytes, nothing if there is none with that id.
std::optional<size_t> constantSize(const ur_program_handle_t_ &program, uint32_t id);

/// Returns an error unless the program has code for the device.
Result<void> checkIsFor(const ur_program_handle_t_ &program, ur_device_handle_t device);

/// Returns the newest version of SPIR-V that programs for a device may have, as "SPIR-V_1.4"; empty
/// if a part that translates it is not there.
std::string supportedIl(const ur_device_handle_t_ &device);

/// A variable on a device, and the module that it belongs to.
struct Variable {
  ModulePointer module;
  CUdeviceptr address = 0;
  size_t size = 0;
};
Result<Variable> findVariable(ur_program_handle_t_ &program, ur_device_handle_t device,
                              const char *name);

} // namespace ursa::cuda

struct ur_program_handle_t_ : ursa::cuda::Program {
  using Program::Program;
};
