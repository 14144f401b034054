// Physical memory of a device.
#pragma once

#include "adapters/cuda/driver/context.h"
#include "adapters/cuda/driver/device.h"

/// A mapping keeps the memory after its handle is released.
struct ur_physical_mem_handle_t_ : ursa::adapter::HandleBase {
  ur_physical_mem_handle_t_(ur_context_handle_t hContext, ur_device_handle_t hDevice,
                            ur_physical_mem_flags_t itsFlags, size_t bytes,
                            ursa::cuda::CUmemGenericAllocationHandle memory)
      : context(hContext), device(hDevice), flags(itsFlags), native(memory), size_(bytes) {}
  ~ur_physical_mem_handle_t_() {
    if (const auto current = context->of(device.get()).enter())
      (void)ursa::cuda::cu().cuMemRelease(native);
  }

  size_t size() const { return size_; }

  const ursa::adapter::Ref<ur_context_handle_t_> context;
  const ursa::adapter::Ref<ur_device_handle_t_> device;
  const ur_physical_mem_flags_t flags;
  const ursa::cuda::CUmemGenericAllocationHandle native;

private:
  const size_t size_;
};
