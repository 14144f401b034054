#include "adapters/vulkan/launch.h"

#include "adapters/vulkan/device.h"
#include "adapters/vulkan/kernel.h"
#include "adapters/vulkan/loop_guard.h"
#include "adapters/vulkan/memory.h"
#include "adapters/vulkan/program.h"
#include "adapters/vulkan/queue.h"
#include "adapters/vulkan/tables.h"
#include "adapters/vulkan/work.h"

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

std::vector<Span> spansOf(uint32_t global, uint32_t local) {
  std::vector<Span> spans;
  if (global >= local)
    spans.push_back({0, global / local, local});
  if (global % local != 0)
    spans.push_back({global / local, 1, global % local});
  return spans;
}

// Collects the arguments of a launch.
class ArgumentBlock {
public:
  explicit ArgumentBlock(const ur_kernel_handle_t_ &kernel)
      : kernel_(kernel), device_(*kernel.program->context->device),
        given_(kernel.info.arguments.size()), bytes_(kernel.info.argumentBytes),
        localBytes_(kernel.info.arguments.size()) {}

  Result<void> set(const ur_exp_kernel_arg_properties_t &argument);
  Result<void> checkComplete() const;
  const std::vector<std::byte> &bytes() const { return bytes_; }
  /// Sizes of the local arguments, in order.
  std::vector<uint32_t> localBytes() const;

  std::vector<std::shared_ptr<const void>> keeps;
  std::vector<std::shared_ptr<Suballocation>> migrating; ///< memory to copy to the device and back

private:
  Error mismatch(const ur_exp_kernel_arg_properties_t &argument) const;
  uint64_t addressOf(const void *pointer);
  Result<void> setMemory(const ur_exp_kernel_arg_properties_t &argument);
  Result<void> setLocal(const ur_exp_kernel_arg_properties_t &argument);
  Result<void> setValue(const ur_exp_kernel_arg_properties_t &argument);
  Result<void> setAddress(const ur_exp_kernel_arg_properties_t &argument, uint64_t address);

  const ur_kernel_handle_t_ &kernel_;
  ur_device_handle_t_ &device_;
  std::vector<bool> given_;
  std::vector<std::byte> bytes_;
  std::vector<uint64_t> localBytes_; ///< by argument
};

const char *nameOf(const ImageArgument &argument) {
  return argument.isLocal                    ? "the size of local memory"
         : argument.size == sizeof(uint64_t) ? "a pointer or memory object"
                                             : "a value";
}

Error ArgumentBlock::mismatch(const ur_exp_kernel_arg_properties_t &argument) const {
  return makeError(UR_RESULT_ERROR_INVALID_KERNEL_ARGS,
                   "Argument {} of kernel '{}' is {}; an argument of type {} was given.",
                   argument.index, kernel_.info.name,
                   nameOf(kernel_.info.arguments[argument.index]), static_cast<int>(argument.type));
}

Result<void> ArgumentBlock::setAddress(const ur_exp_kernel_arg_properties_t &argument,
                                       uint64_t address) {
  const ImageArgument &slot = kernel_.info.arguments[argument.index];
  if (slot.isLocal || slot.size != sizeof(address))
    return mismatch(argument);
  std::memcpy(bytes_.data() + slot.offset, &address, sizeof(address));
  return {};
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
  if (memory && memory->context != kernel_.program->context)
    return makeError(UR_RESULT_ERROR_INVALID_MEM_OBJECT,
                     "Argument {} of kernel '{}' is a memory object of another context.",
                     argument.index, kernel_.info.name);
  URSA_CHECK(setAddress(argument, memory ? memory->address() : 0));
  if (memory)
    keeps.push_back(retainBuffer(memory));
  return {};
}

Result<void> ArgumentBlock::setLocal(const ur_exp_kernel_arg_properties_t &argument) {
  if (!kernel_.info.arguments[argument.index].isLocal)
    return mismatch(argument);
  const uint64_t most = device_.properties.limits.maxComputeSharedMemorySize;
  if (argument.size == 0 || argument.size > most)
    return makeError(
        UR_RESULT_ERROR_INVALID_KERNEL_ARGUMENT_SIZE,
        "Argument {} of kernel '{}' is local memory of {} bytes; 1 to {} are possible.",
        argument.index, kernel_.info.name, argument.size, most);
  localBytes_[argument.index] = (argument.size + kLocalStep - 1) / kLocalStep * kLocalStep;
  return {};
}

Result<void> ArgumentBlock::setValue(const ur_exp_kernel_arg_properties_t &argument) {
  const ImageArgument &slot = kernel_.info.arguments[argument.index];
  if (slot.isLocal)
    return mismatch(argument);
  if (argument.size != slot.size)
    return makeError(UR_RESULT_ERROR_INVALID_KERNEL_ARGUMENT_SIZE,
                     "Argument {} of kernel '{}' is {} bytes; {} were given.", argument.index,
                     kernel_.info.name, slot.size, argument.size);
  if (!argument.value.value)
    return makeError(UR_RESULT_ERROR_INVALID_NULL_POINTER,
                     "The value of argument {} of kernel '{}' is a null pointer.", argument.index,
                     kernel_.info.name);
  std::byte *bytes = bytes_.data() + slot.offset;
  std::memcpy(bytes, argument.value.value, slot.size);
  // Pointers stored in memory are not translated: they cannot be distinguished from numbers.
  for (const uint32_t offset : slot.pointers) {
    const void *pointer = nullptr;
    std::memcpy(&pointer, bytes + offset, sizeof(pointer));
    const uint64_t address = addressOf(pointer);
    std::memcpy(bytes + offset, &address, sizeof(address));
  }
  return {};
}

Result<void> ArgumentBlock::set(const ur_exp_kernel_arg_properties_t &argument) {
  const ImageKernel &info = kernel_.info;
  if (argument.index >= info.arguments.size())
    return makeError(UR_RESULT_ERROR_INVALID_KERNEL_ARGUMENT_INDEX,
                     "Kernel '{}' has {} arguments; one with index {} was given.", info.name,
                     info.arguments.size(), argument.index);
  if (given_[argument.index])
    return makeError(UR_RESULT_ERROR_INVALID_KERNEL_ARGUMENT_INDEX,
                     "Argument {} of kernel '{}' was given twice.", argument.index, info.name);
  given_[argument.index] = true;
  switch (argument.type) {
  case UR_EXP_KERNEL_ARG_TYPE_VALUE:
    return setValue(argument);
  case UR_EXP_KERNEL_ARG_TYPE_POINTER:
    return setAddress(argument, addressOf(argument.value.pointer));
  case UR_EXP_KERNEL_ARG_TYPE_MEM_OBJ:
    return setMemory(argument);
  case UR_EXP_KERNEL_ARG_TYPE_LOCAL:
    return setLocal(argument);
  case UR_EXP_KERNEL_ARG_TYPE_SAMPLER:
    return mismatch(argument);
  default:
    return makeError(UR_RESULT_ERROR_INVALID_ENUMERATION,
                     "Argument {} of kernel '{}' has type {}, which is not defined.",
                     argument.index, info.name, static_cast<int>(argument.type));
  }
}

Result<void> ArgumentBlock::checkComplete() const {
  const ImageKernel &info = kernel_.info;
  const auto given = std::count(given_.begin(), given_.end(), true);
  for (size_t i = 0; i < info.arguments.size(); ++i)
    if (!given_[i])
      return makeError(UR_RESULT_ERROR_INVALID_KERNEL_ARGS,
                       "Argument {} of kernel '{}', {} of {} bytes, is missing: {} of {} were "
                       "given.",
                       i, info.name, nameOf(info.arguments[i]), info.arguments[i].size, given,
                       info.arguments.size());
  uint64_t local = info.localBytes;
  for (const uint64_t bytes : localBytes_)
    local += bytes;
  const uint64_t most = device_.properties.limits.maxComputeSharedMemorySize;
  if (local > most)
    return makeError(UR_RESULT_ERROR_OUT_OF_RESOURCES,
                     "A work-group of kernel '{}' needs {} bytes of local memory; there are {}.",
                     info.name, local, most);
  return {};
}

std::vector<uint32_t> ArgumentBlock::localBytes() const {
  std::vector<uint32_t> sizes;
  for (size_t i = 0; i < localBytes_.size(); ++i)
    if (kernel_.info.arguments[i].isLocal)
      sizes.push_back(static_cast<uint32_t>(localBytes_[i]));
  return sizes;
}

// Everything that is recorded for a launch.
struct Launch {
  std::array<std::byte, kPushConstantBytes> constants{};
  std::vector<std::byte> arguments; ///< for the argument buffer; empty without one
  std::vector<Dispatch> dispatches;

  Result<void> record(Recorder &recorder) const;
};

template <class T> void store(Launch &launch, size_t at, const T &value) {
  std::memcpy(launch.constants.data() + at, &value, sizeof(value));
}

Result<void> Launch::record(Recorder &recorder) const {
  const VolkDeviceTable &vk = recorder.device().vk;
  auto pushed = constants;
  if (!arguments.empty()) {
    constexpr size_t kBufferAddressAt = 32;
    URSA_TRY(const auto upload, recorder.upload(arguments.size()));
    std::memcpy(upload.host, arguments.data(), arguments.size());
    std::memcpy(pushed.data() + kBufferAddressAt, &upload.address, sizeof(upload.address));
  }
  vk.vkCmdPushConstants(recorder.commands(), recorder.device().layout, VK_SHADER_STAGE_COMPUTE_BIT,
                        0, kPushConstantBytes, pushed.data());
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

Result<void> planDispatches(Launch &launch, ur_kernel_handle_t_ &kernel, const LaunchSizes &sizes,
                            std::vector<uint32_t> localBytes,
                            std::vector<std::shared_ptr<const void>> &keeps) {
  const Image &image = kernel.built->image();
  PipelineKey key;
  key.kernel = static_cast<uint32_t>(&kernel.info - image.kernels.data());
  key.isOptimized = kernel.built->isOptimized();
  key.launchSize = sizes.local;
  key.localBytes = std::move(localBytes);
  key.values = kernel.constants();
  const VkPhysicalDeviceLimits &limits = kernel.program->context->device->properties.limits;
  for (const Span &z : spansOf(sizes.global[2], sizes.local[2]))
    for (const Span &y : spansOf(sizes.global[1], sizes.local[1]))
      for (const Span &x : spansOf(sizes.global[0], sizes.local[0])) {
        key.dispatchSize = {x.size, y.size, z.size};
        URSA_TRY(PipelinePointer pipeline, kernel.built->modules().pipeline(key));
        URSA_CHECK(appendDispatches(launch, limits, pipeline->get(), {x, y, z}, kernel.info.name));
        keeps.push_back(std::move(pipeline));
      }
  return {};
}

// The largest divisor of the size up to a limit. If that is too small, the limit: the last
// work-group is smaller then.
uint32_t suggestedExtent(uint32_t size, uint32_t limit) {
  if (size <= limit)
    return std::max<uint32_t>(size, 1);
  for (uint32_t extent = limit; extent > limit / 4; --extent)
    if (size % extent == 0)
      return extent;
  return limit;
}

Result<void> checkLocalSize(const ur_device_handle_t_ &device, const ImageKernel &kernel,
                            const LaunchSizes &sizes, const size_t *given) {
  const VkPhysicalDeviceLimits &limits = device.properties.limits;
  uint64_t items = 1;
  for (uint32_t d = 0; d < sizes.workDim; ++d) {
    const size_t size = given ? given[d] : sizes.local[d];
    if (size == 0)
      return makeError(UR_RESULT_ERROR_INVALID_WORK_GROUP_SIZE,
                       "The local size of dimension {} is 0 in a launch of kernel '{}'.", d,
                       kernel.name);
    if (size > limits.maxComputeWorkGroupSize[d])
      return makeError(UR_RESULT_ERROR_INVALID_WORK_ITEM_SIZE,
                       "The local size of dimension {} is {} in a launch of kernel '{}'; at most "
                       "{} is possible.",
                       d, size, kernel.name, limits.maxComputeWorkGroupSize[d]);
    items *= size;
    if (!kernel.localSize)
      continue;
    if (size != (*kernel.localSize)[d])
      return makeError(UR_RESULT_ERROR_INVALID_WORK_GROUP_SIZE,
                       "The local size of dimension {} is {}; kernel '{}' requires {}.", d, size,
                       kernel.name, (*kernel.localSize)[d]);
    if (sizes.global[d] % size != 0)
      return makeError(UR_RESULT_ERROR_INVALID_WORK_GROUP_SIZE,
                       "Kernel '{}' requires a local size of {} in dimension {}, which does not "
                       "divide the global size {}.",
                       kernel.name, size, d, sizes.global[d]);
  }
  if (items > maxWorkGroupSize(device, kernel))
    return makeError(UR_RESULT_ERROR_INVALID_WORK_GROUP_SIZE,
                     "A work-group of kernel '{}' would have {} work-items; at most {} are "
                     "possible.",
                     kernel.name, items, maxWorkGroupSize(device, kernel));
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
  work.keeps.insert(work.keeps.end(), suballocations.begin(), suballocations.end());
  work.steps.emplace(work.steps.begin(), migrate(suballocations, false));
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
                                uint32_t workDim, const size_t *globalOffset,
                                const size_t *globalSize, const size_t *localSize) {
  if (workDim < 1 || workDim > 3)
    return makeError(UR_RESULT_ERROR_INVALID_WORK_DIMENSION,
                     "A launch has 1 to 3 dimensions; {1} were given for kernel '{0}'.",
                     kernel.name, workDim);
  LaunchSizes sizes;
  sizes.workDim = workDim;
  for (uint32_t d = 0; d < workDim; ++d) {
    const size_t offset = globalOffset ? globalOffset[d] : 0;
    if (globalSize[d] > UINT32_MAX || offset > UINT32_MAX - globalSize[d])
      return makeError(UR_RESULT_ERROR_INVALID_VALUE,
                       "Global size {} with offset {} in dimension {} is too large in a launch of "
                       "kernel '{}'; together they may be {}.",
                       globalSize[d], offset, d, kernel.name, UINT32_MAX);
    sizes.global[d] = static_cast<uint32_t>(globalSize[d]);
    sizes.offset[d] = static_cast<uint32_t>(offset);
  }
  if (kernel.localSize)
    sizes.local = *kernel.localSize;
  else if (!localSize)
    sizes.local[0] = suggestedExtent(
        sizes.global[0], std::min({256u, maxWorkGroupSize(device, kernel),
                                   device.properties.limits.maxComputeWorkGroupSize[0]}));
  URSA_CHECK(checkLocalSize(device, kernel, sizes, localSize));
  for (uint32_t d = 0; localSize && d < workDim; ++d)
    sizes.local[d] = static_cast<uint32_t>(localSize[d]);
  return sizes;
}

// The kernels report through the status that the driver ended a loop early.
static Result<void> addStatus(Work &work, Launch &launch, const ur_kernel_handle_t_ &kernel) {
  const auto number = static_cast<uint32_t>(&kernel.info - kernel.built->image().kernels.data());
  if (!kernel.built->modules().isGuarded(number))
    return {};
  URSA_TRY(work.launch, kernel.program->context->device->launches->acquire(kernel.info.name));
  store(launch, kLaunchWordAt, work.launch->index());
  // Completes when the work is destroyed: it is complete then and does not run again.
  work.keeps.emplace_back(work.launch.get(),
                          [status = work.launch](const void *) { status->complete(); });
  return {};
}

WorkResult createLaunch(ur_kernel_handle_t kernel, const LaunchSizes &sizes,
                        std::span<const ur_exp_kernel_arg_properties_t> arguments) {
  ArgumentBlock argumentBlock(*kernel);
  for (const ur_exp_kernel_arg_properties_t &argument : arguments)
    URSA_CHECK(argumentBlock.set(argument));
  URSA_CHECK(argumentBlock.checkComplete());
  if (sizes.global[0] == 0 || sizes.global[1] == 0 || sizes.global[2] == 0)
    return WorkPointer();
  auto work = std::make_shared<Work>();
  auto launch = std::make_shared<Launch>();
  work->keeps = std::move(argumentBlock.keeps);
  using Held = adapter::Ref<ur_kernel_handle_t_>;
  work->keeps.push_back(std::make_shared<const Held>(kernel));
  URSA_CHECK(planDispatches(*launch, *kernel, sizes, argumentBlock.localBytes(), work->keeps));
  store(*launch, 0, sizes.offset);
  store(*launch, 12, sizes.workDim);
  store(*launch, 16, sizes.global);
  store(*launch, 40, kernel->built->dataAddress());
  URSA_CHECK(addStatus(*work, *launch, *kernel));
  if (kernel->info.argumentBuffer)
    launch->arguments = argumentBlock.bytes();
  else if (!argumentBlock.bytes().empty())
    std::memcpy(launch->constants.data() + kArgumentsAt, argumentBlock.bytes().data(),
                argumentBlock.bytes().size());
  work->steps.emplace_back(
      RecordStep([launch](Recorder &recorder) { return launch->record(recorder); }));
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

ur_result_t launchWithArgs(ur_queue_handle_t hQueue, ur_kernel_handle_t hKernel, uint32_t workDim,
                           const size_t *pGlobalWorkOffset, const size_t *pGlobalWorkSize,
                           const size_t *pLocalWorkSize, uint32_t numArgs,
                           const ur_exp_kernel_arg_properties_t *pArgs,
                           const ur_kernel_launch_ext_properties_t *launchPropList,
                           uint32_t numEventsInWaitList, const ur_event_handle_t *phEventWaitList,
                           ur_event_handle_t *phEvent) {
  return atBoundary([&]() -> Result<void> {
    URSA_HANDLE(hKernel);
    URSA_POINTER(pGlobalWorkSize);
    const Command command =
        commandOf(UR_COMMAND_KERNEL_LAUNCH, hQueue, numEventsInWaitList, phEventWaitList, phEvent);
    URSA_CHECK(checkCommand(command));
    if (numArgs != 0)
      URSA_POINTER(pArgs);
    if (hKernel->program->context != hQueue->context)
      return makeError(UR_RESULT_ERROR_INVALID_CONTEXT,
                       "Kernel '{}' and the queue are of different contexts.", hKernel->info.name);
    if (launchPropList && (launchPropList->flags & UR_KERNEL_LAUNCH_FLAGS_MASK))
      return makeError(UR_RESULT_ERROR_INVALID_ENUMERATION,
                       "The launch flags {:#x} are not defined.", launchPropList->flags);
    if (launchPropList && (launchPropList->flags != 0 || launchPropList->pNext))
      return makeError(UR_RESULT_ERROR_UNSUPPORTED_FEATURE,
                       "This device does not support cooperative launches, clusters or "
                       "work-group memory that is given at the launch.");
    URSA_TRY(const LaunchSizes sizes,
             launchSizes(*hQueue->device, hKernel->info, workDim, pGlobalWorkOffset,
                         pGlobalWorkSize, pLocalWorkSize));
    URSA_TRY(WorkPointer work, createLaunch(hKernel, sizes, std::span(pArgs, numArgs)));
    return enqueue(command, std::move(work));
  });
}

} // namespace

void fillLaunches(ur_dditable_t &table) {
  table.EnqueueExp.pfnKernelLaunchWithArgsExp = launchWithArgs;
}

} // namespace ursa::vulkan
