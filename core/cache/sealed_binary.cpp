#include "core/cache/sealed_binary.h"

#include <fmt/format.h>
#include <xxhash.h>

#include <cstring>

namespace ursa::core::cache {
namespace {

constexpr std::string_view kMagic = "URSABIN1"; // the digit is the version of the format

// Layout: magic, u64 length of the key, key, u64 length of the binary, binary, u64 checksum of
// everything before it. Lengths and checksum are little-endian, as are all machines that Ursa
// supports.
void append(Binary &to, const void *bytes, size_t size) {
  const auto *first = static_cast<const std::byte *>(bytes);
  to.insert(to.end(), first, first + size);
}
void append(Binary &to, uint64_t number) { append(to, &number, sizeof(number)); }

class Reader {
public:
  explicit Reader(std::span<const std::byte> bytes) : rest_(bytes) {}

  std::optional<std::span<const std::byte>> take(uint64_t size) {
    if (size > rest_.size())
      return std::nullopt;
    const auto taken = rest_.first(size);
    rest_ = rest_.subspan(size);
    return taken;
  }
  std::optional<std::span<const std::byte>> takeSized() {
    const auto bytes = take(sizeof(uint64_t));
    if (!bytes)
      return std::nullopt;
    uint64_t size = 0;
    std::memcpy(&size, bytes->data(), sizeof(size));
    return take(size);
  }
  bool atEnd() const { return rest_.empty(); }

private:
  std::span<const std::byte> rest_;
};

bool equal(std::span<const std::byte> bytes, std::string_view text) {
  return bytes.size() == text.size() && std::memcmp(bytes.data(), text.data(), text.size()) == 0;
}

} // namespace

BinaryKey &BinaryKey::add(std::string_view name, std::string_view value) {
  text_ += name;
  text_ += '=';
  for (const char c : value)
    if (c == '\n')
      text_ += "\\n";
    else if (c == '\\')
      text_ += "\\\\";
    else
      text_ += c;
  text_ += '\n';
  return *this;
}

BinaryKey &BinaryKey::addHash(std::string_view name, std::span<const std::byte> bytes) {
  const XXH128_hash_t hash = XXH3_128bits(bytes.data(), bytes.size());
  return add(name, fmt::format("{}:{:016x}{:016x}", bytes.size(), hash.high64, hash.low64));
}

std::string BinaryKey::name() const {
  const XXH128_hash_t hash = XXH3_128bits(text_.data(), text_.size());
  return fmt::format("{:016x}{:016x}", hash.high64, hash.low64);
}

Binary sealBinary(const BinaryKey &key, std::span<const std::byte> binary) {
  Binary sealed;
  sealed.reserve(kMagic.size() + 3 * sizeof(uint64_t) + key.text().size() + binary.size());
  append(sealed, kMagic.data(), kMagic.size());
  append(sealed, key.text().size());
  append(sealed, key.text().data(), key.text().size());
  append(sealed, binary.size());
  append(sealed, binary.data(), binary.size());
  append(sealed, XXH3_64bits(sealed.data(), sealed.size()));
  return sealed;
}

std::optional<SealedContents> unsealBinary(std::span<const std::byte> sealed) {
  if (sealed.size() < sizeof(uint64_t))
    return std::nullopt;
  const auto body = sealed.first(sealed.size() - sizeof(uint64_t));
  uint64_t checksum = 0;
  std::memcpy(&checksum, sealed.data() + body.size(), sizeof(checksum));
  if (XXH3_64bits(body.data(), body.size()) != checksum)
    return std::nullopt;
  Reader reader(body);
  const auto magic = reader.take(kMagic.size());
  if (!magic || !equal(*magic, kMagic))
    return std::nullopt;
  const auto text = reader.takeSized();
  const auto binary = text ? reader.takeSized() : std::nullopt;
  if (!binary || binary->empty() || !reader.atEnd())
    return std::nullopt;
  return SealedContents{{reinterpret_cast<const char *>(text->data()), text->size()}, *binary};
}

} // namespace ursa::core::cache
