#include "core/loader/library_file.h"

#include <algorithm>
#include <cstring>
#include <fstream>

#include <elf.h>

namespace ursa {
namespace {

template <class Part> bool readPart(std::ifstream &file, uint64_t offset, Part &part) {
  file.seekg(static_cast<std::streamoff>(offset));
  return static_cast<bool>(file.read(reinterpret_cast<char *>(&part), sizeof(part)));
}

} // namespace

Result<void> checkLibraryIsWhole(const std::string &path) {
  std::ifstream file(path, std::ios::binary | std::ios::ate);
  if (!file)
    return {};
  const std::streamoff end = file.tellg();
  if (end < 0)
    return {};
  const auto size = static_cast<uint64_t>(end);
  Elf64_Ehdr header;
  if (!readPart(file, 0, header) || std::memcmp(header.e_ident, ELFMAG, SELFMAG) != 0 ||
      header.e_ident[EI_CLASS] != ELFCLASS64 || header.e_phentsize != sizeof(Elf64_Phdr))
    return {};
  uint64_t needed = 0;
  for (uint64_t i = 0; i < header.e_phnum; ++i) {
    Elf64_Phdr segment;
    const uint64_t offset = header.e_phoff + i * sizeof(segment);
    needed = std::max(needed, offset + sizeof(segment));
    if (!readPart(file, offset, segment))
      break;
    if (segment.p_type == PT_LOAD)
      needed = std::max(needed, segment.p_offset + segment.p_filesz);
  }
  if (needed <= size)
    return {};
  return makeError(UR_RESULT_ERROR_INVALID_BINARY,
                   "{}: the file is cut short; it has {} bytes, and its segments reach to {}.",
                   path, size, needed);
}

} // namespace ursa
