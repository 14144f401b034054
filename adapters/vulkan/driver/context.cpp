#include "adapters/vulkan/driver/context.h"

#include "adapters/vulkan/driver/device.h"
#include "adapters/vulkan/driver/release.h"
#include "adapters/vulkan/driver/tables.h"
#include "adapters/vulkan/memory/usm_pool.h"
#include "core/support/last_error.h"

#include <span>

ur_context_handle_t_::~ur_context_handle_t_() {
  if (defaultPool_)
    ursa::adapter::release(defaultPool_);
  deleters.run();
}

ursa::Result<void> ur_context_handle_t_::checkHas(ur_device_handle_t hDevice) const {
  if (hDevice != device)
    return ursa::makeError(UR_RESULT_ERROR_INVALID_DEVICE,
                           "The device is not the context's, which is '{}'.",
                           device->properties.deviceName);
  return {};
}

void ur_context_handle_t_::addUsm(const ursa::adapter::UsmAllocation &allocation,
                                  std::shared_ptr<ursa::vulkan::Suballocation> suballocation) {
  const std::lock_guard guard(mutex_);
  usm_.emplace(allocation.base, UsmMemory{allocation, std::move(suballocation)});
}

std::optional<ur_context_handle_t_::UsmMemory> ur_context_handle_t_::removeUsm(void *base) {
  const std::lock_guard guard(mutex_);
  const auto found = usm_.find(base);
  if (found == usm_.end() || found->second.isForeign)
    return std::nullopt;
  UsmMemory memory = std::move(found->second);
  usm_.erase(found);
  if (memory.allocation.pool && !ursa::adapter::tryRetain(memory.allocation.pool))
    memory.allocation.pool = nullptr;
  return memory;
}

bool ur_context_handle_t_::overlaps(const void *memory, size_t size) const {
  const auto next = usm_.lower_bound(static_cast<const char *>(memory) + size);
  if (next == usm_.begin())
    return false;
  const ursa::adapter::UsmAllocation &last = std::prev(next)->second.allocation;
  return static_cast<const char *>(last.base) + last.size > static_cast<const char *>(memory);
}

bool ur_context_handle_t_::overlapsUsm(const void *memory, size_t size) const {
  const std::lock_guard guard(mutex_);
  return overlaps(memory, size);
}

bool ur_context_handle_t_::addForeign(const ursa::adapter::UsmAllocation &range,
                                      std::shared_ptr<ursa::vulkan::Suballocation> suballocation) {
  const std::lock_guard guard(mutex_);
  if (overlaps(range.base, range.size))
    return false;
  usm_.emplace(range.base, UsmMemory{range, std::move(suballocation), true});
  return true;
}

std::shared_ptr<ursa::vulkan::Suballocation> ur_context_handle_t_::removeForeign(void *base) {
  const std::lock_guard guard(mutex_);
  const auto found = usm_.find(base);
  if (found == usm_.end() || !found->second.isForeign)
    return nullptr;
  auto suballocation = std::move(found->second.suballocation);
  usm_.erase(found);
  return suballocation;
}

void ur_context_handle_t_::forgetPool(ur_usm_pool_handle_t pool) {
  const std::lock_guard guard(mutex_);
  for (auto &[base, memory] : usm_)
    if (memory.allocation.pool == pool)
      memory.allocation.pool = nullptr;
}

ur_usm_pool_handle_t ur_context_handle_t_::defaultPool() {
  const std::lock_guard guard(mutex_);
  if (!defaultPool_)
    defaultPool_ = new ur_usm_pool_handle_t_(this, 0, SIZE_MAX, /*isOwnedByContext=*/true);
  return defaultPool_;
}

std::optional<ur_context_handle_t_::UsmMemory>
ur_context_handle_t_::findUsm(const void *address) const {
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

namespace ursa::vulkan {

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
