// A kernel of one build of a program.
#pragma once

#include "adapters/common/handle.h"
#include "adapters/vulkan/program/executable.h"

#include <span>

struct ur_kernel_handle_t_ : ursa::adapter::HandleBase {
  ur_kernel_handle_t_(ur_program_handle_t hProgram,
                      std::shared_ptr<const ursa::vulkan::Executable> build,
                      const ursa::vulkan::ImageKernel &kernelInfo);
  ~ur_kernel_handle_t_();

  const ur_program_handle_t program; ///< retained
  const std::shared_ptr<const ursa::vulkan::Executable> built;
  const ursa::vulkan::ImageKernel &info; ///< of `built`

  /// The pipeline for its constants and these sizes; see PipelineKey.
  ursa::Result<ursa::vulkan::PipelinePointer> pipeline(const std::array<uint32_t, 3> &dispatchSize,
                                                       const std::array<uint32_t, 3> &launchSize,
                                                       bool hasOffset,
                                                       std::span<const uint32_t> localBytes);
  /// Sets values of the kernel's own constants for later launches.
  void specialize(const ursa::vulkan::ConstantValues &values);

private:
  static constexpr size_t kRecentPipelines = 8; ///< a launch has at most as many dispatch sizes
  struct RecentPipeline {
    ursa::vulkan::PipelineKey key;
    ursa::vulkan::PipelinePointer pipeline;
  };

  std::mutex mutex_; ///< guards the members below
  ursa::vulkan::ConstantValues ownConstants_;
  std::vector<std::byte> constants_;
  std::vector<RecentPipeline> recent_; ///< with constants_; empty at first
  size_t oldest_ = 0;                  ///< in recent_, once it is full
};
