#include "adapters/host/program/kernel.h"

#include "adapters/common/kernel_functions.h"
#include "adapters/host/driver/device.h"
#include "adapters/host/launch/launch.h"
#include "adapters/host/program/program.h"
#include "support/last_error.h"

#include <algorithm>

namespace ursa::host {

using format::host::KernelInfo;

Kernel::Kernel(ur_program_handle_t hProgram, std::shared_ptr<const Executable> build,
               const KernelInfo &kernelInfo)
    : program(hProgram), built(std::move(build)), info(kernelInfo),
      watch(built->watchOf(kernelInfo)), widths(built->widthsOf(kernelInfo)) {
  adapter::retain(program);
}

Kernel::~Kernel() { adapter::release(program); }

namespace {

using adapter::InfoWriter;

struct Kernels : adapter::HandleTypes {
  static constexpr uint32_t kMaxCooperativeGroups = host::kMaxCooperativeGroups;

  static Result<ur_kernel_handle_t> make(ur_program_handle_t_ &program, const char *name) {
    URSA_TRY(auto built, executableOf(program, fmt::format("Kernel '{}'", name)));
    const KernelInfo *info = built->kernel(name);
    if (!info) {
      std::vector<std::string> names;
      for (const KernelInfo &kernel : built->kernels())
        names.push_back(kernel.name);
      return adapter::unknownKernel(name, names);
    }
    // More distinct arguments do not fit in kMaxParameterBytes.
    if (info->arguments.size() > adapter::kMaxParameters)
      return makeError(UR_RESULT_ERROR_INVALID_KERNEL,
                       "Kernel '{}' has {} arguments; at most {} are supported.", name,
                       info->arguments.size(), adapter::kMaxParameters);
    return new ur_kernel_handle_t_(&program, std::move(built), *info);
  }

  static const std::string &nameOf(const ur_kernel_handle_t_ &kernel) { return kernel.info.name; }
  static uint32_t references(const ur_kernel_handle_t_ &kernel) { return kernel.references.load(); }
  static Result<uint32_t> argumentCount(const ur_kernel_handle_t_ &kernel) {
    return static_cast<uint32_t>(kernel.info.arguments.size());
  }
  static Result<std::string> attributes(const ur_kernel_handle_t_ &kernel) {
    return adapter::kernelAttributes(kernel.info.requiredGroupSize,
                                     kernel.info.requiredSubGroupSize);
  }
  static ursa_argument_report_t argumentReport(const ur_kernel_handle_t_ &kernel) {
    return kernel.watch ? kernel.watch->report() : ursa_argument_report_t{};
  }
  static ursa_width_report_t widthReport(const ur_kernel_handle_t_ &kernel) {
    if (kernel.widths)
      return kernel.widths->report();
    ursa_width_report_t report{};
    report.width = report.estimatedWidth = kernel.info.width;
    return report;
  }
  static Result<void> checkIsFor(const ur_kernel_handle_t_ &, ur_device_handle_t device) {
    return host::checkDevice(device);
  }

  static Result<void> answerGroup(const InfoWriter &writer, const ur_kernel_handle_t_ &kernel,
                                  const ur_device_handle_t_ &, ur_kernel_group_info_t query) {
    const KernelInfo &info = kernel.info;
    adapter::KernelGroupInfo facts(info.requiredGroupSize, kMaxWorkGroupSize);
    facts.localBytes = info.staticLocalBytes;
    facts.multiple = jit::hostVectorBytes() / sizeof(float);
    facts.privateBytes = info.privateBytes + info.itemBytes;
    return adapter::answerKernelGroup(writer, query, facts);
  }

  static Result<void> answerSubGroup(const InfoWriter &writer, const ur_kernel_handle_t_ &kernel,
                                     const ur_device_handle_t_ &,
                                     ur_kernel_sub_group_info_t query) {
    return adapter::answerKernelSubGroup(
        writer, query,
        {kernel.info.subGroupSize, kMaxWorkGroupSize, kernel.info.requiredSubGroupSize});
  }

  static Result<void> suggestLocalSize(const ur_kernel_handle_t_ &kernel,
                                       const ur_queue_handle_t_ &, const adapter::NdRange &range,
                                       size_t *suggested) {
    URSA_TRY(const format::host::LaunchSizes sizes, launchSizes(kernel.info, range));
    std::copy_n(std::begin(sizes.localSize), range.workDim, suggested);
    return {};
  }

  static Result<void> checkGroup(const ur_kernel_handle_t_ &kernel, const ur_device_handle_t_ &,
                                 const adapter::NdRange &range) {
    URSA_CHECK(launchSizes(kernel.info, range));
    return {};
  }
  static adapter::LocalMemory localMemory(const ur_kernel_handle_t_ &kernel,
                                          const ur_device_handle_t_ &) {
    return {kernel.info.staticLocalBytes, localMemoryBytes()};
  }
};

} // namespace

void fillKernelTable(ur_dditable_t &table) {
  adapter::fillKernelFunctions<Kernels>(table);
  adapter::fillCooperativeQuery<Kernels>(table);
}

} // namespace ursa::host
