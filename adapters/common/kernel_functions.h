// The kernel functions that adapters share.
#pragma once

#include "adapters/common/concepts.h"
#include "adapters/common/handle.h"
#include "adapters/common/info.h"
#include "adapters/common/launch.h"
#include "adapters/common/references.h"
#include "support/last_error.h"
#include "ur_api.h"

#include "ursa.h"

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

/// The answers of urKernelGetGroupInfo for adapters whose driver does not report them.
struct KernelGroupInfo {
  std::array<size_t, 3> requiredSize{}; ///< 0 0 0 if the kernel requires none
  size_t largestGroup = 0; ///< work-items; the product of the required sizes if there are any
  size_t localBytes = 0;   ///< local memory of the kernel's own variables
  size_t multiple = 1;     ///< preferred multiple of work-group sizes
  size_t privateBytes = 0; ///< private memory of a work-item

  KernelGroupInfo() = default;
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

/// The local memory of a kernel's own variables, and that of a work-group of the device.
struct LocalMemory {
  uint64_t used = 0;
  uint64_t available = 0;
};

/// attributes returns text as kernelAttributes does. checkIsFor tells whether the kernel is for the
/// device. suggestLocalSize writes as many numbers as the range has dimensions. Optional, where the
/// device tells it: registers(kernel) -> uint32_t, of a work-item on the kernel's first device;
/// argumentReport(kernel) -> ursa_argument_report_t, where arguments are watched; and
/// widthReport(kernel) -> ursa_width_report_t, where kernels are vectorized.
template <class Traits>
concept KernelTraits = HasHandleTypes<Traits> &&
    requires(typename Traits::Program &program, const char *name, typename Traits::Kernel &kernel,
             typename Traits::Device &device, typename Traits::Queue &queue,
             const InfoWriter &writer, ur_kernel_group_info_t groupQuery,
             ur_kernel_sub_group_info_t subGroupQuery, const NdRange &range, size_t *sizes) {
  { Traits::make(program, name) } -> ResultOf<typename Traits::Kernel *>;
  { Traits::nameOf(kernel) } -> std::convertible_to<std::string_view>;
  { Traits::references(kernel) } -> std::same_as<uint32_t>;
  { Traits::argumentCount(kernel) } -> ResultOf<uint32_t>;
  { Traits::attributes(kernel) } -> ResultOf<std::string>;
  { Traits::checkIsFor(kernel, &device) } -> ResultOfNothing;
  { Traits::answerGroup(writer, kernel, device, groupQuery) } -> ResultOfNothing;
  { Traits::answerSubGroup(writer, kernel, device, subGroupQuery) } -> ResultOfNothing;
  { Traits::suggestLocalSize(kernel, queue, range, sizes) } -> ResultOfNothing;
};

/// cooperativeGroups returns how many work-groups with that much more local memory run at once.
template <class Traits>
concept CountsCooperativeGroups = requires(typename Traits::Kernel &kernel,
                                           typename Traits::Device &device, const NdRange &group,
                                           size_t localBytes) {
  { Traits::cooperativeGroups(kernel, device, group, localBytes) } -> ResultOf<uint32_t>;
};

/// As many run at once as kMaxCooperativeGroups. checkGroup has the errors of a launch of one
/// work-group.
template <class Traits>
concept LimitsCooperativeGroups = requires(typename Traits::Kernel &kernel,
                                           typename Traits::Device &device, const NdRange &group) {
  { Traits::kMaxCooperativeGroups } -> std::convertible_to<uint32_t>;
  { Traits::checkGroup(kernel, device, group) } -> ResultOfNothing;
  { Traits::localMemory(kernel, device) } -> std::same_as<LocalMemory>;
};

/// The traits of adapters whose devices launch cooperatively.
template <class Traits>
concept CooperativeKernelTraits = KernelTraits<Traits> &&
    (CountsCooperativeGroups<Traits> || LimitsCooperativeGroups<Traits>);

template <KernelTraits Adapter> struct KernelFunctions {
  using Kernel = typename Adapter::Kernel;

  static ur_result_t create(ur_program_handle_t hProgram, const char *pKernelName,
                            ur_kernel_handle_t *phKernel) {
    return atBoundary([&]() -> Result<void> {
      URSA_HANDLE(hProgram);
      URSA_POINTER(pKernelName);
      URSA_POINTER(phKernel);
      URSA_TRY(*phKernel, Adapter::make(*hProgram, pKernelName));
      return {};
    });
  }

  static ur_result_t getInfo(ur_kernel_handle_t hKernel, ur_kernel_info_t propName, size_t propSize,
                             void *pPropValue, size_t *pPropSizeRet) {
    return atBoundary([&]() -> Result<void> {
      URSA_HANDLE(hKernel);
      Kernel &kernel = *hKernel;
      const InfoWriter writer(propSize, pPropValue, pPropSizeRet);
      if constexpr (requires { Adapter::argumentReport(kernel); })
        if (propName == URSA_KERNEL_INFO_ARGUMENT_REPORT)
          return writer.value(Adapter::argumentReport(kernel));
      if constexpr (requires { Adapter::widthReport(kernel); })
        if (propName == URSA_KERNEL_INFO_WIDTH_REPORT)
          return writer.value(Adapter::widthReport(kernel));
      switch (propName) {
      case UR_KERNEL_INFO_FUNCTION_NAME:
        return writer.string(Adapter::nameOf(kernel));
      case UR_KERNEL_INFO_NUM_ARGS: {
        URSA_TRY(const uint32_t count, Adapter::argumentCount(kernel));
        return writer.value(count);
      }
      case UR_KERNEL_INFO_REFERENCE_COUNT:
        return writer.value(Adapter::references(kernel));
      case UR_KERNEL_INFO_CONTEXT:
        return writer.value(kernel.program->context);
      case UR_KERNEL_INFO_PROGRAM:
        return writer.value(kernel.program);
      case UR_KERNEL_INFO_ATTRIBUTES: {
        URSA_TRY(const std::string attributes, Adapter::attributes(kernel));
        return writer.string(attributes);
      }
      case UR_KERNEL_INFO_NUM_REGS:
        if constexpr (requires { Adapter::registers(kernel); })
          return writer.value(Adapter::registers(kernel));
        else
          return InfoWriter::unsupported("urKernelGetInfo", propName);
      case UR_KERNEL_INFO_SPILL_MEM_SIZE:
        return InfoWriter::unsupported("urKernelGetInfo", propName);
      default:
        return InfoWriter::unknown("urKernelGetInfo", propName);
      }
    });
  }

  static ur_result_t getGroupInfo(ur_kernel_handle_t hKernel, ur_device_handle_t hDevice,
                                  ur_kernel_group_info_t propName, size_t propSize,
                                  void *pPropValue, size_t *pPropSizeRet) {
    return atBoundary([&]() -> Result<void> {
      URSA_CHECK(checkHandles(hKernel, hDevice));
      const InfoWriter writer(propSize, pPropValue, pPropSizeRet);
      return Adapter::answerGroup(writer, *hKernel, *hDevice, propName);
    });
  }

  static ur_result_t getSubGroupInfo(ur_kernel_handle_t hKernel, ur_device_handle_t hDevice,
                                     ur_kernel_sub_group_info_t propName, size_t propSize,
                                     void *pPropValue, size_t *pPropSizeRet) {
    return atBoundary([&]() -> Result<void> {
      URSA_CHECK(checkHandles(hKernel, hDevice));
      const InfoWriter writer(propSize, pPropValue, pPropSizeRet);
      return Adapter::answerSubGroup(writer, *hKernel, *hDevice, propName);
    });
  }

  static ur_result_t getSuggestedLocalSize(ur_kernel_handle_t hKernel, ur_queue_handle_t hQueue,
                                           uint32_t numWorkDim, const size_t *,
                                           const size_t *pGlobalWorkSize,
                                           size_t *pSuggestedLocalWorkSize) {
    return atBoundary([&]() -> Result<void> {
      URSA_HANDLE(hKernel);
      URSA_HANDLE(hQueue);
      URSA_POINTER(pGlobalWorkSize);
      URSA_POINTER(pSuggestedLocalWorkSize);
      URSA_CHECK(checkWorkDim(Adapter::nameOf(*hKernel), numWorkDim));
      return Adapter::suggestLocalSize(*hKernel, *hQueue,
                                       NdRange{numWorkDim, nullptr, pGlobalWorkSize, nullptr},
                                       pSuggestedLocalWorkSize);
    });
  }

  static ur_result_t getSuggestedLocalSizeWithArgs(ur_kernel_handle_t hKernel,
                                                   ur_queue_handle_t hQueue, uint32_t numWorkDim,
                                                   const size_t *offset,
                                                   const size_t *pGlobalWorkSize, uint32_t,
                                                   const ur_exp_kernel_arg_properties_t *,
                                                   size_t *pSuggestedLocalWorkSize) {
    return getSuggestedLocalSize(hKernel, hQueue, numWorkDim, offset, pGlobalWorkSize,
                                 pSuggestedLocalWorkSize);
  }

  static ur_result_t suggestMaxCooperativeGroupCount(
      ur_kernel_handle_t hKernel, ur_device_handle_t hDevice, uint32_t workDim,
      const size_t *pLocalWorkSize, size_t dynamicSharedMemorySize,
      uint32_t *pGroupCountRet) requires CooperativeKernelTraits<Adapter> {
    return atBoundary([&]() -> Result<void> {
      URSA_CHECK(checkHandles(hKernel, hDevice));
      URSA_POINTER(pLocalWorkSize);
      URSA_POINTER(pGroupCountRet);
      const NdRange group{workDim, nullptr, pLocalWorkSize, pLocalWorkSize};
      if constexpr (CountsCooperativeGroups<Adapter>) {
        URSA_TRY(*pGroupCountRet,
                 Adapter::cooperativeGroups(*hKernel, *hDevice, group, dynamicSharedMemorySize));
      } else {
        URSA_CHECK(Adapter::checkGroup(*hKernel, *hDevice, group));
        const LocalMemory memory = Adapter::localMemory(*hKernel, *hDevice);
        const bool fits = memory.used <= memory.available &&
                          dynamicSharedMemorySize <= memory.available - memory.used;
        *pGroupCountRet = fits ? Adapter::kMaxCooperativeGroups : 0;
      }
      return {};
    });
  }

private:
  static Result<void> checkHandles(ur_kernel_handle_t hKernel, ur_device_handle_t hDevice) {
    URSA_HANDLE(hKernel);
    URSA_HANDLE(hDevice);
    return Adapter::checkIsFor(*hKernel, hDevice);
  }
};

/// Fills in the functions of kernels, with ignoreExecInfo.
template <KernelTraits Adapter> void fillKernelFunctions(ur_dditable_t &table) {
  using Functions = KernelFunctions<Adapter>;
  using Kernel = typename Adapter::Kernel;
  auto &entries = table.Kernel;
  entries.pfnCreate = Functions::create;
  entries.pfnGetInfo = Functions::getInfo;
  entries.pfnGetGroupInfo = Functions::getGroupInfo;
  entries.pfnGetSubGroupInfo = Functions::getSubGroupInfo;
  entries.pfnRetain = retainHandle<Kernel>;
  entries.pfnRelease = releaseHandle<Kernel>;
  entries.pfnSetExecInfo = ignoreExecInfo<Kernel>;
  entries.pfnGetSuggestedLocalWorkSize = Functions::getSuggestedLocalSize;
  entries.pfnGetSuggestedLocalWorkSizeWithArgs = Functions::getSuggestedLocalSizeWithArgs;
}

/// Fills in the query for devices that launch cooperatively.
template <CooperativeKernelTraits Adapter> void fillCooperativeQuery(ur_dditable_t &table) {
  table.Kernel.pfnSuggestMaxCooperativeGroupCount =
      KernelFunctions<Adapter>::suggestMaxCooperativeGroupCount;
}

} // namespace ursa::adapter
