// Memory of a context that other interfaces can import, and the files that it lies in.
#pragma once

#include "adapters/host/memory_file.h"

#include <map>
#include <mutex>

namespace ursa::host {

/// Thread-safe. Unmaps at its end what was not removed.
class ExportedMemory {
public:
  ExportedMemory() = default;
  ExportedMemory(const ExportedMemory &) = delete;
  ExportedMemory &operator=(const ExportedMemory &) = delete;
  ~ExportedMemory();

  /// Takes over a mapping of the whole file.
  void add(void *memory, MemoryFile file);
  void remove(void *memory);
  /// A descriptor of its own for the memory that begins there.
  Result<MemoryFile> fileOf(void *memory) const;

private:
  mutable std::mutex mutex_; ///< guards the rest
  std::map<void *, MemoryFile> files_;
};

} // namespace ursa::host
