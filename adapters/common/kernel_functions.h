// The kernel functions that adapters share.
#pragma once

#include "adapters/common/handle.h"
#include "adapters/common/info.h"
#include "core/support/last_error.h"
#include "ur_api.h"

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace ursa::adapter {

/// Returns a kernel's attributes in OpenCL syntax.
/// @param subGroupSize the required size, or 0
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

/// Returns the error for a name that no kernel of the program has.
Error unknownKernel(std::string_view name, const std::vector<std::string> &names);

/// Implements pfnGetInfo.
/// @tparam Facts has static members that take a kernel: name, references (uint32_t), and Results of
///               argumentCount (uint32_t) and attributes (a string, see kernelAttributes)
template <class Kernel, class Facts>
ur_result_t getKernelInfo(Kernel *hKernel, ur_kernel_info_t propName, size_t propSize,
                          void *pPropValue, size_t *pPropSizeRet) {
  return atBoundary([&]() -> Result<void> {
    URSA_HANDLE(hKernel);
    const InfoWriter writer(propSize, pPropValue, pPropSizeRet);
    switch (propName) {
    case UR_KERNEL_INFO_FUNCTION_NAME:
      return writer.string(Facts::name(*hKernel));
    case UR_KERNEL_INFO_NUM_ARGS: {
      URSA_TRY(const uint32_t count, Facts::argumentCount(*hKernel));
      return writer.value(count);
    }
    case UR_KERNEL_INFO_REFERENCE_COUNT:
      return writer.value(Facts::references(*hKernel));
    case UR_KERNEL_INFO_CONTEXT:
      return writer.value(hKernel->program->context);
    case UR_KERNEL_INFO_PROGRAM:
      return writer.value(hKernel->program);
    case UR_KERNEL_INFO_ATTRIBUTES: {
      URSA_TRY(const std::string attributes, Facts::attributes(*hKernel));
      return writer.string(attributes);
    }
    case UR_KERNEL_INFO_NUM_REGS:
    case UR_KERNEL_INFO_SPILL_MEM_SIZE:
      return InfoWriter::unsupported("urKernelGetInfo", propName);
    default:
      return InfoWriter::unknown("urKernelGetInfo", propName);
    }
  });
}

/// The answers of urKernelGetGroupInfo for adapters whose driver does not report them.
struct KernelGroupInfo {
  std::array<size_t, 3> requiredSize{}; ///< 0 0 0 if the kernel requires none
  size_t largestGroup = 0; ///< work-items; the product of the required sizes if there are any
  size_t localBytes = 0;   ///< local memory of the kernel's own variables
  size_t multiple = 1;     ///< preferred multiple of work-group sizes
  size_t privateBytes = 0; ///< private memory of a work-item

  template <class Size>
  KernelGroupInfo(const std::optional<std::array<Size, 3>> &required, size_t deviceLargest)
      : largestGroup(deviceLargest) {
    if (!required)
      return;
    largestGroup = 1;
    for (unsigned d = 0; d < 3; ++d)
      largestGroup *= requiredSize[d] = (*required)[d];
  }
};
Result<void> answerKernelGroup(const InfoWriter &writer, ur_kernel_group_info_t query,
                               const KernelGroupInfo &facts);

/// The answers of urKernelGetSubGroupInfo for adapters whose driver does not report them.
struct KernelSubGroupInfo {
  uint32_t size = 1;         ///< work-items in a sub-group
  uint32_t largestGroup = 1; ///< work-items in a work-group
  uint32_t required = 0;     ///< the size that the kernel requires, or 0
};
Result<void> answerKernelSubGroup(const InfoWriter &writer, ur_kernel_sub_group_info_t query,
                                  const KernelSubGroupInfo &facts);

/// Implements pfnSetExecInfo for adapters whose kernels can access all memory and that have no
/// cache to configure.
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

/// Implements pfnGetSuggestedLocalWorkSize and its variant with arguments.
/// @tparam Suggest (kernel, queue, dimensions, global size, output) -> Result<void>: writes one
///                 size per dimension
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
