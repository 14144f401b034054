// Binaries that outlive their program: their keys, and the form in which they are stored, which
// holds the key and a checksum.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace ursa::core::cache {

using Binary = std::vector<std::byte>;

/// All facts that a binary depends on, as text: lines "name=value" for the image, the values, the
/// options, the device, and the versions of everything that takes part in the build. The key means
/// the same in every process, and another driver version gives another key.
class BinaryKey {
public:
  /// Adds a line. Escapes line ends, so that different lists of lines never give the same text.
  BinaryKey &add(std::string_view name, std::string_view value);
  /// Adds the size and the 128-bit hash of bytes that are too long for a value.
  BinaryKey &addHash(std::string_view name, std::span<const std::byte> bytes);

  const std::string &text() const { return text_; }
  /// Returns 32 hex digits to use as a file name. Stores also compare the text.
  std::string name() const;

  bool operator==(const BinaryKey &) const = default;

private:
  std::string text_;
};

/// Returns the binary with its key and a checksum, which is the form that stores save.
Binary sealBinary(const BinaryKey &key, std::span<const std::byte> binary);

/// The contents of sealed bytes, which must outlive it.
struct SealedContents {
  std::string_view key; ///< BinaryKey::text
  std::span<const std::byte> binary;
};

/// Returns the contents of @p sealed. Returns none if the bytes are truncated, changed, or of
/// another version of this format. Never reads beyond the bytes, which are untrusted.
std::optional<SealedContents> unsealBinary(std::span<const std::byte> sealed);

} // namespace ursa::core::cache
