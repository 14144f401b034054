// A kernel of one build of a program.
#pragma once

#include "adapters/common/handle.h"
#include "adapters/vulkan/program/executable.h"

#include <span>

namespace ursa::vulkan {

struct Kernel : adapter::HandleBase {
  Kernel(ur_program_handle_t hProgram, std::shared_ptr<const Executable> build,
         const ImageKernel &kernelInfo);
  ~Kernel();

  const ur_program_handle_t program; ///< retained
  const std::shared_ptr<const Executable> built;
  const ImageKernel &info; ///< of `built`

  /// The pipeline for its constants and these sizes; see PipelineKey.
  Result<PipelinePointer> pipeline(const std::array<uint32_t, 3> &dispatchSize,
                                   const std::array<uint32_t, 3> &launchSize, bool hasOffset,
                                   std::span<const uint32_t> localBytes);
  /// Sets values of the kernel's own constants for later launches.
  void specialize(const ConstantValues &values);

private:
  static constexpr size_t kRecentPipelines = 8; ///< a launch has at most as many dispatch sizes
  struct RecentPipeline {
    PipelineKey key;
    PipelinePointer pipeline;
  };

  std::mutex mutex_; ///< guards the members below
  ConstantValues ownConstants_;
  std::vector<std::byte> constants_;
  std::vector<RecentPipeline> recent_; ///< with constants_; empty at first
  size_t oldest_ = 0;                  ///< in recent_, once it is full
};

} // namespace ursa::vulkan

struct ur_kernel_handle_t_ : ursa::vulkan::Kernel {
  using Kernel::Kernel;
};
