// Files of a program: reads whole files, and writes files so that a failed run leaves nothing
// behind.
#pragma once

#include "support/output_files.h"

#include <cstddef>
#include <filesystem>
#include <optional>
#include <span>
#include <vector>

namespace ursa::client {

/// The most bytes that are read from a file without a size of its own, such as a device or a FIFO.
inline constexpr size_t kMaximumStreamBytes = size_t{1} << 30;

/// Reads all bytes of a file; throws a Failure that names it.
/// @param limit the most bytes that it may have; by default unlimited for a regular file and
/// kMaximumStreamBytes for any other
std::vector<std::byte> readFile(const std::filesystem::path &path,
                                std::optional<size_t> limit = std::nullopt);

using ursa::InputFiles;

/// Throws a Failure if an output is one of the inputs, or the same file as another output.
void checkOutputs(const InputFiles &inputs, const std::vector<std::string> &outputs);

/// Returns whether two names are those of the same regular file.
bool isSameFile(const std::filesystem::path &one, const std::filesystem::path &other);

/// Files that are written together; see OutputFileSet. Throws Failure.
class OutputFiles {
public:
  /// Names a file that must not be written because it is an input.
  void addInput(const std::filesystem::path &path) { files_.addInput(path); }

  /// Adds @p path with these bytes.
  void add(const std::filesystem::path &path, std::span<const std::byte> data);

  /// Adds @p path for a writer that opens files itself; returns the temporary file to write.
  std::filesystem::path reserve(const std::filesystem::path &path);

  /// Renames the temporary files to their final names.
  void commit();

private:
  OutputFileSet files_;
};

/// The folder of the running executable.
std::filesystem::path executableFolder();

} // namespace ursa::client
