#include "sycl/api/runtime.h"

#include "sycl/api/context_impl.h"
#include "sycl/api/error.h"
#include "sycl/api/host_task_scope.h"
#include "sycl/api/platform_impl.h"

#include "client/failure.h"

#include <cstdlib>
#include <map>
#include <new>

#include <unistd.h>

inline namespace ursa_sycl {
namespace sycl::detail {

namespace {

/// Ends the commands of all queues at the end of its thread. The end of main's comes before that of
/// static objects, which threads of drivers use.
struct EndOfMain {
  ~EndOfMain() {
    if (const std::shared_ptr<Runtime> runtime = of.lock(); runtime && !HostTaskScope::isActive())
      runtime->queues().finish();
  }
  std::weak_ptr<Runtime> of;
};

bool isMainThread() { return gettid() == getpid(); }

} // namespace

struct Runtime::Holder {
  std::shared_ptr<Runtime> runtime = std::make_shared<Runtime>();
  Holder() {
    if (!isMainThread())
      return;
    static thread_local EndOfMain end;
    end.of = runtime;
  }
  ~Holder() {
    if (HostTaskScope::isActive()) {
      // Drivers run commands until the process is gone, and static objects may still use them.
      (void)new (std::nothrow) std::shared_ptr<Runtime>(runtime);
      return;
    }
    runtime->queues().finish();
    for (const OpenAdapter &adapter : runtime->open_)
      for (const auto &platform : adapter.platforms)
        platform->releaseDefaultContext(); // it holds the run time
  }
};

const std::shared_ptr<Runtime> &Runtime::share() {
  static Holder holder;
  return holder.runtime;
}

void Runtime::finishQueuesAtExit() {
  // Handlers run in the reverse order: one after each driver that was opened.
  static std::mutex mutex;
  static size_t registered = 0;
  const size_t opened = get().openCount_;
  const std::lock_guard guard(mutex);
  if (opened <= registered)
    return;
  registered = opened;
  (void)std::atexit([] {
    if (!HostTaskScope::isActive())
      get().queues().finish();
  });
}

Runtime::Runtime() try : open_(adapters_.names().size()) {
} catch (const ursa::client::Failure &failure) {
  fail(errc::runtime, failure.what());
}

void Runtime::open(size_t adapter) {
  OpenAdapter &entry = open_[adapter];
  if (entry.isOpen)
    return;
  entry.devices = adapters_.open(adapter);
  entry.isOpen = true;
  ++openCount_;
  std::map<ur_platform_handle_t, PlatformImpl *> known;
  for (const ursa::client::Device &device : entry.devices) {
    PlatformImpl *&platform = known[device.platform];
    if (!platform) {
      entry.platforms.push_back(std::make_shared<PlatformImpl>(device));
      platform = entry.platforms.back().get();
    }
    platform->add(device);
  }
}

const std::vector<std::shared_ptr<PlatformImpl>> &Runtime::platformsOf(size_t adapter) {
  const std::lock_guard guard(mutex_);
  open(adapter);
  return open_[adapter].platforms;
}

const std::vector<std::shared_ptr<PlatformImpl>> &Runtime::platforms() {
  const std::lock_guard guard(mutex_);
  if (isComplete_)
    return platforms_;
  for (size_t i = 0; i < open_.size(); ++i)
    open(i);
  for (const OpenAdapter &each : open_)
    platforms_.insert(platforms_.end(), each.platforms.begin(), each.platforms.end());
  isComplete_ = true;
  return platforms_;
}

Runtime::~Runtime() { queues_.finish(); }

template <class Matches> std::shared_ptr<PlatformImpl> Runtime::findPlatform(Matches matches) {
  {
    const std::lock_guard guard(mutex_);
    for (const OpenAdapter &adapter : open_)
      for (const auto &platform : adapter.platforms)
        if (matches(*platform))
          return platform;
  }
  for (const auto &platform : platforms())
    if (matches(*platform))
      return platform;
  return nullptr;
}

std::shared_ptr<PlatformImpl> Runtime::find(ur_platform_handle_t handle) {
  return findPlatform([&](const PlatformImpl &platform) { return platform.handle() == handle; });
}

std::shared_ptr<DeviceImpl> Runtime::find(ur_device_handle_t rootDevice) {
  std::shared_ptr<DeviceImpl> found;
  findPlatform([&](const PlatformImpl &platform) {
    for (const auto &device : platform.devices())
      if (device->handle() == rootDevice)
        found = device;
    return found != nullptr;
  });
  return found;
}

ur_adapter_handle_t Runtime::adapter(backend wanted) {
  const auto platform =
      findPlatform([&](const PlatformImpl &each) { return each.backend() == wanted; });
  return platform ? platform->adapter() : nullptr;
}

std::string Runtime::explainNoDevice() {
  try {
    adapters_.explainNone();
  } catch (const ursa::client::Failure &failure) {
    return failure.what();
  }
  return "There is no device.";
}

} // namespace sycl::detail
} // namespace ursa_sycl
