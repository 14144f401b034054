// See program_reader.h.
#include "compiler/image/program_reader.h"

#include "compiler/image/offload_wrapper.h"

#include "llvm/Object/ELF.h"
#include "llvm/Support/Endian.h"

#include <algorithm>
#include <optional>

using namespace llvm;

namespace ursa::compiler::image {
namespace {

using File = object::ELFFile<object::ELF64LE>;
using Section = File::Elf_Shdr;
using Symbol = File::Elf_Sym;

constexpr std::uint64_t kMaxString = 1 << 20;

/// Limits what is read to a multiple of the file: its parts may overlap, so that a small file could
/// describe any amount of data. Linkers share equal strings, but little else.
class Budget {
public:
  explicit Budget(std::uint64_t fileSize) : left_(8 * fileSize + kMaxString) {}

  /// Returns false when too much was read.
  bool take(std::uint64_t size) {
    isSpent_ = isSpent_ || size > left_;
    left_ -= isSpent_ ? 0 : size;
    return !isSpent_;
  }
  bool isSpent() const { return isSpent_; }

private:
  std::uint64_t left_;
  bool isSpent_ = false;
};

Error tooLargeError() { return createStringError("describes many times the data that it has"); }

/// The file's contents by address, with relocations applied. Sections of object files have no
/// addresses yet; this class assigns them.
class Memory {
public:
  static Expected<Memory> load(const File &file) {
    Memory memory(file);
    if (Error error = memory.loadSections())
      return error;
    if (Error error = memory.relocate())
      return error;
    return memory;
  }

  /// Returns the addresses of the descriptors.
  Expected<std::vector<std::uint64_t>> descriptors() const;

  /// Returns the bytes of all containers.
  std::string containers() const {
    std::string bytes;
    for (const LoadedSection &section : sections_)
      if (section.name == kContainerSection)
        bytes += section.bytes;
    return bytes;
  }

  /// Returns @p size bytes at @p address; nothing if they are not in the file.
  std::optional<StringRef> at(std::uint64_t address, std::uint64_t size) const {
    const LoadedSection *section = sectionAt(address);
    if (!section || size > section->bytes.size() - (address - section->address) ||
        !budget_.take(size + 1))
      return std::nullopt;
    return StringRef(section->bytes).substr(address - section->address, size);
  }

  /// Returns the string at @p address.
  std::optional<StringRef> string(std::uint64_t address) const {
    const LoadedSection *section = sectionAt(address);
    if (!section)
      return std::nullopt;
    const StringRef rest = StringRef(section->bytes).drop_front(address - section->address);
    const std::size_t end = rest.take_front(kMaxString).find('\0');
    if (end == StringRef::npos || !budget_.take(end + 1))
      return std::nullopt;
    return rest.take_front(end);
  }

  /// Returns whether parts were not found because the file describes too much data.
  bool isTooLarge() const { return budget_.isSpent(); }

private:
  struct LoadedSection {
    std::string name;
    std::uint64_t address;
    std::string bytes;
  };

  explicit Memory(const File &file) : file_(file), budget_(file.getBufSize()) {}

  /// Returns the section that holds an address or ends at it; null if there is none.
  const LoadedSection *sectionAt(std::uint64_t address) const {
    const auto next =
        upper_bound(sections_, address, [](std::uint64_t wanted, const auto &section) {
          return wanted < section.address;
        });
    if (next == sections_.begin())
      return nullptr;
    const LoadedSection &section = *std::prev(next);
    return address - section.address <= section.bytes.size() ? &section : nullptr;
  }

  bool isObject() const { return file_.getHeader().e_type == ELF::ET_REL; }

  Error loadSections() {
    auto sections = file_.sections();
    if (!sections)
      return sections.takeError();
    std::uint64_t next = 0x1000;
    for (const Section &section : *sections) {
      addresses_.push_back(isObject() ? next : std::uint64_t{section.sh_addr});
      if (!(section.sh_flags & ELF::SHF_ALLOC) || section.sh_type == ELF::SHT_NOBITS)
        continue;
      auto name = file_.getSectionName(section);
      if (!name)
        return name.takeError();
      auto contents = file_.getSectionContents(section);
      if (!contents)
        return contents.takeError();
      if (!budget_.take(contents->size() + name->size()))
        return tooLargeError();
      if (!contents->empty()) // another section may begin at the address of an empty one
        sections_.push_back(
            {name->str(), addresses_.back(), std::string(contents->begin(), contents->end())});
      next += alignTo(contents->size() + 1, 0x1000);
    }
    stable_sort(sections_, [](const LoadedSection &a, const LoadedSection &b) {
      return a.address < b.address;
    });
    return Error::success();
  }

  /// Returns the address of a symbol; 0 if it is not defined in the file.
  std::uint64_t addressOf(const Symbol &symbol) const {
    const std::uint16_t section = symbol.st_shndx;
    if (section == ELF::SHN_UNDEF || section >= addresses_.size())
      return 0;
    return (isObject() ? addresses_[section] : 0) + symbol.st_value;
  }

  Error relocate() {
    auto sections = file_.sections();
    if (!sections)
      return sections.takeError();
    for (const Section &section : *sections) {
      if (section.sh_type != ELF::SHT_RELA)
        continue;
      auto relocations = file_.relas(section);
      if (!relocations)
        return relocations.takeError();
      if (isObject() && section.sh_info >= addresses_.size())
        return createStringError("has relocations for a section that it does not have");
      const std::uint64_t base = isObject() ? addresses_[section.sh_info] : 0;
      auto symbols = file_.getSection(section.sh_link);
      if (!symbols) { // a static executable's relocations have no symbols
        consumeError(symbols.takeError());
        continue;
      }
      if (!budget_.take(section.sh_size))
        return tooLargeError();
      for (const auto &relocation : *relocations) {
        const std::uint32_t type = relocation.getType(false);
        std::uint64_t value = static_cast<std::uint64_t>(std::int64_t{relocation.r_addend});
        if (type == ELF::R_X86_64_64 || type == ELF::R_AARCH64_ABS64) {
          auto symbol = file_.getEntry<Symbol>(**symbols, relocation.getSymbol(false));
          if (!symbol)
            return symbol.takeError();
          value += addressOf(**symbol);
        } else if (type != ELF::R_X86_64_RELATIVE && type != ELF::R_AARCH64_RELATIVE) {
          continue;
        }
        write(base + relocation.r_offset, value);
      }
    }
    return Error::success();
  }

  void write(std::uint64_t address, std::uint64_t value) {
    auto *section = const_cast<LoadedSection *>(sectionAt(address));
    if (section && section->bytes.size() - (address - section->address) >= 8)
      llvm::support::endian::write64le(section->bytes.data() + (address - section->address), value);
  }

  const File &file_;
  mutable Budget budget_;                ///< reading spends it
  std::vector<std::uint64_t> addresses_; ///< address of each section
  std::vector<LoadedSection> sections_;  ///< by address
};

/// Reads the fields of a struct in sequence.
class Record {
public:
  explicit Record(StringRef bytes) : bytes_(bytes) {}

  std::uint64_t next(unsigned size) {
    position_ = alignTo(position_, size);
    std::uint64_t value = 0;
    for (unsigned i = 0; i < size; ++i)
      value |= std::uint64_t{static_cast<unsigned char>(bytes_[position_ + i])} << (8 * i);
    position_ += size;
    return value;
  }

private:
  StringRef bytes_;
  std::size_t position_ = 0;
};

constexpr std::uint64_t kDescriptorSize = 32;
constexpr std::uint64_t kImageSize = 96;
constexpr std::uint64_t kVersion3ImageSize = 80; ///< version 3 has no manifest
constexpr std::uint64_t kEntrySize = 32;
constexpr std::uint64_t kExtendedEntrySize = 56;
constexpr std::uint64_t kSetSize = 24;
constexpr std::uint64_t kPropertySize = 32;

Expected<std::vector<std::uint64_t>> Memory::descriptors() const {
  std::vector<std::uint64_t> found;
  for (const LoadedSection &section : sections_)
    if (section.name == kDescriptorSection)
      for (std::uint64_t position = 0; position + kDescriptorSize <= section.bytes.size();
           position += kDescriptorSize)
        found.push_back(section.address + position);
  if (!found.empty())
    return found;
  auto sections = file_.sections();
  if (!sections)
    return sections.takeError();
  for (const Section &section : *sections) {
    if (section.sh_type != ELF::SHT_SYMTAB)
      continue;
    auto symbols = file_.symbols(&section);
    if (!symbols)
      return symbols.takeError();
    auto names = file_.getStringTableForSymtab(section);
    if (!names)
      return names.takeError();
    for (const Symbol &symbol : *symbols) {
      auto name = symbol.getName(*names);
      if (!name)
        return name.takeError();
      if (name->starts_with(kDescriptorPrefix) && symbol.st_size == kDescriptorSize)
        found.push_back(addressOf(symbol));
    }
  }
  return found;
}

/// Reads the images of descriptors.
class DescriptorReader {
public:
  explicit DescriptorReader(const Memory &memory) : memory_(memory) {}

  Error read(std::uint64_t address, std::vector<StoredImage> &images) {
    auto bytes = memory_.at(address, kDescriptorSize);
    if (!bytes)
      return outOfFileError("itself");
    Record record(*bytes);
    if (const std::uint64_t version = record.next(2); version != 1)
      return createStringError("has a descriptor of version " + Twine(version) + "; 1 is known");
    const std::uint64_t count = record.next(2);
    std::uint64_t position = record.next(8);
    for (std::uint64_t i = 0; i < count; ++i)
      if (Error error = readImage(position, images))
        return error;
    return Error::success();
  }

private:
  static Error outOfFileError(const char *what) {
    return createStringError(Twine("has a descriptor that points outside of the file for ") + what);
  }

  /// Returns the bytes between the next two addresses of @p record.
  std::optional<StringRef> range(Record &record) {
    const std::uint64_t begin = record.next(8);
    const std::uint64_t end = record.next(8);
    if (begin == end)
      return StringRef();
    return end < begin ? std::nullopt : memory_.at(begin, end - begin);
  }

  /// Reads the image at @p position and advances it to the next image.
  Error readImage(std::uint64_t &position, std::vector<StoredImage> &images) {
    const auto start = memory_.at(position, sizeof(std::uint16_t));
    if (!start)
      return outOfFileError("an image");
    const std::uint64_t version = Record(*start).next(2);
    if (version == 0 || version > 3)
      return createStringError("has an image of version " + Twine(version) + "; 1 to 3 are known");
    const bool hasManifest = version < 3;
    const auto bytes = memory_.at(position, hasManifest ? kImageSize : kVersion3ImageSize);
    if (!bytes)
      return outOfFileError("an image");
    position += bytes->size();
    Record record(*bytes);
    record.next(2); // version
    record.next(1); // offload kind
    StoredImage image;
    image.format = static_cast<ImageFormat>(std::min<std::uint64_t>(record.next(1), 3));
    for (std::string *text : {&image.target, &image.compileOptions, &image.linkOptions}) {
      const auto string = memory_.string(record.next(8));
      if (!string)
        return outOfFileError("a string");
      *text = string->str();
    }
    const auto manifest = hasManifest ? range(record) : StringRef();
    const auto code = range(record);
    const auto entries = range(record);
    const auto sets = range(record);
    if (!manifest || !code || !entries || !sets)
      return outOfFileError("a part of an image");
    image.manifest = manifest->str();
    image.code = code->str();
    const bool isExtended = entries->size() >= kExtendedEntrySize && isExtendedEntry(*entries);
    const std::uint64_t entrySize = isExtended ? kExtendedEntrySize : kEntrySize;
    for (StringRef rest = *entries; rest.size() >= entrySize; rest = rest.drop_front(entrySize)) {
      Record entry(rest);
      entry.next(8); // address; null for kernels
      if (isExtended)
        for (int i = 0; i < 2; ++i) // version, kind and flags; address
          entry.next(8);
      const auto name = memory_.string(entry.next(8));
      if (!name)
        return outOfFileError("the name of an entry");
      image.entries.push_back(name->str());
    }
    for (StringRef rest = *sets; rest.size() >= kSetSize; rest = rest.drop_front(kSetSize))
      if (Error error = readSet(rest, image.properties))
        return error;
    images.push_back(std::move(image));
    return Error::success();
  }

  /// Returns whether an entry is in the newer form, whose first fields no older one has.
  static bool isExtendedEntry(StringRef entry) {
    Record record(entry);
    return record.next(8) == 0 && record.next(2) == 1 && record.next(2) == 8 && record.next(4) == 0;
  }

  /// Returns a property of bits; their number precedes them in files of DPC++.
  static format::Property bitsProperty(std::string name, StringRef bytes) {
    constexpr std::size_t kLengthBytes = 8;
    if (bytes.size() < kLengthBytes)
      return {std::move(name), bytes};
    const std::uint64_t bits = llvm::support::endian::read64le(bytes.data());
    if (bits / 8 + (bits % 8 != 0) != bytes.size() - kLengthBytes)
      return {std::move(name), bytes};
    return {std::move(name), bytes.drop_front(kLengthBytes), bits};
  }

  Error readSet(StringRef bytes, std::vector<format::PropertySet> &sets) {
    Record record(bytes);
    const auto name = memory_.string(record.next(8));
    const auto properties = range(record);
    if (!name || !properties)
      return outOfFileError("a property set");
    format::PropertySet set(*name);
    for (StringRef rest = *properties; rest.size() >= kPropertySize;
         rest = rest.drop_front(kPropertySize)) {
      Record fields(rest);
      const auto property = memory_.string(fields.next(8));
      const std::uint64_t value = fields.next(8);
      const bool isNumber = fields.next(4) == 1;
      const std::uint64_t size = fields.next(8);
      const auto contents = isNumber || size == 0 ? StringRef() : memory_.at(value, size);
      if (!property || !contents)
        return outOfFileError("a property");
      set.properties.push_back(
          isNumber ? format::Property(property->str(), static_cast<std::uint32_t>(size))
                   : bitsProperty(property->str(), *contents));
    }
    sets.push_back(std::move(set));
    return Error::success();
  }

  const Memory &memory_;
};

} // namespace

Expected<std::vector<StoredImage>> readProgramImages(StringRef bytes) {
  auto file = File::create(bytes);
  if (!file)
    return createStringError("cannot be read: " + toString(file.takeError()));
  if (file->getHeader().e_ident[ELF::EI_CLASS] != ELF::ELFCLASS64 ||
      file->getHeader().e_ident[ELF::EI_DATA] != ELF::ELFDATA2LSB)
    return createStringError("is not a 64-bit little-endian program");
  auto memory = Memory::load(*file);
  if (!memory)
    return createStringError("cannot be read: " + toString(memory.takeError()));
  std::vector<StoredImage> images;
  if (const std::string containers = memory->containers(); !containers.empty()) {
    auto read = readContainerImages(containers);
    if (!read)
      return createStringError("holds a container that cannot be read. " +
                               toString(read.takeError()));
    images = std::move(*read);
  }
  auto descriptors = memory->descriptors();
  if (!descriptors)
    return createStringError("cannot be read: " + toString(descriptors.takeError()));
  for (std::uint64_t address : *descriptors)
    if (Error error = DescriptorReader(*memory).read(address, images)) {
      if (!memory->isTooLarge())
        return error;
      consumeError(std::move(error));
      return tooLargeError();
    }
  return images;
}

} // namespace ursa::compiler::image
