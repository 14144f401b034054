// A program: a Vulkan image, the values of its specialization constants, and its last build.
#pragma once

#include "adapters/common/handle.h"
#include "adapters/common/program_functions.h"
#include "adapters/vulkan/program/executable.h"

namespace ursa::vulkan {

struct Program : adapter::HandleBase {
  Program(ur_context_handle_t hContext, std::shared_ptr<Modules> image,
          adapter::VariableNames namesOfVariables = {});
  ~Program();

  const ur_context_handle_t context; ///< retained
  const std::shared_ptr<Modules> modules;
  const adapter::VariableNames variableNames; ///< from the program's metadata

  std::mutex mutex; ///< guards the members below
  ConstantValues values;
  ConstantValues compiledValues; ///< the values when it was compiled for linking
  ur_program_build_status_t status = UR_PROGRAM_BUILD_STATUS_NONE;
  ur_program_binary_type_t type = UR_PROGRAM_BINARY_TYPE_NONE;
  std::string options;
  std::string buildLog;
  /// The last successful build. Kernels retain it, so that a later build does not affect them.
  std::shared_ptr<const Executable> built;
  /// The binary whose size was returned; the driver's cache may grow before it is copied.
  std::vector<std::byte> binary;
};

using adapter::executableOf;

/// Returns the bytes of an image's constant; nothing if it has none with the id.
std::optional<size_t> constantSize(const Image &image, uint32_t id);

/// A variable of the program's data segment, and the build that it belongs to.
struct GlobalVariable {
  std::shared_ptr<const Executable> build;
  uint64_t offset = 0;
  uint64_t size = 0;
};
Result<GlobalVariable> globalVariable(ur_program_handle_t_ &program, const char *name);

} // namespace ursa::vulkan

struct ur_program_handle_t_ : ursa::vulkan::Program {
  using Program::Program;
};
