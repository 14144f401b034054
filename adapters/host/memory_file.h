// Memory without an address: a file in memory that can be mapped several times, and handed to other
// processes.
#pragma once

#include "core/support/result.h"

#include <cstddef>
#include <cstdint>

namespace ursa::host {

/// Of the smallest piece of memory that can be mapped, in bytes.
size_t pageSize();

/// Owns the file; the memory lives until it is closed and unmapped everywhere.
class MemoryFile {
public:
  /// Pages that are there from the start, filled with zeros, so that no access fails later. The
  /// file can be neither shortened nor lengthened, by whomever it is handed to.
  static Result<MemoryFile> create(size_t size);
  /// A file of another process that create made there, as its number and identity say.
  /// UR_RESULT_ERROR_INVALID_VALUE when it is no such file, or not to be had.
  static Result<MemoryFile> open(int64_t process, int descriptor, uint64_t identity, size_t size);

  MemoryFile(MemoryFile &&other) noexcept;
  MemoryFile &operator=(MemoryFile &&other) noexcept;
  ~MemoryFile();

  int descriptor() const { return descriptor_; }
  size_t size() const { return size_; }
  /// Tells files apart that are open at the same time, on this machine.
  Result<uint64_t> identity() const;
  /// Another descriptor of the same memory.
  Result<MemoryFile> duplicate() const;
  /// Hands the descriptor to the caller.
  int detach();

private:
  MemoryFile(int descriptor, size_t size) : descriptor_(descriptor), size_(size) {}

  int descriptor_ = -1;
  size_t size_ = 0;
};

} // namespace ursa::host
