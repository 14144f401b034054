// A program: SPIR-V or a host image, the values of its specialization constants, and what was made
// of them. program.cpp builds, compiles and links; program_info.cpp answers questions.
#pragma once

#include "adapters/common/handle.h"
#include "adapters/common/program_metadata.h"
#include "adapters/host/device.h"
#include "adapters/host/jit/host_jit.h"

#include <mutex>
#include <string>
#include <vector>

struct ur_program_handle_t_ : ursa::adapter::HandleBase {
  using Image = std::shared_ptr<const std::vector<std::byte>>;

  ur_program_handle_t_(ur_context_handle_t hContext, std::vector<std::byte> spirv, Image hostImage,
                       ursa::jit::ModuleSummary programSummary,
                       ursa::adapter::VariableNames namesOfVariables = {});
  ~ur_program_handle_t_();

  bool isIl() const { return !il.empty(); }

  const ur_context_handle_t context; ///< a reference is held
  const std::vector<std::byte> il;   ///< SPIR-V; empty when the program began as an image
  const ursa::jit::ModuleSummary summary;
  const ursa::adapter::VariableNames variableNames;

  std::mutex mutex; ///< guards the rest
  ursa::jit::ConstantValues values;
  ur_program_build_status_t status = UR_PROGRAM_BUILD_STATUS_NONE;
  ur_program_binary_type_t type = UR_PROGRAM_BINARY_TYPE_NONE;
  std::string options;
  std::string buildLog;
  /// The host image: what the program began as, or what the last build or compilation made of its
  /// SPIR-V, in which constants have their values. Null before.
  Image image;
  /// The image with the constants of the last build in it, made when it is first asked for.
  Image binary;
  /// Values in force when the program was compiled; for linking.
  ursa::jit::ConstantValues compiledValues;
  /// What the last good build made. Kernels share it, so that a later build leaves them alone.
  std::shared_ptr<const ursa::jit::Program> built;
};

namespace ursa::host {

/// The build that is in force; an error with @p use in its sentence before there is one.
Result<std::shared_ptr<const jit::Program>> executableOf(ur_program_handle_t_ &program,
                                                         std::string_view use);

/// Programs of the host are for all of its devices.
inline Result<void> checkIsFor(const ur_program_handle_t_ &, ur_device_handle_t device) {
  return checkDevice(device);
}

/// A variable of the program's executable, and the build that it is part of. It is known by its
/// name in the code, or by the name that the program's metadata gives it.
struct GlobalVariable {
  std::shared_ptr<const jit::Program> build;
  std::byte *address = nullptr;
  size_t size = 0;
};
Result<GlobalVariable> globalVariable(ur_program_handle_t_ &program, const char *name);

void fillProgramTable(ur_dditable_t &table);
void fillProgramQueries(ur_dditable_t &table);

} // namespace ursa::host
