// A context: one device and the USM allocations made in it.
#pragma once

#include "adapters/common/context_functions.h"
#include "adapters/common/handle.h"
#include "adapters/common/usm_allocations.h"
#include "adapters/vulkan/memory/suballocation.h"

#include <map>
#include <mutex>
#include <optional>
#include <vector>

namespace ursa::vulkan {

struct Context : adapter::HandleBase {
  explicit Context(ur_device_handle_t hDevice) : device(hDevice) {}
  /// Runs the deleters in reverse order. No command of the context is in flight.
  ~Context();

  /// Returns an error unless the device is the context's.
  Result<void> checkHas(ur_device_handle_t hDevice) const;

  struct UsmMemory {
    adapter::UsmAllocation allocation;
    std::shared_ptr<Suballocation> suballocation;
    bool isForeign = false; ///< application memory that was imported
  };
  void addUsm(const adapter::UsmAllocation &allocation,
              std::shared_ptr<Suballocation> suballocation);
  /// Removes the allocation that begins at an address. The caller gets the reference to its pool,
  /// if it still belongs to one.
  std::optional<UsmMemory> removeUsm(void *base);
  /// Finds the allocation that contains an address.
  std::optional<UsmMemory> findUsm(const void *address) const;
  bool overlapsUsm(const void *memory, size_t size) const;
  /// Returns false if it overlaps memory that is already registered.
  bool addForeign(const adapter::UsmAllocation &range,
                  std::shared_ptr<Suballocation> suballocation);
  /// Returns null if there is none.
  std::shared_ptr<Suballocation> removeForeign(void *base);
  /// Detaches the allocations of a pool that is destroyed: they become ordinary ones.
  void forgetPool(ur_usm_pool_handle_t pool);
  ur_usm_pool_handle_t defaultPool();

  const ur_device_handle_t device;
  adapter::ContextDeleters deleters;

private:
  bool overlaps(const void *memory, size_t size) const;

  mutable std::mutex mutex_; ///< guards the members below
  std::map<const void *, UsmMemory> usm_;
  ur_usm_pool_handle_t defaultPool_ = nullptr; ///< null before the first request
};

} // namespace ursa::vulkan

struct ur_context_handle_t_ : ursa::vulkan::Context {
  using Context::Context;
};
