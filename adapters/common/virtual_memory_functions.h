// The functions of virtual and physical memory that adapters share.
#pragma once

#include "adapters/common/address_space.h"
#include "adapters/common/concepts.h"
#include "adapters/common/handle.h"
#include "adapters/common/info.h"
#include "adapters/common/references.h"
#include "support/last_error.h"
#include "ur_ddi.h"

#include <cstddef>
#include <span>

namespace ursa::adapter {

/// granularity returns bytes; its device may be null. exportMemory returns handle data of the
/// context and their size, which forget gives back: false if there are no such data.
template <class Traits>
concept VirtualMemoryTraits = requires(typename Traits::Context &context, ur_device_handle_t device,
                                       typename Traits::Physical &memory,
                                       ur_virtual_mem_granularity_info_t query, size_t bytes,
                                       ur_physical_mem_flags_t flags, const void *data,
                                       std::span<const std::byte> handleData) {
  requires std::derived_from<std::remove_cvref_t<decltype(context.addresses)>, AddressSpace>;
  { memory.context.get() } -> std::same_as<typename Traits::Context *>;
  { memory.device.get() } -> std::same_as<ur_device_handle_t>;
  { memory.flags } -> std::convertible_to<ur_physical_mem_flags_t>;
  { memory.size() } -> std::convertible_to<size_t>;
  { Traits::checkDeviceInContext(context, device) } -> ResultOfNothing;
  { Traits::granularity(context, device, query) } -> ResultOf<size_t>;
  { Traits::make(context, device, bytes, flags) } -> ResultOf<typename Traits::Physical *>;
  { Traits::exportMemory(context, memory, /*size=*/bytes) } -> ResultOf<void *>;
  { Traits::forget(context, data) } -> std::same_as<bool>;
  { Traits::import(context, device, handleData) } -> ResultOf<typename Traits::Physical *>;
};

template <VirtualMemoryTraits Functions> struct VirtualMemory {
  using Context = typename Functions::Context;
  using Physical = typename Functions::Physical;

  // Treats zero access flags as no access.
  static ur_virtual_mem_access_flags_t normalized(ur_virtual_mem_access_flags_t access) {
    return access ? access : ur_virtual_mem_access_flags_t{UR_VIRTUAL_MEM_ACCESS_FLAG_NONE};
  }

  static Result<void> checkBelongs(const Physical &memory, Context *context) {
    if (memory.context.get() != context)
      return Error{UR_RESULT_ERROR_INVALID_CONTEXT,
                   "The physical memory belongs to another context."};
    return {};
  }

  static ur_result_t getGranularity(Context *hContext, ur_device_handle_t hDevice, size_t,
                                    ur_virtual_mem_granularity_info_t propName, size_t propSize,
                                    void *pPropValue, size_t *pPropSizeRet) {
    return atBoundary([&]() -> Result<void> {
      URSA_HANDLE(hContext);
      if (hDevice)
        URSA_CHECK(Functions::checkDeviceInContext(*hContext, hDevice));
      const InfoWriter writer(propSize, pPropValue, pPropSizeRet);
      switch (propName) {
      case UR_VIRTUAL_MEM_GRANULARITY_INFO_MINIMUM:
      case UR_VIRTUAL_MEM_GRANULARITY_INFO_RECOMMENDED: {
        URSA_TRY(const size_t bytes, Functions::granularity(*hContext, hDevice, propName));
        return writer.value(bytes);
      }
      default:
        return InfoWriter::unknown("urVirtualMemGranularityGetInfo", propName);
      }
    });
  }

  static ur_result_t reserve(Context *hContext, const void *pStart, size_t size, void **ppStart) {
    return atBoundary([&]() -> Result<void> {
      URSA_HANDLE(hContext);
      URSA_POINTER(ppStart);
      URSA_TRY(*ppStart, hContext->addresses.reserve(pStart, size));
      return {};
    });
  }

  static ur_result_t freeRange(Context *hContext, const void *pStart, size_t size) {
    return atBoundary([&]() -> Result<void> {
      URSA_HANDLE(hContext);
      URSA_POINTER(pStart);
      return hContext->addresses.free(pStart, size);
    });
  }

  static ur_result_t map(Context *hContext, const void *pStart, size_t size, Physical *hPhysicalMem,
                         size_t offset, ur_virtual_mem_access_flags_t flags) {
    return atBoundary([&]() -> Result<void> {
      URSA_HANDLE(hContext);
      URSA_HANDLE(hPhysicalMem);
      URSA_POINTER(pStart);
      URSA_CHECK(checkAccess(flags));
      URSA_CHECK(checkBelongs(*hPhysicalMem, hContext));
      return hContext->addresses.map(pStart, size, hPhysicalMem, hPhysicalMem->size(), offset,
                                     normalized(flags));
    });
  }

  static ur_result_t unmap(Context *hContext, const void *pStart, size_t size) {
    return atBoundary([&]() -> Result<void> {
      URSA_HANDLE(hContext);
      URSA_POINTER(pStart);
      return hContext->addresses.unmap(pStart, size);
    });
  }

  static ur_result_t setAccess(Context *hContext, const void *pStart, size_t size,
                               ur_virtual_mem_access_flags_t flags) {
    return atBoundary([&]() -> Result<void> {
      URSA_HANDLE(hContext);
      URSA_POINTER(pStart);
      URSA_CHECK(checkAccess(flags));
      return hContext->addresses.setAccess(pStart, size, normalized(flags));
    });
  }

  static ur_result_t getInfo(Context *hContext, const void *pStart, size_t size,
                             ur_virtual_mem_info_t propName, size_t propSize, void *pPropValue,
                             size_t *pPropSizeRet) {
    return atBoundary([&]() -> Result<void> {
      URSA_HANDLE(hContext);
      URSA_POINTER(pStart);
      if (propName != UR_VIRTUAL_MEM_INFO_ACCESS_MODE)
        return InfoWriter::unknown("urVirtualMemGetInfo", propName);
      URSA_TRY(const auto access, hContext->addresses.accessOf(pStart, size));
      return InfoWriter(propSize, pPropValue, pPropSizeRet).value(access);
    });
  }

  static ur_result_t create(Context *hContext, ur_device_handle_t hDevice, size_t size,
                            const ur_physical_mem_properties_t *pProperties,
                            Physical **phPhysicalMem) {
    return atBoundary([&]() -> Result<void> {
      URSA_HANDLE(hContext);
      URSA_HANDLE(hDevice);
      URSA_POINTER(phPhysicalMem);
      URSA_CHECK(Functions::checkDeviceInContext(*hContext, hDevice));
      const ur_physical_mem_flags_t flags = pProperties ? pProperties->flags : 0;
      if (flags & UR_PHYSICAL_MEM_FLAGS_MASK)
        return makeError(UR_RESULT_ERROR_INVALID_ENUMERATION,
                         "The physical memory flags {:#x} are not defined.", flags);
      URSA_TRY(const size_t unit, hContext->addresses.granularity());
      if (size == 0 || size % unit != 0)
        return makeError(UR_RESULT_ERROR_INVALID_SIZE,
                         "Physical memory of {} bytes was requested; multiples of {} are possible.",
                         size, unit);
      URSA_TRY(*phPhysicalMem, Functions::make(*hContext, hDevice, size, flags));
      return {};
    });
  }

  static ur_result_t getPhysicalInfo(Physical *hPhysicalMem, ur_physical_mem_info_t propName,
                                     size_t propSize, void *pPropValue, size_t *pPropSizeRet) {
    return atBoundary([&]() -> Result<void> {
      URSA_HANDLE(hPhysicalMem);
      const InfoWriter writer(propSize, pPropValue, pPropSizeRet);
      switch (propName) {
      case UR_PHYSICAL_MEM_INFO_CONTEXT:
        return writer.value(hPhysicalMem->context.get());
      case UR_PHYSICAL_MEM_INFO_DEVICE:
        return writer.value(hPhysicalMem->device.get());
      case UR_PHYSICAL_MEM_INFO_SIZE:
        return writer.value(hPhysicalMem->size());
      case UR_PHYSICAL_MEM_INFO_PROPERTIES:
        return writer.value(ur_physical_mem_properties_t{UR_STRUCTURE_TYPE_PHYSICAL_MEM_PROPERTIES,
                                                         nullptr, hPhysicalMem->flags});
      case UR_PHYSICAL_MEM_INFO_REFERENCE_COUNT:
        return writer.value(hPhysicalMem->references.load());
      default:
        return InfoWriter::unknown("urPhysicalMemGetInfo", propName);
      }
    });
  }

  static ur_result_t getHandleData(Context *hContext, Physical *hPhysMem,
                                   void **ppIPCPhysMemHandleData,
                                   size_t *pIPCPhysMemHandleDataSizeRet) {
    return atBoundary([&]() -> Result<void> {
      URSA_HANDLE(hContext);
      URSA_HANDLE(hPhysMem);
      URSA_POINTER(ppIPCPhysMemHandleData);
      URSA_POINTER(pIPCPhysMemHandleDataSizeRet);
      URSA_CHECK(checkBelongs(*hPhysMem, hContext));
      if (!(hPhysMem->flags & UR_PHYSICAL_MEM_FLAG_ENABLE_IPC))
        return Error{UR_RESULT_ERROR_INVALID_ARGUMENT,
                     "The physical memory was made without UR_PHYSICAL_MEM_FLAG_ENABLE_IPC."};
      size_t size = 0;
      URSA_TRY(*ppIPCPhysMemHandleData, Functions::exportMemory(*hContext, *hPhysMem, size));
      *pIPCPhysMemHandleDataSizeRet = size;
      return {};
    });
  }

  static ur_result_t putHandleData(Context *hContext, const void *pIPCPhysMemHandleData) {
    return atBoundary([&]() -> Result<void> {
      URSA_HANDLE(hContext);
      URSA_POINTER(pIPCPhysMemHandleData);
      if (!Functions::forget(*hContext, pIPCPhysMemHandleData))
        return makeError(
            UR_RESULT_ERROR_INVALID_VALUE,
            "{} is not handle data that urIPCGetPhysMemHandleExp returned for the context.",
            pIPCPhysMemHandleData);
      return {};
    });
  }

  static ur_result_t openHandleData(Context *hContext, ur_device_handle_t hDevice,
                                    const void *pIPCPhysMemHandleData,
                                    size_t ipcPhysMemHandleDataSize, Physical **phPhysMem) {
    return atBoundary([&]() -> Result<void> {
      URSA_HANDLE(hContext);
      URSA_HANDLE(hDevice);
      URSA_POINTER(pIPCPhysMemHandleData);
      URSA_POINTER(phPhysMem);
      URSA_CHECK(Functions::checkDeviceInContext(*hContext, hDevice));
      URSA_TRY(*phPhysMem,
               Functions::import(*hContext, hDevice,
                                 std::span(static_cast<const std::byte *>(pIPCPhysMemHandleData),
                                           ipcPhysMemHandleDataSize)));
      return {};
    });
  }

  static ur_result_t closeHandleData(Context *hContext, Physical *hPhysMem) {
    return atBoundary([&]() -> Result<void> {
      URSA_HANDLE(hContext);
      URSA_HANDLE(hPhysMem);
      URSA_CHECK(checkBelongs(*hPhysMem, hContext));
      release(hPhysMem);
      return {};
    });
  }
};

/// Fills in the functions of virtual memory, of physical memory and of its sharing.
template <VirtualMemoryTraits Functions> void fillVirtualMemoryFunctions(ur_dditable_t &table) {
  using All = VirtualMemory<Functions>;
  table.VirtualMem.pfnGranularityGetInfo = All::getGranularity;
  table.VirtualMem.pfnReserve = All::reserve;
  table.VirtualMem.pfnFree = All::freeRange;
  table.VirtualMem.pfnMap = All::map;
  table.VirtualMem.pfnUnmap = All::unmap;
  table.VirtualMem.pfnSetAccess = All::setAccess;
  table.VirtualMem.pfnGetInfo = All::getInfo;
  table.PhysicalMem.pfnCreate = All::create;
  table.PhysicalMem.pfnRetain = retainHandle<typename Functions::Physical>;
  table.PhysicalMem.pfnRelease = releaseHandle<typename Functions::Physical>;
  table.PhysicalMem.pfnGetInfo = All::getPhysicalInfo;
  table.IPCExp.pfnGetPhysMemHandleExp = All::getHandleData;
  table.IPCExp.pfnPutPhysMemHandleExp = All::putHandleData;
  table.IPCExp.pfnOpenPhysMemHandleExp = All::openHandleData;
  table.IPCExp.pfnClosePhysMemHandleExp = All::closeHandleData;
}

} // namespace ursa::adapter
