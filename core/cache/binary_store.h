// Stores of built programs in the binary form of their driver. A binary outlives its program: in
// memory (this file), on disk, or as data of a pipeline cache. A store returns exactly what was
// saved under a key, or nothing: a damaged entry and an entry of another key are misses.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace ursa {

using Binary = std::vector<std::byte>;

/// All facts that a binary depends on, as text: lines "name=value" for the image, the values, the
/// options, the device, and the versions of everything that takes part in the build. The key means
/// the same in every process, and another driver version gives another key.
class BinaryKey {
public:
  /// Adds a line. Escapes line ends, so that different lists of lines never give the same text.
  BinaryKey &add(std::string_view name, std::string_view value);
  /// Adds the hash of bytes that are too long for a value.
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

/// Returns the binary inside @p sealed. Returns none if the bytes are truncated, changed, of
/// another version of this format, or sealed for another key. Never reads beyond the bytes, which
/// are untrusted.
std::optional<Binary> unsealBinary(const BinaryKey &key, std::span<const std::byte> sealed);

/// Thread safe. A store that processes share is also safe for use by several of them.
class BinaryStore {
public:
  BinaryStore() = default;
  BinaryStore(const BinaryStore &) = delete;
  BinaryStore &operator=(const BinaryStore &) = delete;
  virtual ~BinaryStore() = default;

  /// Returns the binary of a key, or none. A failure of the store is also a miss.
  virtual std::optional<Binary> load(const BinaryKey &key) = 0;
  /// Saves a binary and replaces the previous one. A store may ignore the call.
  virtual void save(const BinaryKey &key, std::span<const std::byte> binary) = 0;
  /// Removes an entry that its driver rejected.
  virtual void drop(const BinaryKey &key) = 0;
};

/// A store in the memory of this process.
class MemoryBinaryStore final : public BinaryStore {
public:
  std::optional<Binary> load(const BinaryKey &key) override;
  void save(const BinaryKey &key, std::span<const std::byte> binary) override;
  void drop(const BinaryKey &key) override;

  /// Returns all entries in their sealed form, by BinaryKey::name: to fill other stores, and for
  /// tests that damage entries.
  std::map<std::string, Binary> entries() const;
  void setEntry(const std::string &name, Binary sealed);

private:
  mutable std::mutex mutex_; ///< guards sealed_
  std::map<std::string, Binary> sealed_;
};

/// Returns the store that is searched before a program is built, and that receives every built
/// program. Null at first: then no binary outlives its program.
std::shared_ptr<BinaryStore> binaryStore();
void setBinaryStore(std::shared_ptr<BinaryStore> store);

} // namespace ursa
