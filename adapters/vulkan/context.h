// A context: one device, and the USM allocations that were made in it.
#pragma once

#include "adapters/common/context_functions.h"
#include "adapters/common/handle.h"
#include "adapters/common/usm_allocations.h"
#include "adapters/vulkan/block.h"

#include <map>
#include <mutex>
#include <optional>
#include <vector>

struct ur_context_handle_t_ : ursa::adapter::HandleBase {
  explicit ur_context_handle_t_(ur_device_handle_t hDevice) : device(hDevice) {}
  /// Runs the deleters, last set first. No command of the context is in flight any more.
  ~ur_context_handle_t_();

  /// An error unless the device is the context's.
  ursa::Result<void> checkHas(ur_device_handle_t hDevice) const;

  struct UsmMemory {
    ursa::adapter::UsmAllocation allocation;
    std::shared_ptr<ursa::vulkan::Block> block;
    bool isForeign = false; ///< the application's own memory, shown to the device
  };
  void addUsm(const ursa::adapter::UsmAllocation &allocation,
              std::shared_ptr<ursa::vulkan::Block> block);
  /// Takes out the allocation that begins at an address. The caller gets a reference to its pool,
  /// if it is still of one.
  std::optional<UsmMemory> removeUsm(void *base);
  /// The allocation that an address lies in.
  std::optional<UsmMemory> findUsm(const void *address) const;
  bool overlapsUsm(const void *memory, size_t size) const;
  /// False when it overlaps memory that is known.
  bool addForeign(const ursa::adapter::UsmAllocation &range,
                  std::shared_ptr<ursa::vulkan::Block> block);
  /// Null when there is none.
  std::shared_ptr<ursa::vulkan::Block> removeForeign(void *base);
  /// Allocations of a pool that ends become ordinary ones.
  void forgetPool(ur_usm_pool_handle_t pool);
  ur_usm_pool_handle_t defaultPool();

  const ur_device_handle_t device;
  ursa::adapter::ContextDeleters deleters;

private:
  bool overlaps(const void *memory, size_t size) const;

  mutable std::mutex mutex_; ///< guards the rest
  std::map<const void *, UsmMemory> usm_;
  ur_usm_pool_handle_t defaultPool_ = nullptr; ///< null until it is asked for
};
