#include "sycl/api/command_group.h"
#include "sycl/api/error.h"
#include "sycl/api/graph.h"
#include "sycl/api/graph_dump.h"
#include "sycl/api/host_task_scope.h"
#include "sycl/api/kernel_bundle_impl.h"
#include "sycl/api/runtime.h"

#include <sycl/automatic_require.hpp>
#include <sycl/ext/oneapi/queue_properties.hpp>
#include <sycl/queue.hpp>

#include <algorithm>
#include <cstdio>
#include <cstdlib>

inline namespace ursa_sycl {
namespace sycl {
namespace detail {

struct ExceptionLists {
  static exception_list make(std::vector<std::exception_ptr> all) {
    exception_list list;
    list.all_ = std::move(all);
    return list;
  }
};

namespace {

ursa::runtime::Place placeOf(const std::shared_ptr<ContextImpl> &context,
                             const std::shared_ptr<DeviceImpl> &device) {
  ursa::runtime::Place place;
  place.context = context->handle();
  place.device = device->handle();
  place.deviceName = device->entry().name;
  place.usesHostMemory = device->usesHostMemory();
  place.owner = context;
  return place;
}

/// Whether the tracing layer writes a timeline, which has the times of commands.
bool isTraced() {
  const char *file = secure_getenv("URSA_TRACE_FILE");
  return file && *file != '\0';
}

} // namespace

QueueImpl::QueueImpl(std::shared_ptr<ContextImpl> context, std::shared_ptr<DeviceImpl> device,
                     async_handler handler, property_list properties)
    : context_(std::move(context)), device_(std::move(device)), handler_(std::move(handler)),
      properties_(std::move(properties)),
      isInOrder_(properties_.has_property<property::queue::in_order>()),
      hasProfiling_(properties_.has_property<property::queue::enable_profiling>()),
      place_(placeOf(context_, device_)) {
  if (!context_->covers(*device_))
    fail(errc::invalid, "The device '" + device_->entry().name + "' is not in the context.");
  if (hasProfiling_ && !Access::make<sycl::device>(device_).has(aspect::queue_profiling))
    fail(errc::feature_not_supported,
         "The device '" + device_->entry().name + "' cannot profile the commands of queues.");
  context_->keep(device_);
  ur_queue_properties_t given{UR_STRUCTURE_TYPE_QUEUE_PROPERTIES, nullptr, 0};
  if (!isInOrder_)
    given.flags |= UR_QUEUE_FLAG_OUT_OF_ORDER_EXEC_MODE_ENABLE;
  if (properties_.has_property<ext::oneapi::property::queue::priority_high>())
    given.flags |= UR_QUEUE_FLAG_PRIORITY_HIGH;
  if (properties_.has_property<ext::oneapi::property::queue::priority_low>())
    given.flags |= UR_QUEUE_FLAG_PRIORITY_LOW;
  if (properties_.has_property<ext::oneapi::cuda::property::queue::use_default_stream>())
    given.flags |= UR_QUEUE_FLAG_USE_DEFAULT_STREAM;
  if (hasProfiling_ ||
      (isTraced() && Access::make<sycl::device>(device_).has(aspect::queue_profiling)))
    given.flags |= UR_QUEUE_FLAG_PROFILING_ENABLE;
  const ur_result_t result =
      urQueueCreate(context_->handle(), device_->handle(), &given, handle_.out());
  if (result != UR_RESULT_SUCCESS && !context_->contains(*device_))
    fail(errc::feature_not_supported,
         "This backend has no queues of sub-devices in contexts of their root device; create a "
         "context of the sub-device of '" +
             device_->entry().name + "'.");
  check(result, "Creating a queue for '" + device_->entry().name + "'");
  if (isInOrder_ && !(given.flags & UR_QUEUE_FLAG_PROFILING_ENABLE))
    deferredEvents_.allow(handle());
  context_->runtime().queues().add(handle());
  Runtime::finishQueuesAtExit();
  // The driver loads whole programs, and its own start takes far longer.
  if (device_->platform().backend() == backend::ext_oneapi_cuda)
    context_->kernels().prepare(*device_);
}

QueueImpl::QueueImpl(std::shared_ptr<ContextImpl> context, std::shared_ptr<DeviceImpl> device,
                     async_handler handler, property_list properties,
                     ursa::client::QueueHandle handle)
    : context_(std::move(context)), device_(std::move(device)), handler_(std::move(handler)),
      properties_(std::move(properties)),
      isInOrder_(properties_.has_property<property::queue::in_order>()),
      hasProfiling_(properties_.has_property<property::queue::enable_profiling>()),
      place_(placeOf(context_, device_)), handle_(std::move(handle)) {
  context_->keep(device_);
  context_->runtime().queues().add(handle_.get());
}

QueueImpl::~QueueImpl() {
  try {
    throwAsynchronous();
  } catch (const std::exception &exception) { // of the handler; it cannot leave a destructor
    std::fprintf(stderr, "sycl: the handler of asynchronous errors threw: %s\n", exception.what());
  } catch (...) {
    std::fputs("sycl: the handler of asynchronous errors threw.\n", stderr);
  }
  try {
    context_->runtime().queues().retire(std::move(handle_));
  } catch (const std::bad_alloc &) { // then nobody waits for the commands when the process ends
  }
}

QueueImpl::WaitList QueueImpl::waitList(std::span<const SharedCommand> waits) {
  WaitList list;
  for (const SharedCommand &each : waits) {
    const EventImpl &event = eventOf(each);
    if (event.isNode())
      fail(errc::invalid, "A command waits for one that a graph records and that is not enqueued.");
    if (!event.handle())
      continue;
    if (&event.queue()->context() == context_.get()) {
      list.handles.push_back(event.handle());
    } else if (event.hasEnded()) {
      event.wait(); // throws if it failed
    } else {
      list.steps.push_back(stepBehind(each));
      list.handles.push_back(list.steps.back().get());
    }
  }
  return list;
}

// A failure is reported by the queue of the command itself.
ursa::client::EventHandle QueueImpl::stepBehind(const SharedCommand &command) {
  auto held = std::make_unique<SharedCommand>(command);
  ursa::client::EventHandle step;
  const auto waitFor = [](void *data) {
    const std::unique_ptr<SharedCommand> awaited(static_cast<SharedCommand *>(data));
    (void)eventOf(*awaited).waitForError();
  };
  check(urEnqueueHostTaskExp(handle(), waitFor, held.get(), nullptr, 0, nullptr, step.out()),
        "Waiting for a command of another context");
  (void)held.release(); // the task owns it
  return step;
}

SharedEvent QueueImpl::enqueue(const char *what, std::span<const SharedCommand> waits,
                               const Enqueue &enqueue, const Recording *recording) {
  if (const std::shared_ptr<GraphImpl> graph = this->recording()) [[unlikely]] {
    if (!recording)
      fail(errc::feature_not_supported,
           std::string(what) + " cannot be a part of a graph, which records the queue.");
    return graph->add(*this, what, waits,
                      std::make_shared<AppendedCommand>(what, std::vector{*recording}));
  }
  const DeferredEvents::Command command(deferredEvents_);
  const WaitList list = waitList(waits);
  ursa::client::EventHandle event;
  check(enqueue(handle(), static_cast<uint32_t>(list.handles.size()),
                list.handles.empty() ? nullptr : list.handles.data(), event.out()),
        what);
  SharedEvent made = EventImpl::make(shared_from_this(), std::move(event));
  if (!waits.empty())
    made->setWaitList({waits.begin(), waits.end()});
  if (GraphDump *dump = GraphDump::active())
    dump->add(*made, what, waits);
  return made;
}

void QueueImpl::joinRecordingOf(const EventImpl &event) {
  if (!event.isNode() || recording()) [[likely]]
    return;
  const std::shared_ptr<GraphImpl> graph = event.graph().lock();
  if (graph && event.queue()->recording() == graph) // otherwise waitList() throws
    graph->begin({shared_from_this()});
}

SharedCommand QueueImpl::submit(const char *what, std::span<const SharedCommand> waits,
                                const Enqueue &enqueue) {
  return this->enqueue(what, waits, enqueue);
}

bool QueueImpl::readsDirectly(const ursa::runtime::Place &from) const {
  if (from.context != place_.context)
    return false;
  const std::lock_guard lock(mutex_);
  const auto [known, isNew] = peers_.try_emplace(from.device, false);
  if (isNew) {
    int isSupported = 0;
    known->second = urUsmP2PPeerAccessGetInfoExp(
                        place_.device, from.device, UR_EXP_PEER_INFO_UR_PEER_ACCESS_SUPPORT,
                        sizeof(isSupported), &isSupported, nullptr) == UR_RESULT_SUCCESS &&
                    isSupported != 0 &&
                    urUsmP2PEnablePeerAccessExp(place_.device, from.device) == UR_RESULT_SUCCESS;
  }
  return known->second;
}

std::shared_ptr<ursa::runtime::Queue> QueueImpl::transferQueue() {
  return detail::transferQueue(context_, device_);
}

SharedEvent QueueImpl::join(const char *what, std::span<const SharedCommand> waits) {
  if (const std::shared_ptr<GraphImpl> graph = recording()) [[unlikely]]
    return graph->add(*this, what, waits, nullptr);
  return enqueue(what, waits, urEnqueueEventsWait);
}

SharedEvent QueueImpl::nothing(const char *what, std::span<const SharedCommand> waits) {
  if (isInOrder_ || !waits.empty() || recording())
    return join(what, waits);
  return EventImpl::make(shared_from_this(), ursa::client::EventHandle());
}

SharedEvent QueueImpl::barrier(std::span<const SharedCommand> waits) {
  const char *const what = "A barrier";
  if (const std::shared_ptr<GraphImpl> graph = recording()) [[unlikely]]
    return graph->addBarrier(*this, what, waits);
  return enqueue(what, waits, urEnqueueEventsWaitWithBarrier);
}

void QueueImpl::setAlwaysRequired(const SharedRequirement &what, bool isRequired) {
  const std::lock_guard lock(mutex_);
  if (isRequired)
    alwaysRequired_.push_back(what);
  else if (const auto found = std::find(alwaysRequired_.begin(), alwaysRequired_.end(), what);
           found != alwaysRequired_.end())
    alwaysRequired_.erase(found);
  alwaysRequires_.store(!alwaysRequired_.empty(), std::memory_order_relaxed);
}

void requireAlways(const queue &by, const std::shared_ptr<Requirement> &what, bool isRequired) {
  if (!what)
    fail(errc::accessor, "A queue requires an accessor that has no buffer.");
  implOf(by)->setAlwaysRequired(what, isRequired);
}

void QueueImpl::wait() {
  if (recording()) [[unlikely]]
    fail(errc::invalid, "Nobody can wait for a queue while a graph records its commands.");
  deferredEvents_.makeKept(); // they are complete then, as their commands are
  check(urQueueFinish(handle()), "Waiting for the queue");
}

void QueueImpl::waitBeforeFree() noexcept {
  try {
    if (!HostTaskScope::isActive() && pendingHostTasks_ == 0 && !recording())
      wait();
  } catch (...) {
    addError(std::current_exception());
  }
}

void QueueImpl::addError(std::exception_ptr error) {
  const std::lock_guard lock(mutex_);
  errors_.push_back(std::move(error));
}

void QueueImpl::throwAsynchronous() {
  std::vector<std::exception_ptr> errors;
  {
    const std::lock_guard lock(mutex_);
    errors.swap(errors_);
  }
  if (errors.empty())
    return;
  const async_handler &handler = handler_ ? handler_ : context_->handler();
  if (handler)
    return handler(ExceptionLists::make(std::move(errors)));
  // SYCL 2020, 4.13.1.2: the default handler reports the errors and ends the program.
  for (const std::exception_ptr &error : errors)
    try {
      std::rethrow_exception(error);
    } catch (const std::exception &exception) {
      std::fprintf(stderr, "sycl: asynchronous error without a handler: %s\n", exception.what());
    } catch (...) {
      std::fprintf(stderr, "sycl: asynchronous error without a handler\n");
    }
  std::terminate();
}

namespace {

std::shared_ptr<QueueImpl> newQueue(const context *context, const device &device,
                                    async_handler handler, const property_list &properties) {
  const std::shared_ptr<DeviceImpl> &impl = implOf(device);
  return std::make_shared<QueueImpl>(context ? implOf(*context) : impl->platform().defaultContext(),
                                     impl, std::move(handler), properties);
}

Commands dependenciesOf(QueueImpl &queue, const event *events, size_t count) {
  Commands all;
  all.reserve(count);
  for (size_t i = 0; i < count; ++i) {
    queue.joinRecordingOf(*implOf(events[i]));
    all.push_back(implOf(events[i]));
  }
  return all;
}

} // namespace

void checkVersion(int version) {
  if (version != URSA_SYCL_VERSION)
    fail(errc::invalid, "The program was compiled with headers of version " +
                            std::to_string(version) + "; libursa_sycl has version " +
                            std::to_string(URSA_SYCL_VERSION) + ". Compile it again.");
}

const KernelDescription &known(const KernelDescription *description) {
  if (!description)
    fail(errc::kernel_not_supported,
         "The program has no device code for this kernel: compile its source with ursac++. Kernels "
         "need a name with host compilers other than clang.");
  return *description;
}

} // namespace detail

using detail::Access;
using detail::implOf;

queue::queue(const property_list &properties) : queue(device(), properties) {}
queue::queue(const async_handler &handler, const property_list &properties)
    : queue(device(), handler, properties) {}
queue::queue(const sycl::device &device, const property_list &properties)
    : queue(device, async_handler(), properties) {}
queue::queue(const sycl::device &device, const async_handler &handler,
             const property_list &properties)
    : Shared(detail::newQueue(nullptr, device, handler, properties)) {}
queue::queue(const context &context, const sycl::device &device, const property_list &properties)
    : queue(context, device, async_handler(), properties) {}
queue::queue(const context &context, const sycl::device &device, const async_handler &handler,
             const property_list &properties)
    : Shared(detail::newQueue(&context, device, handler, properties)) {}

context queue::get_context() const { return Access::make<context>(impl_->sharedContext()); }
device queue::get_device() const { return Access::make<device>(impl_->sharedDevice()); }
backend queue::get_backend() const noexcept { return impl_->device().platform().backend(); }
template <> context queue::get_info<info::queue::context>() const { return get_context(); }
template <> device queue::get_info<info::queue::device>() const { return get_device(); }
bool queue::is_in_order() const { return impl_->isInOrder(); }
const property_list &queue::properties() const noexcept { return impl_->properties(); }

void queue::wait() { impl_->wait(); }
void queue::wait_and_throw() {
  impl_->wait();
  impl_->throwAsynchronous();
}
void queue::throw_asynchronous() { impl_->throwAsynchronous(); }

event queue::submitGroup(const detail::GroupFunction &function, const queue *secondary) {
  std::exception_ptr thrown;
  const auto submit = [&](detail::QueueImpl &to) {
    detail::CommandGroup group(to);
    handler given(group);
    if (impl_->alwaysRequires()) [[unlikely]]
      for (detail::SharedRequirement &each : impl_->alwaysRequired())
        group.require(std::move(each));
    function(given);
    event made = Access::make<event>(group.finish());
    thrown = group.thrown();
    return made;
  };
  event made = [&] {
    if (!secondary)
      return submit(*impl_);
    try {
      return submit(*impl_);
    } catch (const exception &) {
      return submit(*secondary->impl_);
    }
  }();
  if (thrown) [[unlikely]]
    std::rethrow_exception(thrown); // the command is enqueued: not for the secondary queue
  return made;
}

event queue::submitWith(const detail::GroupFunction &function, const property_list &properties) {
  const auto withHints = [&](handler &group) {
    implOf(group)->setHints(properties);
    function(group);
  };
  using Retarget = property::command_group::AdaptiveCpp_retarget;
  if (!properties.has_property<Retarget>())
    return submit(withHints);
  const auto &device = implOf(properties.get_property<Retarget>().dev);
  if (!has_property<property::queue::AdaptiveCpp_retargetable>())
    detail::fail(errc::invalid, "A command group asks for device '" + device->entry().name +
                                    "', but its queue does not have the property "
                                    "AdaptiveCpp_retargetable.");
  const auto &context = impl_->context().covers(*device) ? impl_->sharedContext()
                                                         : device->platform().defaultContext();
  auto other = Access::make<queue>(detail::transferQueue(context, device));
  const std::vector<event> before = is_in_order() ? get_wait_list() : std::vector<event>();
  const event made = other.submit([&](handler &group) {
    group.depends_on(before);
    withHints(group);
  });
  // The commands of this queue come after it, and who waits for the queue waits for it.
  submit([&](handler &group) { group.depends_on(made); });
  return made;
}

std::vector<event> queue::get_wait_list() const {
  if (!impl_->recording() && ext_oneapi_empty())
    return {};
  return {Access::make<event>(impl_->barrier({}))};
}

namespace {
void requireInOrder(const detail::QueueImpl &queue, const char *what) {
  if (!queue.isInOrder())
    detail::fail(errc::invalid, std::string(what) + " is for queues with the property in_order.");
}
} // namespace

std::optional<event> queue::ext_oneapi_get_last_event() const {
  requireInOrder(*impl_, "The last event");
  const std::vector<event> last = get_wait_list();
  return last.empty() ? event() : last.front();
}

void queue::ext_oneapi_set_external_event(const event &external_event) {
  requireInOrder(*impl_, "An external event");
  submit([&](handler &group) { group.ext_oneapi_barrier({external_event}); });
}

event queue::launchKernel(const detail::KernelLaunch &launch, const event *dependencies,
                          size_t count) {
  detail::checkVersion(launch.version);
  const detail::KernelDescription &description = detail::known(launch.kernel);
  if (impl_->alwaysRequires()) [[unlikely]]
    return submit([&](handler &group) {
      for (size_t i = 0; i < count; ++i)
        group.depends_on(dependencies[i]);
      implOf(group)->setKernel( // the object outlives the group
          description,
          detail::KernelObject(std::shared_ptr<const void>(std::shared_ptr<void>(), launch.object)),
          *launch.shape);
    });
  detail::checkAccessors(description, launch.object, {}, {});
  if (detail::hasConstants(description)) [[unlikely]] {
    detail::SpecializationValues values;
    detail::addConstants(description, launch.object, values);
    const auto built = impl_->context().kernels().find(impl_->device(), description, values);
    return Access::make<event>(
        detail::QueueImpl::launch(impl_, *built, description, launch.object, *launch.shape,
                                  detail::dependenciesOf(*impl_, dependencies, count),
                                  /*mayDefer=*/false));
  }
  const detail::BuiltKernel &kernel = impl_->context().kernels().find(impl_->device(), description);
  if (count == 0) [[likely]]
    return Access::makeBy<event>([&] {
      return detail::QueueImpl::launch(impl_, kernel, description, launch.object, *launch.shape, {},
                                       /*mayDefer=*/true);
    });
  return Access::make<event>(detail::QueueImpl::launch(
      impl_, kernel, description, launch.object, *launch.shape,
      detail::dependenciesOf(*impl_, dependencies, count), /*mayDefer=*/true));
}

event queue::memcpy(void *destination, const void *source, size_t size,
                    const std::vector<event> &dependencies) {
  return submit([&](handler &group) {
    group.depends_on(dependencies);
    group.memcpy(destination, source, size);
  });
}

event queue::memset(void *pointer, int value, size_t size, const std::vector<event> &dependencies) {
  return submit([&](handler &group) {
    group.depends_on(dependencies);
    group.memset(pointer, value, size);
  });
}

event queue::prefetch(const void *pointer, size_t size, const std::vector<event> &dependencies) {
  return submit([&](handler &group) {
    group.depends_on(dependencies);
    group.prefetch(pointer, size);
  });
}

event queue::mem_advise(const void *pointer, size_t size, int advice,
                        const std::vector<event> &dependencies) {
  return submit([&](handler &group) {
    group.depends_on(dependencies);
    group.mem_advise(pointer, size, advice);
  });
}

event queue::fillBytes(void *pointer, const void *pattern, size_t patternSize, size_t count,
                       const std::vector<event> &dependencies) {
  return submit([&](handler &group) {
    group.depends_on(dependencies);
    group.fillBytes(pointer, pattern, patternSize, count);
  });
}

bool queue::ext_oneapi_empty() const {
  impl_->deferredEvents().makeKept(); // as in wait
  ur_bool_t isEmpty = false;
  detail::check(
      urQueueGetInfo(impl_->handle(), UR_QUEUE_INFO_EMPTY, sizeof(isEmpty), &isEmpty, nullptr),
      "Asking a queue whether it is empty");
  return isEmpty;
}
bool queue::khr_empty() const { return ext_oneapi_empty(); }
void queue::khr_flush() const { detail::check(urQueueFlush(impl_->handle()), "Flushing a queue"); }

} // namespace sycl
} // namespace ursa_sycl
