// A kernel of one build of a program.
#pragma once

#include "adapters/common/handle.h"
#include "adapters/vulkan/executable.h"

struct ur_kernel_handle_t_ : ursa::adapter::HandleBase {
  ur_kernel_handle_t_(ur_program_handle_t hProgram,
                      std::shared_ptr<const ursa::vulkan::Executable> build,
                      const ursa::vulkan::ImageKernel &kernelInfo);
  ~ur_kernel_handle_t_();

  const ur_program_handle_t program; ///< a reference is held
  const std::shared_ptr<const ursa::vulkan::Executable> built;
  const ursa::vulkan::ImageKernel &info; ///< of `built`

  /// The values of its constants, as pipelines are keyed by them.
  std::vector<std::byte> constants();
  /// Gives constants values of the kernel's own, for launches to come.
  void specialize(ursa::vulkan::ConstantValues values);

private:
  std::mutex mutex_; ///< guards the two below
  ursa::vulkan::ConstantValues ownConstants_;
  std::vector<std::byte> constants_;
};
