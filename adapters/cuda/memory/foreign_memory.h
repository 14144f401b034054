// Memory that a context knows but does not own: registered (pinned) host memory, and allocations of
// other processes.
#pragma once

#include "adapters/common/usm_allocations.h"
#include "adapters/cuda/driver/cu.h"

#include <map>

namespace ursa::cuda {

/// Thread safe.
class ForeignMemory {
public:
  /// @name Registered host memory.
  /// @{
  Result<void> registerHost(ur_context_handle_t_ &context, void *memory, size_t size);
  Result<void> unregisterHost(ur_context_handle_t_ &context, void *memory);
  /// @}

  /// @name Allocations of other processes. Each opening is closed once.
  /// @{
  Result<void *> open(ur_context_handle_t_ &context, ur_device_handle_t device,
                      const CUipcMemHandle &handle, size_t offset, size_t size);
  /// Counts an opening of an allocation of this process, whose address is known.
  void openOwn(void *memory);
  Result<void> close(ur_context_handle_t_ &context, void *memory);
  /// @}

  /// Returns the range that contains an address; its field `native` is the driver's allocation.
  std::optional<adapter::UsmAllocation> find(const void *address) const {
    return ranges_.find(address);
  }
  /// Unregisters and closes everything. Only at the end of the context.
  void clear(ur_context_handle_t_ &context);

private:
  struct Opened {
    int count = 0;
    bool isOwn = false; ///< of this process: the driver has not opened anything
    CUdeviceptr native = 0;
  };

  adapter::UsmAllocations ranges_;
  std::mutex mutex_; ///< guards opened_, and registrations as a whole
  std::map<void *, Opened> opened_;
};

} // namespace ursa::cuda
