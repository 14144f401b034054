#include "adapters/host/kernel.h"

#include "adapters/common/kernel_functions.h"
#include "adapters/common/references.h"
#include "adapters/host/device.h"
#include "adapters/host/launch.h"
#include "adapters/host/program.h"
#include "core/support/last_error.h"

#include <algorithm>

ur_kernel_handle_t_::ur_kernel_handle_t_(ur_program_handle_t hProgram,
                                         std::shared_ptr<const ursa::jit::Program> build,
                                         const ursa::host::KernelInfo &kernelInfo)
    : program(hProgram), built(std::move(build)), info(kernelInfo) {
  ursa::adapter::retain(program);
}

ur_kernel_handle_t_::~ur_kernel_handle_t_() { ursa::adapter::release(program); }

namespace ursa::host {
namespace {

using adapter::InfoWriter;

ur_result_t create(ur_program_handle_t hProgram, const char *pKernelName,
                   ur_kernel_handle_t *phKernel) {
  return atBoundary([&]() -> Result<void> {
    URSA_HANDLE(hProgram);
    URSA_POINTER(pKernelName);
    URSA_POINTER(phKernel);
    URSA_TRY(auto built, executableOf(*hProgram, fmt::format("Kernel '{}'", pKernelName)));
    const KernelInfo *info = built->kernel(pKernelName);
    if (!info) {
      std::vector<std::string> names;
      for (const KernelInfo &kernel : built->kernels())
        names.push_back(kernel.name);
      return adapter::unknownKernel(pKernelName, names);
    }
    if (info->arguments.size() > kMaxArguments)
      return makeError(UR_RESULT_ERROR_INVALID_KERNEL,
                       "Kernel '{}' has {} arguments; at most {} are supported.", pKernelName,
                       info->arguments.size(), kMaxArguments);
    *phKernel = new ur_kernel_handle_t_(hProgram, std::move(built), *info);
    return {};
  });
}

struct KernelInfoSource {
  static const std::string &name(const ur_kernel_handle_t_ &kernel) { return kernel.info.name; }
  static uint32_t references(const ur_kernel_handle_t_ &kernel) { return kernel.references.load(); }
  static Result<uint32_t> argumentCount(const ur_kernel_handle_t_ &kernel) {
    return static_cast<uint32_t>(kernel.info.arguments.size());
  }
  static Result<std::string> attributes(const ur_kernel_handle_t_ &kernel) {
    return adapter::kernelAttributes(kernel.info.requiredGroupSize,
                                     kernel.info.requiredSubGroupSize);
  }
};

ur_result_t getGroupInfo(ur_kernel_handle_t hKernel, ur_device_handle_t hDevice,
                         ur_kernel_group_info_t propName, size_t propSize, void *pPropValue,
                         size_t *pPropSizeRet) {
  return atBoundary([&]() -> Result<void> {
    URSA_HANDLE(hKernel);
    URSA_HANDLE(hDevice);
    URSA_CHECK(checkDevice(hDevice));
    const InfoWriter writer(propSize, pPropValue, pPropSizeRet);
    const KernelInfo &info = hKernel->info;
    adapter::KernelGroupInfo facts(info.requiredGroupSize, kMaxWorkGroupSize);
    facts.localBytes = info.staticLocalBytes;
    facts.multiple = jit::hostVectorBytes() / sizeof(float);
    facts.privateBytes = info.privateBytes + info.itemBytes;
    return adapter::answerKernelGroup(writer, propName, facts);
  });
}

ur_result_t getSubGroupInfo(ur_kernel_handle_t hKernel, ur_device_handle_t hDevice,
                            ur_kernel_sub_group_info_t propName, size_t propSize, void *pPropValue,
                            size_t *pPropSizeRet) {
  return atBoundary([&]() -> Result<void> {
    URSA_HANDLE(hKernel);
    URSA_HANDLE(hDevice);
    URSA_CHECK(checkDevice(hDevice));
    const InfoWriter writer(propSize, pPropValue, pPropSizeRet);
    const uint32_t required = hKernel->info.requiredSubGroupSize;
    return adapter::answerKernelSubGroup(writer, propName,
                                         {std::max(1u, required), kMaxWorkGroupSize, required});
  });
}

Result<void> suggest(ur_kernel_handle_t_ &kernel, ur_queue_handle_t_ &, uint32_t numWorkDim,
                     const size_t *pGlobalWorkSize, size_t *pSuggestedLocalWorkSize) {
  URSA_TRY(const LaunchSizes sizes,
           launchSizes(kernel.info, numWorkDim, nullptr, pGlobalWorkSize, nullptr));
  std::copy_n(std::begin(sizes.localSize), numWorkDim, pSuggestedLocalWorkSize);
  return {};
}

ur_result_t suggestMaxCooperativeGroupCount(ur_kernel_handle_t hKernel, ur_device_handle_t hDevice,
                                            uint32_t workDim, const size_t *pLocalWorkSize,
                                            size_t dynamicSharedMemorySize,
                                            uint32_t *pGroupCountRet) {
  return atBoundary([&]() -> Result<void> {
    URSA_HANDLE(hKernel);
    URSA_HANDLE(hDevice);
    URSA_CHECK(checkDevice(hDevice));
    URSA_POINTER(pLocalWorkSize);
    URSA_POINTER(pGroupCountRet);
    // Checks a launch of one group of that size, which reports the same errors as a real launch.
    URSA_CHECK(launchSizes(hKernel->info, workDim, nullptr, pLocalWorkSize, pLocalWorkSize));
    const uint64_t staticBytes = hKernel->info.staticLocalBytes;
    const bool fits = staticBytes <= localMemoryBytes() &&
                      dynamicSharedMemorySize <= localMemoryBytes() - staticBytes;
    *pGroupCountRet = fits ? kMaxCooperativeGroups : 0;
    return {};
  });
}

} // namespace

void fillKernelTable(ur_dditable_t &table) {
  table.Kernel.pfnCreate = create;
  table.Kernel.pfnGetInfo = adapter::getKernelInfo<ur_kernel_handle_t_, KernelInfoSource>;
  table.Kernel.pfnGetGroupInfo = getGroupInfo;
  table.Kernel.pfnGetSubGroupInfo = getSubGroupInfo;
  table.Kernel.pfnRetain = adapter::retainHandle<ur_kernel_handle_t_>;
  table.Kernel.pfnRelease = adapter::releaseHandle<ur_kernel_handle_t_>;
  table.Kernel.pfnSetExecInfo = adapter::ignoreExecInfo<ur_kernel_handle_t_>;
  using Suggested =
      adapter::SuggestedLocalWorkSize<ur_kernel_handle_t_, ur_queue_handle_t_, suggest>;
  table.Kernel.pfnGetSuggestedLocalWorkSize = Suggested::get;
  table.Kernel.pfnGetSuggestedLocalWorkSizeWithArgs = Suggested::getWithArgs;
  table.Kernel.pfnSuggestMaxCooperativeGroupCount = suggestMaxCooperativeGroupCount;
}

} // namespace ursa::host
