// Device memory that other APIs and other processes can import: a memory file.
#include "adapters/host/context.h"
#include "adapters/host/memory_file.h"
#include "adapters/host/memory_sharing.h"
#include "core/support/last_error.h"

#include <bit>
#include <cerrno>
#include <cstring>
#include <sys/mman.h>

namespace ursa::host {
namespace {

Result<void> checkType(ur_exp_external_mem_type_t type) {
  if (type < UR_EXP_EXTERNAL_MEM_TYPE_OPAQUE_FD ||
      type > UR_EXP_EXTERNAL_MEM_TYPE_WIN32_NT_DX11_RESOURCE)
    return makeError(UR_RESULT_ERROR_INVALID_ENUMERATION, "There is no type {} of external memory.",
                     static_cast<int>(type));
  if (type != UR_EXP_EXTERNAL_MEM_TYPE_OPAQUE_FD)
    return makeError(UR_RESULT_ERROR_UNSUPPORTED_ENUMERATION,
                     "This device exports memory as a file descriptor; type {} was requested.",
                     static_cast<int>(type));
  return {};
}

ur_result_t allocate(ur_context_handle_t hContext, ur_device_handle_t hDevice, size_t alignment,
                     size_t size, ur_exp_external_mem_type_t handleTypeToExport, void **ppMem) {
  return atBoundary([&]() -> Result<void> {
    URSA_HANDLE(hContext);
    URSA_HANDLE(hDevice);
    URSA_POINTER(ppMem);
    URSA_CHECK(hContext->checkHas(hDevice));
    URSA_CHECK(checkType(handleTypeToExport));
    if (alignment > pageSize() || (alignment != 0 && !std::has_single_bit(alignment)))
      return makeError(UR_RESULT_ERROR_INVALID_VALUE,
                       "The alignment {} is not possible; powers of two up to {} are.", alignment,
                       pageSize());
    const size_t pages = size / pageSize() + (size % pageSize() != 0);
    size_t rounded = 0;
    if (size == 0 || __builtin_mul_overflow(pages, pageSize(), &rounded))
      return makeError(
          UR_RESULT_ERROR_INVALID_USM_SIZE,
          "Exportable memory of {} bytes cannot be allocated: the size is 0 or too large.", size);
    URSA_TRY(MemoryFile file, MemoryFile::create(rounded));
    void *memory = mmap(nullptr, rounded, PROT_READ | PROT_WRITE, MAP_SHARED, file.descriptor(), 0);
    if (memory == MAP_FAILED)
      return makeError(UR_RESULT_ERROR_OUT_OF_DEVICE_MEMORY,
                       "{} bytes of exportable memory cannot be mapped: {}.", size,
                       std::strerror(errno));
    hContext->exported.add(memory, std::move(file));
    ur_context_handle_t_::Allocation range;
    range.base = memory;
    range.size = size;
    range.type = UR_USM_TYPE_DEVICE;
    hContext->addForeign(range);
    *ppMem = memory;
    return {};
  });
}

ur_result_t freeMemory(ur_context_handle_t hContext, ur_device_handle_t hDevice, void *pMem) {
  return atBoundary([&]() -> Result<void> {
    URSA_HANDLE(hContext);
    URSA_HANDLE(hDevice);
    URSA_POINTER(pMem);
    URSA_CHECK(hContext->checkHas(hDevice));
    if (!hContext->removeForeign(pMem, UR_USM_TYPE_DEVICE))
      return makeError(UR_RESULT_ERROR_INVALID_VALUE,
                       "{} is not the beginning of exportable memory of the context.", pMem);
    hContext->exported.remove(pMem);
    return {};
  });
}

ur_result_t exportHandle(ur_context_handle_t hContext, ur_device_handle_t hDevice,
                         ur_exp_external_mem_type_t handleTypeToExport, void *pMem,
                         void *pMemHandleRet) {
  return atBoundary([&]() -> Result<void> {
    URSA_HANDLE(hContext);
    URSA_HANDLE(hDevice);
    URSA_POINTER(pMem);
    URSA_POINTER(pMemHandleRet);
    URSA_CHECK(hContext->checkHas(hDevice));
    URSA_CHECK(checkType(handleTypeToExport));
    URSA_TRY(MemoryFile file, hContext->exported.fileOf(pMem));
    const int descriptor = file.detach(); // owned by the caller from now on
    std::memcpy(pMemHandleRet, &descriptor, sizeof(descriptor));
    return {};
  });
}

} // namespace

ExportedMemory::~ExportedMemory() {
  for (const auto &[memory, file] : files_)
    munmap(memory, file.size());
}

void ExportedMemory::add(void *memory, MemoryFile file) {
  const std::lock_guard guard(mutex_);
  files_.try_emplace(memory, std::move(file));
}

void ExportedMemory::remove(void *memory) {
  const std::lock_guard guard(mutex_);
  if (const auto found = files_.find(memory); found != files_.end()) {
    munmap(memory, found->second.size());
    files_.erase(found);
  }
}

Result<MemoryFile> ExportedMemory::fileOf(void *memory) const {
  const std::lock_guard guard(mutex_);
  const auto found = files_.find(memory);
  if (found == files_.end())
    return makeError(UR_RESULT_ERROR_INVALID_VALUE,
                     "{} is not the beginning of exportable memory of the context.", memory);
  return found->second.duplicate();
}

void fillMemoryExportTable(ur_dditable_t &table) {
  table.MemoryExportExp.pfnAllocExportableMemoryExp = allocate;
  table.MemoryExportExp.pfnFreeExportableMemoryExp = freeMemory;
  table.MemoryExportExp.pfnExportMemoryHandleExp = exportHandle;
}

} // namespace ursa::host
