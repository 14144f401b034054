// See output_files.h.
#include "compiler/image/output_files.h"

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

using namespace llvm;

namespace ursa {
namespace {

Error cannotWrite(StringRef path, int reason) {
  return createStringError("The file '" + path + "' cannot be written: " + std::strerror(reason) +
                           ".");
}

/// 0, or the reason why not all was written.
int writeAll(int descriptor, StringRef bytes) {
  while (!bytes.empty()) {
    const ssize_t count = ::write(descriptor, bytes.data(), bytes.size());
    if (count < 0 && errno == EINTR)
      continue;
    if (count < 0)
      return errno;
    bytes = bytes.drop_front(static_cast<std::size_t>(count));
  }
  return 0;
}

/// Writes to @p descriptor and closes it, which may report what a write did not.
int writeAndClose(int descriptor, StringRef bytes) {
  const int reason = writeAll(descriptor, bytes);
  const int closed = ::close(descriptor);
  return reason != 0 || closed == 0 ? reason : errno;
}

/// The file that a symbolic link leads to; the path itself when it is no link.
std::string linkTarget(const std::string &path) {
  char *resolved = ::realpath(path.c_str(), nullptr);
  if (!resolved)
    return path;
  std::string target = resolved;
  ::free(resolved);
  return target;
}

} // namespace

OutputFiles::~OutputFiles() { remove(0); }

/// Removes what there is of the files; the first @p renamed ones have their names.
void OutputFiles::remove(std::size_t renamed) {
  for (std::size_t i = 0; i < pending_.size(); ++i) {
    const Pending &file = pending_[i];
    ::unlink(i < renamed || file.temporary.empty() ? file.target.c_str() : file.temporary.c_str());
  }
  pending_.clear();
}

Error OutputFiles::add(const std::string &path, StringRef bytes) {
  if (path == "-") {
    standardOutput_ += bytes;
    return Error::success();
  }
  Pending file{path, path, "", {}};
  int descriptor = -1;
  {
    const CleanupTransaction transaction;
    descriptor = ::open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    if (descriptor >= 0)
      file.cleanup = CleanupEntry::file(path);
  }
  if (descriptor < 0)
    return errno == EEXIST ? replace(path, bytes) : cannotWrite(path, errno);
  if (const int reason = writeAndClose(descriptor, bytes); reason != 0) {
    ::unlink(path.c_str());
    return cannotWrite(path, reason);
  }
  pending_.push_back(std::move(file));
  return Error::success();
}

/// Writes the file for a name that is taken.
Error OutputFiles::replace(const std::string &path, StringRef bytes) {
  struct stat status {};
  if (::stat(path.c_str(), &status) == 0 && !S_ISREG(status.st_mode)) {
    const int descriptor = ::open(path.c_str(), O_WRONLY | O_CLOEXEC);
    const int reason = descriptor < 0 ? errno : writeAndClose(descriptor, bytes);
    return reason == 0 ? Error::success() : cannotWrite(path, reason);
  }
  const std::string target = linkTarget(path);
  for (const Pending &file : pending_)
    if (file.path == path || file.target == target)
      return createStringError("The file '" + path + "' would be written twice.");
  if (::access(path.c_str(), W_OK) != 0)
    return cannotWrite(path, errno);
  Pending file{path, target, target + ".XXXXXX", {}};
  int descriptor = -1;
  {
    const CleanupTransaction transaction;
    descriptor = ::mkostemp(file.temporary.data(), O_CLOEXEC);
    if (descriptor >= 0)
      file.cleanup = CleanupEntry::file(file.temporary);
  }
  if (descriptor < 0)
    return cannotWrite(path, errno);
  int reason = ::fchmod(descriptor, status.st_mode & 0777) == 0 ? 0 : errno;
  if (const int written = writeAndClose(descriptor, bytes); reason == 0)
    reason = written;
  if (reason != 0) {
    ::unlink(file.temporary.c_str());
    return cannotWrite(path, reason);
  }
  pending_.push_back(std::move(file));
  return Error::success();
}

Error OutputFiles::commit() {
  for (std::size_t i = 0; i < pending_.size(); ++i) {
    const Pending &file = pending_[i];
    if (file.temporary.empty() || ::rename(file.temporary.c_str(), file.target.c_str()) == 0)
      continue;
    Error error = cannotWrite(file.path, errno);
    remove(i);
    return error;
  }
  if (const int reason = writeAll(STDOUT_FILENO, standardOutput_); reason != 0) {
    remove(pending_.size());
    return createStringError("Standard output cannot be written: " + Twine(std::strerror(reason)) +
                             ".");
  }
  pending_.clear();
  standardOutput_.clear();
  return Error::success();
}

Error writeOutput(const std::string &path, StringRef bytes) {
  OutputFiles files;
  if (Error error = files.add(path, bytes))
    return error;
  return files.commit();
}

} // namespace ursa
