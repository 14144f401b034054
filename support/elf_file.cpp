// See elf_file.h.
#include "support/elf_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <string_view>

#include <elf.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace ursa::inline support {
namespace {

constexpr uint64_t kMostSegments = 128;
constexpr uint64_t kMostBytes = 1 << 16; ///< that are read of a segment
constexpr uint64_t kMostName = 1024;

class ElfFile {
public:
  explicit ElfFile(const std::string &path)
      : descriptor_(open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK)) {
    struct stat status {};
    isRegular_ = descriptor_ >= 0 && fstat(descriptor_, &status) == 0 && S_ISREG(status.st_mode);
  }
  ~ElfFile() {
    if (descriptor_ >= 0)
      close(descriptor_);
  }
  ElfFile(const ElfFile &) = delete;
  ElfFile &operator=(const ElfFile &) = delete;

  std::optional<ElfFacts> facts() {
    Elf64_Ehdr header;
    if (!isRegular_ || !readPart(0, header) || std::memcmp(header.e_ident, ELFMAG, SELFMAG) != 0 ||
        header.e_ident[EI_CLASS] != ELFCLASS64 || header.e_ident[EI_DATA] != ELFDATA2LSB ||
        header.e_phentsize != sizeof(Elf64_Phdr))
      return std::nullopt;
    const uint64_t count = std::min<uint64_t>(header.e_phnum, kMostSegments);
    const std::vector<std::byte> table = bytesOf(header.e_phoff, count * sizeof(Elf64_Phdr));
    if (count == 0 || table.size() != count * sizeof(Elf64_Phdr))
      return std::nullopt;
    segments_.resize(count);
    std::memcpy(segments_.data(), table.data(), table.size());
    ElfFacts facts;
    for (const Elf64_Phdr &segment : segments_) {
      if (segment.p_type == PT_NOTE && facts.buildId.empty())
        facts.buildId = buildIdIn(bytesOf(segment.p_offset, segment.p_filesz));
      else if (segment.p_type == PT_DYNAMIC)
        readDynamic(bytesOf(segment.p_offset, segment.p_filesz), facts);
    }
    return facts;
  }

private:
  template <class Part> bool readPart(uint64_t offset, Part &part) const {
    return offset <= INT64_MAX &&
           pread(descriptor_, &part, sizeof(part), static_cast<off_t>(offset)) ==
               static_cast<ssize_t>(sizeof(part));
  }

  /// Returns the bytes that the file has, at most kMostBytes.
  std::vector<std::byte> bytesOf(uint64_t offset, uint64_t size) const {
    std::vector<std::byte> bytes(std::min(size, kMostBytes));
    const ssize_t count = offset <= INT64_MAX ? pread(descriptor_, bytes.data(), bytes.size(),
                                                      static_cast<off_t>(offset))
                                              : -1;
    bytes.resize(static_cast<size_t>(std::max<ssize_t>(count, 0)));
    return bytes;
  }

  void readDynamic(std::span<const std::byte> bytes, ElfFacts &facts) const {
    std::vector<uint64_t> needed;
    std::optional<uint64_t> strings, runPath, oldRunPath;
    for (; bytes.size() >= sizeof(Elf64_Dyn); bytes = bytes.subspan(sizeof(Elf64_Dyn))) {
      Elf64_Dyn entry;
      std::memcpy(&entry, bytes.data(), sizeof(entry));
      if (entry.d_tag == DT_NULL)
        break;
      if (entry.d_tag == DT_NEEDED)
        needed.push_back(entry.d_un.d_val);
      else if (entry.d_tag == DT_STRTAB)
        strings = offsetOf(entry.d_un.d_ptr);
      else if (entry.d_tag == DT_RUNPATH)
        runPath = entry.d_un.d_val;
      else if (entry.d_tag == DT_RPATH)
        oldRunPath = entry.d_un.d_val;
    }
    if (!strings)
      return;
    for (const uint64_t name : needed)
      if (std::string text = nameAt(*strings, name); !text.empty())
        facts.needed.push_back(std::move(text));
    if (const auto path = runPath ? runPath : oldRunPath)
      facts.runPath = nameAt(*strings, *path);
  }

  /// Returns the place in the file of an address.
  std::optional<uint64_t> offsetOf(uint64_t address) const {
    for (const Elf64_Phdr &segment : segments_)
      if (segment.p_type == PT_LOAD && address >= segment.p_vaddr &&
          address - segment.p_vaddr < segment.p_filesz)
        return segment.p_offset + (address - segment.p_vaddr);
    return std::nullopt;
  }

  std::string nameAt(uint64_t strings, uint64_t offset) const {
    const std::vector<std::byte> bytes = bytesOf(strings + offset, kMostName);
    const std::string_view text(reinterpret_cast<const char *>(bytes.data()), bytes.size());
    const size_t end = text.find('\0');
    return end == text.npos ? std::string() : std::string(text.substr(0, end));
  }

  const int descriptor_;
  bool isRegular_ = false;
  std::vector<Elf64_Phdr> segments_;
};

uint64_t aligned(uint64_t size) { return (size + 3) / 4 * 4; }

} // namespace

std::string buildIdIn(std::span<const std::byte> notes) {
  constexpr std::string_view kOwner("GNU", sizeof("GNU"));
  Elf64_Nhdr note;
  while (notes.size() >= sizeof(note)) {
    std::memcpy(&note, notes.data(), sizeof(note));
    notes = notes.subspan(sizeof(note));
    const uint64_t begin = aligned(note.n_namesz);
    const uint64_t end = begin + aligned(note.n_descsz);
    if (begin + note.n_descsz > notes.size())
      break;
    if (note.n_type == NT_GNU_BUILD_ID && note.n_namesz == kOwner.size() &&
        std::memcmp(notes.data(), kOwner.data(), kOwner.size()) == 0) {
      std::string id;
      for (const std::byte byte : notes.subspan(begin, note.n_descsz))
        id += fmt::format("{:02x}", static_cast<unsigned>(byte));
      return id;
    }
    notes = notes.subspan(std::min<uint64_t>(end, notes.size()));
  }
  return "";
}

std::optional<ElfFacts> readElfFacts(const std::string &path) { return ElfFile(path).facts(); }

} // namespace ursa::inline support
