// A program: SPIR-V or a host image, the values of its specialization constants, and the results of
// its last build. program.cpp builds, compiles and links; program_info.cpp implements queries.
#pragma once

#include "adapters/common/handle.h"
#include "adapters/common/program_functions.h"
#include "adapters/host/driver/device.h"
#include "adapters/host/jit/host_jit.h"
#include "adapters/host/program/executable.h"

#include <mutex>
#include <string>
#include <vector>

namespace ursa::host {

struct Program : adapter::HandleBase {
  using Image = std::shared_ptr<const std::vector<std::byte>>;

  Program(ur_context_handle_t hContext, std::vector<std::byte> spirv, Image hostImage,
          jit::ModuleSummary programSummary, adapter::VariableNames namesOfVariables = {});
  ~Program();

  bool isIl() const { return !il.empty(); }

  const ur_context_handle_t context; ///< a reference is held
  const std::vector<std::byte> il;   ///< SPIR-V; empty if the program was created from an image
  const jit::ModuleSummary summary;
  const adapter::VariableNames variableNames;

  std::mutex mutex; ///< guards the members below
  format::host::ConstantValues values;
  ur_program_build_status_t status = UR_PROGRAM_BUILD_STATUS_NONE;
  ur_program_binary_type_t type = UR_PROGRAM_BINARY_TYPE_NONE;
  std::string options;
  std::string buildLog;
  /// The host image: the one that the program was created from, or the one that the last build or
  /// compilation created from its SPIR-V with constants folded. Null before the first build.
  Image image;
  /// The image with the constants of the last build folded; created on demand.
  Image binary;
  /// Constant values at the time of compilation, for linking.
  format::host::ConstantValues compiledValues;
  /// Result of the last successful build. Kernels share ownership, so that a later build does not
  /// affect them.
  std::shared_ptr<const Executable> built;
};

using adapter::executableOf;

/// A program of the host runs on all of its devices.
inline Result<void> checkIsFor(const ur_program_handle_t_ &, ur_device_handle_t device) {
  return checkDevice(device);
}

/// A variable of the program's executable, and the build that contains it. Its name is the one in
/// the code, or the one in the program's metadata.
struct GlobalVariable {
  std::shared_ptr<const Executable> build;
  std::byte *address = nullptr;
  size_t size = 0;
};
Result<GlobalVariable> globalVariable(ur_program_handle_t_ &program, const char *name);

void fillProgramTable(ur_dditable_t &table);
void fillProgramQueries(ur_dditable_t &table);

} // namespace ursa::host

struct ur_program_handle_t_ : ursa::host::Program {
  using Program::Program;
};
