// Files that hold code or facts of this user, and that are believed only if nobody else can have
// written them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include <sys/stat.h>

namespace ursa::inline support {

/// Returns why files in a folder must not be believed, as the end of a sentence without a full
/// stop; empty if they may be, or if the folder does not exist.
std::string whyNotPrivate(const std::filesystem::path &folder);

/// Creates a folder and its parents, for this user alone.
/// @return whether it exists now
bool makePrivateFolder(const std::filesystem::path &folder);

/// An open file that only this user may write: a regular file of this user, which neither its group
/// nor others may write to. Its folder is the caller's concern.
class PrivateFile {
public:
  /// Opens a file to read it. Is false for any other file; follows no symbolic link, and does not
  /// wait for a FIFO.
  explicit PrivateFile(const std::filesystem::path &path);
  ~PrivateFile();
  PrivateFile(const PrivateFile &) = delete;
  PrivateFile &operator=(const PrivateFile &) = delete;

  explicit operator bool() const { return descriptor_ >= 0; }
  int descriptor() const { return descriptor_; }
  const struct stat &status() const { return status_; }

  /// Returns the contents; none if they are more than @p limit bytes or cannot be read.
  std::optional<std::vector<std::byte>> read(uint64_t limit) const;

private:
  int descriptor_;
  struct stat status_ {};
};

} // namespace ursa::inline support
