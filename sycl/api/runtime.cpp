#include "sycl/api/runtime.h"

#include "sycl/api/context_impl.h"
#include "sycl/api/error.h"
#include "sycl/api/platform_impl.h"

#include "client/failure.h"

#include <algorithm>
#include <iterator>
#include <map>

namespace sycl::detail {

struct Runtime::Holder {
  std::shared_ptr<Runtime> runtime = std::make_shared<Runtime>();
  ~Holder() {
    runtime->waitForRetired();
    for (const auto &platform : runtime->platforms())
      platform->releaseDefaultContext(); // it holds the run time
  }
};

const std::shared_ptr<Runtime> &Runtime::share() {
  static Holder holder;
  return holder.runtime;
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

Runtime::~Runtime() { waitForRetired(); }

namespace {

bool isEmpty(const ursa::client::QueueHandle &queue) {
  ur_bool_t isEmpty = false;
  return urQueueGetInfo(queue.get(), UR_QUEUE_INFO_EMPTY, sizeof(isEmpty), &isEmpty, nullptr) ==
             UR_RESULT_SUCCESS &&
         isEmpty;
}

} // namespace

void Runtime::retire(ursa::client::QueueHandle queue) {
  std::vector<ursa::client::QueueHandle> done; // released without the lock
  const bool isDone = isEmpty(queue);
  const std::lock_guard lock(mutex_);
  const auto firstDone = std::partition(retired_.begin(), retired_.end(),
                                        [](const auto &each) { return !isEmpty(each); });
  std::move(firstDone, retired_.end(), std::back_inserter(done));
  retired_.erase(firstDone, retired_.end());
  if (!isDone)
    retired_.push_back(std::move(queue));
}

void Runtime::waitForRetired() {
  std::vector<ursa::client::QueueHandle> all;
  {
    const std::lock_guard lock(mutex_);
    all.swap(retired_);
  }
  for (const ursa::client::QueueHandle &each : all)
    (void)urQueueFinish(each.get());
}

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
