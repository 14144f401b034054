#include "sycl/api/error.h"
#include "sycl/api/interop.h"
#include "sycl/api/native_handles.h"
#include "sycl/api/texts.h"

#include <dlfcn.h>

inline namespace ursa_sycl {
namespace sycl {
namespace detail {
namespace {

// The library is in the process, because the adapter uses it.
template <class Function> Function cudaFunction(const char *name) {
  static void *const library = dlopen("libcuda.so.1", RTLD_LAZY | RTLD_NOLOAD);
  return library ? reinterpret_cast<Function>(dlsym(library, name)) : nullptr;
}

/// The context of CUDA that a queue's streams belong to. A SYCL context of several devices has the
/// primary context of each.
ur_native_handle_t cudaContextOf(const QueueImpl &queue) {
  if (queue.context().devices().size() > 1) {
    ur_native_handle_t native{};
    check(urDeviceGetNativeHandle(queue.device().handle(), &native),
          "Asking for the native device of a queue");
    const int device = static_cast<int>(native);
    const auto retain = cudaFunction<int (*)(void **, int)>("cuDevicePrimaryCtxRetain");
    const auto release = cudaFunction<int (*)(int)>("cuDevicePrimaryCtxRelease_v2");
    void *primary = nullptr;
    if (retain && release && retain(&primary, device) == 0) {
      release(device); // the adapter has a reference, too
      return reinterpret_cast<ur_native_handle_t>(primary);
    }
  }
  ur_native_handle_t context{};
  check(urContextGetNativeHandle(queue.context().handle(), &context),
        "Asking for the native context of a queue");
  return context;
}

/// Makes the context of a queue of CUDA current for this thread. Does nothing for other backends.
class CurrentContext {
public:
  explicit CurrentContext(const QueueImpl &queue) {
    if (queue.device().platform().backend() != backend::cuda)
      return;
    const auto push = cudaFunction<int (*)(void *)>("cuCtxPushCurrent_v2");
    isPushed_ = push && push(reinterpret_cast<void *>(cudaContextOf(queue))) == 0;
  }
  CurrentContext(const CurrentContext &) = delete;
  CurrentContext &operator=(const CurrentContext &) = delete;
  ~CurrentContext() {
    void *popped = nullptr;
    if (isPushed_)
      cudaFunction<int (*)(void **)>("cuCtxPopCurrent_v2")(&popped);
  }

private:
  bool isPushed_ = false;
};

/// On CUDA, the stream of a queue waits for the end of a host task, so that the task could not wait
/// for what it gives to that stream. It gets a stream of its own.
class HostTaskInterop final : public Interop {
public:
  using Interop::Interop;

  NativeHandle nativeQueue() override {
    if (queue()->device().platform().backend() != backend::cuda)
      return Interop::nativeQueue();
    if (!own_.get())
      check(urQueueCreate(queue()->context().handle(), queue()->device().handle(), nullptr,
                          own_.out()),
            "Creating a queue for a host task");
    ur_native_handle_t native{};
    check(urQueueGetNativeHandle(own_.get(), nullptr, &native), "Asking for a native handle");
    return static_cast<NativeHandle>(native);
  }
  ur_result_t finish() const { return own_.get() ? urQueueFinish(own_.get()) : UR_RESULT_SUCCESS; }

private:
  ursa::client::QueueHandle own_;
};

} // namespace

NativeHandle Interop::nativeQueue() {
  return nativeHandle(Access::make<sycl::queue>(queue_), queue_->device().platform().backend());
}

void callInterop(const HostTask &function, std::shared_ptr<Interop> interop) {
  const CurrentContext current(*interop->queue());
  auto handle = Access::make<interop_handle>(std::move(interop));
  function(handle);
}

void callHostTask(const HostTask &function, const std::shared_ptr<QueueImpl> &queue) {
  const auto interop = std::make_shared<HostTaskInterop>(queue);
  try {
    callInterop(function, interop);
  } catch (...) {
    (void)interop->finish();
    throw;
  }
  check(interop->finish(), "Waiting for the commands of a host task");
}

} // namespace detail

backend interop_handle::get_backend() const noexcept {
  return impl_->queue()->device().platform().backend();
}

queue interop_handle::queueOf() const { return detail::Access::make<queue>(impl_->queue()); }

void interop_handle::check(backend wanted) const {
  if (wanted != get_backend())
    detail::fail(errc::invalid, "A command asks for an object of the backend " +
                                    std::string(detail::name(wanted)) + "; its queue is of " +
                                    std::string(detail::name(get_backend())) + ".");
}

detail::NativeHandle interop_handle::nativeQueue() const { return impl_->nativeQueue(); }

detail::NativeHandle interop_handle::nativeContext() const {
  if (get_backend() == backend::cuda)
    return static_cast<detail::NativeHandle>(detail::cudaContextOf(*impl_->queue()));
  return detail::nativeHandle(queueOf().get_context(), get_backend());
}

bool interop_handle::ext_codeplay_has_graph() const noexcept { return impl_->buffer() != nullptr; }

detail::NativeHandle interop_handle::nativeGraph() const {
  if (!impl_->buffer())
    detail::fail(errc::invalid, "A command that is not added to a graph asks for its graph.");
  ur_native_handle_t native{};
  detail::check(urCommandBufferGetNativeHandleExp(impl_->buffer(), &native),
                "Asking for the native handle of a graph");
  return static_cast<detail::NativeHandle>(native);
}

void interop_handle::checkMemory(const void *memory) const {
  if (!memory)
    detail::fail(errc::invalid, "A command asks for the memory of an accessor that its command "
                                "group does not use.");
}

detail::NativeHandle interop_handle::memoryObject(void *memory, size_t bytes) const {
  checkMemory(memory);
  const detail::QueueImpl &queue = *impl_->queue();
  return detail::nativeOf(detail::memoryObject(queue, memory, bytes), queue);
}

} // namespace sycl
} // namespace ursa_sycl
