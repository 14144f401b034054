// Whole-file reads and all-or-nothing writes.
#include "client/files.h"

#include "client/failure.h"

#include <cerrno>
#include <cstring>
#include <fstream>
#include <system_error>
#include <type_traits>

namespace ursa::client {

namespace fs = std::filesystem;

namespace {

/// Throws a Failure with the error message of a failed result.
template <class T> T unwrap(Result<T> result) {
  if (!result)
    throw Failure(result.error().message);
  if constexpr (!std::is_void_v<T>)
    return *std::move(result);
}

} // namespace

std::vector<std::byte> readFile(const fs::path &path, std::optional<size_t> limit) {
  std::error_code error;
  const fs::file_status status = fs::status(path, error);
  if (!fs::exists(status))
    fail("File '{}' does not exist.", path.string());
  if (fs::is_directory(status))
    fail("'{}' is a folder; a file was expected.", path.string());
  if (!limit && !fs::is_regular_file(status))
    limit = kMaximumStreamBytes;
  std::ifstream file(path, std::ios::binary);
  if (!file)
    fail("File '{}' cannot be read: {}.", path.string(), std::strerror(errno));
  std::vector<std::byte> data;
  std::vector<char> buffer(1 << 16); // stacks may be small
  while (file.read(buffer.data(), static_cast<std::streamsize>(buffer.size())) ||
         file.gcount() > 0) {
    auto *first = reinterpret_cast<const std::byte *>(buffer.data());
    data.insert(data.end(), first, first + file.gcount());
    if (limit && data.size() > *limit)
      fail("File '{}' has more than {} bytes, which is the most that is read here.", path.string(),
           *limit);
  }
  if (file.bad())
    fail("File '{}' cannot be read: {}.", path.string(), std::strerror(errno));
  return data;
}

void checkOutputs(const InputFiles &inputs, const std::vector<std::string> &outputs) {
  unwrap(inputs.checkOutputs(outputs));
}

bool isSameFile(const fs::path &one, const fs::path &other) {
  const auto identity = identityOfFile(one);
  return identity && identity == identityOfFile(other);
}

void OutputFiles::add(const fs::path &path, std::span<const std::byte> data) {
  unwrap(files_.add(path, data));
}

fs::path OutputFiles::reserve(const fs::path &path) { return unwrap(files_.reserve(path)); }

void OutputFiles::commit() { unwrap(files_.commit()); }

fs::path executableFolder() {
  std::error_code error;
  const fs::path executable = fs::read_symlink("/proc/self/exe", error);
  if (error)
    fail("The program's own folder cannot be found: {}.", error.message());
  return executable.parent_path();
}

} // namespace ursa::client
