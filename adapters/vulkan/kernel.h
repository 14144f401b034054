// A kernel of one build of a program.
#pragma once

#include "adapters/common/handle.h"
#include "adapters/vulkan/executable.h"

struct ur_kernel_handle_t_ : ursa::adapter::HandleBase {
  ur_kernel_handle_t_(ur_program_handle_t hProgram,
                      std::shared_ptr<const ursa::vulkan::Executable> build,
                      const ursa::vulkan::ImageKernel &kernelInfo);
  ~ur_kernel_handle_t_();

  const ur_program_handle_t program; ///< retained
  const std::shared_ptr<const ursa::vulkan::Executable> built;
  const ursa::vulkan::ImageKernel &info; ///< of `built`

  /// The encoded values of its constants, as in PipelineKey.
  std::vector<std::byte> constants();
  /// Sets values of the kernel's own constants for later launches.
  void specialize(ursa::vulkan::ConstantValues values);

private:
  std::mutex mutex_; ///< guards the members below
  ursa::vulkan::ConstantValues ownConstants_;
  std::vector<std::byte> constants_;
};
