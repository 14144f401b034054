#include "compiler/targets/host/runtime/loaded_object.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <limits>
#include <optional>
#include <string_view>
#include <vector>

#include <elf.h>
#include <sys/mman.h>
#include <unistd.h>

namespace ursa::compiler::host {
namespace {

Error cannotLoadObject(std::string_view reason) {
  return makeError(UR_RESULT_ERROR_PROGRAM_BUILD_FAILURE, "The machine code cannot be loaded: {}.",
                   reason);
}

// The values are those of the machine that runs the code: little-endian.
template <class T> std::optional<T> readAt(std::span<const std::byte> bytes, uint64_t offset) {
  T value;
  if (offset > bytes.size() || sizeof(T) > bytes.size() - offset)
    return std::nullopt;
  std::memcpy(&value, bytes.data() + offset, sizeof(T));
  return value;
}

/// A range of the object's bytes that is an array of T.
template <class T> class Records {
public:
  Records() = default;
  explicit Records(std::span<const std::byte> bytes) : bytes_(bytes) {}
  size_t size() const { return bytes_.size() / sizeof(T); }
  T operator[](size_t index) const { return *readAt<T>(bytes_, index * sizeof(T)); }

private:
  std::span<const std::byte> bytes_;
};

/// The parts of an object.
struct Object {
  std::span<const std::byte> bytes;
  std::vector<Elf64_Shdr> sections;
  Records<Elf64_Sym> symbols;
  std::span<const std::byte> names; ///< of symbols

  Result<std::span<const std::byte>> contents(const Elf64_Shdr &section) const {
    if (section.sh_type == SHT_NOBITS)
      return std::span<const std::byte>();
    if (section.sh_offset > bytes.size() || section.sh_size > bytes.size() - section.sh_offset)
      return cannotLoadObject("a section is not within the object");
    return bytes.subspan(section.sh_offset, section.sh_size);
  }
  std::string_view nameOf(const Elf64_Sym &symbol, size_t most = SIZE_MAX) const {
    if (symbol.st_name >= names.size())
      return "";
    const auto *text = reinterpret_cast<const char *>(names.data()) + symbol.st_name;
    return {text, strnlen(text, std::min(most, names.size() - symbol.st_name))};
  }
};

/// Sections that overlap would make much of few bytes.
Result<void> checkSectionSizes(const Object &object) {
  uint64_t left = object.bytes.size();
  for (const Elf64_Shdr &section : object.sections) {
    if (section.sh_type == SHT_NOBITS)
      continue;
    if (section.sh_size > left)
      return cannotLoadObject("its sections are larger than the object");
    left -= section.sh_size;
  }
  return {};
}

/// Names that share their ends, likewise.
Result<void> checkNameSizes(const Object &object) {
  uint64_t left = 8 * object.bytes.size();
  for (size_t i = 0; i < object.symbols.size(); ++i) {
    const size_t size = object.nameOf(object.symbols[i], left).size();
    if (size == left)
      return cannotLoadObject("the names of its symbols are many times larger than the object");
    left -= size;
  }
  return {};
}

Result<Object> readObject(std::span<const std::byte> bytes) {
  Object object{bytes, {}, {}, {}};
  const auto header = readAt<Elf64_Ehdr>(bytes, 0);
  if (!header || !isRelocatableObject(bytes) || header->e_machine != EM_X86_64 ||
      header->e_shentsize != sizeof(Elf64_Shdr))
    return cannotLoadObject("it is no relocatable ELF object for x86-64");
  for (size_t i = 0; i < header->e_shnum; ++i) {
    const auto section = readAt<Elf64_Shdr>(bytes, header->e_shoff + i * sizeof(Elf64_Shdr));
    if (!section)
      return cannotLoadObject("its table of sections is not within the object");
    object.sections.push_back(*section);
  }
  URSA_CHECK(checkSectionSizes(object));
  for (const Elf64_Shdr &section : object.sections)
    if (section.sh_type == SHT_SYMTAB) {
      if (section.sh_link >= object.sections.size())
        return cannotLoadObject("its table of symbols has no names");
      URSA_TRY(const auto symbols, object.contents(section));
      URSA_TRY(object.names, object.contents(object.sections[section.sh_link]));
      object.symbols = Records<Elf64_Sym>(symbols);
    }
  URSA_CHECK(checkNameSizes(object));
  return object;
}

/// The protections of memory, in the order of their ranges.
enum class Group : uint8_t { Code, Constants, Data };
constexpr size_t kGroups = 3;
constexpr std::array<int, kGroups> kProtections = {PROT_READ | PROT_EXEC, PROT_READ,
                                                   PROT_READ | PROT_WRITE};

Group groupOf(const Elf64_Shdr &section) {
  if (section.sh_flags & SHF_EXECINSTR)
    return Group::Code;
  return section.sh_flags & SHF_WRITE ? Group::Data : Group::Constants;
}

bool usesSlot(uint32_t type) {
  return type == R_X86_64_GOTPCREL || type == R_X86_64_GOTPCRELX || type == R_X86_64_REX_GOTPCRELX;
}

/// Links one object: lays out its sections, then relocates them.
class Linker {
public:
  Linker(Object object, const LoadedObject::Resolve &resolve)
      : object_(std::move(object)), resolve_(resolve), places_(object_.sections.size(), kNoPlace),
        externals_(object_.symbols.size()), slots_(object_.symbols.size(), kNoPlace),
        stubs_(object_.symbols.size(), kNoPlace) {}

  /// Computes the places of everything, relative to the memory.
  Result<void> layOut() {
    std::array<uint64_t, kGroups> sizes{};
    for (size_t i = 0; i < object_.sections.size(); ++i)
      URSA_CHECK(placeSection(i, sizes));
    URSA_CHECK(resolveExternals());
    URSA_CHECK(forEachRelocation([&](const Elf64_Shdr &, size_t, const Elf64_Rela &relocation) {
      const size_t symbol = ELF64_R_SYM(relocation.r_info);
      const auto type = static_cast<uint32_t>(ELF64_R_TYPE(relocation.r_info));
      const bool needsStub = externals_[symbol] && isRelative(type) && !usesSlot(type);
      if ((usesSlot(type) || needsStub) && slots_[symbol] == kNoPlace)
        slots_[symbol] = take(sizes, Group::Constants, sizeof(uint64_t), sizeof(uint64_t));
      if (needsStub && stubs_[symbol] == kNoPlace)
        stubs_[symbol] = take(sizes, Group::Code, kStubBytes, kStubBytes);
      return Result<void>();
    }));
    const auto page = static_cast<uint64_t>(sysconf(_SC_PAGESIZE));
    for (size_t group = 0; group < kGroups; ++group) {
      begins_[group] = size_;
      size_ += (sizes[group] + page - 1) / page * page;
      if (size_ > kMaxBytes)
        return cannotLoadObject(fmt::format("it needs {} bytes, more than {}", size_, kMaxBytes));
    }
    begins_[kGroups] = size_;
    return {};
  }

  uint64_t size() const { return size_; }

  /// Fills memory of size() bytes, which is writable, and protects it.
  Result<void> linkInto(std::byte *memory) {
    memory_ = memory;
    for (size_t i = 0; i < object_.sections.size(); ++i)
      if (places_[i] != kNoPlace) {
        URSA_TRY(const auto bytes, object_.contents(object_.sections[i]));
        if (!bytes.empty())
          std::memcpy(sectionAddress(i), bytes.data(), bytes.size());
      }
    for (size_t i = 0; i < object_.symbols.size(); ++i)
      URSA_CHECK(fillSlot(i));
    URSA_CHECK(forEachRelocation(
        [&](const Elf64_Shdr &target, size_t section, const Elf64_Rela &relocation) {
          return relocate(target, section, relocation);
        }));
    for (size_t group = 0; group < kGroups; ++group)
      if (begins_[group + 1] > begins_[group] &&
          mprotect(memory + begins_[group], begins_[group + 1] - begins_[group],
                   kProtections[group]) != 0)
        return cannotLoadObject(
            fmt::format("its memory cannot be protected: {}", std::strerror(errno)));
    return {};
  }

  /// Returns the global symbols that the object defines.
  Result<std::map<std::string, void *, std::less<>>> definitions() {
    std::map<std::string, void *, std::less<>> found;
    for (size_t i = 0; i < object_.symbols.size(); ++i) {
      const Elf64_Sym symbol = object_.symbols[i];
      if (ELF64_ST_BIND(symbol.st_info) == STB_LOCAL || symbol.st_shndx == SHN_UNDEF)
        continue;
      URSA_TRY(const uint64_t address, addressOf(i));
      found.emplace(object_.nameOf(symbol), reinterpret_cast<void *>(address));
    }
    return found;
  }

private:
  static constexpr uint64_t kNoPlace = std::numeric_limits<uint64_t>::max();
  static constexpr uint64_t kMaxBytes = uint64_t{1} << 30; // relative addresses have 32 bits
  static constexpr uint64_t kStubBytes = 8;

  /// A place in a group: the group in the upper bits, the offset in the lower ones.
  static uint64_t take(std::array<uint64_t, kGroups> &sizes, Group group, uint64_t bytes,
                       uint64_t alignment) {
    uint64_t &size = sizes[static_cast<size_t>(group)];
    const uint64_t place = (size + alignment - 1) & ~(alignment - 1);
    size = place + bytes;
    return static_cast<uint64_t>(group) << 32 | place;
  }
  uint64_t addressAt(uint64_t place) const {
    return reinterpret_cast<uint64_t>(memory_) + begins_[place >> 32] +
           static_cast<uint32_t>(place);
  }
  std::byte *sectionAddress(size_t section) const {
    return reinterpret_cast<std::byte *>(addressAt(places_[section]));
  }

  Result<void> placeSection(size_t index, std::array<uint64_t, kGroups> &sizes) {
    const Elf64_Shdr &section = object_.sections[index];
    if (!(section.sh_flags & SHF_ALLOC))
      return {};
    if (section.sh_flags & SHF_TLS)
      return cannotLoadObject("it has thread-local variables");
    const uint64_t alignment = section.sh_addralign ? section.sh_addralign : 1;
    constexpr uint64_t kMaxAlignment = 4096; // memory begins at a page
    if (alignment > kMaxAlignment || (alignment & (alignment - 1)) || section.sh_size > kMaxBytes)
      return cannotLoadObject(
          fmt::format("a section of {} bytes has the alignment {}", section.sh_size, alignment));
    URSA_CHECK(object_.contents(section));
    places_[index] = take(sizes, groupOf(section), section.sh_size, alignment);
    if (sizes[static_cast<size_t>(groupOf(section))] > kMaxBytes)
      return cannotLoadObject("its sections are too large");
    return {};
  }

  Result<void> resolveExternals() {
    for (size_t i = 1; i < object_.symbols.size(); ++i) { // the first symbol is a placeholder
      const Elf64_Sym symbol = object_.symbols[i];
      if (symbol.st_shndx != SHN_UNDEF)
        continue;
      const std::string name(object_.nameOf(symbol));
      externals_[i] = resolve_(name);
      if (!externals_[i] && !name.empty() && name != "_GLOBAL_OFFSET_TABLE_")
        return makeError(UR_RESULT_ERROR_PROGRAM_BUILD_FAILURE,
                         "The program uses '{}', which is neither defined in it nor available on "
                         "this device.",
                         name);
    }
    return {};
  }

  /// Calls @p function(target section, its index, relocation) for all that are loaded.
  template <class Function> Result<void> forEachRelocation(Function &&function) {
    for (const Elf64_Shdr &section : object_.sections) {
      if (section.sh_type == SHT_REL)
        return cannotLoadObject("it has relocations without addends");
      if (section.sh_type != SHT_RELA)
        continue;
      if (section.sh_info >= object_.sections.size())
        return cannotLoadObject("it has relocations of no section");
      if (places_[section.sh_info] == kNoPlace)
        continue; // of debug information
      URSA_TRY(const auto bytes, object_.contents(section));
      const Records<Elf64_Rela> relocations(bytes);
      for (size_t i = 0; i < relocations.size(); ++i) {
        if (ELF64_R_SYM(relocations[i].r_info) >= object_.symbols.size())
          return cannotLoadObject("a relocation refers to no symbol");
        URSA_CHECK(
            function(object_.sections[section.sh_info], size_t{section.sh_info}, relocations[i]));
      }
    }
    return {};
  }

  Result<uint64_t> addressOf(size_t index) const {
    const Elf64_Sym symbol = object_.symbols[index];
    if (symbol.st_shndx == SHN_UNDEF) {
      if (!externals_[index])
        return cannotLoadObject("it refers to a table that it does not have");
      return reinterpret_cast<uint64_t>(externals_[index]);
    }
    if (symbol.st_shndx == SHN_ABS)
      return symbol.st_value;
    if (symbol.st_shndx >= object_.sections.size() || places_[symbol.st_shndx] == kNoPlace ||
        symbol.st_value > object_.sections[symbol.st_shndx].sh_size)
      return cannotLoadObject(
          fmt::format("the symbol '{}' is not in the code", object_.nameOf(symbol)));
    return addressAt(places_[symbol.st_shndx]) + symbol.st_value;
  }

  /// Fills the pointer to a symbol, and the code that jumps through it.
  Result<void> fillSlot(size_t symbol) {
    if (slots_[symbol] == kNoPlace)
      return {};
    URSA_TRY(const uint64_t address, addressOf(symbol));
    const uint64_t slot = addressAt(slots_[symbol]);
    std::memcpy(reinterpret_cast<void *>(slot), &address, sizeof(address));
    if (stubs_[symbol] == kNoPlace)
      return {};
    constexpr unsigned char kJump[] = {0xff, 0x25}; // jmp *offset(%rip)
    const uint64_t stub = addressAt(stubs_[symbol]);
    const auto offset = static_cast<int32_t>(slot - (stub + sizeof(kJump) + sizeof(int32_t)));
    std::memcpy(reinterpret_cast<void *>(stub), kJump, sizeof(kJump));
    std::memcpy(reinterpret_cast<void *>(stub + sizeof(kJump)), &offset, sizeof(offset));
    return {};
  }

  static bool isRelative(uint32_t type) {
    return type == R_X86_64_PC32 || type == R_X86_64_PLT32 || usesSlot(type);
  }

  Result<void> relocate(const Elf64_Shdr &target, size_t section, const Elf64_Rela &relocation) {
    const auto type = static_cast<uint32_t>(ELF64_R_TYPE(relocation.r_info));
    const size_t symbol = ELF64_R_SYM(relocation.r_info);
    const size_t bytes = isRelative(type) ? sizeof(int32_t) : sizeof(uint64_t);
    if (type == R_X86_64_NONE)
      return {};
    if (target.sh_type == SHT_NOBITS || relocation.r_offset > target.sh_size ||
        bytes > target.sh_size - relocation.r_offset)
      return cannotLoadObject("a relocation is not within its section");
    std::byte *const place = sectionAddress(section) + relocation.r_offset;
    uint64_t value = 0;
    if (usesSlot(type)) {
      value = addressAt(slots_[symbol]);
    } else if (isRelative(type) && stubs_[symbol] != kNoPlace) {
      value = addressAt(stubs_[symbol]);
    } else {
      URSA_TRY(value, addressOf(symbol));
    }
    value += static_cast<uint64_t>(relocation.r_addend);
    if (type == R_X86_64_64) {
      std::memcpy(place, &value, sizeof(value));
      return {};
    }
    const auto distance = static_cast<int64_t>(value - reinterpret_cast<uint64_t>(place));
    if (type == R_X86_64_PC64) {
      std::memcpy(place, &distance, sizeof(distance));
      return {};
    }
    if (!isRelative(type))
      return cannotLoadObject(fmt::format("relocations of type {} are not supported", type));
    const auto offset = static_cast<int32_t>(distance);
    if (offset != distance)
      return cannotLoadObject("a relative address does not fit in 32 bits");
    std::memcpy(place, &offset, sizeof(offset));
    return {};
  }

  const Object object_;
  const LoadedObject::Resolve &resolve_;
  std::vector<uint64_t> places_;               ///< by section
  std::vector<void *> externals_;              ///< by symbol; null for those that are defined
  std::vector<uint64_t> slots_;                ///< by symbol: places of pointers to it
  std::vector<uint64_t> stubs_;                ///< by symbol: places of jumps to it
  std::array<uint64_t, kGroups + 1> begins_{}; ///< offsets of the groups in the memory
  uint64_t size_ = 0;
  std::byte *memory_ = nullptr;
};

} // namespace

bool isRelocatableObject(std::span<const std::byte> bytes) {
  const auto header = readAt<Elf64_Ehdr>(bytes, 0);
  return header && std::memcmp(header->e_ident, ELFMAG, SELFMAG) == 0 &&
         header->e_ident[EI_CLASS] == ELFCLASS64 && header->e_ident[EI_DATA] == ELFDATA2LSB &&
         header->e_type == ET_REL;
}

Result<std::unique_ptr<LoadedObject>> LoadedObject::load(std::span<const std::byte> bytes,
                                                         const Resolve &resolve) {
  URSA_TRY(Object object, readObject(bytes));
  Linker linker(std::move(object), resolve);
  URSA_CHECK(linker.layOut());
  if (linker.size() == 0)
    return std::unique_ptr<LoadedObject>(new LoadedObject(nullptr, 0));
  void *memory =
      mmap(nullptr, linker.size(), PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED)
    return cannotLoadObject(
        fmt::format("no memory for its {} bytes: {}", linker.size(), std::strerror(errno)));
  std::unique_ptr<LoadedObject> loaded(
      new LoadedObject(static_cast<std::byte *>(memory), linker.size()));
  URSA_CHECK(linker.linkInto(loaded->memory_));
  URSA_TRY(loaded->symbols_, linker.definitions());
  return loaded;
}

LoadedObject::~LoadedObject() {
  if (memory_)
    munmap(memory_, size_);
}

void *LoadedObject::address(const std::string &symbol) const {
  const auto found = symbols_.find(symbol);
  return found == symbols_.end() ? nullptr : found->second;
}

} // namespace ursa::compiler::host
