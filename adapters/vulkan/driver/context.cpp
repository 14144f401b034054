#include "adapters/vulkan/driver/context.h"

#include "adapters/vulkan/driver/device.h"
#include "adapters/vulkan/driver/release.h"
#include "adapters/vulkan/driver/tables.h"
#include "adapters/vulkan/memory/usm_pool.h"
#include "support/last_error.h"

#include <span>

namespace ursa::vulkan {

Context::~Context() {
  if (defaultPool_)
    adapter::release(defaultPool_);
  deleters.run();
}

Result<void> Context::checkHas(ur_device_handle_t hDevice) const {
  if (hDevice != device)
    return makeError(UR_RESULT_ERROR_INVALID_DEVICE,
                     "The device is not the context's, which is '{}'.",
                     device->properties.deviceName);
  return {};
}

void Context::addUsm(const adapter::UsmAllocation &allocation,
                     std::shared_ptr<Suballocation> suballocation) {
  const std::lock_guard guard(mutex_);
  usm_.emplace(allocation.base, UsmMemory{allocation, std::move(suballocation)});
}

std::optional<Context::UsmMemory> Context::removeUsm(void *base) {
  const std::lock_guard guard(mutex_);
  const auto found = usm_.find(base);
  if (found == usm_.end() || found->second.isForeign)
    return std::nullopt;
  UsmMemory memory = std::move(found->second);
  usm_.erase(found);
  if (memory.allocation.pool && !adapter::tryRetain(memory.allocation.pool))
    memory.allocation.pool = nullptr;
  return memory;
}

bool Context::overlaps(const void *memory, size_t size) const {
  const auto next = usm_.lower_bound(static_cast<const char *>(memory) + size);
  if (next == usm_.begin())
    return false;
  const adapter::UsmAllocation &last = std::prev(next)->second.allocation;
  return static_cast<const char *>(last.base) + last.size > static_cast<const char *>(memory);
}

bool Context::overlapsUsm(const void *memory, size_t size) const {
  const std::lock_guard guard(mutex_);
  return overlaps(memory, size);
}

bool Context::addForeign(const adapter::UsmAllocation &range,
                         std::shared_ptr<Suballocation> suballocation) {
  const std::lock_guard guard(mutex_);
  if (overlaps(range.base, range.size))
    return false;
  usm_.emplace(range.base, UsmMemory{range, std::move(suballocation), true});
  return true;
}

std::shared_ptr<Suballocation> Context::removeForeign(void *base) {
  const std::lock_guard guard(mutex_);
  const auto found = usm_.find(base);
  if (found == usm_.end() || !found->second.isForeign)
    return nullptr;
  auto suballocation = std::move(found->second.suballocation);
  usm_.erase(found);
  return suballocation;
}

void Context::forgetPool(ur_usm_pool_handle_t pool) {
  const std::lock_guard guard(mutex_);
  for (auto &[base, memory] : usm_)
    if (memory.allocation.pool == pool)
      memory.allocation.pool = nullptr;
}

ur_usm_pool_handle_t Context::defaultPool() {
  const std::lock_guard guard(mutex_);
  if (!defaultPool_)
    defaultPool_ = new ur_usm_pool_handle_t_(static_cast<ur_context_handle_t>(this), 0, SIZE_MAX,
                                             /*isOwnedByContext=*/true);
  return defaultPool_;
}

std::optional<Context::UsmMemory> Context::findUsm(const void *address) const {
  const std::lock_guard guard(mutex_);
  const auto next = usm_.upper_bound(address);
  if (next == usm_.begin())
    return std::nullopt;
  const UsmMemory &candidate = std::prev(next)->second;
  if (static_cast<const char *>(address) >=
      static_cast<char *>(candidate.allocation.base) + candidate.allocation.size)
    return std::nullopt;
  return candidate;
}

ur_device_handle_t_ &deviceOf(const ur_context_handle_t_ &context) { return *context.device; }

namespace {

Result<ur_context_handle_t> makeContext(const std::vector<ur_device_handle_t> &devices) {
  if (devices.size() != 1)
    return makeError(UR_RESULT_ERROR_INVALID_DEVICE,
                     "A Vulkan context has exactly one device, of one platform; {} were given.",
                     devices.size());
  URSA_CHECK(openDevice(*devices.front()));
  return new ur_context_handle_t_(devices.front());
}

std::vector<ur_device_handle_t> devicesOf(const ur_context_handle_t_ &context) {
  return {context.device};
}
bool hasUsm2d(const ur_context_handle_t_ &) { return true; }

} // namespace

void fillContextTable(ur_dditable_t &table) {
  adapter::fillContextFunctions<ur_context_handle_t_, ur_device_handle_t_, makeContext, devicesOf,
                                hasUsm2d>(table);
  table.Context.pfnRelease = releaseWhenIdle<ur_context_handle_t_>;
}

} // namespace ursa::vulkan
