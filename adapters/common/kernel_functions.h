// The functions about kernels that adapters have alike.
#pragma once

#include "adapters/common/handle.h"
#include "adapters/common/info.h"
#include "core/support/last_error.h"
#include "ur_api.h"

#include <array>
#include <optional>
#include <string>

namespace ursa::adapter {

/// A kernel's attributes as OpenCL spells them.
/// @param subGroupSize that it requires, or 0
template <class Size>
std::string kernelAttributes(const std::optional<std::array<Size, 3>> &requiredGroupSize,
                             uint32_t subGroupSize) {
  std::string text;
  if (requiredGroupSize) {
    const auto &[x, y, z] = *requiredGroupSize;
    text = fmt::format("reqd_work_group_size({},{},{})", x, y, z);
  }
  if (subGroupSize != 0)
    text += fmt::format("{}intel_reqd_sub_group_size({})", text.empty() ? "" : " ", subGroupSize);
  return text;
}

/// What urKernelGetGroupInfo tells, where no driver does.
struct KernelGroupFacts {
  std::array<size_t, 3> requiredSize{}; ///< 0 0 0 for none
  size_t largestGroup = 0; ///< work-items; the product of the required sizes if there are some
  size_t localBytes = 0;   ///< of the kernel's own variables
  size_t multiple = 1;     ///< that sizes of groups should be of
  size_t privateBytes = 0; ///< of a work-item

  template <class Size>
  KernelGroupFacts(const std::optional<std::array<Size, 3>> &required, size_t deviceLargest)
      : largestGroup(deviceLargest) {
    if (!required)
      return;
    largestGroup = 1;
    for (unsigned d = 0; d < 3; ++d)
      largestGroup *= requiredSize[d] = (*required)[d];
  }
};
Result<void> answerKernelGroup(const InfoWriter &writer, ur_kernel_group_info_t query,
                               const KernelGroupFacts &facts);

/// What urKernelGetSubGroupInfo tells, where no driver does and no kernel asks for a number.
struct KernelSubGroupFacts {
  uint32_t size = 1;         ///< work-items in one
  uint32_t largestGroup = 1; ///< work-items in a work-group
  uint32_t required = 0;     ///< the size that the kernel asks for, or 0
};
Result<void> answerKernelSubGroup(const InfoWriter &writer, ur_kernel_sub_group_info_t query,
                                  const KernelSubGroupFacts &facts);

/// For a table's pfnSetExecInfo, where kernels reach all memory and there is no cache to configure.
template <class Kernel>
ur_result_t ignoreExecInfo(Kernel *hKernel, ur_kernel_exec_info_t propName, size_t,
                           const ur_kernel_exec_info_properties_t *, const void *pPropValue) {
  return atBoundary([&]() -> Result<void> {
    URSA_HANDLE(hKernel);
    URSA_POINTER(pPropValue);
    switch (propName) {
    case UR_KERNEL_EXEC_INFO_USM_INDIRECT_ACCESS:
    case UR_KERNEL_EXEC_INFO_USM_PTRS:
    case UR_KERNEL_EXEC_INFO_CACHE_CONFIG:
      return {};
    default:
      return InfoWriter::unknown("urKernelSetExecInfo", propName);
    }
  });
}

/// For a table's pfnGetSuggestedLocalWorkSize and the one with arguments.
/// @tparam Suggest (kernel, queue, dimensions, global size, place) -> Result<void>: writes as many
///                 sizes as there are dimensions
template <class Kernel, class Queue, auto Suggest> struct SuggestedLocalWorkSize {
  static ur_result_t get(Kernel *hKernel, Queue *hQueue, uint32_t numWorkDim, const size_t *,
                         const size_t *pGlobalWorkSize, size_t *pSuggestedLocalWorkSize) {
    return atBoundary([&]() -> Result<void> {
      URSA_HANDLE(hKernel);
      URSA_HANDLE(hQueue);
      URSA_POINTER(pGlobalWorkSize);
      URSA_POINTER(pSuggestedLocalWorkSize);
      return Suggest(*hKernel, *hQueue, numWorkDim, pGlobalWorkSize, pSuggestedLocalWorkSize);
    });
  }
  static ur_result_t getWithArgs(Kernel *hKernel, Queue *hQueue, uint32_t numWorkDim,
                                 const size_t *offset, const size_t *pGlobalWorkSize, uint32_t,
                                 const ur_exp_kernel_arg_properties_t *,
                                 size_t *pSuggestedLocalWorkSize) {
    return get(hKernel, hQueue, numWorkDim, offset, pGlobalWorkSize, pSuggestedLocalWorkSize);
  }
};

} // namespace ursa::adapter
