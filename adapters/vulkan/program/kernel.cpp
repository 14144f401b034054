#include "adapters/vulkan/program/kernel.h"

#include "adapters/common/kernel_functions.h"
#include "adapters/common/spec_constants.h"
#include "adapters/vulkan/driver/device.h"
#include "adapters/vulkan/driver/release.h"
#include "adapters/vulkan/driver/tables.h"
#include "adapters/vulkan/launch/launch.h"
#include "adapters/vulkan/program/program.h"
#include "adapters/vulkan/queue/queue.h"

#include <algorithm>

namespace ursa::vulkan {

Kernel::Kernel(ur_program_handle_t hProgram, std::shared_ptr<const Executable> build,
               const ImageKernel &kernelInfo)
    : program(hProgram), built(std::move(build)), info(kernelInfo),
      constants_(built->valuesOf(info)) {
  adapter::retain(program);
}

Kernel::~Kernel() { adapter::release(program); }

Result<PipelinePointer> Kernel::pipeline(const std::array<uint32_t, 3> &dispatchSize,
                                         const std::array<uint32_t, 3> &launchSize, bool hasOffset,
                                         std::span<const uint32_t> localBytes) {
  hasOffset |= !info.masksOffset; // others have one pipeline for both
  PipelineKey key;
  {
    const std::lock_guard guard(mutex_);
    for (const RecentPipeline &recent : recent_)
      if (recent.key.dispatchSize == dispatchSize && recent.key.launchSize == launchSize &&
          recent.key.hasOffset == hasOffset &&
          std::ranges::equal(recent.key.localBytes, localBytes))
        return recent.pipeline;
    key.values = constants_;
  }
  key.kernel = static_cast<uint32_t>(&info - built->image().kernels.data());
  key.isOptimized = built->isOptimized();
  key.hasOffset = hasOffset;
  key.dispatchSize = dispatchSize;
  key.launchSize = launchSize;
  key.localBytes.assign(localBytes.begin(), localBytes.end());
  URSA_TRY(auto pipeline, built->modules().pipeline(key));
  RecentPipeline replaced; // destroyed after the lock is released
  const std::lock_guard guard(mutex_);
  if (key.values != constants_)
    return pipeline; // they were set meanwhile
  if (recent_.size() < kRecentPipelines) {
    recent_.push_back({std::move(key), pipeline});
    return pipeline;
  }
  replaced = std::exchange(recent_[oldest_], {std::move(key), pipeline});
  oldest_ = (oldest_ + 1) % kRecentPipelines;
  return pipeline;
}

void Kernel::specialize(const ConstantValues &values) {
  std::vector<RecentPipeline> replaced; // destroyed after the lock is released
  const std::lock_guard guard(mutex_);
  for (const auto &[id, value] : values)
    ownConstants_[id] = value;
  constants_ = built->valuesOf(info, ownConstants_);
  replaced.swap(recent_);
  oldest_ = 0;
}

ur_device_handle_t_ &deviceOf(const ur_kernel_handle_t_ &kernel) {
  return *kernel.program->context->device;
}

namespace {

using adapter::InfoWriter;

uint32_t subGroupSizeOf(const ur_device_handle_t_ &device, const ImageKernel &kernel) {
  return kernel.subGroupSize ? kernel.subGroupSize : std::max(1u, device.subgroup.subgroupSize);
}

struct Kernels : adapter::HandleTypes {
  static Result<ur_kernel_handle_t> make(ur_program_handle_t_ &program, const char *name) {
    URSA_TRY(auto built, executableOf(program, fmt::format("Kernel '{}'", name)));
    const ImageKernel *info = built->image().find(name);
    if (!info) {
      std::vector<std::string> names;
      for (const ImageKernel &kernel : built->image().kernels)
        names.push_back(kernel.name);
      return adapter::unknownKernel(name, names);
    }
    if (std::string lacking = unsupportedReason(*program.context->device, *info); !lacking.empty())
      return Error{UR_RESULT_ERROR_UNSUPPORTED_FEATURE, std::move(lacking)};
    return new ur_kernel_handle_t_(&program, std::move(built), *info);
  }

  static const std::string &nameOf(const ur_kernel_handle_t_ &kernel) { return kernel.info.name; }
  static uint32_t references(const ur_kernel_handle_t_ &kernel) {
    kernel.program->context->device->reclaim(
        /*mustComplete=*/true); // completed commands retain no references
    return kernel.references.load();
  }
  static Result<uint32_t> argumentCount(const ur_kernel_handle_t_ &kernel) {
    return static_cast<uint32_t>(kernel.info.arguments.size());
  }
  static Result<std::string> attributes(const ur_kernel_handle_t_ &kernel) {
    return adapter::kernelAttributes(kernel.info.localSize, kernel.info.subGroupSize);
  }
  static Result<void> checkIsFor(const ur_kernel_handle_t_ &kernel, ur_device_handle_t device) {
    return kernel.program->context->checkHas(device);
  }

  // Drivers do not report private memory.
  static Result<void> answerGroup(const InfoWriter &writer, const ur_kernel_handle_t_ &kernel,
                                  const ur_device_handle_t_ &device, ur_kernel_group_info_t query) {
    const ImageKernel &info = kernel.info;
    adapter::KernelGroupInfo facts(info.localSize, maxWorkGroupSize(device, info));
    facts.localBytes = info.localBytes;
    facts.multiple = subGroupSizeOf(device, info);
    return adapter::answerKernelGroup(writer, query, facts);
  }

  static Result<void> answerSubGroup(const InfoWriter &writer, const ur_kernel_handle_t_ &kernel,
                                     const ur_device_handle_t_ &device,
                                     ur_kernel_sub_group_info_t query) {
    const ImageKernel &info = kernel.info;
    return adapter::answerKernelSubGroup(
        writer, query,
        {subGroupSizeOf(device, info), maxWorkGroupSize(device, info), info.subGroupSize});
  }

  static Result<void> suggestLocalSize(const ur_kernel_handle_t_ &kernel,
                                       const ur_queue_handle_t_ &queue,
                                       const adapter::NdRange &range, size_t *suggested) {
    URSA_TRY(const LaunchSizes sizes, launchSizes(*queue.device, kernel.info, range));
    std::copy_n(sizes.local.begin(), range.workDim, suggested);
    return {};
  }
};

// A new value needs another pipeline of the same module, which the next launch builds.
struct KernelConstants {
  static std::string name(const ur_kernel_handle_t_ &kernel) {
    return fmt::format("kernel '{}'", kernel.info.name);
  }
  static Result<std::optional<size_t>> sizeOf(const ur_kernel_handle_t_ &kernel, uint32_t id) {
    return constantSize(kernel.built->image(), id);
  }
  static void set(ur_kernel_handle_t_ &kernel, const ConstantValues &values) {
    kernel.specialize(values);
  }
};

} // namespace

void fillKernelTable(ur_dditable_t &table) {
  adapter::fillKernelFunctions<Kernels>(table);
  table.Kernel.pfnRelease = releaseWhenIdle<ur_kernel_handle_t_>;
  table.Kernel.pfnSetSpecializationConstants =
      adapter::setSpecializationConstants<ur_kernel_handle_t_, KernelConstants>;
}

} // namespace ursa::vulkan
