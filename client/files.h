// Files of a program: read whole, and written so that a failed run leaves nothing behind.
#pragma once

#include "core/support/output_files.h"

#include <cstddef>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace ursa::client {

/// The most bytes that are read of what has no size of its own, such as a device or a FIFO.
inline constexpr size_t kMaximumStreamBytes = size_t{1} << 30;

/// All bytes of a file; throws a Failure that names it.
/// @param limit most bytes that it may have; by default a regular file has none, and any other file
/// kMaximumStreamBytes
std::vector<std::byte> readFile(const std::filesystem::path &path,
                                std::optional<size_t> limit = std::nullopt);

/// Writes @p text to standard output and flushes it. Throws Failure when not all was written.
void writeStandardOutput(std::string_view text);

/// Files that are written together; see OutputFileSet. Throws Failure.
class OutputFiles {
public:
  /// Adds @p path with these bytes.
  void add(const std::filesystem::path &path, std::span<const std::byte> data);

  /// Adds @p path for a writer that opens files itself, and returns the temporary file to write.
  std::filesystem::path reserve(const std::filesystem::path &path);

  /// Gives the files their names.
  void commit();

private:
  OutputFileSet files_;
};

/// The folder of the running program.
std::filesystem::path executableFolder();

} // namespace ursa::client
