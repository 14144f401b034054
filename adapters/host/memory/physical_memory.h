// Physical memory objects, which are mapped into virtual address ranges. A mapping keeps the memory
// alive after its handle is released.
#pragma once

#include "adapters/host/driver/context.h"
#include "adapters/host/memory/memory_file.h"

namespace ursa::host {

struct PhysicalMemory : adapter::HandleBase {
  PhysicalMemory(ur_context_handle_t hContext, ur_device_handle_t hDevice,
                 ur_physical_mem_flags_t itsFlags, MemoryFile memory)
      : context(hContext), device(hDevice), flags(itsFlags), file(std::move(memory)) {}

  size_t size() const { return file.size(); }

  const adapter::Ref<ur_context_handle_t_> context;
  const adapter::Ref<ur_device_handle_t_> device;
  const ur_physical_mem_flags_t flags;
  const MemoryFile file;
};

/// Fills in the functions of virtual memory, physical memory and its sharing.
void fillVirtualMemoryTable(ur_dditable_t &table);

} // namespace ursa::host

struct ur_physical_mem_handle_t_ : ursa::host::PhysicalMemory {
  using PhysicalMemory::PhysicalMemory;
};
