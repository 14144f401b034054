// Physical memory: memory without an address, which virtual memory is mapped to. What is mapped
// lives on without its handle.
#pragma once

#include "adapters/host/context.h"
#include "adapters/host/memory_file.h"

struct ur_physical_mem_handle_t_ : ursa::adapter::HandleBase {
  ur_physical_mem_handle_t_(ur_context_handle_t hContext, ur_device_handle_t hDevice,
                            ur_physical_mem_flags_t itsFlags, ursa::host::MemoryFile memory)
      : context(hContext), device(hDevice), flags(itsFlags), file(std::move(memory)) {}

  const ursa::adapter::Ref<ur_context_handle_t_> context;
  const ursa::adapter::Ref<ur_device_handle_t_> device;
  const ur_physical_mem_flags_t flags;
  const ursa::host::MemoryFile file;
};

namespace ursa::host {

/// Also the functions that hand it to other processes.
void fillPhysicalMemoryTable(ur_dditable_t &table);

} // namespace ursa::host
