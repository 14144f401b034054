#include "format/container.h"

#include "format/container_layout.h"

#include <algorithm>
#include <cstring>

namespace ursa::format {
namespace {

using namespace layout;

// Strings may overlap, so a small object could contain many long strings, and reading them would
// take time quadratic in its size. An image has only a few.
constexpr uint64_t kMaximumStrings = 1024;

Error broken(size_t index, std::string_view problem) {
  return makeError(UR_RESULT_ERROR_INVALID_BINARY, "Device image {} of the container {}.", index,
                   problem);
}

bool fits(uint64_t offset, uint64_t size, uint64_t limit) {
  return offset <= limit && size <= limit - offset;
}

template <class T> T readAt(std::span<const std::byte> bytes, uint64_t offset) {
  T value;
  std::memcpy(&value, bytes.data() + offset, sizeof(T));
  return value;
}

// Reads a terminated string inside the object. Returns false if it extends beyond the end.
bool readString(std::span<const std::byte> object, uint64_t offset, std::string_view &string) {
  if (offset >= object.size())
    return false;
  const auto *begin = reinterpret_cast<const char *>(object.data()) + offset;
  const size_t remaining = object.size() - offset;
  const size_t length = strnlen(begin, remaining);
  if (length == remaining)
    return false;
  string = std::string_view(begin, length);
  return true;
}

Result<ContainerEntry> readObject(size_t index, std::span<const std::byte> object,
                                  const Header &header) {
  if (header.entrySize < sizeof(Entry) || !fits(header.entryOffset, sizeof(Entry), object.size()))
    return broken(index, "has its entry outside of itself");
  const auto entry = readAt<Entry>(object, header.entryOffset);
  if (entry.stringOffset > object.size() ||
      entry.stringCount > (object.size() - entry.stringOffset) / sizeof(StringEntry))
    return broken(index, "has its strings outside of itself");
  if (entry.stringCount > kMaximumStrings)
    return broken(index, fmt::format("has {} strings; at most {} are read", entry.stringCount,
                                     kMaximumStrings));
  if (!fits(entry.imageOffset, entry.imageSize, object.size()))
    return broken(index, "has its code outside of itself");

  ContainerEntry result;
  result.imageKind = entry.imageKind;
  result.offloadKind = entry.offloadKind;
  result.code = object.subspan(entry.imageOffset, entry.imageSize);
  for (uint64_t i = 0; i < entry.stringCount; ++i) {
    const auto stringEntry =
        readAt<StringEntry>(object, entry.stringOffset + i * sizeof(StringEntry));
    std::string_view key, value;
    if (!readString(object, stringEntry.keyOffset, key) ||
        !readString(object, stringEntry.valueOffset, value))
      return broken(index, "has a string that does not end inside of it");
    result.strings.emplace_back(key, value);
  }
  return result;
}

} // namespace

std::string_view ContainerEntry::string(std::string_view key) const {
  const auto found = std::find_if(strings.begin(), strings.end(),
                                  [key](const auto &pair) { return pair.first == key; });
  return found == strings.end() ? std::string_view() : found->second;
}

bool isContainer(std::span<const std::byte> bytes) {
  return bytes.size() >= sizeof(kMagic) && std::memcmp(bytes.data(), kMagic, sizeof(kMagic)) == 0;
}

Result<std::vector<ContainerEntry>> readContainer(std::span<const std::byte> bytes) {
  if (!isContainer(bytes))
    return Error{UR_RESULT_ERROR_INVALID_BINARY,
                 "The data is not a container of device images: it does not begin with the bytes "
                 "10 FF 10 AD."};
  std::vector<ContainerEntry> entries;
  while (!bytes.empty()) {
    const size_t index = entries.size();
    if (bytes.size() < sizeof(Header))
      return broken(index, fmt::format("is cut short: {} bytes are no header", bytes.size()));
    const auto header = readAt<Header>(bytes, 0);
    if (std::memcmp(header.magic, kMagic, sizeof(kMagic)) != 0)
      return broken(index, "does not begin with the bytes 10 FF 10 AD");
    if (header.version != kVersion)
      return broken(index, fmt::format("has version {}; {} is known", header.version, kVersion));
    if (header.size < sizeof(Header))
      return broken(index, fmt::format("says it has {} bytes", header.size));
    if (header.size > bytes.size())
      return broken(index, fmt::format("is cut short: it says it has {} bytes and {} are left",
                                       header.size, bytes.size()));
    URSA_TRY(ContainerEntry entry, readObject(index, bytes.first(header.size), header));
    entries.push_back(std::move(entry));

    bytes = bytes.subspan(std::min<uint64_t>(bytes.size(), aligned(header.size)));
  }
  return entries;
}

} // namespace ursa::format
