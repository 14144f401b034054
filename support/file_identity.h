// Which names name the same file, so that a tool does not write over a file that it reads.
#pragma once

#include "support/result.h"

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include <sys/types.h>

namespace ursa::inline support {

/// What tells a file from all others, whatever names and links lead to it.
struct FileIdentity {
  dev_t device = 0;
  ino_t inode = 0;
  std::string name; ///< of a file that does not exist, in the folder with this device and inode

  bool operator==(const FileIdentity &) const = default;
};

/// Returns the path after following symbolic links; the file need not exist. Errors:
/// UR_RESULT_ERROR_INVALID_VALUE with a sentence that names the file.
Result<std::filesystem::path> resolveLinks(const std::filesystem::path &path);

/// Returns the identity of a regular file, or of one that does not exist. None for devices, FIFOs
/// and folders, which may be named more than once, and for files whose folder does not exist.
std::optional<FileIdentity> identityOfFile(const std::filesystem::path &path);

/// Returns the identity of an open regular file.
std::optional<FileIdentity> identityOfFile(int descriptor);

/// The files that a tool reads.
class InputFiles {
public:
  InputFiles() = default;
  explicit InputFiles(const std::vector<std::string> &paths);

  /// Adds a file; "-" is standard input.
  void add(const std::filesystem::path &path);

  /// Fails if a file that will be written, "-" for standard output, is one of these. Errors:
  /// UR_RESULT_ERROR_INVALID_VALUE with a sentence that names the file.
  Result<void> checkOutput(const std::filesystem::path &path) const;

  /// The same for several files, which must differ.
  Result<void> checkOutputs(const std::vector<std::string> &paths) const;

private:
  std::vector<FileIdentity> files_;
};

} // namespace ursa::inline support
