#include "sycl/api/runtime.h"

#include "sycl/api/context_impl.h"
#include "sycl/api/error.h"
#include "sycl/api/host_task_scope.h"
#include "sycl/api/platform_impl.h"

#include "client/failure.h"

#include <cstdlib>
#include <map>

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
      (void)new std::shared_ptr<Runtime>(runtime);
      return;
    }
    runtime->queues().finish();
    for (const auto &platform : runtime->platforms())
      platform->releaseDefaultContext(); // it holds the run time
  }
};

const std::shared_ptr<Runtime> &Runtime::share() {
  static Holder holder;
  return holder.runtime;
}

void Runtime::finishQueuesAtExit() {
  static const int registered = std::atexit([] {
    if (!HostTaskScope::isActive())
      get().queues().finish();
  });
  (void)registered;
}

Runtime::Runtime() try {
  std::map<ur_platform_handle_t, PlatformImpl *> known;
  for (const ursa::client::Device &device : devices_.all()) {
    PlatformImpl *&platform = known[device.platform];
    if (!platform) {
      platforms_.push_back(std::make_shared<PlatformImpl>(device));
      platform = platforms_.back().get();
    }
    platform->add(device);
  }
} catch (const ursa::client::Failure &failure) {
  fail(errc::runtime, failure.what());
}

Runtime::~Runtime() { queues_.finish(); }

std::shared_ptr<PlatformImpl> Runtime::find(ur_platform_handle_t handle) const {
  for (const auto &platform : platforms_)
    if (platform->handle() == handle)
      return platform;
  return nullptr;
}

std::shared_ptr<DeviceImpl> Runtime::find(ur_device_handle_t rootDevice) const {
  for (const auto &platform : platforms_)
    for (const auto &device : platform->devices())
      if (device->handle() == rootDevice)
        return device;
  return nullptr;
}

ur_adapter_handle_t Runtime::adapter(backend wanted) const {
  for (const auto &platform : platforms_)
    if (platform->backend() == wanted)
      return platform->adapter();
  return nullptr;
}

std::string Runtime::explainNoDevice() const {
  try {
    devices_.select("");
  } catch (const ursa::client::Failure &failure) {
    return failure.what();
  }
  return "There is no device.";
}

} // namespace sycl::detail
} // namespace ursa_sycl
