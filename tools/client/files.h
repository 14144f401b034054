// Files of a program: read whole, and written so that a failed run leaves none behind.
#pragma once

#include <cstddef>
#include <filesystem>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace ursa::client {

/// All bytes of a file; throws a Failure that names it.
std::vector<std::byte> readFile(const std::filesystem::path &path);

/// The path of a temporary file beside @p path, for a write that a rename completes.
std::filesystem::path temporaryBeside(const std::filesystem::path &path);

/// Files that are written together: each first under a temporary name, then all renamed. What was
/// not committed is removed on destruction.
class OutputFiles {
public:
  OutputFiles() = default;
  ~OutputFiles();
  OutputFiles(const OutputFiles &) = delete;
  OutputFiles &operator=(const OutputFiles &) = delete;

  /// Writes the temporary file of @p path; throws Failure.
  void add(const std::filesystem::path &path, std::span<const std::byte> data);

  /// Reserves the temporary file of @p path for a writer that opens files itself, and returns it.
  std::filesystem::path reserve(const std::filesystem::path &path);

  /// Renames all to their final names; throws Failure.
  void commit();

private:
  std::vector<std::pair<std::filesystem::path, std::filesystem::path>> pending_; // temporary, final
};

/// The folder of the running program.
std::filesystem::path executableFolder();

} // namespace ursa::client
