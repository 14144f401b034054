#include "adapters/vulkan/kernel.h"

#include "adapters/common/kernel_functions.h"
#include "adapters/vulkan/device.h"
#include "adapters/vulkan/launch.h"
#include "adapters/vulkan/program.h"
#include "adapters/vulkan/queue.h"
#include "adapters/vulkan/release.h"
#include "adapters/vulkan/tables.h"

ur_kernel_handle_t_::ur_kernel_handle_t_(ur_program_handle_t hProgram,
                                         std::shared_ptr<const ursa::vulkan::Executable> build,
                                         const ursa::vulkan::ImageKernel &kernelInfo)
    : program(hProgram), built(std::move(build)), info(kernelInfo),
      constants_(built->valuesOf(info)) {
  ursa::adapter::retain(program);
}

ur_kernel_handle_t_::~ur_kernel_handle_t_() { ursa::adapter::release(program); }

std::vector<std::byte> ur_kernel_handle_t_::constants() {
  const std::lock_guard guard(mutex_);
  return constants_;
}

void ur_kernel_handle_t_::specialize(ursa::vulkan::ConstantValues values) {
  const std::lock_guard guard(mutex_);
  for (auto &[id, value] : values)
    ownConstants_[id] = std::move(value);
  constants_ = built->valuesOf(info, ownConstants_);
}

namespace ursa::vulkan {

ur_device_handle_t_ &deviceOf(const ur_kernel_handle_t_ &kernel) {
  return *kernel.program->context->device;
}

namespace {

using adapter::InfoWriter;

ur_result_t create(ur_program_handle_t hProgram, const char *pKernelName,
                   ur_kernel_handle_t *phKernel) {
  return atBoundary([&]() -> Result<void> {
    URSA_HANDLE(hProgram);
    URSA_POINTER(pKernelName);
    URSA_POINTER(phKernel);
    URSA_TRY(auto built, executableOf(*hProgram, fmt::format("Kernel '{}'", pKernelName)));
    const ImageKernel *info = built->image().find(pKernelName);
    if (!info) {
      std::vector<std::string> names;
      for (const ImageKernel &kernel : built->image().kernels)
        names.push_back(kernel.name);
      return adapter::unknownKernel(pKernelName, names);
    }
    if (std::string lacking = unsupportedReason(*hProgram->context->device, *info);
        !lacking.empty())
      return Error{UR_RESULT_ERROR_UNSUPPORTED_FEATURE, std::move(lacking)};
    *phKernel = new ur_kernel_handle_t_(hProgram, std::move(built), *info);
    return {};
  });
}

uint32_t subGroupSizeOf(const ur_device_handle_t_ &device, const ImageKernel &kernel) {
  return kernel.subGroupSize ? kernel.subGroupSize : std::max(1u, device.subgroup.subgroupSize);
}

struct KernelInfoSource {
  static const std::string &name(const ur_kernel_handle_t_ &kernel) { return kernel.info.name; }
  static uint32_t references(const ur_kernel_handle_t_ &kernel) {
    kernel.program->context->device->reclaim(); // completed commands retain no references
    return kernel.references.load();
  }
  static Result<uint32_t> argumentCount(const ur_kernel_handle_t_ &kernel) {
    return static_cast<uint32_t>(kernel.info.arguments.size());
  }
  static Result<std::string> attributes(const ur_kernel_handle_t_ &kernel) {
    return adapter::kernelAttributes(kernel.info.localSize, kernel.info.subGroupSize);
  }
};

ur_result_t getGroupInfo(ur_kernel_handle_t hKernel, ur_device_handle_t hDevice,
                         ur_kernel_group_info_t propName, size_t propSize, void *pPropValue,
                         size_t *pPropSizeRet) {
  return atBoundary([&]() -> Result<void> {
    URSA_HANDLE(hKernel);
    URSA_HANDLE(hDevice);
    URSA_CHECK(hKernel->program->context->checkHas(hDevice));
    const InfoWriter writer(propSize, pPropValue, pPropSizeRet);
    const ImageKernel &info = hKernel->info;
    adapter::KernelGroupInfo facts(info.localSize, maxWorkGroupSize(*hDevice, info));
    facts.localBytes = info.localBytes;
    facts.multiple = subGroupSizeOf(*hDevice, info);
    return adapter::answerKernelGroup(writer, propName,
                                      facts); // drivers do not report private memory
  });
}

ur_result_t getSubGroupInfo(ur_kernel_handle_t hKernel, ur_device_handle_t hDevice,
                            ur_kernel_sub_group_info_t propName, size_t propSize, void *pPropValue,
                            size_t *pPropSizeRet) {
  return atBoundary([&]() -> Result<void> {
    URSA_HANDLE(hKernel);
    URSA_HANDLE(hDevice);
    URSA_CHECK(hKernel->program->context->checkHas(hDevice));
    const InfoWriter writer(propSize, pPropValue, pPropSizeRet);
    const ImageKernel &info = hKernel->info;
    return adapter::answerKernelSubGroup(
        writer, propName,
        {subGroupSizeOf(*hDevice, info), maxWorkGroupSize(*hDevice, info), info.subGroupSize});
  });
}

// A new value needs another pipeline of the same module, which the next launch builds.
ur_result_t setSpecializationConstants(ur_kernel_handle_t hKernel, uint32_t count,
                                       const ur_specialization_constant_info_t *pSpecConstants) {
  return atBoundary([&]() -> Result<void> {
    URSA_HANDLE(hKernel);
    URSA_POINTER(pSpecConstants);
    if (count == 0)
      return makeError(UR_RESULT_ERROR_INVALID_SIZE, "count is 0.");
    URSA_TRY(ConstantValues given,
             validateConstants(hKernel->built->image(), count, pSpecConstants,
                               fmt::format("kernel '{}'", hKernel->info.name)));
    hKernel->specialize(std::move(given));
    return {};
  });
}

Result<void> suggest(ur_kernel_handle_t_ &kernel, ur_queue_handle_t_ &queue, uint32_t numWorkDim,
                     const size_t *pGlobalWorkSize, size_t *pSuggestedLocalWorkSize) {
  URSA_TRY(const LaunchSizes sizes,
           launchSizes(*queue.device, kernel.info, numWorkDim, nullptr, pGlobalWorkSize, nullptr));
  std::copy_n(sizes.local.begin(), numWorkDim, pSuggestedLocalWorkSize);
  return {};
}

} // namespace

void fillKernelTable(ur_dditable_t &table) {
  table.Kernel.pfnCreate = create;
  table.Kernel.pfnGetInfo = adapter::getKernelInfo<ur_kernel_handle_t_, KernelInfoSource>;
  table.Kernel.pfnGetGroupInfo = getGroupInfo;
  table.Kernel.pfnGetSubGroupInfo = getSubGroupInfo;
  table.Kernel.pfnRetain = adapter::retainHandle<ur_kernel_handle_t_>;
  table.Kernel.pfnRelease = releaseWhenIdle<ur_kernel_handle_t_>;
  table.Kernel.pfnSetExecInfo = adapter::ignoreExecInfo<ur_kernel_handle_t_>;
  table.Kernel.pfnSetSpecializationConstants = setSpecializationConstants;
  using Suggested =
      adapter::SuggestedLocalWorkSize<ur_kernel_handle_t_, ur_queue_handle_t_, suggest>;
  table.Kernel.pfnGetSuggestedLocalWorkSize = Suggested::get;
  table.Kernel.pfnGetSuggestedLocalWorkSizeWithArgs = Suggested::getWithArgs;
}

} // namespace ursa::vulkan
