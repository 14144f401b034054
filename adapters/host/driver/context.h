// A context: devices, which share all memory, and the USM allocations of the context.
#pragma once

#include "adapters/common/context_functions.h"
#include "adapters/common/handle.h"
#include "adapters/common/ipc_handles.h"
#include "adapters/common/usm_pool.h"
#include "adapters/host/driver/device.h"
#include "adapters/host/memory/address_space.h"
#include "adapters/host/memory/exported_memory.h"
#include "adapters/host/memory/opened_memory.h"
#include "adapters/host/program/compiled_programs.h"
#include "adapters/host/queue/queue.h"

#include <map>
#include <mutex>
#include <optional>
#include <set>
#include <vector>

namespace ursa::host {

struct Context : adapter::HandleBase {
  struct Allocation {
    void *base = nullptr;
    size_t size = 0;
    ur_usm_type_t type = UR_USM_TYPE_UNKNOWN;
    adapter::PooledKind kind = {}; ///< of the memory, with its size including alignment padding
    ur_usm_pool_handle_t pool = nullptr; ///< the pool that it returns to; null for none
    ur_device_handle_t device =
        nullptr; ///< the device of the allocation; null for the context's first
    bool isFreed =
        false; ///< freed by the application; the memory is released after the commands in flight
  };

  explicit Context(std::vector<adapter::Ref<ur_device_handle_t_>> of);
  /// Frees the remaining allocations and runs the deleters in reverse order of registration.
  ~Context();

  /// Fails unless the device belongs to the context or is a sub-device of a device that does.
  Result<void> checkHas(ur_device_handle_t device) const;

  const std::vector<adapter::Ref<ur_device_handle_t_>>
      devices; ///< at least one, without duplicates

  void addAllocation(const Allocation &allocation);
  /// Marks the allocation that begins at `base` as freed: queries do not find it any more, but its
  /// memory stays until endFree(). Returns false if there is no such allocation.
  bool beginFree(void *base);
  /// Frees the memory of the allocation, or returns it to its pool.
  void endFree(void *base);
  /// Records the device of an allocation. The context retains the device.
  void setDeviceOf(const void *base, ur_device_handle_t device);
  /// Registers memory that the context does not own. Returns false if it overlaps known memory.
  bool addForeign(const Allocation &range);
  /// Unregisters such memory. Returns false if none of that type begins there.
  bool removeForeign(const void *base, ur_usm_type_t type);
  /// Returns the allocation or registered memory that contains the address.
  std::optional<Allocation> findAllocation(const void *address) const;
  /// Detaches allocations from a pool that is being destroyed; they become ordinary allocations.
  void forgetPool(ur_usm_pool_handle_t pool);
  /// Returns the default pool; the first call creates it.
  ur_usm_pool_handle_t defaultPool();

  AddressSpace addresses;
  adapter::IpcHandles<MemoryFile> exportedFiles;       ///< of physical memory
  adapter::IpcHandles<MemoryFile> exportedAllocations; ///< of device allocations
  ExportedMemory exported;
  OpenedMemory opened;
  adapter::ContextDeleters deleters;
  SummaryCache summaries{64};

  /// @name Queues, registered from construction to destruction.
  /// @{
  void addQueue(ur_queue_handle_t queue);
  void removeQueue(ur_queue_handle_t queue);
  /// Returns the incomplete commands of all queues.
  CommandList incompleteCommands() const;
  /// @}

private:
  using Allocations = std::map<const void *, Allocation>;
  static const Allocation *findContaining(const Allocations &allocations, const void *address);

  mutable std::mutex mutex_; ///< guards the members below
  Allocations allocations_;
  std::vector<adapter::Ref<ur_device_handle_t_>> parts_; ///< sub-devices of allocations
  Allocations registered_; ///< registered memory; overlaps neither itself nor allocations
  ur_usm_pool_handle_t defaultPool_ = nullptr;

  mutable std::mutex queuesMutex_; ///< guards queues_; may be held when a queue's lock is taken
  std::set<ur_queue_handle_t> queues_;
};

void fillContextTable(ur_dditable_t &table);

} // namespace ursa::host

struct ur_context_handle_t_ : ursa::host::Context {
  using Context::Context;
};
