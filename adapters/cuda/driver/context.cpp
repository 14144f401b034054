#include "adapters/cuda/driver/context.h"

#include "adapters/cuda/driver/device.h"
#include "adapters/cuda/driver/tables.h"
#include "adapters/cuda/memory/usm.h"
#include "adapters/cuda/memory/usm_pool.h"
#include "support/last_error.h"

#include <algorithm>

namespace ursa::cuda {

Context::Context(std::vector<NativeContext *> contexts) : natives(std::move(contexts)) {
  for (NativeContext *native : natives)
    ++native->users;
}

Context::~Context() {
  ur_context_handle_t_ &handle = static_cast<ur_context_handle_t_ &>(*this);
  allocations.forEach(
      [&](const auto &left) { freeNative(handle, left.type, left.device, left.native); });
  images.clear();
  if (defaultPool_)
    adapter::release(defaultPool_);
  foreign.clear(handle);
  addresses.releaseAll();
  deleters.run();
  for (NativeContext *native : natives)
    --native->users;
}

Result<void> Context::checkHas(ur_device_handle_t device) const {
  const auto isOf = [&](const NativeContext *native) { return &native->device == device; };
  if (std::any_of(natives.begin(), natives.end(), isOf))
    return {};
  return makeError(UR_RESULT_ERROR_INVALID_DEVICE,
                   "The device is none of the {} of the context, whose first is '{}'.",
                   natives.size(), first().device.name);
}

NativeContext &Context::of(ur_device_handle_t device) const {
  for (NativeContext *native : natives)
    if (&native->device == device)
      return *native;
  return first();
}

std::vector<ur_device_handle_t> Context::devices() const {
  std::vector<ur_device_handle_t> all;
  for (NativeContext *native : natives)
    all.push_back(&native->device);
  return all;
}

ur_usm_pool_handle_t Context::defaultPool() {
  const std::lock_guard guard(mutex_);
  if (!defaultPool_)
    defaultPool_ = new ur_usm_pool_handle_t_(static_cast<ur_context_handle_t>(this), 0, SIZE_MAX,
                                             /*isOwnedByContext=*/true);
  return defaultPool_;
}

namespace {

Result<ur_context_handle_t> makeContext(const std::vector<ur_device_handle_t> &devices) {
  std::vector<NativeContext *> natives;
  for (ur_device_handle_t device : devices) {
    URSA_TRY(NativeContext *const native, device->primary());
    URSA_CHECK(native->checkNotLost());
    natives.push_back(native);
  }
  return new ur_context_handle_t_(std::move(natives));
}

std::vector<ur_device_handle_t> devicesOf(const ur_context_handle_t_ &context) {
  return context.devices();
}
bool hasUsm2d(const ur_context_handle_t_ &) { return true; }

} // namespace

void fillContextTable(ur_dditable_t &table) {
  adapter::fillContextFunctions<ur_context_handle_t_, ur_device_handle_t_, makeContext, devicesOf,
                                hasUsm2d>(table);
}

} // namespace ursa::cuda
