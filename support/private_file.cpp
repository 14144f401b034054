// See private_file.h.
#include "support/private_file.h"

#include <fmt/format.h>

#include <cerrno>
#include <fcntl.h>
#include <unistd.h>

namespace ursa::inline support {

namespace fs = std::filesystem;

std::string whyNotPrivate(const fs::path &folder) {
  struct stat status {};
  if (stat(folder.c_str(), &status) != 0)
    return "";
  if (!S_ISDIR(status.st_mode))
    return "it is no folder";
  if (status.st_uid != geteuid())
    return fmt::format("it belongs to user {}, not to user {}", status.st_uid, geteuid());
  if (status.st_mode & (S_IWGRP | S_IWOTH))
    return fmt::format("others may write to it (mode {:o}); make it private with 'chmod 700'",
                       status.st_mode & 07777);
  return "";
}

bool makePrivateFolder(const fs::path &folder) {
  if (mkdir(folder.c_str(), S_IRWXU) == 0 || errno == EEXIST)
    return true;
  return errno == ENOENT && folder.has_parent_path() && folder.parent_path() != folder &&
         makePrivateFolder(folder.parent_path()) &&
         (mkdir(folder.c_str(), S_IRWXU) == 0 || errno == EEXIST);
}

PrivateFile::PrivateFile(const fs::path &path)
    : descriptor_(open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)) {
  if (descriptor_ < 0)
    return;
  if (fstat(descriptor_, &status_) == 0 && S_ISREG(status_.st_mode) &&
      status_.st_uid == geteuid() && !(status_.st_mode & (S_IWGRP | S_IWOTH)))
    return;
  close(descriptor_);
  descriptor_ = -1;
}

PrivateFile::~PrivateFile() {
  if (descriptor_ >= 0)
    close(descriptor_);
}

std::optional<std::vector<std::byte>> PrivateFile::read(uint64_t limit) const {
  const auto size = static_cast<uint64_t>(status_.st_size);
  if (descriptor_ < 0 || size > limit)
    return std::nullopt;
  std::vector<std::byte> bytes(size);
  for (size_t at = 0; at < bytes.size();) {
    const ssize_t count =
        pread(descriptor_, bytes.data() + at, bytes.size() - at, static_cast<off_t>(at));
    if (count < 0 && errno == EINTR)
      continue;
    if (count <= 0)
      return std::nullopt;
    at += static_cast<size_t>(count);
  }
  return bytes;
}

} // namespace ursa::inline support
