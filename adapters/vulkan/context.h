// A context: one device, and the USM allocations that were made in it.
#pragma once

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
  void addDeleter(ur_context_extended_deleter_t function, void *userData);

  struct UsmMemory {
    ursa::adapter::UsmAllocation allocation;
    std::shared_ptr<ursa::vulkan::Block> block;
  };
  void addUsm(const ursa::adapter::UsmAllocation &allocation,
              std::shared_ptr<ursa::vulkan::Block> block);
  std::optional<UsmMemory> removeUsm(void *base);
  /// The allocation that an address lies in.
  std::optional<UsmMemory> findUsm(const void *address) const;

  const ur_device_handle_t device;

private:
  struct Deleter {
    ur_context_extended_deleter_t function;
    void *userData;
  };
  mutable std::mutex mutex_; ///< guards the rest
  std::map<const void *, UsmMemory> usm_;
  std::vector<Deleter> deleters_;
};
