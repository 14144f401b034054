// A region of data that commands of any device and the host share: the memory of a buffer. The
// specification is AdaptiveCpp's runtime specification; sections are named below.
#pragma once

#include "support/inline_vector.h"
#include "sycl/runtime/access_history.h"
#include "sycl/runtime/host_access.h"
#include "sycl/runtime/page_table.h"
#include "sycl/runtime/transfer_plan.h"

#include <cstddef>
#include <mutex>

namespace ursa::runtime {

/// The access of a command to a region. Made once by DataRegion::describe; copies are cheap.
struct RegionAccess {
  struct Part {
    Boxes boxes; ///< disjoint
    Boxes pages; ///< their page ranges, disjoint
  };
  std::shared_ptr<const Part> part;
  bool keepsContents = false;
  bool writes = false;
  bool isOnHost = false; ///< uses the host's allocation, as a host task does

  const Boxes &boxes() const { return part->boxes; }
  const Boxes &pages() const { return part->pages; }
};

/// Who owns the host's allocation.
struct HostMemory {
  void *storage = nullptr;  ///< of the caller; null: the region allocates when it needs to
  bool hasContents = false; ///< of @p storage
  bool isShareable = true;  ///< devices that can use the storage may do so
  bool isUsm = false;       ///< allocate USM where a device that uses it comes first
};

/// Has at most one allocation of full size for each device of a context, made at the first use
/// there by explicit USM and freed at the end ("Persistent allocations", "Allocation behavior").
/// Devices that use the host's memory share the host's. Thread safe; functions that a RegionLock
/// is needed for say so. Only host accesses block; commands are enqueued by the caller's queues.
/// Throws Error, and what queues throw.
class DataRegion {
public:
  DataRegion(const PageGrid &grid, const HostMemory &host,
             std::shared_ptr<const WaitReport> report = nullptr);
  /// Waits for all commands that use the region, and frees the memory.
  ~DataRegion();
  DataRegion(const DataRegion &) = delete;
  DataRegion &operator=(const DataRegion &) = delete;

  const PageGrid &grid() const { return grid_; }

  /// Throws if a box is not in the region.
  /// @param keepsContents false for no_init: never leads to transfers
  RegionAccess describe(Boxes boxes, bool keepsContents, bool writes, bool isOnHost) const;

  /// The same for the whole region. Allocates nothing.
  RegionAccess describeWhole(bool keepsContents, bool writes, bool isOnHost) const {
    return {whole_, keepsContents, writes, isOnHost};
  }

  /// Copies contents to the host's allocation. Before any access.
  void setContents(const void *from);

  /// @{ The host's allocation that is memory of the caller, and that devices may not use.
  /// Whether it is to be left as it is: then the first who needs it on the host gets a copy. Does
  /// nothing once somebody on the host has it.
  void keepStorage(bool isKept);
  /// Whether nothing changes it: it is kept, or there is none of this kind.
  bool keepsStorage() const;
  /// Replaces it by a copy. All commands of finish(false, false) must be complete.
  void leaveStorage();
  /// Copies the contents there if they are elsewhere on the host, after finish(true, ...).
  void restoreStorage();
  /// @}

  /// Uses memory of the caller, of any kind of USM, as the allocation of a queue's device; it must
  /// outlive the region ("Explicit USM as foundation"). Throws Error
  /// (UR_RESULT_ERROR_INVALID_OPERATION) if the device has an allocation.
  /// @param hasContents the memory is up-to-date; the others are outdated
  /// @param isOwned the region frees the memory at its end instead of the caller
  void adopt(const std::shared_ptr<Queue> &queue, void *memory, bool hasContents,
             bool isOwned = false);

  /// The memory that commands of a place use.
  struct AllocationInfo {
    Place place;
    void *memory;
    bool isOwned; ///< the region frees it
  };
  std::vector<AllocationInfo> allocations() const;
  /// Sets whether the region frees memory of allocations(). Throws Error
  /// (UR_RESULT_ERROR_INVALID_VALUE) if it is none, or no USM.
  void setOwned(const void *memory, bool isOwned);

  /// Returns the allocation of a queue's device, which it makes if there is none. The pointer is
  /// USM and valid until the region is destroyed; the caller orders what it does with it.
  void *memoryFor(Queue &queue);

  /// @{ A command of a queue, between begin() and end(). The RegionLock of all regions that it uses
  /// must be held.
  /// Enqueues the transfers that the access needs, and appends what the command must wait for
  /// ("Dependencies"). Returns the address of the region's first byte for the command.
  void *begin(const RegionAccess &access, Queue &queue, Commands &waits);
  /// The command was enqueued: the next access comes after it.
  void end(const RegionAccess &access, Queue &queue, const SharedCommand &command);
  /// @}

  /// Blocks until the contents are up-to-date on the host and no command is in conflict. Commands
  /// from now on wait until HostAccess::end.
  /// @param memory [out] the first byte of the region
  std::shared_ptr<HostAccess> beginHostAccess(const RegionAccess &access, void **memory);

  /// Makes the pages of an access up-to-date on the host. Appends the commands that do it.
  void updateHost(const RegionAccess &access, Commands &commands);

  /// Returns all commands that use the region.
  /// @param isHostUpdated enqueues what makes the host's allocation up-to-date before
  /// @param areAdoptedUpdated the same for memory that was adopted
  Commands finish(bool isHostUpdated, bool areAdoptedUpdated);
  /// The contents on the host after finish; null if nothing was ever written.
  void *contents();
  /// Whether a command or the host wrote the region.
  bool wasWritten() const;

  /// Statistics of the transfers until now, for tests and reports.
  struct Counts {
    size_t transfers = 0; ///< merged boxes
    size_t pages = 0;
    size_t bytes = 0;
  };
  Counts counts() const;
  size_t deviceAllocationCount() const;
  /// Returns a queue for copies of each device that has an allocation.
  std::vector<std::shared_ptr<Queue>> deviceQueues() const;

private:
  friend class RegionLock;

  struct Allocation {
    Place place; ///< without context: the host's
    void *memory = nullptr;
    std::shared_ptr<Queue> transfers; ///< for copies to the host
    bool isAdopted = false;           ///< memory of the caller
    bool isOwned = true;              ///< freed at the end
  };
  struct PendingTransfer {
    Box box;
    SharedCommand command;
  };

  void *hostMemory();
  /// @param by where the memory is going to be used, to allocate USM; null: none
  void allocateOnHost(const Place *by = nullptr);
  size_t allocationFor(Queue &queue);
  size_t allocate(Queue &queue);
  /// @param queue of the command; null for an access of the host
  /// @param passesHostAccesses transfers from devices do not wait for open accesses of the host,
  /// which the thread itself may have
  void bring(size_t target, const Boxes &boxes, Queue *queue, bool passesHostAccesses);
  void enqueueTransfer(const Transfer &transfer, Queue &queue, bool passesHostAccesses);
  void appendWaits(const RegionAccess &access, size_t target, Commands &waits) const;
  void written(const RegionAccess &access, size_t target);
  void keepPending();

  std::shared_ptr<const RegionAccess::Part> partOf(Boxes boxes) const;

  const PageGrid grid_;
  const std::shared_ptr<const RegionAccess::Part> whole_;
  const bool isHostShareable_;
  const bool isHostUsm_;
  void *const storage_; ///< of the caller; null: there is none
  const std::shared_ptr<const WaitReport> report_;
  mutable std::mutex mutex_; ///< guards the members below; a RegionLock holds it
  PageTable table_;
  AccessHistory history_;
  std::vector<Allocation> allocations_; ///< by their number in the table
  /// Places that use the host's allocation, or that of another place.
  std::vector<std::pair<Place, size_t>> sharers_;
  std::vector<PendingTransfer> pending_; ///< since the last end(): nobody waits for them yet
  void *ownHost_ = nullptr;              ///< what the region allocated on the host
  Place ownHostPlace_;                   ///< with a context: it is USM of that
  bool isOwnHostFreed_ = true;           ///< at the end
  bool isStorageKept_ = false;
  bool isStorageUsed_ = false; ///< somebody on the host has had its address
  bool hasContents_;
  bool wasWritten_ = false;
  Counts counts_;
};

/// Locks the regions that a command uses, in an order that all agree on, so that no other command
/// comes between begin() and end(). What begin() enqueued for a command that was not enqueued
/// itself stays known when the lock is released.
class RegionLock {
public:
  /// @param regions in any order; may contain one twice
  explicit RegionLock(const std::vector<DataRegion *> &regions);
  /// Locks nothing yet.
  RegionLock() = default;
  ~RegionLock();
  RegionLock(const RegionLock &) = delete;
  RegionLock &operator=(const RegionLock &) = delete;

  /// @{ Adds regions, and locks them all, once.
  void add(DataRegion &region) { regions_.push_back(&region); }
  void lock();
  /// @}

private:
  static constexpr size_t kFew = 8;
  InlineVector<DataRegion *, kFew> regions_;
  bool isLocked_ = false;
};

/// Keeps those of the commands of @p waits from index @p first that appendWaitsOf would append.
void keepWaitsOf(Queue &queue, size_t first, Commands &waits);

/// Appends the commands of @p from that a command of a queue must wait for: not those that an
/// in-order queue implies; for accesses of the host, what stands in for them.
void appendWaitsOf(Queue &queue, Commands from, Commands &waits);

} // namespace ursa::runtime
