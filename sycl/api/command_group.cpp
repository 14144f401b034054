#include "sycl/api/command_group.h"

#include "sycl/api/error.h"
#include "sycl/api/executable_graph.h"
#include "sycl/api/free_functions.h"
#include "sycl/api/graph_updates.h"
#include "sycl/api/host_task_scope.h"
#include "sycl/api/interop.h"
#include "sycl/api/kernel_bundle_impl.h"
#include "sycl/api/launch_shape.h"

#include <algorithm>
#include <cstring>

inline namespace ursa_sycl {
namespace sycl::detail {

void CommandGroup::useBundle(std::shared_ptr<KernelBundleImpl> bundle) {
  if (!constants_.empty())
    fail(errc::invalid, "A command group cannot use a kernel bundle after it has set a "
                        "specialization constant.");
  if (bundle->context().get() != &queue_.context())
    fail(errc::invalid, "The kernel bundle is of another context than the queue.");
  if (!bundle->hasDevice(queue_.device()))
    fail(errc::invalid,
         "The kernel bundle is not for device '" + queue_.device().entry().name + "'.");
  bundle_ = std::move(bundle);
}

void CommandGroup::setConstant(const char *id, const void *value, size_t size) {
  if (bundle_)
    fail(errc::invalid, "A command group cannot set specialization constants after it has used a "
                        "kernel bundle; set them in a bundle of state input.");
  const auto *bytes = static_cast<const std::byte *>(value);
  constants_[id].assign(bytes, bytes + size);
}

void CommandGroup::setAction(std::function<SharedEvent(std::span<const SharedCommand>)> action) {
  if (action_)
    fail(errc::invalid, "A command group has one command; its function asks for a second one.");
  action_ = std::move(action);
}

void CommandGroup::setCommand(const char *what, QueueImpl::Enqueue enqueue) {
  setAction([this, what, enqueue = std::move(enqueue)](std::span<const SharedCommand> waits) {
    return queue_.enqueue(what, waits, enqueue);
  });
}

namespace {

/// Kernels that are launched without groups have no local_accessor, even one that they only ask for
/// its size (SYCL 2020, 4.7.6.11). Only command groups make local accessors.
void checkLocalAccessors(const LaunchShape &shape, const KernelDescription &description) {
  if (shape.hasLocal)
    return;
  for (unsigned i = 0; i < description.parameterCount; ++i)
    if (description.parameters[i].kind == KernelParameterKind::LocalAccessor)
      fail(errc::kernel_argument,
           std::string("The kernel '") + description.name +
               "' uses a local_accessor, which needs work-groups: launch it with an nd_range.");
}

bool isAmong(std::span<const SharedRequirement> required, const Requirement *requirement) {
  return std::any_of(required.begin(), required.end(),
                     [=](const SharedRequirement &each) { return each.get() == requirement; });
}

bool isDynamic(const KernelDescription &description, unsigned parameter,
               std::span<const DynamicArgument> dynamic) {
  const auto constants = std::count_if(
      description.parameters, description.parameters + parameter,
      [](const KernelParameter &each) { return each.kind == KernelParameterKind::Specialized; });
  return std::any_of(dynamic.begin(), dynamic.end(), [&](const DynamicArgument &each) {
    return each.index == static_cast<int>(parameter - constants);
  });
}

void checkAccessor(const AccessorBase &accessor, std::span<const SharedRequirement> required,
                   const std::string &kernel) {
  if (accessor.requirement && !isAmong(required, accessor.requirement.get()))
    fail(errc::kernel_argument,
         "The kernel '" + kernel +
             "' has an accessor that its command group does not require: give the accessor the "
             "handler when it is made, or pass it to handler::require.");
}

} // namespace

void checkAccessors(const KernelDescription &description, const void *object,
                    std::span<const SharedRequirement> required,
                    std::span<const DynamicArgument> dynamic) {
  for (unsigned i = 0; i < description.parameterCount; ++i)
    if (const KernelParameter &each = description.parameters[i];
        each.kind == KernelParameterKind::Accessor && !isDynamic(description, i, dynamic))
      checkAccessor(*reinterpret_cast<const AccessorBase *>(static_cast<const std::byte *>(object) +
                                                            each.offset),
                    required, description.name);
}

void CommandGroup::use(const MemoryBox &box) {
  if (box.requirement)
    used_.push_back(box.requirement.get());
}

void CommandGroup::checkRequired() const {
  for (const UsedKernel &each : kernels_)
    checkAccessors(*each.description, each.object, requirements_, dynamic_);
  for (const DynamicArgument &each : dynamic_) {
    if (!isKernel_)
      fail(errc::invalid, "A command group has a dynamic parameter, but no kernel.");
    if (const SharedRequirement requirement = requirementOf(each.parameter->value());
        requirement && !isAmong(requirements_, requirement.get()))
      fail(errc::kernel_argument,
           "A kernel has a dynamic parameter with an accessor that its command group does not "
           "require: pass the parameter to handler::require.");
  }
  for (const auto &[index, argument] : arguments_)
    if (given_ && argument.kind == KernelParameterKind::Accessor)
      checkAccessor(*static_cast<const AccessorBase *>(argument.value), requirements_,
                    given_->name);
  for (const Requirement *each : used_)
    if (!isAmong(requirements_, each))
      fail(errc::invalid, "A command group copies, fills or updates a placeholder accessor that it "
                          "did not require: pass it to handler::require.");
}

void CommandGroup::setKernel(const KernelDescription &description, KernelObject object,
                             const LaunchShape &shape) {
  checkLocalAccessors(shape, description);
  if (bundle_ && !bundle_->partOf(kernelOf(description.name, &description), &queue_.device()))
    fail(errc::kernel_not_supported,
         std::string("The kernel bundle of the command group has no kernel '") + description.name +
             "' for device '" + queue_.device().entry().name + "'.");
  useKernel(description, object.get());
  isKernel_ = true;
  setAction([this, &description, object = std::move(object),
             shape](std::span<const SharedCommand> waits) {
    const auto built = find(description, object.get());
    return QueueImpl::launch(queue_.shared_from_this(), *built, description, object.get(),
                             hints_ ? withHints(shape, *hints_, *built, queue_.device()) : shape,
                             waits, /*mayDefer=*/requirements_.empty());
  });
}

namespace {

/// Returns the object of a kernel that is a function, with the arguments that a command group set.
std::vector<std::byte> objectOf(const FreeFunctionInfo &function, const std::string &kernel,
                                const std::map<int, KernelArgument> &arguments) {
  std::vector<std::byte> object(function.description->objectSize);
  const auto count = static_cast<int>(function.parameters.size());
  for (int i = 0; i < count; ++i)
    if (arguments.find(i) == arguments.end())
      fail(errc::kernel_argument, "The kernel '" + kernel + "' has " + std::to_string(count) +
                                      " parameters; argument " + std::to_string(i) +
                                      " was not set.");
  for (const auto &[index, argument] : arguments) {
    if (index >= count)
      fail(errc::kernel_argument, "The kernel '" + kernel + "' has " + std::to_string(count) +
                                      " parameters; argument " + std::to_string(index) +
                                      " was set.");
    const FreeParameter &place = function.parameters[static_cast<size_t>(index)];
    // The size of a local accessor is that of its memory.
    if (argument.kind != KernelParameterKind::LocalAccessor && argument.size != place.size)
      fail(errc::kernel_argument, "Parameter " + std::to_string(index) + " of the kernel '" +
                                      kernel + "' has " + std::to_string(place.size) +
                                      " bytes; an argument of " + std::to_string(argument.size) +
                                      " bytes was set.");
    std::memcpy(object.data() + place.offset, argument.value, place.size);
  }
  return object;
}

} // namespace

// A kernel of the program that is launched by its object has no arguments that could be set, unless
// it is a function.
void CommandGroup::setKernel(const KernelImpl &kernel, const LaunchShape &shape) {
  if (kernel.bundle()->context().get() != &queue_.context())
    fail(errc::invalid, "The kernel '" + kernel.name() + "' is of another context than the queue.");
  auto built = kernel.builtFor(queue_.device());
  if (auto function = freeFunction(kernel.key())) {
    checkLocalAccessors(shape, *function->description);
    given_ = built.get();
    isKernel_ = true;
    return setAction([this, built = std::move(built), function = std::move(*function),
                      shape](std::span<const SharedCommand> waits) {
      const std::vector<std::byte> object = objectOf(function, built->name, arguments_);
      return QueueImpl::launch(queue_.shared_from_this(), *built, *function.description,
                               object.data(), shape, waits, /*mayDefer=*/requirements_.empty());
    });
  }
  if (kernel.bundle()->isFromSource())
    checkArguments(*built);
  else if (!built->arguments.empty())
    fail(errc::kernel_argument,
         "The kernel '" + kernel.name() + "' has arguments, which were not set.");
  given_ = built.get();
  isKernel_ = true;
  setAction([this, built = std::move(built), shape](std::span<const SharedCommand> waits) {
    return QueueImpl::launch(queue_.shared_from_this(), *built, givenArguments(), shape, waits);
  });
}

void CommandGroup::setArgument(int index, KernelArgument argument) {
  if (index < 0)
    fail(errc::kernel_argument,
         "A kernel has no argument " + std::to_string(index) + "; they are counted from 0.");
  arguments_[index] = std::move(argument);
}

void CommandGroup::setArgument(int index, const std::shared_ptr<DynamicParameterImpl> &parameter) {
  if (!queue_.addsNodes())
    fail(errc::invalid, "A dynamic parameter is an argument of a kernel that is added to a graph "
                        "by command_graph::add, not of one that is submitted.");
  setArgument(index, parameter->value());
  dynamic_.push_back({index, parameter});
}

ur_exp_kernel_arg_properties_t makeArgument(size_t index, const KernelArgument &argument) {
  ur_exp_kernel_arg_properties_t given{UR_STRUCTURE_TYPE_EXP_KERNEL_ARG_PROPERTIES,
                                       nullptr,
                                       UR_EXP_KERNEL_ARG_TYPE_VALUE,
                                       static_cast<uint32_t>(index),
                                       argument.size,
                                       {}};
  switch (argument.kind) {
  case KernelParameterKind::Value:
  case KernelParameterKind::Specialized: // of kernel objects only
    given.value.value = argument.value;
    break;
  case KernelParameterKind::Pointer:
    given.type = UR_EXP_KERNEL_ARG_TYPE_POINTER;
    given.value.pointer = *static_cast<void *const *>(argument.value);
    break;
  case KernelParameterKind::Accessor:
    given.type = UR_EXP_KERNEL_ARG_TYPE_POINTER;
    given.size = sizeof(void *);
    given.value.pointer = static_cast<const AccessorBase *>(argument.value)->pointer();
    break;
  case KernelParameterKind::LocalAccessor:
    given.type = UR_EXP_KERNEL_ARG_TYPE_LOCAL;
    given.size = std::max<size_t>(given.size, 1);
    break;
  }
  return given;
}

std::vector<ur_exp_kernel_arg_properties_t> CommandGroup::givenArguments() const {
  std::vector<ur_exp_kernel_arg_properties_t> all;
  for (const auto &[index, argument] : arguments_) {
    const auto at = static_cast<size_t>(index);
    KernelArgument each = argument;
    // The bytes of a pointer, as raw_kernel_arg has them.
    if (each.kind == KernelParameterKind::Value && each.size == sizeof(void *) &&
        at < given_->arguments.size() && given_->arguments[at].kind == URSA_KERNEL_ARG_KIND_POINTER)
      each.kind = KernelParameterKind::Pointer;
    all.push_back(makeArgument(at, each));
  }
  return all;
}

void CommandGroup::checkArguments(const BuiltKernel &kernel) const {
  const size_t count = kernel.arguments.size();
  if (arguments_.size() != count ||
      (count > 0 && arguments_.rbegin()->first != static_cast<int>(count) - 1))
    fail(errc::kernel_argument, "The kernel '" + kernel.name + "' has " + std::to_string(count) +
                                    " arguments; others were set. Set all of them before the "
                                    "launch.");
}

std::shared_ptr<const BuiltKernel> CommandGroup::find(const KernelDescription &description,
                                                      const void *object) {
  if (bundle_ && hasConstants(description))
    fail(errc::kernel_not_supported,
         std::string("The kernel '") + description.name +
             "' has specialized members in its object, which the command group's kernel bundle "
             "cannot set: it is built already.");
  if (bundle_)
    return bundle_->kernel(queue_.device(), kernelOf(description.name, &description));
  KernelCache &kernels = queue_.context().kernels();
  if (hasConstants(description)) {
    SpecializationValues values = constants_;
    addConstants(description, object, values);
    return kernels.find(queue_.device(), description, values);
  }
  if (!constants_.empty())
    return kernels.find(queue_.device(), description, constants_);
  // The context owns the kernel.
  return {std::shared_ptr<const void>(), &kernels.find(queue_.device(), description)};
}

namespace {

/// A host task that is enqueued.
struct EnqueuedHostTask {
  EnqueuedHostTask(std::shared_ptr<QueueImpl> to, HostTask function)
      : queue(std::move(to)), task(std::move(function)) {
    ++queue->pendingHostTasks();
  }
  EnqueuedHostTask(const EnqueuedHostTask &) = delete;
  EnqueuedHostTask &operator=(const EnqueuedHostTask &) = delete;
  ~EnqueuedHostTask() { --queue->pendingHostTasks(); }

  std::shared_ptr<QueueImpl> queue;
  HostTask task;

  static void run(void *data) {
    const HostTaskScope scope;
    const std::unique_ptr<EnqueuedHostTask> call(static_cast<EnqueuedHostTask *>(data));
    try {
      callHostTask(call->task, call->queue);
    } catch (...) {
      call->queue->addError(std::current_exception());
    }
    call->task = nullptr; // what it captures may be destroyed before the queue is
  }
};

} // namespace

namespace {

constexpr const char *kNativeCommand = "A native command";
constexpr const char *kHostTask = "A host task";

/// Adds the commands of a function when a graph is finalized. Graphs have no queue; the function
/// gets one of its own.
GraphAppend appendNativeCommand(const std::shared_ptr<const HostTask> &function,
                                const std::shared_ptr<ContextImpl> &context,
                                const std::shared_ptr<DeviceImpl> &device) {
  return [=](ur_exp_command_buffer_handle_t buffer, uint32_t count,
             const ur_exp_command_buffer_sync_point_t *points,
             ur_exp_command_buffer_sync_point_t *out) {
    const auto queue =
        std::make_shared<QueueImpl>(context, device, async_handler(), property_list());
    NativeCall call(*function, std::make_shared<Interop>(queue, buffer));
    const ur_result_t result = urCommandBufferAppendNativeCommandExp(buffer, NativeCall::run, &call,
                                                                     nullptr, count, points, out);
    call.rethrow();
    return result;
  };
}

} // namespace

SharedEvent enqueueHostTask(QueueImpl &queue, HostTask task, std::span<const SharedCommand> waits) {
  auto call = std::make_unique<EnqueuedHostTask>(queue.shared_from_this(), std::move(task));
  SharedEvent event =
      queue.enqueue(kHostTask, waits,
                    [&](ur_queue_handle_t handle, uint32_t count, const ur_event_handle_t *events,
                        ur_event_handle_t *out) {
                      return urEnqueueHostTaskExp(handle, EnqueuedHostTask::run, call.get(),
                                                  nullptr, count, events, out);
                    });
  (void)call.release(); // the task owns itself now
  return event;
}

void CommandGroup::setHostTask(HostTask task) {
  isHostTask_ = true;
  setAction([this, task = std::move(task)](std::span<const SharedCommand> waits) mutable {
    if (const std::shared_ptr<GraphImpl> graph = queue_.recording())
      return graph->add(queue_, kHostTask, waits,
                        std::make_shared<HostTaskCommand>(std::move(task)));
    return enqueueHostTask(queue_, std::move(task), waits);
  });
}

void CommandGroup::setGraph(std::shared_ptr<ExecutableGraphImpl> graph) {
  graph_ = std::move(graph);
  setAction([this](std::span<const SharedCommand> waits) {
    graph_->checkQueue(queue_);
    if (const std::shared_ptr<GraphImpl> parent = queue_.recording())
      return parent->add(queue_, "A graph", waits, std::make_shared<SubgraphCommand>(graph_));
    return graph_->run(queue_, waits);
  });
}

void CommandGroup::setNativeCommand(HostTask function) {
  const QueueImpl &queue = queue_;
  ur_bool_t isSupported = false;
  const ur_result_t asked =
      urDeviceGetInfo(queue.device().handle(), UR_DEVICE_INFO_ENQUEUE_NATIVE_COMMAND_SUPPORT_EXP,
                      sizeof(isSupported), &isSupported, nullptr);
  if (asked != UR_RESULT_SUCCESS || !isSupported)
    fail(errc::feature_not_supported,
         "The queues of device '" + queue.device().entry().name +
             "' take no native commands; use a host task (handler::host_task).");
  setAction([this, function = std::make_shared<const HostTask>(std::move(function))](
                std::span<const SharedCommand> waits) {
    const std::shared_ptr<QueueImpl> to = queue_.shared_from_this();
    const Recording recording{
        NodeType::kernel, appendNativeCommand(function, to->sharedContext(), to->sharedDevice())};
    return queue_.enqueue(
        kNativeCommand, waits,
        [&](ur_queue_handle_t handle, uint32_t count, const ur_event_handle_t *events,
            ur_event_handle_t *out) {
          NativeCall call(*function, std::make_shared<Interop>(to));
          const ur_result_t result = urEnqueueNativeCommandExp(
              handle, NativeCall::runInQueue, &call, 0, nullptr, nullptr, count, events, out);
          if (result != UR_RESULT_SUCCESS)
            call.rethrow();
          thrown_ = call.error();
          return result;
        },
        &recording);
  });
}

void CommandGroup::setUpdate(SharedRequirement requirement) {
  if (queue_.recording())
    fail(errc::feature_not_supported,
         "Updating the host's memory of a buffer cannot be a part of a graph.");
  setAction([this](std::span<const SharedCommand> waits) {
    return queue_.join("Updating the host's memory of a buffer", waits);
  });
  if (requirement)
    used_.push_back(requirement.get());
  updated_ = std::move(requirement);
}

void CommandGroup::setDeviceUpdate(const MemoryBox &of) {
  setAction([this](std::span<const SharedCommand> waits) {
    return queue_.join("Updating a device's memory of a buffer", waits);
  });
  use(of);
}

SharedEvent CommandGroup::enqueue() {
  std::unique_lock<std::mutex> graphLock;
  std::vector<SharedRequirement> ofGraph;
  if (graph_) {
    graphLock = graph_->lock();
    ofGraph = graph_->lockedRequirements();
  }
  ursa::runtime::RegionLock lock;
  for (const std::vector<SharedRequirement> *all : {&requirements_, &ofGraph})
    for (const SharedRequirement &each : *all)
      if (ursa::runtime::DataRegion *region = each->region())
        lock.add(*region);
  lock.lock();
  Commands waits;
  waits.reserve(dependencies_.size() + 2 * requirements_.size());
  waits.assign(dependencies_.begin(), dependencies_.end());
  for (const SharedRequirement &each : requirements_)
    each->begin(queue_, waits);
  const SharedEvent command = perform(waits);
  for (const SharedRequirement &each : requirements_)
    each->end(queue_, command);
  return command;
}

SharedEvent CommandGroup::perform(std::span<const SharedCommand> waits) {
  return action_ ? action_(waits) : queue_.join("An empty command group", waits);
}

SharedEvent CommandGroup::record(GraphImpl &graph) {
  const std::unique_lock lock = graph.lockGroups();
  Commands waits = dependencies_;
  std::vector<SharedRequirement> all = requirements_;
  for (const SharedRequirement &each : requirements_)
    each->record(queue_, isHostTask_);
  if (graph_)
    for (const SharedRequirement &each : graph_->requirements())
      all.push_back(each);
  for (const SharedRequirement &each : all)
    graph.appendConflicts(queue_, *each, waits);
  SharedEvent command = perform(waits);
  graph.attach(queue_, *command, all, dynamic_);
  return command;
}

SharedEvent CommandGroup::finish() {
  checkRequired();
  if (const std::shared_ptr<GraphImpl> graph = queue_.recording()) [[unlikely]]
    return record(*graph);
  if (!action_ && dependencies_.empty() && requirements_.empty())
    return std::make_shared<EventImpl>();
  const SharedEvent command = enqueue();
  if (!updated_)
    return command;
  Commands copies{command};
  updated_->updateHost(copies);
  return queue_.join("Updating the host's memory of a buffer", copies);
}

} // namespace sycl::detail
} // namespace ursa_sycl
