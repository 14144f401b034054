#include "core/loader/library_file.h"

#include <algorithm>
#include <cstring>

#include <elf.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace ursa::core::loader {
namespace {

/// An open file. Allocates no memory, unlike a stream.
class File {
public:
  explicit File(const std::string &path)
      : number_(open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK)) {}
  File(const File &) = delete;
  File &operator=(const File &) = delete;
  ~File() {
    if (number_ >= 0)
      close(number_);
  }

  /// Returns none if the file is not a regular file or cannot be opened.
  std::optional<uint64_t> size() const {
    struct stat facts;
    if (number_ < 0 || fstat(number_, &facts) != 0 || !S_ISREG(facts.st_mode))
      return std::nullopt;
    return static_cast<uint64_t>(facts.st_size);
  }

  template <class Part> bool read(uint64_t offset, Part &part) const {
    return pread(number_, &part, sizeof(part), static_cast<off_t>(offset)) ==
           static_cast<ssize_t>(sizeof(part));
  }

private:
  int number_;
};

} // namespace

Result<void> checkLibraryIsWhole(const std::string &path) {
  const File file(path);
  const std::optional<uint64_t> size = file.size();
  if (!size)
    return {};
  Elf64_Ehdr header;
  if (!file.read(0, header) || std::memcmp(header.e_ident, ELFMAG, SELFMAG) != 0 ||
      header.e_ident[EI_CLASS] != ELFCLASS64 || header.e_phentsize != sizeof(Elf64_Phdr))
    return {};
  uint64_t needed = 0;
  for (uint64_t i = 0; i < header.e_phnum; ++i) {
    Elf64_Phdr segment;
    const uint64_t offset = header.e_phoff + i * sizeof(segment);
    needed = std::max(needed, offset + sizeof(segment));
    if (!file.read(offset, segment))
      break;
    if (segment.p_type == PT_LOAD)
      needed = std::max(needed, segment.p_offset + segment.p_filesz);
  }
  if (needed <= *size)
    return {};
  return makeError(UR_RESULT_ERROR_INVALID_BINARY,
                   "{}: the file is cut short; it has {} bytes, and its segments reach to {}.",
                   path, *size, needed);
}

} // namespace ursa::core::loader
