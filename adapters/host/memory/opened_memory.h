// Allocations of other processes that a context has opened.
#pragma once

#include "adapters/host/memory/memory_file.h"

#include <map>
#include <mutex>
#include <utility>

namespace ursa::host {

/// Thread-safe. The destructor unmaps what was not closed.
class OpenedMemory {
public:
  OpenedMemory() = default;
  OpenedMemory(const OpenedMemory &) = delete;
  OpenedMemory &operator=(const OpenedMemory &) = delete;
  ~OpenedMemory();

  /// Maps a part of a file and registers it in the context as device memory. The same part is
  /// mapped once and closed as often as it was opened.
  /// @param identity of the file
  /// @param offset, size in bytes; the file contains them
  Result<void *> open(ur_context_handle_t context, const MemoryFile &file, uint64_t identity,
                      size_t offset, size_t size);
  /// Errors: UR_RESULT_ERROR_INVALID_VALUE if the address is not one that open() returned.
  Result<void> close(ur_context_handle_t context, void *memory);

private:
  struct Opened {
    void *mapping = nullptr; ///< of the whole file
    size_t mappedSize = 0;
    size_t count = 0;
  };

  std::mutex mutex_; ///< guards opened_; held when the context's is taken
  std::map<std::pair<uint64_t, size_t>, Opened> opened_; ///< by identity and offset
};

} // namespace ursa::host
