#include "adapters/host/context.h"

#include "adapters/common/info.h"
#include "adapters/host/adapter.h"
#include "adapters/host/device.h"
#include "adapters/host/event.h"
#include "adapters/host/queue.h"
#include "adapters/host/usm_pool.h"
#include "core/support/last_error.h"

#include <cstdlib>

ur_context_handle_t_::~ur_context_handle_t_() {
  for (const auto &[base, allocation] : allocations_)
    std::free(allocation.base);
  if (defaultPool_)
    ursa::adapter::release(defaultPool_);
  for (auto deleter = deleters_.rbegin(); deleter != deleters_.rend(); ++deleter)
    deleter->function(deleter->userData);
}

void ur_context_handle_t_::addAllocation(const Allocation &allocation) {
  const std::lock_guard guard(mutex_);
  allocations_.emplace(allocation.base, allocation);
}

bool ur_context_handle_t_::beginFree(void *base) {
  const std::lock_guard guard(mutex_);
  const auto found = allocations_.find(base);
  if (found == allocations_.end() || found->second.isFreed)
    return false;
  return found->second.isFreed = true;
}

// Under the lock, so that the pool cannot end meanwhile: it takes the lock when it does.
void ur_context_handle_t_::endFree(void *base) {
  const std::lock_guard guard(mutex_);
  const auto node = allocations_.extract(base);
  const Allocation &allocation = node.mapped();
  if (allocation.pool)
    allocation.pool->giveBack(base, allocation.reserved, allocation.alignment);
  else
    std::free(base);
}

void ur_context_handle_t_::forgetPool(ur_usm_pool_handle_t pool) {
  const std::lock_guard guard(mutex_);
  for (auto &[base, allocation] : allocations_)
    if (allocation.pool == pool)
      allocation.pool = nullptr;
}

ur_usm_pool_handle_t ur_context_handle_t_::defaultPool() {
  const std::lock_guard guard(mutex_);
  if (!defaultPool_)
    defaultPool_ = new ur_usm_pool_handle_t_(this, 0, SIZE_MAX, /*ownedByContext=*/true);
  return defaultPool_;
}

std::optional<ur_context_handle_t_::Allocation>
ur_context_handle_t_::findAllocation(const void *address) const {
  const std::lock_guard guard(mutex_);
  auto next = allocations_.upper_bound(address);
  if (next == allocations_.begin())
    return std::nullopt;
  const Allocation &candidate = std::prev(next)->second;
  if (candidate.isFreed ||
      static_cast<const char *>(address) >= static_cast<char *>(candidate.base) + candidate.size)
    return std::nullopt;
  return candidate;
}

void ur_context_handle_t_::addDeleter(ur_context_extended_deleter_t function, void *userData) {
  const std::lock_guard guard(mutex_);
  deleters_.push_back({function, userData});
}

void ur_context_handle_t_::addQueue(ur_queue_handle_t queue) {
  const std::lock_guard guard(queuesMutex_);
  queues_.insert(queue);
}

void ur_context_handle_t_::removeQueue(ur_queue_handle_t queue) {
  const std::lock_guard guard(queuesMutex_);
  queues_.erase(queue);
}

std::vector<ursa::adapter::Ref<ur_event_handle_t_>>
ur_context_handle_t_::incompleteCommands() const {
  std::vector<ursa::adapter::Ref<ur_event_handle_t_>> commands;
  const std::lock_guard guard(queuesMutex_);
  for (ur_queue_handle_t queue : queues_)
    queue->collectIncomplete(commands);
  return commands;
}

namespace ursa::host {
namespace {

ur_result_t create(uint32_t DeviceCount, const ur_device_handle_t *phDevices,
                   const ur_context_properties_t *pProperties, ur_context_handle_t *phContext) {
  return atBoundary([&]() -> Result<void> {
    URSA_POINTER(phDevices);
    URSA_POINTER(phContext);
    if (DeviceCount != 1)
      return makeError(UR_RESULT_ERROR_INVALID_SIZE,
                       "A context of this platform has 1 device; {} were given.", DeviceCount);
    URSA_CHECK(adapter::checkHandle(phDevices[0], "phDevices[0]"));
    URSA_CHECK(checkDevice(phDevices[0]));
    if (pProperties && (pProperties->flags & UR_CONTEXT_FLAGS_MASK))
      return makeError(UR_RESULT_ERROR_INVALID_ENUMERATION,
                       "The context flags {:#x} are not defined.", pProperties->flags);
    *phContext = new ur_context_handle_t_;
    return {};
  });
}

ur_result_t retainContext(ur_context_handle_t hContext) {
  return atBoundary([&]() -> Result<void> {
    URSA_HANDLE(hContext);
    adapter::retain(hContext);
    return {};
  });
}

ur_result_t releaseContext(ur_context_handle_t hContext) {
  return atBoundary([&]() -> Result<void> {
    URSA_HANDLE(hContext);
    adapter::release(hContext);
    return {};
  });
}

ur_result_t getInfo(ur_context_handle_t hContext, ur_context_info_t propName, size_t propSize,
                    void *pPropValue, size_t *pPropSizeRet) {
  return atBoundary([&]() -> Result<void> {
    URSA_HANDLE(hContext);
    const adapter::InfoWriter writer(propSize, pPropValue, pPropSizeRet);
    switch (propName) {
    case UR_CONTEXT_INFO_NUM_DEVICES:
      return writer.value<uint32_t>(1);
    case UR_CONTEXT_INFO_DEVICES:
      return writer.value(device());
    case UR_CONTEXT_INFO_REFERENCE_COUNT:
      return writer.value(hContext->references.load());
    case UR_CONTEXT_INFO_USM_MEMCPY2D_SUPPORT:
    case UR_CONTEXT_INFO_USM_FILL2D_SUPPORT:
      return writer.value<ur_bool_t>(true);
    default:
      return adapter::InfoWriter::unknown("urContextGetInfo", propName);
    }
  });
}

ur_result_t setExtendedDeleter(ur_context_handle_t hContext,
                               ur_context_extended_deleter_t pfnDeleter, void *pUserData) {
  return atBoundary([&]() -> Result<void> {
    URSA_HANDLE(hContext);
    URSA_POINTER(reinterpret_cast<const void *>(pfnDeleter));
    hContext->addDeleter(pfnDeleter, pUserData);
    return {};
  });
}

} // namespace

void fillContextTable(ur_dditable_t &table) {
  table.Context.pfnCreate = create;
  table.Context.pfnRetain = retainContext;
  table.Context.pfnRelease = releaseContext;
  table.Context.pfnGetInfo = getInfo;
  table.Context.pfnSetExtendedDeleter = setExtendedDeleter;
}

} // namespace ursa::host
