// Device memory that other APIs and other processes can import: a memory file.
#include "adapters/common/memory_export_functions.h"
#include "adapters/host/driver/context.h"
#include "adapters/host/memory/memory_file.h"
#include "adapters/host/memory/memory_sharing.h"

#include <cerrno>
#include <cstring>
#include <sys/mman.h>

namespace ursa::host {
namespace {

/// See MemoryExportFunctions.
struct MemoryExport : adapter::HandleTypes {
  static Result<size_t> granularity(const Context &, ur_device_handle_t) { return pageSize(); }

  static Result<void *> allocate(Context &context, ur_device_handle_t, size_t size,
                                 size_t rounded) {
    URSA_TRY(MemoryFile file, MemoryFile::create(rounded));
    void *memory = mmap(nullptr, rounded, PROT_READ | PROT_WRITE, MAP_SHARED, file.descriptor(), 0);
    if (memory == MAP_FAILED)
      return makeError(UR_RESULT_ERROR_OUT_OF_DEVICE_MEMORY,
                       "{} bytes of exportable memory cannot be mapped: {}.", size,
                       std::strerror(errno));
    context.exported.add(memory, std::move(file));
    Context::Allocation range;
    range.base = memory;
    range.size = size;
    range.type = UR_USM_TYPE_DEVICE;
    context.addForeign(range);
    return memory;
  }

  static Result<void> free(Context &context, ur_device_handle_t, void *memory) {
    if (!context.removeForeign(memory, UR_USM_TYPE_DEVICE))
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
    return adapter::notExportable(memory);
  return found->second.duplicate();
}

void fillMemoryExportTable(ur_dditable_t &table) {
  adapter::fillMemoryExportFunctions<MemoryExport>(table);
}

} // namespace ursa::host
