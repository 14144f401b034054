// A context: devices, which share all memory, and the USM allocations that were made in it.
#pragma once

#include "adapters/common/context_functions.h"
#include "adapters/common/handle.h"
#include "adapters/host/address_space.h"
#include "adapters/host/device.h"
#include "adapters/host/exported_memory.h"
#include "adapters/host/ipc_tickets.h"

#include <map>
#include <mutex>
#include <optional>
#include <set>
#include <vector>

struct ur_context_handle_t_ : ursa::adapter::HandleBase {
  struct Allocation {
    void *base = nullptr;
    size_t size = 0;
    ur_usm_type_t type = UR_USM_TYPE_UNKNOWN;
    size_t reserved = 0; ///< size with what the alignment added
    size_t alignment = 0;
    ur_usm_pool_handle_t pool = nullptr; ///< that it goes back to; null for none
    ur_device_handle_t device = nullptr; ///< that it was made for; null for the context's first
    bool isFreed = false; ///< by the application; its memory waits for commands in flight
  };

  explicit ur_context_handle_t_(std::vector<ursa::adapter::Ref<ur_device_handle_t_>> of);
  /// Frees what the application did not, and runs the deleters, last set first.
  ~ur_context_handle_t_();

  /// An error unless the device is one of the context's, or a part of one.
  ursa::Result<void> checkHas(ur_device_handle_t device) const;

  const std::vector<ursa::adapter::Ref<ur_device_handle_t_>>
      devices; ///< at least one, no two alike

  void addAllocation(const Allocation &allocation);
  /// Takes the allocation that begins there from the application: it is not found any more, and its
  /// memory stays. False when there is none.
  bool beginFree(void *base);
  /// Frees its memory, or gives it back to its pool.
  void endFree(void *base);
  /// Says what device an allocation was made for. The device lives as long as the context then.
  void setDeviceOf(const void *base, ur_device_handle_t device);
  /// Makes memory known that is not the context's to free; false when some of it is known already.
  bool addForeign(const Allocation &range);
  /// Forgets such memory; false when none of that type begins there.
  bool removeForeign(const void *base, ur_usm_type_t type);
  /// The allocation or other known memory that holds the address, which need not be its beginning.
  std::optional<Allocation> findAllocation(const void *address) const;
  /// Allocations of a pool that ends become ordinary ones.
  void forgetPool(ur_usm_pool_handle_t pool);
  /// The pool that the device has from the start; made when it is first asked for.
  ur_usm_pool_handle_t defaultPool();

  ursa::host::AddressSpace addresses;
  ursa::host::IpcTickets tickets;
  ursa::host::ExportedMemory exported;
  ursa::adapter::ContextDeleters deleters;

  /// @name Queues, which are known here from construction to destruction.
  /// @{
  void addQueue(ur_queue_handle_t queue);
  void removeQueue(ur_queue_handle_t queue);
  /// The commands of all queues that are not complete.
  std::vector<ursa::adapter::Ref<ur_event_handle_t_>> incompleteCommands() const;
  /// @}

private:
  using Allocations = std::map<const void *, Allocation>;
  static const Allocation *holderOf(const Allocations &allocations, const void *address);

  mutable std::mutex mutex_; ///< guards the rest
  Allocations allocations_;
  std::vector<ursa::adapter::Ref<ur_device_handle_t_>> parts_; ///< that allocations were made for
  Allocations foreign_; ///< neither overlap each other nor allocations
  ur_usm_pool_handle_t defaultPool_ = nullptr;

  mutable std::mutex queuesMutex_; ///< guards the one below; a queue's lock is taken under it
  std::set<ur_queue_handle_t> queues_;
};

namespace ursa::host {

void fillContextTable(ur_dditable_t &table);

} // namespace ursa::host
