// A context: devices, with a CUDA context for each, and the USM allocations and images made in it.
#pragma once

#include "adapters/common/context_functions.h"
#include "adapters/common/handle.h"
#include "adapters/common/ipc_handles.h"
#include "adapters/common/usm_allocations.h"
#include "adapters/cuda/driver/native_context.h"
#include "adapters/cuda/image/images.h"
#include "adapters/cuda/memory/exportable_memory.h"
#include "adapters/cuda/memory/foreign_memory.h"
#include "adapters/cuda/memory/virtual_memory.h"

#include <mutex>
#include <vector>

struct ur_context_handle_t_ : ursa::adapter::HandleBase {
  explicit ur_context_handle_t_(std::vector<ursa::cuda::NativeContext *> contexts);
  /// Frees what was not freed, and runs the deleters in reverse order. No command of the context
  /// is in flight.
  ~ur_context_handle_t_();

  /// Returns an error unless the context has the device.
  ursa::Result<void> checkHas(ur_device_handle_t device) const;
  /// Returns the driver's context for a device of this one; the first for null.
  ursa::cuda::NativeContext &of(ur_device_handle_t device) const;
  ursa::cuda::NativeContext &first() const { return *natives.front(); }
  std::vector<ur_device_handle_t> devices() const;

  ur_usm_pool_handle_t defaultPool();

  const std::vector<ursa::cuda::NativeContext *> natives; ///< one for each device
  ursa::adapter::UsmAllocations allocations;
  ursa::cuda::ForeignMemory foreign; ///< registered host memory, memory of other processes
  ursa::cuda::ExportableMemory exportable;
  ursa::cuda::AddressSpace addresses{natives};
  ursa::adapter::IpcHandles<ursa::adapter::Descriptor> exportedMemory; ///< physical memory
  ursa::adapter::IpcHandles<std::nullptr_t> exportedAllocations;
  ursa::adapter::IpcHandles<std::nullptr_t> exportedEvents;
  ursa::adapter::ContextDeleters deleters;
  ursa::cuda::ContextImages images;

private:
  std::mutex mutex_;                           ///< guards defaultPool_
  ur_usm_pool_handle_t defaultPool_ = nullptr; ///< null before the first request
};
