// Whole-file reads and all-or-nothing writes.
#include "tools/client/files.h"

#include "tools/client/failure.h"

#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <fstream>
#include <system_error>

namespace ursa::client {

namespace fs = std::filesystem;

std::vector<std::byte> readFile(const fs::path &path) {
  std::error_code error;
  if (!fs::exists(path, error))
    fail("File '{}' does not exist.", path.string());
  if (fs::is_directory(path, error))
    fail("'{}' is a folder; a file was expected.", path.string());
  std::ifstream file(path, std::ios::binary);
  if (!file)
    fail("File '{}' cannot be read: {}.", path.string(), std::strerror(errno));
  std::vector<std::byte> data;
  char chunk[1 << 16];
  while (file.read(chunk, sizeof(chunk)) || file.gcount() > 0) {
    auto *first = reinterpret_cast<const std::byte *>(chunk);
    data.insert(data.end(), first, first + file.gcount());
  }
  if (file.bad())
    fail("File '{}' cannot be read: {}.", path.string(), std::strerror(errno));
  return data;
}

fs::path temporaryBeside(const fs::path &path) {
  fs::path temporary = path;
  temporary += fmt::format(".{}.tmp", getpid());
  return temporary;
}

OutputFiles::~OutputFiles() {
  std::error_code ignored;
  for (const auto &[temporary, path] : pending_)
    fs::remove(temporary, ignored);
}

fs::path OutputFiles::reserve(const fs::path &path) {
  return pending_.emplace_back(temporaryBeside(path), path).first;
}

void OutputFiles::add(const fs::path &path, std::span<const std::byte> data) {
  errno = 0;
  std::ofstream file(reserve(path), std::ios::binary | std::ios::trunc);
  file.write(reinterpret_cast<const char *>(data.data()),
             static_cast<std::streamsize>(data.size()));
  file.close();
  if (!file)
    fail("File '{}' cannot be written: {}.", path.string(), std::strerror(errno));
}

void OutputFiles::commit() {
  while (!pending_.empty()) {
    const auto &[temporary, path] = pending_.back();
    std::error_code error;
    fs::rename(temporary, path, error);
    if (error)
      fail("File '{}' cannot be written: {}.", path.string(), error.message());
    pending_.pop_back();
  }
}

fs::path executableFolder() {
  std::error_code error;
  const fs::path executable = fs::read_symlink("/proc/self/exe", error);
  if (error)
    fail("The program's own folder cannot be found: {}.", error.message());
  return executable.parent_path();
}

} // namespace ursa::client
