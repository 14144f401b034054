// Device memory that other APIs and other processes can import: a memory file.
#include "adapters/common/memory_export_functions.h"
#include "adapters/host/driver/context.h"
#include "adapters/host/memory/memory_file.h"
#include "adapters/host/memory/memory_sharing.h"
#include "support/environment.h"

#include <sys/mman.h>

namespace ursa::host {
namespace {

/// See MemoryExportFunctions.
struct MemoryExport : adapter::HandleTypes {
  static Result<size_t> granularity(const Context &, ur_device_handle_t) { return pageSize(); }

  static Result<void *> allocate(Context &context, ur_device_handle_t, size_t size,
                                 size_t rounded) {
    URSA_TRY(void *const memory, context.exported.allocate(rounded, pageSize()));
    Context::Allocation range;
    range.base = memory;
    range.size = size;
    range.type = UR_USM_TYPE_DEVICE;
    context.addForeign(range);
    return memory;
  }

  static Result<void> free(Context &context, ur_device_handle_t, void *memory) {
    // What the context has opened is registered, too.
    if (!context.exported.fileOf(memory) || !context.removeForeign(memory, UR_USM_TYPE_DEVICE))
      return adapter::notExportable(memory);
    context.exported.remove(memory);
    return {};
  }

  static Result<int> exportMemory(const Context &context, ur_device_handle_t, void *memory) {
    URSA_TRY(MemoryFile file, context.exported.fileOf(memory));
    return file.detach();
  }
};

} // namespace

bool sharesDeviceMemory() {
  static const bool isOn = environmentVariable("URSA_HOST_IPC_MEMORY").value_or("0") != "0";
  return isOn;
}

ExportedMemory::~ExportedMemory() {
  for (const auto &[memory, file] : files_)
    munmap(memory, file.size());
}

Result<void *> ExportedMemory::allocate(size_t size, size_t alignment) {
  URSA_TRY(MemoryFile file, MemoryFile::create(size));
  URSA_TRY(void *const memory, file.map(alignment));
  const std::lock_guard guard(mutex_);
  files_.try_emplace(memory, std::move(file));
  return memory;
}

bool ExportedMemory::remove(void *memory) {
  const std::lock_guard guard(mutex_);
  const auto found = files_.find(memory);
  if (found == files_.end())
    return false;
  munmap(memory, found->second.size());
  files_.erase(found);
  return true;
}

Result<MemoryFile> ExportedMemory::fileOf(void *memory) const {
  const std::lock_guard guard(mutex_);
  const auto found = files_.find(memory);
  if (found == files_.end())
    return adapter::notExportable(memory);
  return found->second.duplicate();
}

void fillMemoryExportTable(ur_dditable_t &table) {
  adapter::fillMemoryExportFunctions<MemoryExport>(table);
}

} // namespace ursa::host
