// Numbers and strings as bytes: little-endian, strings with their length. The reader does not trust
// the bytes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace ursa::format::host {

class ByteWriter {
public:
  template <class T> void number(T value) {
    for (size_t i = 0; i < sizeof(T); ++i)
      bytes_.push_back(static_cast<std::byte>(static_cast<uint64_t>(value) >> (8 * i)));
  }
  void text(std::string_view text) {
    number(static_cast<uint32_t>(text.size()));
    raw(text);
  }
  void raw(std::string_view text) { raw(std::as_bytes(std::span(text.data(), text.size()))); }
  void raw(std::span<const std::byte> bytes) {
    bytes_.insert(bytes_.end(), bytes.begin(), bytes.end());
  }
  const std::vector<std::byte> &bytes() const { return bytes_; }

private:
  std::vector<std::byte> bytes_;
};

/// After a read past the end, all results are 0 or empty.
class ByteReader {
public:
  explicit ByteReader(std::span<const std::byte> bytes) : rest_(bytes) {}

  template <class T> T number() {
    uint64_t value = 0;
    for (size_t i = 0; i < sizeof(T) && take(1); ++i)
      value |= static_cast<uint64_t>(taken_.front()) << (8 * i);
    return static_cast<T>(value);
  }
  std::string text() {
    if (!take(number<uint32_t>()))
      return "";
    return {reinterpret_cast<const char *>(taken_.data()), taken_.size()};
  }
  /// Reads a count of elements that have at least @p bytes each.
  uint32_t count(size_t bytes) {
    const auto value = number<uint32_t>();
    if (value <= rest_.size() / bytes)
      return value;
    isBroken_ = true;
    return 0;
  }
  /// Returns all bytes that are left.
  std::span<const std::byte> rest() {
    return take(rest_.size()) ? taken_ : std::span<const std::byte>();
  }
  bool isDone() const { return !isBroken_ && rest_.empty(); }
  bool isBroken() const { return isBroken_; }

private:
  bool take(size_t size) {
    isBroken_ |= size > rest_.size();
    if (isBroken_)
      return false;
    taken_ = rest_.first(size);
    rest_ = rest_.subspan(size);
    return true;
  }

  std::span<const std::byte> rest_, taken_;
  bool isBroken_ = false;
};

} // namespace ursa::format::host
