#include "adapters/host/driver/context.h"

#include "adapters/host/driver/device.h"
#include "adapters/host/memory/usm_pool.h"
#include "adapters/host/queue/event.h"
#include "adapters/host/queue/queue.h"
#include "support/last_error.h"

#include <algorithm>
#include <cstdlib>
#include <span>

namespace ursa::host {

Context::Context(std::vector<adapter::Ref<ur_device_handle_t_>> of) : devices(std::move(of)) {}

Context::~Context() {
  for (const auto &[base, allocation] : allocations_)
    freeMemory(*this, allocation.kind, allocation.base);
  if (defaultPool_)
    adapter::release(defaultPool_);
  deleters.run();
}

Result<void> Context::checkHas(ur_device_handle_t device) const {
  URSA_CHECK(checkDevice(device));
  const bool has = std::any_of(devices.begin(), devices.end(),
                               [device](const auto &own) { return device->isPartOf(own.get()); });
  if (!has)
    return makeError(UR_RESULT_ERROR_INVALID_DEVICE,
                     "The device, of {} compute units, is not one of the context's, nor a "
                     "part of one.",
                     device->units.size());
  return {};
}

void Context::addAllocation(const Allocation &allocation) {
  const std::lock_guard guard(mutex_);
  allocations_.emplace(allocation.base, allocation);
}

bool Context::beginFree(void *base) {
  const std::lock_guard guard(mutex_);
  const auto found = allocations_.find(base);
  if (found == allocations_.end() || found->second.isFreed)
    return false;
  return found->second.isFreed = true;
}

// Holds the lock because the destructor of a pool takes it: so the pool stays alive meanwhile.
void Context::endFree(void *base) {
  const std::lock_guard guard(mutex_);
  const auto node = allocations_.extract(base);
  const Allocation &allocation = node.mapped();
  if (allocation.pool)
    allocation.pool->returnMemory(allocation.kind, base);
  else
    freeMemory(*this, allocation.kind, base);
}

void Context::forgetPool(ur_usm_pool_handle_t pool) {
  const std::lock_guard guard(mutex_);
  for (auto &[base, allocation] : allocations_)
    if (allocation.pool == pool)
      allocation.pool = nullptr;
}

ur_usm_pool_handle_t Context::defaultPool() {
  const std::lock_guard guard(mutex_);
  if (!defaultPool_)
    defaultPool_ = new ur_usm_pool_handle_t_(static_cast<ur_context_handle_t>(this), 0, SIZE_MAX,
                                             /*isOwnedByContext=*/true);
  return defaultPool_;
}

const Context::Allocation *Context::findContaining(const Allocations &allocations,
                                                   const void *address) {
  const auto next = allocations.upper_bound(address);
  if (next == allocations.begin())
    return nullptr;
  const Allocation &candidate = std::prev(next)->second;
  const bool holds = !candidate.isFreed && static_cast<const char *>(address) <
                                               static_cast<char *>(candidate.base) + candidate.size;
  return holds ? &candidate : nullptr;
}

std::optional<Context::Allocation> Context::findAllocation(const void *address) const {
  const std::lock_guard guard(mutex_);
  for (const Allocations *known : {&allocations_, &registered_})
    if (const Allocation *holder = findContaining(*known, address))
      return *holder;
  return std::nullopt;
}

void Context::setDeviceOf(const void *base, ur_device_handle_t device) {
  if (device == devices.front().get())
    return;
  const std::lock_guard guard(mutex_);
  const auto found = allocations_.find(base);
  if (found == allocations_.end())
    return;
  if (std::none_of(parts_.begin(), parts_.end(),
                   [device](const auto &part) { return part.get() == device; }))
    parts_.emplace_back(device);
  found->second.device = device;
}

bool Context::addForeign(const Allocation &range) {
  const void *const last = static_cast<char *>(range.base) + range.size - 1;
  const std::lock_guard guard(mutex_);
  for (const Allocations *known : {&allocations_, &registered_}) {
    // An allocation overlaps if it begins at or before the last byte and ends after the first.
    const auto next = known->upper_bound(last);
    if (next == known->begin())
      continue;
    const Allocation &before = std::prev(next)->second;
    if (static_cast<char *>(before.base) + before.size > range.base)
      return false;
  }
  registered_.emplace(range.base, range);
  return true;
}

bool Context::removeForeign(const void *base, ur_usm_type_t type) {
  const std::lock_guard guard(mutex_);
  const auto found = registered_.find(base);
  if (found == registered_.end() || found->second.type != type)
    return false;
  registered_.erase(found);
  return true;
}

void Context::addQueue(ur_queue_handle_t queue) {
  const std::lock_guard guard(queuesMutex_);
  queues_.insert(queue);
}

void Context::removeQueue(ur_queue_handle_t queue) {
  const std::lock_guard guard(queuesMutex_);
  queues_.erase(queue);
}

CommandList Context::incompleteCommands() const {
  CommandList commands;
  const std::lock_guard guard(queuesMutex_);
  for (ur_queue_handle_t queue : queues_)
    queue->collectIncomplete(commands);
  return commands;
}

namespace {

Result<ur_context_handle_t> makeContext(const std::vector<ur_device_handle_t> &devices) {
  std::vector<adapter::Ref<ur_device_handle_t_>> held;
  held.reserve(devices.size());
  for (ur_device_handle_t device : devices)
    held.emplace_back(device);
  return new ur_context_handle_t_(std::move(held));
}

std::vector<ur_device_handle_t> devicesOf(const ur_context_handle_t_ &context) {
  std::vector<ur_device_handle_t> handles;
  for (const auto &device : context.devices)
    handles.push_back(device.get());
  return handles;
}
bool hasUsm2d(const ur_context_handle_t_ &) { return true; }

} // namespace

void fillContextTable(ur_dditable_t &table) {
  adapter::fillContextFunctions<ur_context_handle_t_, ur_device_handle_t_, makeContext, devicesOf,
                                hasUsm2d>(table);
}

} // namespace ursa::host
