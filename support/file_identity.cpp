// See file_identity.h.
#include "support/file_identity.h"

#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

namespace ursa::inline support {

namespace fs = std::filesystem;

namespace {

constexpr int kMaximumLinks = 40; ///< maximum number of symbolic links to follow, as in the kernel

std::optional<FileIdentity> identityOfStatus(const struct stat &status) {
  if (!S_ISREG(status.st_mode))
    return std::nullopt;
  return FileIdentity{status.st_dev, status.st_ino, {}};
}

Error cannotFollow(const fs::path &path, int reason) {
  return makeError(UR_RESULT_ERROR_INVALID_VALUE, "The file '{}' cannot be written: {}.",
                   path.string(), std::strerror(reason));
}

} // namespace

Result<fs::path> resolveLinks(const fs::path &path) {
  fs::path resolved = path;
  for (int links = 0; links < kMaximumLinks; ++links) {
    std::error_code error;
    if (!fs::is_symlink(fs::symlink_status(resolved, error)))
      return resolved;
    const fs::path target = fs::read_symlink(resolved, error);
    if (error)
      return cannotFollow(path, error.value());
    resolved = target.is_absolute() ? target : resolved.parent_path() / target;
  }
  return cannotFollow(path, ELOOP);
}

std::optional<FileIdentity> identityOfFile(const fs::path &path) {
  struct stat status {};
  if (stat(path.c_str(), &status) == 0)
    return identityOfStatus(status);
  const Result<fs::path> resolved = resolveLinks(path);
  if (!resolved)
    return std::nullopt;
  const fs::path folder = resolved->parent_path();
  if (stat(folder.empty() ? "." : folder.c_str(), &status) != 0)
    return std::nullopt;
  return FileIdentity{status.st_dev, status.st_ino, resolved->filename().string()};
}

std::optional<FileIdentity> identityOfFile(int descriptor) {
  struct stat status {};
  return fstat(descriptor, &status) == 0 ? identityOfStatus(status) : std::nullopt;
}

InputFiles::InputFiles(const std::vector<std::string> &paths) {
  for (const std::string &path : paths)
    add(path);
}

void InputFiles::add(const fs::path &path) {
  auto file = path == "-" ? identityOfFile(STDIN_FILENO) : identityOfFile(path);
  if (file && file->name.empty()) // reading it tells of a file that does not exist
    files_.push_back(*std::move(file));
}

Result<void> InputFiles::checkOutput(const fs::path &path) const {
  const auto file = path == "-" ? identityOfFile(STDOUT_FILENO) : identityOfFile(path);
  if (!file || std::ranges::find(files_, *file) == files_.end())
    return {};
  return makeError(UR_RESULT_ERROR_INVALID_VALUE, "The output '{}' is also an input.",
                   path.string());
}

Result<void> InputFiles::checkOutputs(const std::vector<std::string> &paths) const {
  std::vector<FileIdentity> outputs;
  for (const std::string &path : paths) {
    URSA_CHECK(checkOutput(path));
    const auto file = identityOfFile(path);
    if (!file)
      continue;
    if (std::ranges::find(outputs, *file) != outputs.end())
      return makeError(UR_RESULT_ERROR_INVALID_VALUE, "The file '{}' would be written twice.",
                       path);
    outputs.push_back(*file);
  }
  return {};
}

} // namespace ursa::inline support
