// A program: a host image, the values of its specialization constants, and what was built of them.
#pragma once

#include "adapters/common/handle.h"
#include "compiler/targets/host/jit/host_jit.h"

#include <mutex>
#include <string>
#include <vector>

struct ur_program_handle_t_ : ursa::adapter::HandleBase {
  ur_program_handle_t_(ur_context_handle_t hContext, std::vector<std::byte> imageBytes,
                       ursa::jit::ModuleSummary imageSummary);
  ~ur_program_handle_t_();

  const ur_context_handle_t context; ///< a reference is held
  const std::vector<std::byte> image;
  const ursa::jit::ModuleSummary summary;

  std::mutex mutex; ///< guards the rest
  ursa::jit::ConstantValues values;
  ur_program_build_status_t status = UR_PROGRAM_BUILD_STATUS_NONE;
  std::string options;
  std::string buildLog;
  /// What the last good build made. Kernels share it, so that a later build leaves them alone.
  std::shared_ptr<const ursa::jit::Program> built;
};

namespace ursa::host {

void fillProgramTable(ur_dditable_t &table);

} // namespace ursa::host
