#include "adapters/host/usm_pool.h"

#include "adapters/common/info.h"
#include "adapters/common/references.h"
#include "adapters/host/adapter.h"
#include "adapters/host/context.h"
#include "adapters/host/device.h"
#include "adapters/host/topology.h"
#include "compiler/targets/host/jit/host_jit.h"
#include "core/support/last_error.h"

#include <cstdlib>
#include <cstring>

ur_usm_pool_handle_t_::ur_usm_pool_handle_t_(ur_context_handle_t hContext,
                                             ur_usm_pool_flags_t poolFlags, size_t largestPooled,
                                             bool ownedByContext)
    : context(hContext), flags(poolFlags), largestPooled_(largestPooled),
      ownedByContext_(ownedByContext) {
  if (!ownedByContext_)
    ursa::adapter::retain(context);
}

ur_usm_pool_handle_t_::~ur_usm_pool_handle_t_() {
  if (!ownedByContext_)
    context->forgetPool(this); // from here on nothing is given back
  for (const auto &[size, memory] : idle_)
    std::free(memory);
  if (!ownedByContext_)
    ursa::adapter::release(context);
}

void *ur_usm_pool_handle_t_::take(size_t size, size_t alignment) {
  void *memory = nullptr;
  {
    const std::lock_guard guard(mutex_);
    if (const auto found = idle_.find(size);
        found != idle_.end() && alignment <= ursa::jit::kMemoryAlignment) {
      memory = found->second;
      idle_.erase(found);
      usage_.reserved -= size;
    }
  }
  if (!memory)
    memory = std::aligned_alloc(alignment, size);
  if (!memory)
    return nullptr;
  if (flags & UR_USM_POOL_FLAG_ZERO_INITIALIZE_BLOCK)
    std::memset(memory, 0, size);
  const std::lock_guard guard(mutex_);
  usage_.reservedHigh = std::max(usage_.reservedHigh, usage_.reserved += size);
  usage_.usedHigh = std::max(usage_.usedHigh, usage_.used += size);
  return memory;
}

void ur_usm_pool_handle_t_::giveBack(void *memory, size_t size, size_t alignment) {
  const std::lock_guard guard(mutex_);
  usage_.used -= size;
  if (size <= largestPooled_ && alignment <= ursa::jit::kMemoryAlignment &&
      usage_.reserved <= usage_.threshold) {
    idle_.emplace(size, memory);
    return;
  }
  usage_.reserved -= size;
  std::free(memory);
}

void ur_usm_pool_handle_t_::trim(size_t bytesToKeep) {
  const std::lock_guard guard(mutex_);
  while (!idle_.empty() && usage_.reserved > bytesToKeep) {
    const auto largest = std::prev(idle_.end());
    usage_.reserved -= largest->first;
    std::free(largest->second);
    idle_.erase(largest);
  }
}

ur_usm_pool_handle_t_::Usage ur_usm_pool_handle_t_::usage() const {
  const std::lock_guard guard(mutex_);
  return usage_;
}

void ur_usm_pool_handle_t_::setThreshold(size_t bytes) {
  const std::lock_guard guard(mutex_);
  usage_.threshold = bytes;
}

void ur_usm_pool_handle_t_::resetReservedHigh() {
  const std::lock_guard guard(mutex_);
  usage_.reservedHigh = usage_.reserved;
}

void ur_usm_pool_handle_t_::resetUsedHigh() {
  const std::lock_guard guard(mutex_);
  usage_.usedHigh = usage_.used;
}

namespace ursa::host {
namespace {

using adapter::InfoWriter;

Result<ur_usm_pool_handle_t> makePool(ur_context_handle_t hContext,
                                      const ur_usm_pool_desc_t *pPoolDesc) {
  if (pPoolDesc->flags & UR_USM_POOL_FLAGS_MASK)
    return makeError(UR_RESULT_ERROR_INVALID_ENUMERATION, "The pool flags {:#x} are not defined.",
                     pPoolDesc->flags);
  size_t largestPooled = SIZE_MAX;
  for (auto *next = static_cast<const ur_base_desc_t *>(pPoolDesc->pNext); next;
       next = static_cast<const ur_base_desc_t *>(next->pNext))
    if (next->stype == UR_STRUCTURE_TYPE_USM_POOL_LIMITS_DESC)
      largestPooled = reinterpret_cast<const ur_usm_pool_limits_desc_t *>(next)->maxPoolableSize;
  return new ur_usm_pool_handle_t_(hContext, pPoolDesc->flags, largestPooled, false);
}

ur_result_t create(ur_context_handle_t hContext, ur_usm_pool_desc_t *pPoolDesc,
                   ur_usm_pool_handle_t *ppPool) {
  return atBoundary([&]() -> Result<void> {
    URSA_HANDLE(hContext);
    URSA_POINTER(pPoolDesc);
    URSA_POINTER(ppPool);
    URSA_TRY(*ppPool, makePool(hContext, pPoolDesc));
    return {};
  });
}

Result<void> answer(ur_usm_pool_handle_t hPool, ur_usm_pool_info_t propName,
                    const InfoWriter &writer) {
  const auto usage = hPool->usage();
  switch (propName) {
  case UR_USM_POOL_INFO_REFERENCE_COUNT:
    return writer.value(hPool->references.load());
  case UR_USM_POOL_INFO_CONTEXT:
    return writer.value(hPool->context);
  case UR_USM_POOL_INFO_RELEASE_THRESHOLD_EXP:
    return writer.value(usage.threshold);
  case UR_USM_POOL_INFO_MAXIMUM_SIZE_EXP:
    return writer.value<size_t>(topology().memoryBytes);
  case UR_USM_POOL_INFO_RESERVED_CURRENT_EXP:
    return writer.value(usage.reserved);
  case UR_USM_POOL_INFO_RESERVED_HIGH_EXP:
    return writer.value(usage.reservedHigh);
  case UR_USM_POOL_INFO_USED_CURRENT_EXP:
    return writer.value(usage.used);
  case UR_USM_POOL_INFO_USED_HIGH_EXP:
    return writer.value(usage.usedHigh);
  default:
    return InfoWriter::unknown("urUSMPoolGetInfo", propName);
  }
}

ur_result_t getInfo(ur_usm_pool_handle_t hPool, ur_usm_pool_info_t propName, size_t propSize,
                    void *pPropValue, size_t *pPropSizeRet) {
  return atBoundary([&]() -> Result<void> {
    URSA_HANDLE(hPool);
    return answer(hPool, propName, InfoWriter(propSize, pPropValue, pPropSizeRet));
  });
}

// No answer is longer than a number.
ur_result_t getInfoExp(ur_usm_pool_handle_t hPool, ur_usm_pool_info_t propName, void *pPropValue,
                       size_t *pPropSizeRet) {
  return atBoundary([&]() -> Result<void> {
    URSA_HANDLE(hPool);
    return answer(hPool, propName,
                  InfoWriter(pPropValue ? sizeof(size_t) : 0, pPropValue, pPropSizeRet));
  });
}

ur_result_t setInfoExp(ur_usm_pool_handle_t hPool, ur_usm_pool_info_t propName, void *pPropValue,
                       size_t propSize) {
  return atBoundary([&]() -> Result<void> {
    URSA_HANDLE(hPool);
    URSA_POINTER(pPropValue);
    if (propSize != sizeof(size_t))
      return makeError(UR_RESULT_ERROR_INVALID_SIZE,
                       "A setting of a pool has {} bytes; {} were given.", sizeof(size_t),
                       propSize);
    size_t value = 0;
    std::memcpy(&value, pPropValue, sizeof(value));
    switch (propName) {
    case UR_USM_POOL_INFO_RELEASE_THRESHOLD_EXP:
      hPool->setThreshold(value);
      return {};
    case UR_USM_POOL_INFO_RESERVED_HIGH_EXP:
    case UR_USM_POOL_INFO_USED_HIGH_EXP:
      if (value != 0)
        return makeError(UR_RESULT_ERROR_INVALID_VALUE,
                         "A high-water mark can be set to 0 only; {} was given.", value);
      propName == UR_USM_POOL_INFO_USED_HIGH_EXP ? hPool->resetUsedHigh()
                                                 : hPool->resetReservedHigh();
      return {};
    case UR_USM_POOL_INFO_REFERENCE_COUNT:
    case UR_USM_POOL_INFO_CONTEXT:
    case UR_USM_POOL_INFO_MAXIMUM_SIZE_EXP:
    case UR_USM_POOL_INFO_RESERVED_CURRENT_EXP:
    case UR_USM_POOL_INFO_USED_CURRENT_EXP:
      return InfoWriter::unsupported("urUSMPoolSetInfoExp", propName);
    default:
      return InfoWriter::unknown("urUSMPoolSetInfoExp", propName);
    }
  });
}

// The functions below begin with these two.
Result<void> checkPlace(ur_context_handle_t hContext, ur_device_handle_t hDevice) {
  URSA_HANDLE(hContext);
  URSA_HANDLE(hDevice);
  return checkDevice(hDevice);
}

ur_result_t createExp(ur_context_handle_t hContext, ur_device_handle_t hDevice,
                      ur_usm_pool_desc_t *pPoolDesc, ur_usm_pool_handle_t *pPool) {
  return atBoundary([&]() -> Result<void> {
    URSA_CHECK(checkPlace(hContext, hDevice));
    URSA_POINTER(pPoolDesc);
    URSA_POINTER(pPool);
    URSA_TRY(*pPool, makePool(hContext, pPoolDesc));
    return {};
  });
}

ur_result_t destroyExp(ur_context_handle_t hContext, ur_device_handle_t hDevice,
                       ur_usm_pool_handle_t hPool) {
  return atBoundary([&]() -> Result<void> {
    URSA_CHECK(checkPlace(hContext, hDevice));
    URSA_HANDLE(hPool);
    adapter::release(hPool);
    return {};
  });
}

ur_result_t getDefaultDevicePool(ur_context_handle_t hContext, ur_device_handle_t hDevice,
                                 ur_usm_pool_handle_t *pPool) {
  return atBoundary([&]() -> Result<void> {
    URSA_CHECK(checkPlace(hContext, hDevice));
    URSA_POINTER(pPool);
    *pPool = hContext->defaultPool();
    return {};
  });
}

ur_result_t trimTo(ur_context_handle_t hContext, ur_device_handle_t hDevice,
                   ur_usm_pool_handle_t hPool, size_t minBytesToKeep) {
  return atBoundary([&]() -> Result<void> {
    URSA_CHECK(checkPlace(hContext, hDevice));
    URSA_HANDLE(hPool);
    hPool->trim(minBytesToKeep);
    return {};
  });
}

} // namespace

void fillUsmPoolTable(ur_dditable_t &table) {
  table.USM.pfnPoolCreate = create;
  table.USM.pfnPoolRetain = adapter::retainHandle<ur_usm_pool_handle_t_>;
  table.USM.pfnPoolRelease = adapter::releaseHandle<ur_usm_pool_handle_t_>;
  table.USM.pfnPoolGetInfo = getInfo;
  table.USMExp.pfnPoolCreateExp = createExp;
  table.USMExp.pfnPoolDestroyExp = destroyExp;
  table.USMExp.pfnPoolGetDefaultDevicePoolExp = getDefaultDevicePool;
  table.USMExp.pfnPoolGetInfoExp = getInfoExp;
  table.USMExp.pfnPoolSetInfoExp = setInfoExp;
  table.USMExp.pfnPoolTrimToExp = trimTo;
}

} // namespace ursa::host
