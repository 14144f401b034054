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

namespace ursa::cuda {

struct Context : adapter::HandleBase {
  explicit Context(std::vector<NativeContext *> contexts);
  /// Frees what was not freed, and runs the deleters in reverse order. No command of the context
  /// is in flight.
  ~Context();

  /// Returns an error unless the context has the device.
  Result<void> checkHas(ur_device_handle_t device) const;
  /// Returns the driver's context for a device of this one; the first for null.
  NativeContext &of(ur_device_handle_t device) const;
  NativeContext &first() const { return *natives.front(); }
  std::vector<ur_device_handle_t> devices() const;

  ur_usm_pool_handle_t defaultPool();
  void forgetPool(ur_usm_pool_handle_t pool) { allocations.forgetPool(pool); }

  const std::vector<NativeContext *> natives; ///< one for each device
  adapter::UsmAllocations allocations;
  ForeignMemory foreign; ///< registered host memory, memory of other processes
  ExportableMemory exportable;
  AddressSpace addresses{natives};
  adapter::IpcHandles<adapter::Descriptor> exportedMemory; ///< physical memory
  adapter::IpcHandles<std::nullptr_t> exportedAllocations;
  adapter::IpcHandles<std::nullptr_t> exportedEvents;
  adapter::ContextDeleters deleters;
  ContextImages images;

private:
  std::mutex mutex_;                           ///< guards defaultPool_
  ur_usm_pool_handle_t defaultPool_ = nullptr; ///< null before the first request
};

} // namespace ursa::cuda

struct ur_context_handle_t_ : ursa::cuda::Context {
  using Context::Context;
};
