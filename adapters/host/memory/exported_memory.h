// Memory of a context that other APIs and processes can import, and its backing files.
#pragma once

#include "adapters/host/memory/memory_file.h"

#include <map>
#include <mutex>

namespace ursa::host {

/// Returns whether device allocations are memory files, so that other processes can open them:
/// whether the variable URSA_HOST_IPC_MEMORY is set to anything but 0. Ordinary memory cannot
/// become a file while kernels may write to it.
bool sharesDeviceMemory();

/// Thread-safe. The destructor unmaps memory that was not removed.
class ExportedMemory {
public:
  ExportedMemory() = default;
  ExportedMemory(const ExportedMemory &) = delete;
  ExportedMemory &operator=(const ExportedMemory &) = delete;
  ~ExportedMemory();

  /// Allocates memory that begins with a page.
  /// @param size in bytes, a multiple of a page
  /// @param alignment a power of two
  Result<void *> allocate(size_t size, size_t alignment);
  /// Frees the memory that begins there. Returns false if there is none.
  bool remove(void *memory);
  /// Returns a new descriptor of the memory that begins there.
  Result<MemoryFile> fileOf(void *memory) const;

private:
  mutable std::mutex mutex_; ///< guards the members below
  std::map<void *, MemoryFile> files_;
};

} // namespace ursa::host
