// Pools of USM allocations. A pool retains freed memory for allocations of the same kind and size.
// An adapter adds the functions that allocate and free the memory.
#pragma once

#include "adapters/common/concepts.h"
#include "adapters/common/handle.h"
#include "adapters/common/info.h"
#include "adapters/common/references.h"
#include "adapters/common/usm_allocations.h"
#include "adapters/common/usm_functions.h"
#include "support/last_error.h"

#include <algorithm>
#include <cstring>
#include <map>
#include <memory>
#include <mutex>
#include <tuple>

namespace ursa::adapter {

/// The properties of memory. A pool reuses idle memory only for the same kind.
struct PooledKind {
  ur_usm_type_t type = UR_USM_TYPE_UNKNOWN;
  ur_device_handle_t device = nullptr;
  size_t size = 0; ///< a multiple of the alignment
  size_t alignment = 0;

  friend bool operator<(const PooledKind &a, const PooledKind &b) { // by size first
    return std::tie(a.size, a.alignment, a.type, a.device) <
           std::tie(b.size, b.alignment, b.type, b.device);
  }
};

struct PoolUsage {
  size_t reserved = 0; ///< bytes in use or idle
  size_t reservedHigh = 0;
  size_t used = 0;
  size_t usedHigh = 0;
  size_t threshold = SIZE_MAX; ///< freed memory is not retained while more than this is reserved
};

/// Memory is what a pool retains: a pointer, or an owner of memory. zero sets memory to zeros.
/// largestPool returns bytes. Pool is an UsmPool of these traits. A context has a default pool, and
/// its forgetPool detaches the allocations of a pool, which become ordinary ones.
template <class Traits>
concept UsmPoolTraits = HasHandleTypes<Traits> &&
    requires(const typename Traits::Context &context, ur_device_handle_t device,
             typename Traits::Pool &pool, const PooledKind &kind,
             const typename Traits::Memory &memory) {
  { Traits::checkDeviceInContext(context, device) } -> ResultOfNothing;
  { Traits::largestPool(pool) } -> std::convertible_to<size_t>;
  { Traits::allocate(pool, kind) } -> ResultOf<typename Traits::Memory>;
  { Traits::zero(pool, kind, memory) } -> ResultOfNothing;
  Traits::free(pool, kind, memory);
};

/// The base of an adapter's ur_usm_pool_handle_t_. Thread safe.
template <UsmPoolTraits Adapter> struct UsmPool : HandleBase {
  using Pool = std::remove_pointer_t<ur_usm_pool_handle_t>;
  using Memory = typename Adapter::Memory;

  /// @param isOwnedByContext true for a context's default pool, which lives as long as the context
  ///                         and holds no reference to it
  UsmPool(typename Adapter::Context *hContext, ur_usm_pool_flags_t poolFlags, size_t largestPooled,
          bool isOwnedByContext)
      : context(hContext), flags(poolFlags), largestPooled_(largestPooled),
        isOwnedByContext_(isOwnedByContext) {
    if (!isOwnedByContext_)
      retain(context);
  }
  /// Allocations that are still in use become ordinary allocations of the context.
  ~UsmPool() {
    if (!isOwnedByContext_)
      context->forgetPool(&self()); // from here on no memory returns to the pool
    for (const auto &[kind, memory] : idle_)
      Adapter::free(self(), kind, memory);
    if (!isOwnedByContext_)
      release(context);
  }

  /// Returns memory of exactly that kind, which may have been used before.
  Result<Memory> take(const PooledKind &kind) {
    Memory memory = nullptr;
    {
      const std::lock_guard guard(mutex_);
      if (const auto found = idle_.find(kind); found != idle_.end()) {
        memory = std::move(found->second);
        idle_.erase(found);
        usage_.reserved -= kind.size;
      }
    }
    if (!memory) {
      URSA_TRY(memory, Adapter::allocate(self(), kind));
    }
    if (flags & UR_USM_POOL_FLAG_ZERO_INITIALIZE_BLOCK)
      if (const auto zeroed = Adapter::zero(self(), kind, memory); !zeroed) {
        Adapter::free(self(), kind, memory);
        return zeroed.error();
      }
    const std::lock_guard guard(mutex_);
    usage_.reservedHigh = std::max(usage_.reservedHigh, usage_.reserved += kind.size);
    usage_.usedHigh = std::max(usage_.usedHigh, usage_.used += kind.size);
    return memory;
  }

  void returnMemory(const PooledKind &kind, Memory memory) {
    {
      const std::lock_guard guard(mutex_);
      usage_.used -= kind.size;
      if (kind.size <= largestPooled_ && usage_.reserved <= usage_.threshold) {
        idle_.emplace(kind, std::move(memory));
        return;
      }
      usage_.reserved -= kind.size;
    }
    Adapter::free(self(), kind, memory);
  }

  /// Frees idle memory, the largest first, until at most that many bytes are reserved.
  void trim(size_t bytesToKeep) {
    const std::lock_guard guard(mutex_);
    while (!idle_.empty() && usage_.reserved > bytesToKeep) {
      const auto largest = std::prev(idle_.end());
      usage_.reserved -= largest->first.size;
      Adapter::free(self(), largest->first, largest->second);
      idle_.erase(largest);
    }
  }

  PoolUsage usage() const {
    const std::lock_guard guard(mutex_);
    return usage_;
  }
  void setThreshold(size_t bytes) {
    const std::lock_guard guard(mutex_);
    usage_.threshold = bytes;
  }
  /// Resets a high-water mark to the current value.
  void resetHigh(bool ofUse) {
    const std::lock_guard guard(mutex_);
    (ofUse ? usage_.usedHigh : usage_.reservedHigh) = ofUse ? usage_.used : usage_.reserved;
  }

  typename Adapter::Context *const context;
  const ur_usm_pool_flags_t flags;

private:
  Pool &self() { return static_cast<typename Adapter::Pool &>(*this); }

  const size_t largestPooled_;
  const bool isOwnedByContext_;
  mutable std::mutex mutex_; ///< guards idle_ and usage_
  std::multimap<PooledKind, Memory> idle_;
  PoolUsage usage_;
};

/// How an adapter gets memory for a request from its driver.
struct DriversAlignment {
  bool isExceeded = false; ///< the driver does not align memory as requested
  size_t step = 1;         ///< the size of memory in pools is a multiple of it
  size_t ofPooled = 0;     ///< the alignment of memory in pools
};

/// Allocates memory, from the request's pool if it has one, and adds it to the allocations. Where
/// the alignment exceeds the driver's, allocates more and aligns within the allocation.
/// @param allocate gets the size in bytes
template <class Pool, Callable<Result<void *>(size_t)> Allocate>
Result<void *> allocateAligned(UsmAllocations &allocations, const UsmRequest &request,
                               const DriversAlignment &drivers, const Allocate &allocate) {
  size_t size = request.size + (drivers.isExceeded ? request.alignment : 0);
  const PooledKind kind{request.type, request.device,
                        (size + drivers.step - 1) / drivers.step * drivers.step, drivers.ofPooled};
  void *memory = nullptr;
  if (Pool *const pool = request.pool) {
    URSA_TRY(memory, pool->take(kind));
  } else {
    URSA_TRY(memory, allocate(size));
  }
  void *base = memory;
  if (drivers.isExceeded)
    std::align(request.alignment, request.size, base, size);
  allocations.add({base, request.size, request.type, request.device, memory, request.pool,
                   kind.size, kind.alignment});
  return base;
}

/// The entry points of pools.
template <UsmPoolTraits Adapter> class UsmPoolFunctions {
public:
  using Pool = typename Adapter::Pool;

  static ur_result_t create(ur_context_handle_t hContext, ur_usm_pool_desc_t *pPoolDesc,
                            ur_usm_pool_handle_t *ppPool) {
    return atBoundary([&]() -> Result<void> {
      URSA_HANDLE(hContext);
      URSA_POINTER(pPoolDesc);
      URSA_POINTER(ppPool);
      URSA_TRY(*ppPool, makePool(hContext, pPoolDesc));
      return {};
    });
  }

  static ur_result_t getInfo(ur_usm_pool_handle_t hPool, ur_usm_pool_info_t propName,
                             size_t propSize, void *pPropValue, size_t *pPropSizeRet) {
    return atBoundary([&]() -> Result<void> {
      URSA_HANDLE(hPool);
      return answer(hPool, propName, InfoWriter(propSize, pPropValue, pPropSizeRet));
    });
  }

  // Every answer is a number, so none is longer than size_t.
  static ur_result_t getInfoExp(ur_usm_pool_handle_t hPool, ur_usm_pool_info_t propName,
                                void *pPropValue, size_t *pPropSizeRet) {
    return atBoundary([&]() -> Result<void> {
      URSA_HANDLE(hPool);
      return answer(hPool, propName,
                    InfoWriter(pPropValue ? sizeof(size_t) : 0, pPropValue, pPropSizeRet));
    });
  }

  static ur_result_t setInfoExp(ur_usm_pool_handle_t hPool, ur_usm_pool_info_t propName,
                                void *pPropValue, size_t propSize) {
    return atBoundary([&]() -> Result<void> {
      URSA_HANDLE(hPool);
      URSA_POINTER(pPropValue);
      if (propSize != sizeof(size_t))
        return makeError(UR_RESULT_ERROR_INVALID_SIZE,
                         "The value of a pool property has {} bytes; {} were given.",
                         sizeof(size_t), propSize);
      size_t value = 0;
      std::memcpy(&value, pPropValue, sizeof(value));
      Pool &pool = *hPool;
      switch (propName) {
      case UR_USM_POOL_INFO_RELEASE_THRESHOLD_EXP:
        pool.setThreshold(value);
        return {};
      case UR_USM_POOL_INFO_RESERVED_HIGH_EXP:
      case UR_USM_POOL_INFO_USED_HIGH_EXP:
        if (value != 0)
          return makeError(UR_RESULT_ERROR_INVALID_VALUE,
                           "A high-water mark can be set to 0 only; {} was given.", value);
        pool.resetHigh(propName == UR_USM_POOL_INFO_USED_HIGH_EXP);
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

  static ur_result_t createExp(ur_context_handle_t hContext, ur_device_handle_t hDevice,
                               ur_usm_pool_desc_t *pPoolDesc, ur_usm_pool_handle_t *pPool) {
    return atBoundary([&]() -> Result<void> {
      URSA_CHECK(checkDeviceInContext(hContext, hDevice));
      URSA_POINTER(pPoolDesc);
      URSA_POINTER(pPool);
      URSA_TRY(*pPool, makePool(hContext, pPoolDesc));
      return {};
    });
  }

  static ur_result_t destroyExp(ur_context_handle_t hContext, ur_device_handle_t hDevice,
                                ur_usm_pool_handle_t hPool) {
    return atBoundary([&]() -> Result<void> {
      URSA_CHECK(checkDeviceInContext(hContext, hDevice));
      URSA_HANDLE(hPool);
      release(static_cast<Pool *>(hPool));
      return {};
    });
  }

  static ur_result_t getDefaultDevicePool(ur_context_handle_t hContext, ur_device_handle_t hDevice,
                                          ur_usm_pool_handle_t *pPool) {
    return atBoundary([&]() -> Result<void> {
      URSA_CHECK(checkDeviceInContext(hContext, hDevice));
      URSA_POINTER(pPool);
      typename Adapter::Context &context = *hContext;
      *pPool = context.defaultPool();
      return {};
    });
  }

  static ur_result_t trimTo(ur_context_handle_t hContext, ur_device_handle_t hDevice,
                            ur_usm_pool_handle_t hPool, size_t minBytesToKeep) {
    return atBoundary([&]() -> Result<void> {
      URSA_CHECK(checkDeviceInContext(hContext, hDevice));
      URSA_HANDLE(hPool);
      static_cast<Pool *>(hPool)->trim(minBytesToKeep);
      return {};
    });
  }

private:
  static Result<void> checkDeviceInContext(ur_context_handle_t hContext,
                                           ur_device_handle_t hDevice) {
    URSA_HANDLE(hContext);
    URSA_HANDLE(hDevice);
    return Adapter::checkDeviceInContext(*hContext, hDevice);
  }

  static Result<Pool *> makePool(ur_context_handle_t hContext,
                                 const ur_usm_pool_desc_t *pPoolDesc) {
    if (pPoolDesc->flags & UR_USM_POOL_FLAGS_MASK)
      return makeError(UR_RESULT_ERROR_INVALID_ENUMERATION, "The pool flags {:#x} are not defined.",
                       pPoolDesc->flags);
    size_t largestPooled = SIZE_MAX;
    for (auto *next = static_cast<const ur_base_desc_t *>(pPoolDesc->pNext); next;
         next = static_cast<const ur_base_desc_t *>(next->pNext))
      if (next->stype == UR_STRUCTURE_TYPE_USM_POOL_LIMITS_DESC)
        largestPooled = reinterpret_cast<const ur_usm_pool_limits_desc_t *>(next)->maxPoolableSize;
    return new Pool(hContext, pPoolDesc->flags, largestPooled, false);
  }

  static Result<void> answer(Pool *pool, ur_usm_pool_info_t propName, const InfoWriter &writer) {
    const PoolUsage usage = pool->usage();
    switch (propName) {
    case UR_USM_POOL_INFO_REFERENCE_COUNT:
      return writer.value(pool->references.load());
    case UR_USM_POOL_INFO_CONTEXT:
      return writer.value(pool->context);
    case UR_USM_POOL_INFO_RELEASE_THRESHOLD_EXP:
      return writer.value(usage.threshold);
    case UR_USM_POOL_INFO_MAXIMUM_SIZE_EXP:
      return writer.value<size_t>(Adapter::largestPool(*pool));
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
};

template <UsmPoolTraits Adapter> void fillUsmPoolFunctions(ur_dditable_t &table) {
  using Functions = UsmPoolFunctions<Adapter>;
  table.USM.pfnPoolCreate = Functions::create;
  table.USM.pfnPoolRetain = retainHandle<typename Adapter::Pool>;
  table.USM.pfnPoolRelease = releaseHandle<typename Adapter::Pool>;
  table.USM.pfnPoolGetInfo = Functions::getInfo;
  table.USMExp.pfnPoolCreateExp = Functions::createExp;
  table.USMExp.pfnPoolDestroyExp = Functions::destroyExp;
  table.USMExp.pfnPoolGetDefaultDevicePoolExp = Functions::getDefaultDevicePool;
  table.USMExp.pfnPoolGetInfoExp = Functions::getInfoExp;
  table.USMExp.pfnPoolSetInfoExp = Functions::setInfoExp;
  table.USMExp.pfnPoolTrimToExp = Functions::trimTo;
}

} // namespace ursa::adapter
