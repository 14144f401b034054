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
  /// Creates a file of zeros and commits its pages, so that no access fails later. The file is
  /// sealed: no process can change its size.
  static Result<MemoryFile> create(size_t size);
  /// Opens a file that create() made in another process, by its descriptor number and identity.
  /// Fails with UR_RESULT_ERROR_INVALID_VALUE if it is no such file or cannot be opened.
  static Result<MemoryFile> open(int64_t process, int descriptor, uint64_t identity, size_t size);

  MemoryFile(MemoryFile &&other) noexcept;
  MemoryFile &operator=(MemoryFile &&other) noexcept;
  ~MemoryFile();

  int descriptor() const { return descriptor_; }
  size_t size() const { return size_; }
  /// Returns a number that is unique among the files that are open on this machine at the same
  /// time.
  Result<uint64_t> identity() const;
  /// Returns a new descriptor of the same memory.
  Result<MemoryFile> duplicate() const;
  /// Releases ownership of the descriptor to the caller.
  int detach();

private:
  MemoryFile(int descriptor, size_t size) : descriptor_(descriptor), size_(size) {}

  int descriptor_ = -1;
  size_t size_ = 0;
};

} // namespace ursa::host
