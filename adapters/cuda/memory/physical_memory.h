// Physical memory of a device.
#pragma once

#include "adapters/cuda/driver/context.h"
#include "adapters/cuda/driver/device.h"

namespace ursa::cuda {

/// A mapping keeps the memory after its handle is released.
struct PhysicalMemory : adapter::HandleBase {
  PhysicalMemory(ur_context_handle_t hContext, ur_device_handle_t hDevice,
                 ur_physical_mem_flags_t itsFlags, size_t bytes,
                 CUmemGenericAllocationHandle memory)
      : context(hContext), device(hDevice), flags(itsFlags), native(memory), size_(bytes) {}
  ~PhysicalMemory() {
    if (const auto current = context->of(device.get()).enter())
      (void)cu().cuMemRelease(native);
  }

  size_t size() const { return size_; }

  const adapter::Ref<ur_context_handle_t_> context;
  const adapter::Ref<ur_device_handle_t_> device;
  const ur_physical_mem_flags_t flags;
  const CUmemGenericAllocationHandle native;

private:
  const size_t size_;
};

} // namespace ursa::cuda

struct ur_physical_mem_handle_t_ : ursa::cuda::PhysicalMemory {
  using PhysicalMemory::PhysicalMemory;
};
