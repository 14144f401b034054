#include "adapters/host/physical_memory.h"

#include "adapters/common/info.h"
#include "adapters/common/references.h"
#include "core/support/last_error.h"

#include <cstring>
#include <unistd.h>

namespace ursa::host {
namespace {

using adapter::InfoWriter;

ur_result_t create(ur_context_handle_t hContext, ur_device_handle_t hDevice, size_t size,
                   const ur_physical_mem_properties_t *pProperties,
                   ur_physical_mem_handle_t *phPhysicalMem) {
  return atBoundary([&]() -> Result<void> {
    URSA_HANDLE(hContext);
    URSA_HANDLE(hDevice);
    URSA_POINTER(phPhysicalMem);
    URSA_CHECK(hContext->checkHas(hDevice));
    const ur_physical_mem_flags_t flags = pProperties ? pProperties->flags : 0;
    if (flags & UR_PHYSICAL_MEM_FLAGS_MASK)
      return makeError(UR_RESULT_ERROR_INVALID_ENUMERATION,
                       "The physical memory flags {:#x} are not defined.", flags);
    if (size == 0 || size % pageSize() != 0)
      return makeError(UR_RESULT_ERROR_INVALID_SIZE,
                       "Physical memory of {} bytes was requested; multiples of {} are possible.",
                       size, pageSize());
    URSA_TRY(MemoryFile file, MemoryFile::create(size));
    *phPhysicalMem = new ur_physical_mem_handle_t_(hContext, hDevice, flags, std::move(file));
    return {};
  });
}

ur_result_t getInfo(ur_physical_mem_handle_t hPhysicalMem, ur_physical_mem_info_t propName,
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
      return writer.value(hPhysicalMem->file.size());
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

// ---- IPC. Handle data locate the file and identify it, because its descriptor number may be
// reused by another file. The operating system decides which processes may open it.

constexpr uint64_t kMagic = 0x316d656d61737275; // "ursamem1"

struct Ticket {
  uint64_t magic;
  int64_t process;
  int64_t descriptor;
  uint64_t identity;
  uint64_t size;
};

ur_result_t getTicket(ur_context_handle_t hContext, ur_physical_mem_handle_t hPhysMem,
                      void **ppIPCPhysMemHandleData, size_t *pIPCPhysMemHandleDataSizeRet) {
  return atBoundary([&]() -> Result<void> {
    URSA_HANDLE(hContext);
    URSA_HANDLE(hPhysMem);
    URSA_POINTER(ppIPCPhysMemHandleData);
    URSA_POINTER(pIPCPhysMemHandleDataSizeRet);
    if (hPhysMem->context.get() != hContext)
      return Error{UR_RESULT_ERROR_INVALID_CONTEXT,
                   "The physical memory belongs to another context."};
    if (!(hPhysMem->flags & UR_PHYSICAL_MEM_FLAG_ENABLE_IPC))
      return Error{UR_RESULT_ERROR_INVALID_ARGUMENT,
                   "The physical memory was made without UR_PHYSICAL_MEM_FLAG_ENABLE_IPC."};
    URSA_TRY(MemoryFile file, hPhysMem->file.duplicate());
    URSA_TRY(const uint64_t identity, file.identity());
    const Ticket ticket{kMagic, getpid(), file.descriptor(), identity, file.size()};
    auto handle = std::make_unique<std::byte[]>(sizeof(ticket));
    std::memcpy(handle.get(), &ticket, sizeof(ticket));
    *ppIPCPhysMemHandleData = hContext->tickets.add(std::move(handle), std::move(file));
    *pIPCPhysMemHandleDataSizeRet = sizeof(ticket);
    return {};
  });
}

ur_result_t putTicket(ur_context_handle_t hContext, const void *pIPCPhysMemHandleData) {
  return atBoundary([&]() -> Result<void> {
    URSA_HANDLE(hContext);
    URSA_POINTER(pIPCPhysMemHandleData);
    if (!hContext->tickets.remove(pIPCPhysMemHandleData))
      return makeError(
          UR_RESULT_ERROR_INVALID_VALUE,
          "{} is not handle data that urIPCGetPhysMemHandleExp returned for the context.",
          pIPCPhysMemHandleData);
    return {};
  });
}

ur_result_t openTicket(ur_context_handle_t hContext, ur_device_handle_t hDevice,
                       const void *pIPCPhysMemHandleData, size_t ipcPhysMemHandleDataSize,
                       ur_physical_mem_handle_t *phPhysMem) {
  return atBoundary([&]() -> Result<void> {
    URSA_HANDLE(hContext);
    URSA_HANDLE(hDevice);
    URSA_POINTER(pIPCPhysMemHandleData);
    URSA_POINTER(phPhysMem);
    URSA_CHECK(hContext->checkHas(hDevice));
    Ticket ticket{};
    if (ipcPhysMemHandleDataSize != sizeof(ticket))
      return makeError(UR_RESULT_ERROR_INVALID_VALUE,
                       "Handle data of physical memory are {} bytes; {} were given.",
                       sizeof(ticket), ipcPhysMemHandleDataSize);
    std::memcpy(&ticket, pIPCPhysMemHandleData, sizeof(ticket));
    if (ticket.magic != kMagic || ticket.process <= 0 || ticket.descriptor < 0 ||
        ticket.descriptor > INT32_MAX || ticket.size == 0 || ticket.size % pageSize() != 0)
      return Error{UR_RESULT_ERROR_INVALID_VALUE,
                   "The bytes are not handle data of physical memory."};
    URSA_TRY(MemoryFile file, MemoryFile::open(ticket.process, static_cast<int>(ticket.descriptor),
                                               ticket.identity, ticket.size));
    *phPhysMem = new ur_physical_mem_handle_t_(hContext, hDevice, UR_PHYSICAL_MEM_FLAG_ENABLE_IPC,
                                               std::move(file));
    return {};
  });
}

ur_result_t closeTicket(ur_context_handle_t hContext, ur_physical_mem_handle_t hPhysMem) {
  return atBoundary([&]() -> Result<void> {
    URSA_HANDLE(hContext);
    URSA_HANDLE(hPhysMem);
    if (hPhysMem->context.get() != hContext)
      return Error{UR_RESULT_ERROR_INVALID_CONTEXT,
                   "The physical memory belongs to another context."};
    adapter::release(hPhysMem);
    return {};
  });
}

} // namespace

void fillPhysicalMemoryTable(ur_dditable_t &table) {
  table.PhysicalMem.pfnCreate = create;
  table.PhysicalMem.pfnRetain = adapter::retainHandle<ur_physical_mem_handle_t_>;
  table.PhysicalMem.pfnRelease = adapter::releaseHandle<ur_physical_mem_handle_t_>;
  table.PhysicalMem.pfnGetInfo = getInfo;
  table.IPCExp.pfnGetPhysMemHandleExp = getTicket;
  table.IPCExp.pfnPutPhysMemHandleExp = putTicket;
  table.IPCExp.pfnOpenPhysMemHandleExp = openTicket;
  table.IPCExp.pfnClosePhysMemHandleExp = closeTicket;
}

} // namespace ursa::host
