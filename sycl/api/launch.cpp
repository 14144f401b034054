// Turns the object of a kernel into arguments, and enqueues the kernel.
#include "sycl/api/context_impl.h"
#include "sycl/api/device_info.h"
#include "sycl/api/error.h"
#include "sycl/api/graph.h"
#include "sycl/api/graph_dump.h"
#include "sycl/api/launch_shape.h"
#include "sycl/api/queue_impl.h"

#include "client/check.h"

#include <sycl/command_group_properties.hpp>
#include <sycl/detail/accessor_base.hpp>

#include <algorithm>
#include <array>
#include <cstring>

inline namespace ursa_sycl {
namespace sycl::detail {
namespace {

/// Launches with fewer arguments allocate nothing.
constexpr size_t kUsualArguments = 32;

/// Returns the parameter of a kernel object whose first bytes are at an offset; null if none is.
const KernelParameter *parameterAt(const KernelDescription &description, uint32_t offset,
                                   KernelParameterKind kind) {
  for (unsigned i = 0; i < description.parameterCount; ++i) {
    const KernelParameter &each = description.parameters[i];
    if (each.kind == kind && each.offset == offset)
      return &each;
  }
  return nullptr;
}

/// Whether a local argument is the memory that the launch gives to the work-groups.
bool isScratch(const ursa_kernel_arg_info_t &argument) { return argument.parameter == UINT32_MAX; }

/// Whether an offset is that of a member of an accessor that only the host uses.
bool isOfHost(const KernelDescription &description, uint32_t offset) {
  return std::any_of(description.parameters, description.parameters + description.parameterCount,
                     [offset](const KernelParameter &each) {
                       return each.kind == KernelParameterKind::Accessor && each.offset < offset &&
                              offset < each.offset + sizeof(AccessorBase);
                     });
}

template <class T> T read(const void *object, size_t offset) {
  T value;
  std::memcpy(&value, static_cast<const std::byte *>(object) + offset, sizeof(T));
  return value;
}

void fillArgument(ur_exp_kernel_arg_properties_t &argument, uint32_t index,
                  const BuiltKernel &kernel, const KernelDescription &description,
                  const void *object, const LaunchShape &shape) {
  const ursa_kernel_arg_info_t &info = kernel.arguments[index];
  const std::byte *bytes = static_cast<const std::byte *>(object) + info.offset;
  argument.stype = UR_STRUCTURE_TYPE_EXP_KERNEL_ARG_PROPERTIES;
  argument.pNext = nullptr;
  argument.index = index;
  switch (info.kind) {
  case URSA_KERNEL_ARG_KIND_VALUE:
    argument.type = UR_EXP_KERNEL_ARG_TYPE_VALUE;
    argument.size = info.size;
    argument.value.value = bytes;
    return;
  case URSA_KERNEL_ARG_KIND_POINTER:
    argument.type = UR_EXP_KERNEL_ARG_TYPE_POINTER;
    argument.size = sizeof(void *);
    if (parameterAt(description, info.offset, KernelParameterKind::Accessor))
      argument.value.pointer = reinterpret_cast<const AccessorBase *>(bytes)->pointer();
    else if (isOfHost(description, info.offset)) // no address of the device: drivers refuse it
      argument.value.pointer = nullptr;
    else
      argument.value.pointer = read<const void *>(object, info.offset);
    return;
  case URSA_KERNEL_ARG_KIND_LOCAL:
    argument.type = UR_EXP_KERNEL_ARG_TYPE_LOCAL;
    argument.size =
        isScratch(info) ? shape.scratch : reinterpret_cast<const LocalAccessorBase *>(bytes)->bytes;
    // An empty accessor still needs an address.
    argument.size = std::max<size_t>(argument.size, 1);
    argument.value.value = nullptr;
    return;
  case URSA_KERNEL_ARG_KIND_DEVICE_GLOBAL: // the last ones
    argument.type = UR_EXP_KERNEL_ARG_TYPE_POINTER;
    argument.size = sizeof(void *);
    argument.value.pointer =
        kernel.deviceGlobals[index - (kernel.arguments.size() - kernel.deviceGlobals.size())];
    return;
  case URSA_KERNEL_ARG_KIND_OTHER:
  case URSA_KERNEL_ARG_KIND_FORCE_UINT32:
    break;
  }
  fail(errc::kernel_argument, std::string("The kernel '") + description.name +
                                  "' takes an image or a sampler, which cannot be passed.");
}

/// Checks the groups of the source of a hierarchical kernel, which the driver does not know.
void checkHierarchical(const LaunchShape &shape, const BuiltKernel &kernel) {
  size_t items = 1;
  for (unsigned i = 0; i < shape.dimensions; ++i) {
    items = items > kMaximumWorkGroupSize ? items : items * shape.hierarchical[i];
    const size_t fromLast = shape.dimensions - 1 - i;
    if (!kernel.workGroupSize.empty() && kernel.workGroupSize[fromLast] != shape.hierarchical[i])
      fail(errc::nd_range, "The hierarchical kernel '" + kernel.name + "' requires groups of " +
                               std::to_string(kernel.workGroupSize[fromLast]) +
                               " work-items in dimension " + std::to_string(i) +
                               "; it is launched with " + std::to_string(shape.hierarchical[i]) +
                               ".");
  }
  if (items > kMaximumWorkGroupSize)
    fail(errc::nd_range, "A group of the hierarchical kernel '" + kernel.name + "' has " +
                             std::to_string(items) + " work-items; at most " +
                             std::to_string(kMaximumWorkGroupSize) + " are supported.");
}

} // namespace

namespace {

template <int Dimensions> void prefer(LaunchShape &shape, const property_list &hints) {
  using Preferred = property::command_group::AdaptiveCpp_prefer_group_size<Dimensions>;
  if (shape.dimensions == Dimensions && hints.has_property<Preferred>())
    for (int i = 0; i < Dimensions; ++i)
      shape.local[i] = hints.get_property<Preferred>().size[i];
}

/// The work-items that a work-group of a kernel can have; 0 if the driver does not tell.
size_t mostItems(const BuiltKernel &kernel, const DeviceImpl &device) {
  size_t most = 0;
  (void)urKernelGetGroupInfo(kernel.handle.get(), device.handle(),
                             UR_KERNEL_GROUP_INFO_WORK_GROUP_SIZE, sizeof(most), &most, nullptr);
  return std::min(most, kMaximumWorkGroupSize);
}

} // namespace

LaunchShape withHints(LaunchShape shape, const property_list &hints, const BuiltKernel &kernel,
                      const DeviceImpl &device) {
  if (shape.hasLocal || !kernel.workGroupSize.empty())
    return shape;
  LaunchShape preferred = shape;
  prefer<1>(preferred, hints);
  prefer<2>(preferred, hints);
  prefer<3>(preferred, hints);
  size_t left = mostItems(kernel, device);
  for (unsigned i = 0; i < shape.dimensions; left /= preferred.local[i++])
    if (preferred.local[i] == 0 || preferred.local[i] > left ||
        shape.global[i] % preferred.local[i] != 0)
      return shape;
  preferred.hasLocal = true;
  return preferred;
}

void checkGroups(const LaunchShape &shape, const BuiltKernel &kernel) {
  const std::string &name = kernel.name;
  if (shape.hierarchical[0] != 0)
    checkHierarchical(shape, kernel);
  size_t items = 1;
  for (unsigned i = 0; i < shape.dimensions; ++i)
    items = items > kMaximumWorkGroupSize ? items : items * shape.local[i];
  if (items > kMaximumWorkGroupSize)
    fail(errc::nd_range, "The kernel '" + name + "' is launched with work-groups of " +
                             std::to_string(items) + " work-items; at most " +
                             std::to_string(kMaximumWorkGroupSize) + " are supported.");
  for (unsigned i = 0; i < shape.dimensions; ++i)
    if (shape.local[i] == 0 || shape.global[i] % shape.local[i] != 0)
      fail(errc::nd_range, "The kernel '" + name + "' is launched with a global range of " +
                               std::to_string(shape.global[i]) + " in dimension " +
                               std::to_string(i) + ", which the local range of " +
                               std::to_string(shape.local[i]) + " does not divide.");
}

namespace {

void checkRootBarrier(const LaunchShape &shape, const BuiltKernel &kernel) {
  if (kernel.hasRootBarrier && !shape.isCooperative) [[unlikely]]
    fail(errc::invalid, "The kernel '" + kernel.name +
                            "' waits for all work-items of the launch, which needs the property "
                            "use_root_sync.");
}

} // namespace

/// Compiled into its callers: a launch takes about as long as a few calls with stacks of their own.
struct QueueImpl::Launch {
  using Arguments = std::span<const ur_exp_kernel_arg_properties_t>;
  using Waits = std::span<const SharedCommand>;

  const std::shared_ptr<QueueImpl> &queue;
  const BuiltKernel &kernel;
  const LaunchShape &shape;
  const bool mayDefer;
  const KernelDescription *description = nullptr; ///< of a kernel of the program

  [[gnu::always_inline]] SharedEvent with(const void *object, const Waits &waits,
                                          ur_exp_kernel_arg_properties_t *arguments) const {
    const size_t count = kernel.arguments.size();
    for (size_t i = 0; i < count; ++i)
      fillArgument(arguments[i], static_cast<uint32_t>(i), kernel, *description, object, shape);
    return filled({arguments, count}, waits);
  }

  [[gnu::always_inline]] SharedEvent filled(const Arguments &arguments, const Waits &waits) const {
    if (const std::shared_ptr<GraphImpl> graph = queue->recording()) [[unlikely]]
      return queue->record(*graph, kernel, description, arguments, shape, waits);
    GraphDump *const dump = GraphDump::active();
    if (!waits.empty() || dump) [[unlikely]]
      return after(arguments, waits, dump);
    DeferredEvents::Launch launch(queue->deferredEvents(), mayDefer);
    if (DeferredEvent *const deferred = launch.deferred()) {
      SharedEvent event = EventImpl::make(queue, deferred);
      enqueue(arguments, 0, nullptr, nullptr);
      launch.commit();
      return event;
    }
    return withEvent(arguments, 0, nullptr);
  }

private:
  [[gnu::noinline]] SharedEvent after(const Arguments &arguments, const Waits &waits,
                                      GraphDump *dump) const {
    const DeferredEvents::Command command(queue->deferredEvents());
    const WaitList list = queue->waitList(waits);
    SharedEvent event = withEvent(arguments, static_cast<uint32_t>(list.handles.size()),
                                  list.handles.empty() ? nullptr : list.handles.data());
    if (!waits.empty())
      event->setWaitList({waits.begin(), waits.end()});
    if (dump)
      dump->add(*event, kernel.name, waits);
    return event;
  }

  SharedEvent withEvent(const Arguments &arguments, uint32_t count,
                        const ur_event_handle_t *waits) const {
    ursa::client::EventHandle event;
    enqueue(arguments, count, waits, event.out());
    return EventImpl::make(queue, std::move(event));
  }

  [[gnu::always_inline]] void enqueue(const Arguments &arguments, uint32_t count,
                                      const ur_event_handle_t *waits,
                                      ur_event_handle_t *event) const {
    if (shape.hasProperties()) [[unlikely]]
      return enqueueWithProperties(arguments, count, waits, event);
    const AbiShape space(shape);
    const ur_result_t result = space.isEmpty
                                   ? urEnqueueEventsWait(queue->handle(), count, waits, event)
                                   : launch(space, arguments, nullptr, count, waits, event);
    if (result != UR_RESULT_SUCCESS) [[unlikely]]
      throw makeException(result, "Launching the kernel '" + kernel.name + "'", errc::kernel);
  }

  [[gnu::always_inline]] ur_result_t launch(const AbiShape &space, const Arguments &arguments,
                                            const ur_kernel_launch_ext_properties_t *properties,
                                            uint32_t count, const ur_event_handle_t *waits,
                                            ur_event_handle_t *event) const {
    return urEnqueueKernelLaunchWithArgsExp(queue->handle(), kernel.handle.get(), shape.dimensions,
                                            space.hasOffset ? space.offset : nullptr, space.global,
                                            shape.hasLocal ? space.local : nullptr,
                                            static_cast<uint32_t>(arguments.size()),
                                            arguments.data(), properties, count, waits, event);
  }

  [[gnu::noinline]] void enqueueWithProperties(const Arguments &arguments, uint32_t count,
                                               const ur_event_handle_t *waits,
                                               ur_event_handle_t *event) const {
    if (!kernel.hasRootBarrier)
      return enqueueTogether(arguments, count, waits, event);
    ContextImpl::RootLaunches &launches = queue->context().rootLaunches();
    const std::lock_guard lock(launches.mutex);
    ursa::client::EventHandle &last = launches.last[&queue->device()];
    std::vector<ur_event_handle_t> all(waits, waits + count);
    if (last.get())
      all.push_back(last.get());
    ursa::client::EventHandle own;
    enqueueTogether(arguments, static_cast<uint32_t>(all.size()),
                    all.empty() ? nullptr : all.data(), own.out());
    if (event) {
      check(urEventRetain(own.get()), "Keeping the event of a launch");
      *event = own.get();
    }
    last = std::move(own);
  }

  void enqueueTogether(const Arguments &arguments, uint32_t count, const ur_event_handle_t *waits,
                       ur_event_handle_t *event) const {
    ur_kernel_launch_cluster_property_t cluster{
        UR_STRUCTURE_TYPE_KERNEL_LAUNCH_CLUSTER_PROPERTY, nullptr, {1, 1, 1}};
    ur_kernel_launch_ext_properties_t properties{UR_STRUCTURE_TYPE_KERNEL_LAUNCH_EXT_PROPERTIES,
                                                 nullptr, 0};
    if (shape.cluster[0] != 0) { // the C ABI has SYCL's order
      std::copy_n(shape.cluster, shape.dimensions, cluster.clusterDim);
      properties.pNext = &cluster;
    }
    if (shape.isCooperative)
      properties.flags |= UR_KERNEL_LAUNCH_FLAG_COOPERATIVE;
    const ur_result_t result = launch(AbiShape(shape), arguments, &properties, count, waits, event);
    const std::string what = "Launching the kernel '" + kernel.name + "'";
    // More work-groups than run at once.
    if (result == UR_RESULT_ERROR_OUT_OF_RESOURCES)
      fail(errc::nd_range, what + " failed: " + ursa::client::describeResult(result));
    check(result, what, errc::nd_range);
  }
};

SharedEvent QueueImpl::launch(const std::shared_ptr<QueueImpl> &queue, const BuiltKernel &kernel,
                              const KernelDescription &description, const void *object,
                              const LaunchShape &shape, std::span<const SharedCommand> waits,
                              bool mayDefer) {
  checkShape(shape, kernel);
  checkRootBarrier(shape, kernel);
  const Launch launch{queue, kernel, shape, mayDefer, &description};
  if (kernel.arguments.size() > kUsualArguments) [[unlikely]] {
    std::vector<ur_exp_kernel_arg_properties_t> arguments(kernel.arguments.size());
    return launch.with(object, waits, arguments.data());
  }
  std::array<ur_exp_kernel_arg_properties_t, kUsualArguments> arguments;
  return launch.with(object, waits, arguments.data());
}

SharedEvent QueueImpl::launch(const std::shared_ptr<QueueImpl> &queue, const BuiltKernel &kernel,
                              std::span<const ur_exp_kernel_arg_properties_t> arguments,
                              const LaunchShape &shape, std::span<const SharedCommand> waits) {
  checkShape(shape, kernel);
  return Launch{queue, kernel, shape, false}.filled(arguments, waits);
}

SharedEvent QueueImpl::record(GraphImpl &graph, const BuiltKernel &kernel,
                              const KernelDescription *description,
                              std::span<const ur_exp_kernel_arg_properties_t> arguments,
                              const LaunchShape &shape, std::span<const SharedCommand> waits) {
  if (shape.hasProperties())
    fail(errc::feature_not_supported,
         "The kernel '" + kernel.name +
             "' is launched with clusters or cooperatively, which graphs cannot record.");
  return graph.add(*this, "A kernel", waits,
                   std::make_shared<KernelCommand>(kernel, description, arguments, shape));
}

} // namespace sycl::detail
} // namespace ursa_sycl
