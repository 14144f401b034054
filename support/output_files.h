// Output files of a process that are replaced atomically and together, or not at all.
#pragma once

#include "support/file_identity.h"
#include "support/result.h"
#include "support/signal_cleanup.h"

#include <cstddef>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace ursa::inline support {

/// A set of output files. Each is written to a temporary file in the folder of its destination and
/// renamed by commit(). Symbolic links are followed; a file that is replaced keeps its mode and its
/// owner. A destination that a rename would break is written in place by commit(): one that is no
/// regular file (a device, a FIFO), the file behind standard output or standard error, and a file
/// with several hard links. Temporary files are removed by the destructor, by std::quick_exit and
/// when a signal ends the process (signal_cleanup.h).
///
/// Not thread safe. Blocks on the file system. Errors: UR_RESULT_ERROR_INVALID_VALUE with a
/// sentence that names the file.
class OutputFileSet {
public:
  OutputFileSet() = default;
  ~OutputFileSet();
  OutputFileSet(const OutputFileSet &) = delete;
  OutputFileSet &operator=(const OutputFileSet &) = delete;

  /// Names a file that must not be written because it is an input; "-" is standard input.
  void addInput(const std::filesystem::path &path) { inputs_.add(path); }

  /// Adds a file with these bytes; "-" is standard output. Fails when the file is an input, or was
  /// added before, by whatever name.
  Result<void> add(const std::filesystem::path &path, std::span<const std::byte> bytes);

  /// Adds a file that the caller writes before commit().
  /// @return the path of the temporary file to write, which exists and is empty
  Result<std::filesystem::path> reserve(const std::filesystem::path &path);

  /// Writes the destinations that are written in place, then renames the other files in the order
  /// in which they were added. When one fails, the temporary files that are left are removed.
  Result<void> commit();

private:
  struct Pending {
    std::filesystem::path path;        ///< as the caller named it, for messages
    std::filesystem::path destination; ///< behind symbolic links; empty for standard output
    std::optional<FileIdentity> identity;
    std::filesystem::path temporary; ///< empty when `bytes` are written in place
    std::vector<std::byte> bytes;
    int descriptor = -1; ///< of the stream to write in place; -1: open `destination`
    bool isInPlace = false;
    CleanupEntry cleanup;
  };
  Result<Pending *> append(const std::filesystem::path &path);
  void removeTemporaries();

  InputFiles inputs_;
  std::vector<Pending> pending_;
};

/// Writes all bytes to a file descriptor.
/// @return 0, or the errno of the write that failed
int writeAll(int descriptor, std::span<const std::byte> bytes);

} // namespace ursa::inline support
