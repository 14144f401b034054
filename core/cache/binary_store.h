// Built programs in their driver's own form, kept beyond the program that they are of: in memory
// here, on disk, or as a pipeline cache's data. What a store gives back is what was put in under
// that very key, or nothing: a damaged entry and one of another key are misses.
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

/// Everything that a binary is valid for, as text: lines "name=value" of image, values, options,
/// device, and the versions of all that builds for it. It means the same in every process, and a
/// driver of another version makes another key.
class BinaryKey {
public:
  /// Adds a line. What would end it is escaped, so that no two lists of lines give one text.
  BinaryKey &add(std::string_view name, std::string_view value);
  /// The hash of bytes that are too many to be a value.
  BinaryKey &addHash(std::string_view name, std::span<const std::byte> bytes);

  const std::string &text() const { return text_; }
  /// 32 hex digits, for a file's name. Stores compare the text as well.
  std::string name() const;

  bool operator==(const BinaryKey &) const = default;

private:
  std::string text_;
};

/// A binary with its key and a checksum around it, as stores keep it.
Binary sealBinary(const BinaryKey &key, std::span<const std::byte> binary);

/// The binary inside; none when the bytes are cut, changed, of another version of this format, or
/// sealed for another key. Never reads beyond the bytes: they are untrusted.
std::optional<Binary> unsealBinary(const BinaryKey &key, std::span<const std::byte> sealed);

/// Thread safe, and safe for several processes where they share it.
class BinaryStore {
public:
  BinaryStore() = default;
  BinaryStore(const BinaryStore &) = delete;
  BinaryStore &operator=(const BinaryStore &) = delete;
  virtual ~BinaryStore() = default;

  /// The binary of a key, or none. Failures of the store itself are misses too.
  virtual std::optional<Binary> load(const BinaryKey &key) = 0;
  /// Keeps a binary, in place of what was there. A store may also not.
  virtual void save(const BinaryKey &key, std::span<const std::byte> binary) = 0;
  /// Forgets an entry that its driver did not take.
  virtual void drop(const BinaryKey &key) = 0;
};

/// A store of this process.
class MemoryBinaryStore final : public BinaryStore {
public:
  std::optional<Binary> load(const BinaryKey &key) override;
  void save(const BinaryKey &key, std::span<const std::byte> binary) override;
  void drop(const BinaryKey &key) override;

  /// All entries as they are kept, by BinaryKey::name: for other stores, and to see what damage
  /// does.
  std::map<std::string, Binary> entries() const;
  void setEntry(const std::string &name, Binary sealed);

private:
  mutable std::mutex mutex_; ///< guards sealed_
  std::map<std::string, Binary> sealed_;
};

/// The store that programs are looked for in before they are built, and put into when they are.
/// Null at first: then nothing is kept beyond the programs.
std::shared_ptr<BinaryStore> binaryStore();
void setBinaryStore(std::shared_ptr<BinaryStore> store);

} // namespace ursa
