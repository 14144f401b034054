#include "core/registration/descriptor.h"

#include <cstring>

namespace ursa::core::registration {
namespace {

constexpr uint16_t kDescriptorVersion = 1;
constexpr uint16_t kNewestImageVersion = 3;
constexpr uint16_t kFirstWithoutManifest = 3;
constexpr uint8_t kSyclKind = 4;
constexpr size_t kSetBytes = 24, kPropertyBytes = 32, kOldEntryBytes = 32, kNewEntryBytes = 56;
/// A longer array means that its pointers are invalid.
constexpr uint64_t kMaximumBytes = uint64_t{1} << 40;

enum PropertyType : uint32_t { kNumber = 1, kBytes = 2, kText = 3 };

struct Problem {
  std::string sentence;
};

/// The memory between two pointers.
struct Range {
  const unsigned char *begin = nullptr;
  size_t size = 0;
};

/// Reads members one after the other, in C layout.
class Members {
public:
  explicit Members(const void *record) : place_(static_cast<const unsigned char *>(record)) {}

  template <class T> T next() {
    offset_ = (offset_ + sizeof(T) - 1) / sizeof(T) * sizeof(T);
    T value;
    std::memcpy(&value, place_ + offset_, sizeof(T));
    offset_ += sizeof(T);
    return value;
  }

  std::string text(const char *what) {
    const auto *text = next<const char *>();
    if (!text)
      throw Problem{std::string(what) + " is a null pointer"};
    return text;
  }

  /// Reads a range of records with @p recordBytes each.
  Range range(const char *what, size_t recordBytes) {
    const auto *begin = next<const unsigned char *>();
    const auto *end = next<const unsigned char *>();
    if (begin == end)
      return {};
    const uint64_t size = reinterpret_cast<uintptr_t>(end) - reinterpret_cast<uintptr_t>(begin);
    if (!begin || !end || size > kMaximumBytes || size % recordBytes != 0)
      throw Problem{std::string(what) + " do not end where a record ends"};
    return {begin, size};
  }

private:
  const unsigned char *place_;
  size_t offset_ = 0;
};

/// Returns whether entries are in the newer form, whose first bytes no older form has.
bool isNewEntry(const unsigned char *entry) {
  Members members(entry);
  return members.next<uint64_t>() == 0 && members.next<uint16_t>() == 1 &&
         members.next<uint16_t>() == 8 && members.next<uint32_t>() == 0;
}

std::vector<std::string> readEntries(Members &image) {
  std::vector<std::string> names;
  const Range range = image.range("The entries of an image", sizeof(uint64_t));
  if (range.size == 0)
    return names;
  const bool isNew = range.size >= kNewEntryBytes && isNewEntry(range.begin);
  const size_t bytes = isNew ? kNewEntryBytes : kOldEntryBytes;
  if (range.size % bytes != 0)
    throw Problem{"The entries of an image do not end where a record ends"};
  for (size_t place = 0; place < range.size; place += bytes) {
    Members entry(range.begin + place);
    entry.next<const void *>();
    if (isNew) {
      entry.next<uint64_t>();
      entry.next<const void *>();
    }
    names.push_back(entry.text("The name of an entry"));
  }
  return names;
}

/// Returns the value of a property. DPC++ stores the number of bits before bytes, but not before
/// text.
format::Property withoutBitCount(std::string name, uint32_t type, std::string_view bytes) {
  uint64_t bits = 0;
  if (type == kBytes && bytes.size() >= sizeof(bits)) {
    std::memcpy(&bits, bytes.data(), sizeof(bits));
    const std::string_view value = bytes.substr(sizeof(bits));
    if (bits / 8 + (bits % 8 != 0) == value.size())
      return {std::move(name), value, bits};
  }
  return {std::move(name), bytes};
}

format::Property readProperty(const unsigned char *record, const std::string &set) {
  Members members(record);
  std::string name = members.text("The name of a property");
  const auto *value = members.next<const char *>();
  const auto type = members.next<uint32_t>();
  const auto size = members.next<uint64_t>();
  const std::string what = "Property '" + name + "' of set '" + set + "'";
  if (type == kNumber)
    return {std::move(name), static_cast<uint32_t>(size)};
  if (type != kBytes && type != kText)
    throw Problem{what + " has type " + std::to_string(type) + "; 1, 2 and 3 are known"};
  if ((!value && size != 0) || size > kMaximumBytes)
    throw Problem{what + " has " + std::to_string(size) + " bytes at a null pointer"};
  return withoutBitCount(std::move(name), type, {value ? value : "", value ? size : 0});
}

std::vector<format::PropertySet> readSets(Members &image) {
  std::vector<format::PropertySet> sets;
  const Range range = image.range("The property sets of an image", kSetBytes);
  for (size_t place = 0; place < range.size; place += kSetBytes) {
    Members members(range.begin + place);
    format::PropertySet set(members.text("The name of a property set"));
    const Range properties = members.range("The properties of a set", kPropertyBytes);
    for (size_t i = 0; i < properties.size; i += kPropertyBytes)
      set.properties.push_back(readProperty(properties.begin + i, set.name));
    sets.push_back(std::move(set));
  }
  return sets;
}

Image readImage(const unsigned char *record, size_t &recordBytes) {
  Members members(record);
  Image image;
  const auto version = members.next<uint16_t>();
  if (version == 0 || version > kNewestImageVersion)
    throw Problem{"An image has version " + std::to_string(version) + "; 1 to 3 are known"};
  const bool hasManifest = version < kFirstWithoutManifest;
  recordBytes = (hasManifest ? 12 : 10) * sizeof(void *);
  if (const auto kind = members.next<uint8_t>(); kind != kSyclKind)
    throw Problem{"An image is of kind " + std::to_string(kind) + "; 4, SYCL, was expected"};
  image.format = members.next<uint8_t>();
  image.target = members.text("The target of an image");
  members.next<const void *>(); // compile and link options, which are not used
  members.next<const void *>();
  if (hasManifest)
    members.range("The bytes of a manifest", 1);
  const Range code = members.range("The bytes of an image", 1);
  image.code = {reinterpret_cast<const char *>(code.begin), code.size};
  image.entries = readEntries(members);
  image.sets = readSets(members);
  return image;
}

} // namespace

bool readDescriptor(const void *descriptor, std::vector<Image> &images, std::string &problem) {
  try {
    if (!descriptor)
      throw Problem{"The descriptor is a null pointer"};
    Members members(descriptor);
    if (const auto version = members.next<uint16_t>(); version != kDescriptorVersion)
      throw Problem{"The descriptor has version " + std::to_string(version) + "; 1 is known"};
    const auto count = members.next<uint16_t>();
    const auto *record = members.next<const unsigned char *>();
    if (count != 0 && !record)
      throw Problem{"The descriptor has " + std::to_string(count) + " images at a null pointer"};
    std::vector<Image> read;
    size_t bytes = 0;
    for (unsigned i = 0; i < count; ++i, record += bytes)
      read.push_back(readImage(record, bytes));
    images = std::move(read);
    return true;
  } catch (const Problem &found) {
    problem = found.sentence + ".";
    return false;
  }
}

} // namespace ursa::core::registration
