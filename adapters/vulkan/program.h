// A program: a Vulkan image, the values of its specialization constants, and its last build.
#pragma once

#include "adapters/common/handle.h"
#include "adapters/common/program_metadata.h"
#include "adapters/vulkan/executable.h"

struct ur_program_handle_t_ : ursa::adapter::HandleBase {
  ur_program_handle_t_(ur_context_handle_t hContext, std::shared_ptr<ursa::vulkan::Modules> image,
                       ursa::adapter::VariableNames namesOfVariables = {});
  ~ur_program_handle_t_();

  const ur_context_handle_t context; ///< a reference is held
  const std::shared_ptr<ursa::vulkan::Modules> modules;
  const ursa::adapter::VariableNames variableNames; ///< that metadata told

  std::mutex mutex; ///< guards the rest
  ursa::vulkan::ConstantValues values;
  ursa::vulkan::ConstantValues compiledValues; ///< when it was compiled to be linked
  ur_program_build_status_t status = UR_PROGRAM_BUILD_STATUS_NONE;
  ur_program_binary_type_t type = UR_PROGRAM_BINARY_TYPE_NONE;
  std::string options;
  std::string buildLog;
  /// What the last good build made. Kernels share it, so that a later build leaves them alone.
  std::shared_ptr<const ursa::vulkan::Executable> built;
  /// What was told the size of; the driver's cache may grow before it is copied.
  std::vector<std::byte> binary;
};

namespace ursa::vulkan {

/// The build that is in force; an error with @p use in its sentence before there is one.
Result<std::shared_ptr<const Executable>> executableOf(ur_program_handle_t_ &program,
                                                       std::string_view use);

/// Values that were given for constants of an image, checked.
/// Errors: UR_RESULT_ERROR_INVALID_SPEC_ID, UR_RESULT_ERROR_INVALID_VALUE for a wrong size or a
/// null value; the sentence names @p object.
Result<ConstantValues> validateConstants(const Image &image, uint32_t count,
                                         const ur_specialization_constant_info_t *given,
                                         std::string_view object);

/// A variable of the program's data segment, and the build that it is part of.
struct GlobalVariable {
  std::shared_ptr<const Executable> build;
  uint64_t offset = 0;
  uint64_t size = 0;
};
Result<GlobalVariable> globalVariable(ur_program_handle_t_ &program, const char *name);

} // namespace ursa::vulkan
