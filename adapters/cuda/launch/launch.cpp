#include "adapters/cuda/launch/launch.h"

#include "adapters/cuda/driver/context.h"
#include "adapters/cuda/driver/device.h"
#include "adapters/cuda/driver/tables.h"
#include "adapters/cuda/graph/graph.h"
#include "adapters/cuda/image/mem_image.h"
#include "adapters/cuda/image/sampler.h"
#include "adapters/cuda/launch/repeated_launch.h"
#include "adapters/cuda/program/offset_forms.h"
#include "adapters/cuda/queue/queue.h"

#include <algorithm>
#include <cstring>

namespace ursa::cuda {
namespace {

using adapter::KernelSignature;
using adapter::NdRange;
using adapter::Ref;

constexpr size_t kArgumentAlignment = 16;    ///< also of arguments in local memory
constexpr size_t kMostArgumentBytes = 32764; ///< of one kernel

/// Returns the dynamic local memory to ask for, if a launch needs more than a kernel has unasked;
/// otherwise 0. The same for all launches: others may be submitted to the driver at the same time.
/// @param bytes of the launch, no more than the device has
int localToAsk(const ur_device_handle_t_ &device, const Function &function, uint64_t bytes) {
  constexpr uint64_t kPlain = uint64_t{48} * 1024;
  return bytes + function.localBytes > kPlain
             ? static_cast<int>(device.localBytes - function.localBytes)
             : 0;
}

/// Asks for it, unless it is 0.
Result<void> askForLocal(NativeContext &native, CUfunction function, int bytes) {
  if (bytes == 0)
    return {};
  return native.check(
      cu().cuFuncSetAttribute(function, CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES, bytes),
      "cuFuncSetAttribute");
}

/// Larger work-groups than this keep multiprocessors waiting: all of a group's places become free
/// together, when its last work-item ends.
constexpr size_t kLargestChosenGroup = 256;

// The largest divisors that fit, x first. Clusters get whole numbers of work-groups where they can.
void chooseLocal(const ur_device_handle_t_ &device, const Function &function, const NdRange &range,
                 const Cluster &cluster, std::array<size_t, 3> &local) {
  size_t remaining = std::min(function.suggestedGroupSize, kLargestChosenGroup);
  for (uint32_t d = 0; d < range.workDim; ++d) {
    const bool fits = cluster[d] != 0 && range.global[d] % cluster[d] == 0;
    const size_t items = fits ? range.global[d] / cluster[d] : range.global[d];
    size_t size = std::clamp<size_t>(
        items, 1, std::max<size_t>(1, std::min(remaining, device.maxGroupSizes[d])));
    while (items % size != 0)
      --size;
    local[d] = size;
    remaining /= size;
  }
}

Result<void> checkDivides(const ur_kernel_handle_t_ &kernel, uint32_t dimension, size_t global,
                          size_t local) {
  if (global % local == 0)
    return {};
  return makeError(UR_RESULT_ERROR_INVALID_WORK_GROUP_SIZE,
                   "Local size {} does not divide global size {} in dimension {} of a launch of "
                   "kernel '{}'; CUDA launches whole work-groups.",
                   local, global, dimension, kernel.name);
}

struct Launches : adapter::HandleTypes {
  static constexpr ur_kernel_launch_properties_flags_t kLaunchCapabilities =
      UR_KERNEL_LAUNCH_PROPERTIES_FLAG_COOPERATIVE |
      UR_KERNEL_LAUNCH_PROPERTIES_FLAG_CLUSTER_DIMENSION |
      UR_KERNEL_LAUNCH_PROPERTIES_FLAG_WORK_GROUP_MEMORY;

  static const std::string &nameOf(const ur_kernel_handle_t_ &kernel) { return kernel.name; }

  static Result<void> launch(const EnqueueParameters &parameters, ur_kernel_handle_t_ &kernel,
                             const NdRange &range,
                             std::span<const ur_exp_kernel_arg_properties_t> arguments,
                             const adapter::LaunchProperties &properties) {
    const ur_device_handle_t device = parameters.queue->device;
    const auto make = [&] { return createLaunch(device, &kernel, range, arguments, properties); };
    if (Captures::mayCapture(parameters)) {
      URSA_TRY(const WorkPointer work, make());
      return enqueue(parameters, work);
    }
    if (RepeatedLaunch repeated;
        !properties.areAny() && repeated.matches(device, kernel, range, arguments)) {
      const auto submit = [&](Submission &at) { return repeated.submit(at); };
      const SubmitRef reference(submit, make);
      return enqueue(parameters, &reference, false);
    }
    Launch launch;
    URSA_CHECK(launch.prepare(*device, kernel, range, arguments, properties));
    RepeatedLaunch::remember(device, kernel, range, launch);
    if (launch.isEmpty())
      return enqueue(parameters, nullptr, false);
    const auto submit = [&](Submission &at) { return launch.submit(at); };
    const SubmitRef reference(submit, make);
    return enqueue(parameters, &reference, false);
  }
};

} // namespace

Result<LaunchSizes> launchSizes(const ur_device_handle_t_ &device,
                                const ur_kernel_handle_t_ &kernel, const Function &function,
                                const NdRange &range, const Cluster &cluster) {
  const adapter::LaunchLimits limits{
      .localSizes = {device.maxGroupSizes[0], device.maxGroupSizes[1], device.maxGroupSizes[2]},
      .groupSize = function.maxGroupSize,
      .globalOffset = UINT32_MAX};
  URSA_CHECK(adapter::checkGlobalSize(kernel.name, range, limits));
  std::array<size_t, 3> local = {1, 1, 1};
  if (range.local)
    std::copy_n(range.local, range.workDim, local.begin());
  else if (kernel.requiredSize)
    local = *kernel.requiredSize;
  else
    chooseLocal(device, function, range, cluster, local);
  if (kernel.requiredSize)
    URSA_CHECK(adapter::checkRequiredSizes(kernel.name, range, *kernel.requiredSize));
  URSA_CHECK(adapter::checkLocalSize(kernel.name, std::span(local).first(range.workDim), limits));
  LaunchSizes sizes;
  for (uint32_t d = 0; d < range.workDim; ++d) {
    URSA_CHECK(checkDivides(kernel, d, range.global[d], local[d]));
    const size_t groups = range.global[d] / local[d];
    if (groups > device.maxGridSizes[d])
      return makeError(UR_RESULT_ERROR_INVALID_VALUE,
                       "A launch of kernel '{}' would have {} work-groups in dimension {}; device "
                       "'{}' launches at most {}.",
                       kernel.name, groups, d, device.name, device.maxGridSizes[d]);
    sizes.groups[d] = static_cast<uint32_t>(groups);
    sizes.local[d] = static_cast<uint32_t>(local[d]);
    sizes.offset[d] = static_cast<uint32_t>(range.offsetIn(d));
  }
  return sizes;
}

void Launch::put(size_t index, const void *value, size_t size) {
  const size_t end =
      usedBytes_ + (size + kArgumentAlignment - 1) / kArgumentAlignment * kArgumentAlignment;
  if (end > kFewBytes) {
    if (manyBytes_.empty())
      manyBytes_.assign(fewBytes_, fewBytes_ + usedBytes_);
    manyBytes_.resize(end);
  }
  std::byte *const destination = values() + usedBytes_;
  if (size == sizeof(uint64_t)) // nearly always
    std::memcpy(destination, value, sizeof(uint64_t));
  else
    std::memcpy(destination, value, size);
  arguments_[index] = reinterpret_cast<void *>(usedBytes_);
  usedBytes_ = end;
}

Result<void> Launch::add(const ur_exp_kernel_arg_properties_t &argument) {
  switch (argument.type) {
  case UR_EXP_KERNEL_ARG_TYPE_VALUE:
    put(argument.index, argument.value.value, argument.size);
    break;
  case UR_EXP_KERNEL_ARG_TYPE_POINTER: {
    const auto address = reinterpret_cast<CUdeviceptr>(argument.value.pointer);
    put(argument.index, &address, sizeof(address));
    break;
  }
  case UR_EXP_KERNEL_ARG_TYPE_MEM_OBJ: {
    const ur_mem_handle_t memory = argument.value.memObjTuple.hMem;
    const CUdeviceptr address = memory ? memory->location(0).address : 0;
    put(argument.index, &address, sizeof(address));
    if (memory)
      buffers_.push_back(memory);
    break;
  }
  case UR_EXP_KERNEL_ARG_TYPE_LOCAL: {
    const uint64_t offset =
        (localBytes_ + kArgumentAlignment - 1) / kArgumentAlignment * kArgumentAlignment;
    put(argument.index, &offset, sizeof(offset)); // the kernel reads as many bytes as it has
    localBytes_ = offset + argument.size;
    break;
  }
  default: {
    const uint64_t bits = argument.value.sampler->settings.bits();
    put(argument.index, &bits, sizeof(bits));
    break;
  }
  }
  return {};
}

// On another device than the first one of its context, the kernel gets a replica.
Result<void> Launch::addImage(const ur_exp_kernel_arg_properties_t &argument,
                              const adapter::KernelParameter &parameter,
                              ur_device_handle_t_ &device) {
  const auto &[memory, flags] = argument.value.memObjTuple;
  ImageReplicas *const replicas = memory->image->replicas.get();
  if (!replicas)
    return add(argument);
  ImageReplicas::Replica *replica = nullptr;
  if (&memory->image->pixels->native.device != &device) {
    URSA_TRY(replica, replicas->on(memory->context->of(&device)));
  }
  const bool isWritten = !parameter.isReadOnly && !(flags & UR_MEM_FLAG_READ_ONLY);
  images_.push_back({replicas, replica, isWritten});
  const CUdeviceptr table = (replica ? replica->image : memory->image->first)->table->address;
  put(argument.index, &table, sizeof(table));
  buffers_.push_back(memory);
  return {};
}

bool Launch::copiesImages() const {
  return std::any_of(images_.begin(), images_.end(),
                     [](const UsedImage &image) { return image.replica; });
}

void Launch::noteInGraph() const {
  for (const UsedImage &image : images_)
    if (image.isWritten)
      image.replicas->noteOtherWriters();
}

Result<void> Launch::readArguments(ur_device_handle_t_ &device, const Function &function,
                                   std::span<const ur_exp_kernel_arg_properties_t> arguments) {
  const ur_kernel_handle_t_ &kernel = *kernel_;
  const KernelSignature signature{kernel.name,
                                  kernel.parameters ? kernel.parameters->size() : arguments.size(),
                                  device.localBytes};
  arguments_.resize(signature.parameterCount);
  if (localBytes_ != 0)
    URSA_CHECK(adapter::checkLocalMemory(signature, localBytes_)); // before sums of it
  const auto parameterOf = [&](size_t i) {
    return kernel.parameters ? (*kernel.parameters)[i] : adapter::KernelParameter();
  };
  const auto accept = [&](const ur_exp_kernel_arg_properties_t &argument) -> Result<void> {
    const ur_context_handle_t context = kernel.program->context;
    if (argument.type == UR_EXP_KERNEL_ARG_TYPE_MEM_OBJ) {
      const ur_mem_handle_t memory = argument.value.memObjTuple.hMem;
      URSA_CHECK(adapter::checkMemoryContext(signature, argument.index, memory, context));
      if (const auto parameter = parameterOf(argument.index);
          parameter.kind == adapter::ParameterKind::Image || (memory && memory->image)) {
        URSA_CHECK(checkImageArgument(signature, argument.index, parameter, memory));
        return addImage(argument, parameter, device);
      }
    } else if (argument.type == UR_EXP_KERNEL_ARG_TYPE_SAMPLER) {
      URSA_CHECK(adapter::checkSampler(signature, argument.index, argument.value.sampler, context));
    }
    return add(argument);
  };
  URSA_CHECK(adapter::checkArguments(signature, arguments, parameterOf, accept));
  return adapter::checkLocalMemory(signature, localBytes_ + function.localBytes);
}

// @param slack bytes after the last argument, which the driver may read
void Launch::finish(size_t slack) {
  if (slack != 0) {
    if (manyBytes_.empty())
      manyBytes_.assign(fewBytes_, fewBytes_ + usedBytes_);
    manyBytes_.resize(usedBytes_ + slack);
  }
  for (void *&argument : arguments_)
    argument = values() + reinterpret_cast<size_t>(argument);
}

Result<void> Launch::prepare(ur_device_handle_t_ &device, ur_kernel_handle_t_ &kernel,
                             const NdRange &range,
                             std::span<const ur_exp_kernel_arg_properties_t> arguments,
                             const adapter::LaunchProperties &properties) {
  kernel_ = &kernel;
  form_ = formOf(properties);
  localBytes_ = properties.localBytes;
  URSA_TRY(const Function *const function, kernel.on(&device));
  URSA_TRY(sizes_, launchSizes(device, kernel, *function, range, properties.cluster));
  if (hasClusters())
    URSA_CHECK(checkShape(device, properties));
  URSA_CHECK(readArguments(device, *function, arguments));
  if (isEmpty())
    return {};
  function_ = function->handle;
  mostLocal_ = localToAsk(device, *function, localBytes_);
  // A kernel that has no other form does not read the offset.
  if (sizes_.hasOffset()) {
    URSA_TRY(const CUfunction withOffset, function->offsetForm(kernel.name));
    if (withOffset) {
      noteOffset(kernel.keptName);
      function_ = withOffset;
      arguments_.push_back(nullptr);
      put(arguments_.size() - 1, sizes_.offset.data(), sizeof(sizes_.offset));
    }
  }
  if (!isPlain())
    URSA_CHECK(checkRunsAtOnce(device, *function));
  finish(kernel.parameters ? 0 : kMostArgumentBytes);
  return {};
}

Launch::Form Launch::formOf(const adapter::LaunchProperties &properties) {
  if (properties.hasClusters)
    return properties.isCooperative ? Form::CooperativeClusters : Form::Clusters;
  return properties.isCooperative ? Form::Cooperative : Form::Plain;
}

Result<void> Launch::checkShape(const ur_device_handle_t_ &device,
                                const adapter::LaunchProperties &properties) {
  if (!device.launchesClusters)
    return makeError(UR_RESULT_ERROR_UNSUPPORTED_FEATURE,
                     "Device '{}' does not support launches with clusters.", device.name);
  cluster_ = properties.cluster;
  return checkClusterSize(kernel_->name, sizes_, cluster_);
}

Result<void> Launch::checkRunsAtOnce(ur_device_handle_t_ &device, const Function &function) const {
  if (hasClusters()) {
    URSA_TRY(NativeContext *const native, device.primary());
    URSA_TRY(const Current current, native->enter());
    URSA_CHECK(allowLocalMemory(*native));
    return checkClustersFit(*native, kernel_->name, function_, sizes_, cluster_,
                            clusterLaunch(nullptr), form_ == Form::CooperativeClusters);
  }
  URSA_TRY(const uint32_t most, maxCooperativeGroups(device, function, sizes_, localBytes_));
  if (const uint64_t groups = sizes_.groupCount(); groups > most)
    return makeError(UR_RESULT_ERROR_OUT_OF_RESOURCES,
                     "A cooperative launch of kernel '{}' has {} work-groups; at most {} run at "
                     "once on device '{}'.",
                     kernel_->name, groups, most, device.name);
  return {};
}

ClusterLaunch Launch::clusterLaunch(CUstream stream) const {
  return {sizes_, cluster_, localBytes_, form_ == Form::CooperativeClusters, stream};
}

Result<void> Launch::allowLocalMemory(NativeContext &native) const {
  return askForLocal(native, function_, mostLocal_);
}

Result<void> Launch::submit(Submission &at) const {
  at.stream.launches.add(kernel_->keptName, at.stream.issued);
  at.batch.hold(kernel_);
  for (const ur_mem_handle_t buffer : buffers())
    at.batch.hold(buffer);
  if (images_.empty()) [[likely]]
    return submitKernel(at);
  const auto submit = [this](Submission &to) { return submitKernel(to); };
  return submitWithImages(images_, at, SubmitRef(submit));
}

Result<void> Launch::submitKernel(Submission &at) const {
  const auto &[x, y, z] = sizes_.groups;
  const auto &[lx, ly, lz] = sizes_.local;
  const auto localBytes = static_cast<unsigned>(localBytes_);
  URSA_CHECK(allowLocalMemory(at.native));
  void **const pointers = const_cast<void **>(arguments_.data());
  if (isPlain()) [[likely]]
    return at.native.check(cu().cuLaunchKernel(function_, x, y, z, lx, ly, lz, localBytes,
                                               at.stream.native, pointers, nullptr),
                           "cuLaunchKernel");
  if (!hasClusters())
    return at.native.check(cu().cuLaunchCooperativeKernel(function_, x, y, z, lx, ly, lz,
                                                          localBytes, at.stream.native, pointers),
                           "cuLaunchCooperativeKernel");
  return at.native.check(
      cu().cuLaunchKernelEx(clusterLaunch(at.stream.native).config(), function_, pointers, nullptr),
      "cuLaunchKernelEx");
}

CUDA_KERNEL_NODE_PARAMS Launch::node() const {
  CUDA_KERNEL_NODE_PARAMS node = {};
  node.func = function_;
  node.gridDimX = sizes_.groups[0];
  node.gridDimY = sizes_.groups[1];
  node.gridDimZ = sizes_.groups[2];
  node.blockDimX = sizes_.local[0];
  node.blockDimY = sizes_.local[1];
  node.blockDimZ = sizes_.local[2];
  node.sharedMemBytes = static_cast<unsigned>(localBytes_);
  node.kernelParams = const_cast<void **>(arguments_.data());
  return node;
}

WorkResult createLaunch(ur_device_handle_t device, ur_kernel_handle_t kernel, const NdRange &range,
                        std::span<const ur_exp_kernel_arg_properties_t> arguments,
                        const adapter::LaunchProperties &properties) {
  auto launch = std::make_shared<Launch>();
  URSA_CHECK(launch->prepare(*device, *kernel, range, arguments, properties));
  if (launch->isEmpty())
    return WorkPointer();
  auto work = std::make_shared<Work>();
  for (const ur_mem_handle_t buffer : launch->buffers())
    work->keeps.push_back(std::make_shared<const Ref<ur_mem_handle_t_>>(buffer));
  work->keeps.push_back(std::make_shared<const Ref<ur_kernel_handle_t_>>(kernel));
  work->keeps.push_back(kernel->functions.at(device).module); // the kernel may get another one
  work->submit = [launch = launch.get()](Submission &at) { return launch->submit(at); };
  work->staysOutOfGraphs = launch->copiesImages();
  work->launch = std::move(launch);
  return WorkPointer(std::move(work));
}

Result<uint32_t> maxCooperativeGroups(ur_device_handle_t_ &device, const Function &function,
                                      const LaunchSizes &sizes, size_t localBytes) {
  if (!device.launchesCooperatively || function.localBytes + localBytes > device.localBytes)
    return 0u;
  URSA_TRY(NativeContext *const native, device.primary());
  URSA_TRY(const Current current, native->enter());
  URSA_CHECK(askForLocal(*native, function.handle, localToAsk(device, function, localBytes)));
  const uint32_t items = sizes.local[0] * sizes.local[1] * sizes.local[2];
  int groups = 0;
  URSA_CHECK(native->check(cu().cuOccupancyMaxActiveBlocksPerMultiprocessor(
                               &groups, function.handle, static_cast<int>(items), localBytes),
                           "cuOccupancyMaxActiveBlocksPerMultiprocessor"));
  return static_cast<uint32_t>(std::max(groups, 0)) * device.multiprocessors;
}

void fillLaunches(ur_dditable_t &table) {
  table.EnqueueExp.pfnKernelLaunchWithArgsExp = adapter::launchWithArgs<Launches>;
}

} // namespace ursa::cuda
