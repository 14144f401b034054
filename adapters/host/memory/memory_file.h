// A memory file: memory that can be mapped several times and shared with other processes.
#pragma once

#include "support/result.h"

#include <cstddef>
#include <cstdint>

namespace ursa::host {

/// Returns the page size in bytes, the granularity of mappings.
size_t pageSize();

/// Owns the file descriptor; the memory lives until all descriptors are closed and all mappings
/// removed.
class MemoryFile {
public:
  /// Where other processes find the file: a descriptor of this one, whose number may refer to
  /// another file later. Numbers from other processes are untrusted.
  struct Location {
    int64_t descriptor = -1;
    uint64_t identity = 0; ///< unique among the files that are open at the same time
    uint64_t size = 0;     ///< of the file, in bytes
  };

  /// Creates a file of zeros and commits its pages, so that no access fails later. The file is
  /// sealed: no process can change its size.
  static Result<MemoryFile> create(size_t size);
  /// Opens a file that create() made in a process. Fails with UR_RESULT_ERROR_INVALID_VALUE if it
  /// is no such file or cannot be opened; the system decides which processes may open it.
  static Result<MemoryFile> open(int64_t process, const Location &location);

  MemoryFile(MemoryFile &&other) noexcept;
  MemoryFile &operator=(MemoryFile &&other) noexcept;
  ~MemoryFile();

  int descriptor() const { return descriptor_; }
  size_t size() const { return size_; }
  /// Returns where other processes find the file while this object exists.
  Result<Location> location() const;
  /// Returns a new descriptor of the same memory.
  Result<MemoryFile> duplicate() const;
  /// Maps the whole file at an address of that alignment, a power of two.
  Result<void *> map(size_t alignment) const;
  /// Releases ownership of the descriptor to the caller.
  int detach();

private:
  MemoryFile(int descriptor, size_t size) : descriptor_(descriptor), size_(size) {}

  int descriptor_ = -1;
  size_t size_ = 0;
};

} // namespace ursa::host
