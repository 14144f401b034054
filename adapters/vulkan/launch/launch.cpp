#include "adapters/vulkan/launch/launch.h"

#include "adapters/vulkan/driver/device.h"
#include "adapters/vulkan/driver/tables.h"
#include "adapters/vulkan/memory/memory.h"
#include "adapters/vulkan/memory/transfer.h"
#include "adapters/vulkan/program/kernel.h"
#include "adapters/vulkan/program/program.h"
#include "adapters/vulkan/queue/queue.h"
#include "adapters/vulkan/quirks/loop_guard.h"
#include "format/vulkan_module.h"

#include <algorithm>
#include <cstring>

namespace ursa::vulkan {
namespace {

// A launch that needs more driver calls than this is refused.
constexpr size_t kMaxDispatches = 1 << 16;
constexpr uint32_t kLocalStep = 16; // sizes of local arguments are multiples of it

struct Dispatch {
  VkPipeline pipeline = VK_NULL_HANDLE;
  std::array<uint32_t, 3> first{};
  std::array<uint32_t, 3> count{};
};

// Work-groups of the same size along a dimension.
struct Span {
  uint32_t first = 0;
  uint32_t count = 0;
  uint32_t size = 0;
};

using Spans = InlineVector<Span, 2>;

Spans spansOf(uint32_t global, uint32_t local) {
  Spans spans;
  if (global >= local)
    spans.push_back({0, global / local, local});
  if (global % local != 0)
    spans.push_back({global / local, 1, global % local});
  return spans;
}

using ArgumentBytes = InlineVector<std::byte, 256>;
using Buffers = InlineVector<adapter::Ref<ur_mem_handle_t_>, 8>;
using LocalBytes = InlineVector<uint32_t, 8>;

// Collects the arguments of a launch.
class ArgumentBlock {
public:
  explicit ArgumentBlock(const ur_kernel_handle_t_ &kernel)
      : kernel_(kernel), device_(*kernel.program->context->device),
        signature_{kernel.info.name, kernel.info.arguments.size(),
                   device_.properties.limits.maxComputeSharedMemorySize} {
    bytes.resize(kernel.info.argumentBytes);
    localBytes_.resize(kernel.info.arguments.size());
  }

  /// Checks and copies the arguments.
  Result<void> set(std::span<const ur_exp_kernel_arg_properties_t> arguments);
  /// Sizes of the local arguments, in order.
  LocalBytes localBytes() const;

  ArgumentBytes bytes;
  Buffers buffers;
  std::vector<std::shared_ptr<Suballocation>> migrating; ///< memory to copy to the device and back

private:
  uint64_t addressOf(const void *pointer);
  Result<void> setOne(const ur_exp_kernel_arg_properties_t &argument);
  Result<void> setMemory(const ur_exp_kernel_arg_properties_t &argument);
  void setValue(const ur_exp_kernel_arg_properties_t &argument);
  void setAddress(uint32_t index, uint64_t address);

  const ur_kernel_handle_t_ &kernel_;
  ur_device_handle_t_ &device_;
  const adapter::KernelSignature signature_;
  InlineVector<uint64_t, 16> localBytes_; ///< by argument
};

adapter::KernelParameter parameterOf(const ImageArgument &argument) {
  using enum adapter::ParameterKind;
  return {argument.isLocal                    ? Local
          : argument.size == sizeof(uint64_t) ? PointerOrValue
                                              : Value,
          argument.size};
}

void ArgumentBlock::setAddress(uint32_t index, uint64_t address) {
  std::memcpy(bytes.data() + kernel_.info.arguments[index].offset, &address, sizeof(address));
}

// Translates a host pointer to the device's address, if they differ.
uint64_t ArgumentBlock::addressOf(const void *pointer) {
  if (device_.translates && pointer)
    if (const auto memory = kernel_.program->context->findUsm(pointer)) {
      const auto offset = static_cast<uint64_t>(static_cast<const char *>(pointer) -
                                                static_cast<char *>(memory->allocation.base));
      const std::shared_ptr<Suballocation> &deviceCopy = memory->suballocation->deviceCopy();
      if (deviceCopy &&
          std::find(migrating.begin(), migrating.end(), memory->suballocation) == migrating.end())
        migrating.push_back(memory->suballocation);
      return (deviceCopy ? deviceCopy : memory->suballocation)->address() + offset;
    }
  return reinterpret_cast<uint64_t>(pointer);
}

Result<void> ArgumentBlock::setMemory(const ur_exp_kernel_arg_properties_t &argument) {
  ur_mem_handle_t memory = argument.value.memObjTuple.hMem;
  URSA_CHECK(
      adapter::checkMemoryContext(signature_, argument.index, memory, kernel_.program->context));
  setAddress(argument.index, memory ? memory->address() : 0);
  if (memory)
    buffers.emplace_back(memory);
  return {};
}

void ArgumentBlock::setValue(const ur_exp_kernel_arg_properties_t &argument) {
  const ImageArgument &slot = kernel_.info.arguments[argument.index];
  std::byte *value = bytes.data() + slot.offset;
  std::memcpy(value, argument.value.value, slot.size);
  // Pointers stored in memory are not translated: they cannot be distinguished from numbers.
  for (const uint32_t offset : slot.pointers) {
    const void *pointer = nullptr;
    std::memcpy(&pointer, value + offset, sizeof(pointer));
    const uint64_t address = addressOf(pointer);
    std::memcpy(value + offset, &address, sizeof(address));
  }
}

Result<void> ArgumentBlock::setOne(const ur_exp_kernel_arg_properties_t &argument) {
  switch (argument.type) {
  case UR_EXP_KERNEL_ARG_TYPE_VALUE:
    setValue(argument);
    return {};
  case UR_EXP_KERNEL_ARG_TYPE_POINTER:
    setAddress(argument.index, addressOf(argument.value.pointer));
    return {};
  case UR_EXP_KERNEL_ARG_TYPE_MEM_OBJ:
    return setMemory(argument);
  default: // kernels have no samplers
    localBytes_[argument.index] = (argument.size + kLocalStep - 1) / kLocalStep * kLocalStep;
    return {};
  }
}

Result<void> ArgumentBlock::set(std::span<const ur_exp_kernel_arg_properties_t> arguments) {
  const ImageKernel &info = kernel_.info;
  URSA_CHECK(adapter::checkArguments(
      signature_, arguments, [&](size_t i) { return parameterOf(info.arguments[i]); },
      [&](const ur_exp_kernel_arg_properties_t &argument) { return setOne(argument); }));
  uint64_t needed = info.localBytes;
  for (const uint64_t size : localBytes_)
    needed += size;
  return adapter::checkLocalMemory(signature_, needed);
}

LocalBytes ArgumentBlock::localBytes() const {
  LocalBytes sizes;
  for (size_t i = 0; i < localBytes_.size(); ++i)
    if (kernel_.info.arguments[i].isLocal)
      sizes.push_back(static_cast<uint32_t>(localBytes_[i]));
  return sizes;
}

// Everything that is recorded for a launch.
struct Launch {
  std::array<std::byte, format::vulkan::kPushBytes> constants{};
  ArgumentBytes arguments; ///< for the argument buffer; empty without one
  InlineVector<Dispatch, 2> dispatches;

  Result<void> record(Recorder &recorder) const;
};

// A launch with all that it uses, in one allocation.
struct LaunchWork : Work {
  explicit LaunchWork(ur_kernel_handle_t hKernel) : kernel(hKernel) {
    steps.emplace_back(RecordStep([this](Recorder &recorder) { return plan.record(recorder); }));
  }
  ~LaunchWork() {
    if (launch)
      launch->complete(); // the work is complete and does not run again
  }
  LaunchWork(const LaunchWork &) = delete;
  LaunchWork &operator=(const LaunchWork &) = delete;

  const adapter::Ref<ur_kernel_handle_t_> kernel;
  Buffers buffers;
  Launch plan;
};

template <class T> void store(Launch &launch, size_t at, const T &value) {
  std::memcpy(launch.constants.data() + at, &value, sizeof(value));
}

Result<void> Launch::record(Recorder &recorder) const {
  const VolkDeviceTable &vk = recorder.device().vk;
  auto pushed = constants;
  if (!arguments.empty()) {
    URSA_TRY(const auto upload, recorder.upload(arguments.size()));
    std::memcpy(upload.host, arguments.data(), arguments.size());
    std::memcpy(pushed.data() + format::vulkan::kPushArgumentBuffer, &upload.address,
                sizeof(upload.address));
  }
  vk.vkCmdPushConstants(recorder.commands(), recorder.device().layout, VK_SHADER_STAGE_COMPUTE_BIT,
                        0, format::vulkan::kPushBytes, pushed.data());
  VkPipeline bound = VK_NULL_HANDLE;
  for (const Dispatch &dispatch : dispatches) {
    if (dispatch.pipeline != bound)
      vk.vkCmdBindPipeline(recorder.commands(), VK_PIPELINE_BIND_POINT_COMPUTE, dispatch.pipeline);
    bound = dispatch.pipeline;
    const auto &[x, y, z] = dispatch.first;
    const auto &[width, height, depth] = dispatch.count;
    vk.vkCmdDispatchBase(recorder.commands(), x, y, z, width, height, depth);
  }
  return {};
}

// Splits work-groups into dispatches within the device's limits.
Result<void> appendDispatches(Launch &launch, const VkPhysicalDeviceLimits &limits,
                              VkPipeline pipeline, const std::array<Span, 3> &spans,
                              std::string_view kernel) {
  uint64_t pieces = 1;
  for (unsigned d = 0; d < 3; ++d)
    pieces *= (uint64_t{spans[d].count} + limits.maxComputeWorkGroupCount[d] - 1) /
              limits.maxComputeWorkGroupCount[d];
  if (launch.dispatches.size() + pieces > kMaxDispatches)
    return makeError(UR_RESULT_ERROR_INVALID_WORK_GROUP_SIZE,
                     "A launch of kernel '{}' has {} x {} x {} work-groups, which are too many for "
                     "this device; use larger work-groups.",
                     kernel, spans[0].count, spans[1].count, spans[2].count);
  const auto forPieces = [&](unsigned d, auto &&function) {
    const uint64_t most = limits.maxComputeWorkGroupCount[d];
    for (uint64_t at = 0; at < spans[d].count; at += most)
      function(static_cast<uint32_t>(spans[d].first + at),
               static_cast<uint32_t>(std::min(most, spans[d].count - at)));
  };
  forPieces(2, [&](uint32_t z, uint32_t depth) {
    forPieces(1, [&](uint32_t y, uint32_t height) {
      forPieces(0, [&](uint32_t x, uint32_t width) {
        launch.dispatches.push_back({pipeline, {x, y, z}, {width, height, depth}});
      });
    });
  });
  return {};
}

Result<void> planDispatches(LaunchWork &work, const LaunchSizes &sizes,
                            const LocalBytes &localBytes) {
  ur_kernel_handle_t_ &kernel = *work.kernel;
  const VkPhysicalDeviceLimits &limits = kernel.program->context->device->properties.limits;
  const bool hasOffset = sizes.offset != std::array<uint32_t, 3>{};
  for (const Span &z : spansOf(sizes.global[2], sizes.local[2]))
    for (const Span &y : spansOf(sizes.global[1], sizes.local[1]))
      for (const Span &x : spansOf(sizes.global[0], sizes.local[0])) {
        URSA_TRY(PipelinePointer pipeline,
                 kernel.pipeline({x.size, y.size, z.size}, sizes.local, hasOffset,
                                 {localBytes.data(), localBytes.size()}));
        URSA_CHECK(
            appendDispatches(work.plan, limits, pipeline->get(), {x, y, z}, kernel.info.name));
        work.keeps.push_back(std::move(pipeline));
      }
  return {};
}

// Copies migrating memory to the device or back.
RecordStep migrate(std::vector<std::shared_ptr<Suballocation>> suballocations, bool isBack) {
  return [suballocations = std::move(suballocations), isBack](Recorder &recorder) -> Result<void> {
    if (isBack)
      recorder.barrier();
    for (const std::shared_ptr<Suballocation> &onHost : suballocations) {
      const Suballocation &from = isBack ? *onHost->deviceCopy() : *onHost;
      const Suballocation &to = isBack ? *onHost : *onHost->deviceCopy();
      const VkBufferCopy region{from.offset(), to.offset(), onHost->size()};
      recorder.device().vk.vkCmdCopyBuffer(recorder.commands(), from.buffer(), to.buffer(), 1,
                                           &region);
    }
    if (!isBack)
      recorder.barrier();
    return {};
  };
}

// Makes work copy migrating memory before and after its steps, serialized with all other such work.
void addMigration(Work &work, ur_device_handle_t_ &device,
                  const std::vector<std::shared_ptr<Suballocation>> &suballocations) {
  for (const std::shared_ptr<Suballocation> &suballocation : suballocations)
    work.keeps.push_back(suballocation);
  Step launch = std::exchange(work.steps[0], migrate(suballocations, false));
  work.steps.push_back(std::move(launch));
  work.steps.emplace_back(migrate(suballocations, true));
  work.serialOrder = device.migrations;
}

} // namespace

uint32_t maxWorkGroupSize(const ur_device_handle_t_ &device, const ImageKernel &kernel) {
  const uint64_t most = device.properties.limits.maxComputeWorkGroupInvocations;
  if (!kernel.subGroupSize || !device.features.subgroupSizes)
    return static_cast<uint32_t>(most);
  return static_cast<uint32_t>(std::min(
      most, uint64_t{kernel.subGroupSize} * device.subgroupSizes.maxComputeWorkgroupSubgroups));
}

Result<LaunchSizes> launchSizes(const ur_device_handle_t_ &device, const ImageKernel &kernel,
                                const adapter::NdRange &range) {
  const auto &most = device.properties.limits.maxComputeWorkGroupSize;
  const adapter::LaunchLimits limits{.localSizes = {most[0], most[1], most[2]},
                                     .groupSize = maxWorkGroupSize(device, kernel),
                                     .globalEnd = UINT32_MAX};
  URSA_CHECK(adapter::checkGlobalSize(kernel.name, range, limits));
  LaunchSizes sizes;
  sizes.workDim = range.workDim;
  for (uint32_t d = 0; d < range.workDim; ++d) {
    sizes.global[d] = static_cast<uint32_t>(range.global[d]);
    sizes.offset[d] = static_cast<uint32_t>(range.offsetIn(d));
  }
  if (kernel.localSize)
    sizes.local = *kernel.localSize;
  else if (!range.local)
    sizes.local[0] = static_cast<uint32_t>(adapter::suggestedExtent(
        sizes.global[0], std::min<uint64_t>({256, limits.groupSize, limits.localSizes[0]})));
  std::array<size_t, 3> local{};
  if (range.local)
    std::copy_n(range.local, range.workDim, local.begin());
  else
    std::copy_n(sizes.local.begin(), range.workDim, local.begin());
  URSA_CHECK(adapter::checkLocalSize(kernel.name, std::span(local).first(range.workDim), limits));
  if (kernel.localSize)
    URSA_CHECK(adapter::checkRequiredSizes(kernel.name, range, *kernel.localSize));
  for (uint32_t d = 0; d < range.workDim; ++d)
    sizes.local[d] = static_cast<uint32_t>(local[d]);
  return sizes;
}

// The kernels report through the status that the driver ended a loop early.
static Result<void> addStatus(LaunchWork &work) {
  const ur_kernel_handle_t_ &kernel = *work.kernel;
  const auto number = static_cast<uint32_t>(&kernel.info - kernel.built->image().kernels.data());
  if (!kernel.built->modules().isGuarded(number))
    return {};
  URSA_TRY(work.launch, kernel.program->context->device->launches->acquire(kernel.info.name));
  store(work.plan, kLaunchWordAt, work.launch->index());
  return {};
}

WorkResult createLaunch(ur_kernel_handle_t kernel, const LaunchSizes &sizes,
                        std::span<const ur_exp_kernel_arg_properties_t> arguments) {
  ArgumentBlock argumentBlock(*kernel);
  URSA_CHECK(argumentBlock.set(arguments));
  if (sizes.global[0] == 0 || sizes.global[1] == 0 || sizes.global[2] == 0)
    return WorkPointer();
  auto work = std::make_shared<LaunchWork>(kernel);
  Launch &launch = work->plan;
  work->buffers = std::move(argumentBlock.buffers);
  URSA_CHECK(planDispatches(*work, sizes, argumentBlock.localBytes()));
  store(launch, format::vulkan::kPushOffset, sizes.offset);
  store(launch, format::vulkan::kPushWorkDim, sizes.workDim);
  store(launch, format::vulkan::kPushGlobalSize, sizes.global);
  store(launch, format::vulkan::kPushData, kernel->built->dataAddress());
  URSA_CHECK(addStatus(*work));
  if (kernel->info.argumentBuffer)
    launch.arguments = std::move(argumentBlock.bytes);
  else if (!argumentBlock.bytes.empty())
    std::memcpy(launch.constants.data() + format::vulkan::kPushArguments,
                argumentBlock.bytes.data(), argumentBlock.bytes.size());
  ur_device_handle_t_ &device = *kernel->program->context->device;
  if (!argumentBlock.migrating.empty())
    addMigration(*work, device, argumentBlock.migrating);
  if (const auto &buffer = kernel->built->printf(); buffer && kernel->info.data) {
    work->serialOrder =
        device.isStaged ? device.migrations : buffer->serialOrder; // one order serializes both
    work->steps.emplace_back(
        HostOperation([buffer, built = kernel->built] { buffer->flush(*built->image().printf); }));
  }
  return WorkPointer(std::move(work));
}

namespace {

struct Launches : adapter::HandleTypes {
  static constexpr ur_kernel_launch_properties_flags_t kLaunchCapabilities = 0;

  static const std::string &nameOf(const ur_kernel_handle_t_ &kernel) { return kernel.info.name; }

  static Result<void> launch(const EnqueueParameters &parameters, ur_kernel_handle_t_ &kernel,
                             const adapter::NdRange &range,
                             std::span<const ur_exp_kernel_arg_properties_t> arguments,
                             const adapter::LaunchProperties &) {
    URSA_TRY(const LaunchSizes sizes, launchSizes(*parameters.queue->device, kernel.info, range));
    URSA_TRY(WorkPointer work, createLaunch(&kernel, sizes, arguments));
    return enqueue(parameters, std::move(work));
  }
};

} // namespace

void fillLaunches(ur_dditable_t &table) {
  table.EnqueueExp.pfnKernelLaunchWithArgsExp = adapter::launchWithArgs<Launches>;
}

} // namespace ursa::vulkan
