// See output_files.h.
#include "support/output_files.h"

#include <fcntl.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <optional>

namespace ursa::inline support {

namespace fs = std::filesystem;

namespace {

constexpr int kMaximumNames = 100;

Error cannotWrite(const fs::path &path, int reason) {
  return makeError(UR_RESULT_ERROR_INVALID_VALUE, "The file '{}' cannot be written: {}.",
                   path.string(), std::strerror(reason));
}

/// Returns the standard stream that writes to the file with this status, if there is one.
std::optional<int> streamOf(const struct stat &status) {
  for (int descriptor : {STDOUT_FILENO, STDERR_FILENO}) {
    struct stat stream {};
    if (fstat(descriptor, &stream) == 0 && stream.st_dev == status.st_dev &&
        stream.st_ino == status.st_ino)
      return descriptor;
  }
  return std::nullopt;
}

/// Creates an empty file with an unpredictable name. The kernel applies the umask and the folder's
/// default access control list.
/// @return its descriptor, or -1 with errno set
int createTemporary(const fs::path &folder, const fs::path &name, fs::path &temporary,
                    CleanupEntry &cleanup) {
  const CleanupTransaction transaction;
  for (int attempt = 0; attempt < kMaximumNames; ++attempt) {
    uint64_t random = 0;
    if (getrandom(&random, sizeof(random), 0) != sizeof(random))
      return -1;
    temporary = folder / fmt::format(".{}.{:016x}.tmp", name.string().substr(0, 200), random);
    const int descriptor =
        open(temporary.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0666);
    if (descriptor >= 0)
      cleanup = CleanupEntry::file(temporary.string());
    if (descriptor >= 0 || errno != EEXIST)
      return descriptor;
  }
  errno = EEXIST;
  return -1;
}

/// Gives a new file the mode and owner of the one that it replaces.
bool copyOwnership(int descriptor, const struct stat &replaced) {
  struct stat created {};
  if (fstat(descriptor, &created) != 0)
    return false;
  const bool isOther = created.st_uid != replaced.st_uid || created.st_gid != replaced.st_gid;
  if (isOther && fchown(descriptor, replaced.st_uid, replaced.st_gid) != 0)
    return false;
  return fchmod(descriptor, replaced.st_mode & 07777) == 0;
}

/// Closes a descriptor, which may report an error that a write did not.
int writeAndClose(int descriptor, std::span<const std::byte> bytes) {
  const int reason = writeAll(descriptor, bytes);
  const int closed = close(descriptor);
  return reason != 0 || closed == 0 ? reason : errno;
}

Result<std::vector<std::byte>> readTemporary(const fs::path &path) {
  std::vector<std::byte> bytes;
  const int descriptor = open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (descriptor < 0)
    return cannotWrite(path, errno);
  std::vector<std::byte> buffer(1 << 16); // stacks may be small
  ssize_t count = 0;
  while ((count = read(descriptor, buffer.data(), buffer.size())) > 0 ||
         (count < 0 && errno == EINTR))
    if (count > 0)
      bytes.insert(bytes.end(), buffer.begin(), buffer.begin() + count);
  const int reason = errno;
  close(descriptor);
  if (count < 0)
    return cannotWrite(path, reason);
  return bytes;
}

} // namespace

int writeAll(int descriptor, std::span<const std::byte> bytes) {
  while (!bytes.empty()) {
    const ssize_t count = write(descriptor, bytes.data(), bytes.size());
    if (count < 0 && errno == EINTR)
      continue;
    if (count < 0)
      return errno;
    bytes = bytes.subspan(static_cast<size_t>(count));
  }
  return 0;
}

OutputFileSet::~OutputFileSet() { removeTemporaries(); }

void OutputFileSet::removeTemporaries() {
  for (const Pending &file : pending_)
    if (!file.temporary.empty())
      unlink(file.temporary.c_str());
  pending_.clear();
}

/// Adds an entry for a path, with an empty temporary file unless it is written in place.
Result<OutputFileSet::Pending *> OutputFileSet::append(const fs::path &path) {
  Pending file{.path = path};
  URSA_CHECK(inputs_.checkOutput(path));
  if (path == "-") {
    file.isInPlace = true;
    file.descriptor = STDOUT_FILENO;
    return &pending_.emplace_back(std::move(file));
  }
  struct stat status {};
  const bool exists = stat(path.c_str(), &status) == 0;
  if (!exists && errno != ENOENT)
    return cannotWrite(path, errno);
  URSA_TRY(file.destination, resolveLinks(path));
  file.identity = identityOfFile(path);
  for (const Pending &other : pending_)
    if (file.identity && other.identity == file.identity)
      return makeError(UR_RESULT_ERROR_INVALID_VALUE, "The file '{}' would be written twice.",
                       path.string());
  if (exists && S_ISDIR(status.st_mode))
    return cannotWrite(path, EISDIR);
  if (exists && faccessat(AT_FDCWD, path.c_str(), W_OK, AT_EACCESS) != 0)
    return cannotWrite(path, errno);
  if (exists) {
    file.descriptor = streamOf(status).value_or(-1);
    file.isInPlace = file.descriptor >= 0 || !S_ISREG(status.st_mode) || status.st_nlink > 1;
  }
  if (!file.isInPlace) {
    const fs::path folder = file.destination.parent_path();
    const int descriptor = createTemporary(
        folder.empty() ? "." : folder, file.destination.filename(), file.temporary, file.cleanup);
    // A file may be writable in a folder that is not.
    if (descriptor < 0 && !(exists && (errno == EACCES || errno == EPERM || errno == EROFS)))
      return cannotWrite(path, errno);
    if (descriptor < 0 || (exists && !copyOwnership(descriptor, status))) {
      if (descriptor >= 0)
        unlink(file.temporary.c_str());
      file.temporary.clear();
      file.isInPlace = true;
    }
    if (descriptor >= 0)
      close(descriptor);
  }
  return &pending_.emplace_back(std::move(file));
}

Result<void> OutputFileSet::add(const fs::path &path, std::span<const std::byte> bytes) {
  URSA_TRY(Pending * file, append(path));
  if (file->isInPlace) {
    file->bytes.assign(bytes.begin(), bytes.end());
    return {};
  }
  const int descriptor = open(file->temporary.c_str(), O_WRONLY | O_CLOEXEC | O_NOFOLLOW);
  const int reason = descriptor < 0 ? errno : writeAndClose(descriptor, bytes);
  if (reason == 0)
    return {};
  unlink(file->temporary.c_str());
  pending_.pop_back();
  return cannotWrite(path, reason);
}

Result<fs::path> OutputFileSet::reserve(const fs::path &path) {
  URSA_TRY(Pending * file, append(path));
  if (!file->isInPlace)
    return file->temporary;
  std::error_code error;
  const fs::path folder = fs::temp_directory_path(error);
  const int descriptor =
      error ? -1 : createTemporary(folder, file->path.filename(), file->temporary, file->cleanup);
  if (descriptor < 0) {
    const int reason = error ? error.value() : errno;
    pending_.pop_back();
    return cannotWrite(path, reason);
  }
  close(descriptor);
  return file->temporary;
}

Result<void> OutputFileSet::commit() {
  Result<void> result;
  for (Pending &file : pending_) {
    if (!file.isInPlace || !result)
      continue;
    if (!file.temporary.empty()) {
      auto bytes = readTemporary(file.temporary);
      if (!bytes) {
        result = bytes.error();
        continue;
      }
      file.bytes = *std::move(bytes);
    }
    int reason = 0;
    if (file.descriptor >= 0) {
      reason = writeAll(file.descriptor, file.bytes);
    } else {
      const int descriptor = open(file.destination.c_str(), O_WRONLY | O_TRUNC | O_CLOEXEC);
      reason = descriptor < 0 ? errno : writeAndClose(descriptor, file.bytes);
    }
    if (reason != 0)
      result = file.path == "-"
                   ? makeError(UR_RESULT_ERROR_INVALID_VALUE,
                               "Standard output cannot be written: {}.", std::strerror(reason))
                   : cannotWrite(file.path, reason);
  }
  for (Pending &file : pending_) {
    if (file.isInPlace || !result)
      continue;
    if (rename(file.temporary.c_str(), file.destination.c_str()) != 0)
      result = cannotWrite(file.path, errno);
    else
      file.temporary.clear();
  }
  removeTemporaries();
  return result;
}

} // namespace ursa::inline support
