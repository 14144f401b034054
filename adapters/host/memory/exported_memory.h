// Memory of a context that other APIs can import, and its backing files.
#pragma once

#include "adapters/host/memory/memory_file.h"

#include <map>
#include <mutex>

namespace ursa::host {

/// Thread-safe. The destructor unmaps memory that was not removed.
class ExportedMemory {
public:
  ExportedMemory() = default;
  ExportedMemory(const ExportedMemory &) = delete;
  ExportedMemory &operator=(const ExportedMemory &) = delete;
  ~ExportedMemory();

  /// Takes ownership of a mapping of the whole file.
  void add(void *memory, MemoryFile file);
  void remove(void *memory);
  /// Returns a new descriptor of the memory that begins there.
  Result<MemoryFile> fileOf(void *memory) const;

private:
  mutable std::mutex mutex_; ///< guards the members below
  std::map<void *, MemoryFile> files_;
};

} // namespace ursa::host
