// The store of binaries on disk, which the processes of a user share: a folder with one file per
// binary. The files hold the form of sealed_binary.h, so that a damaged file is a miss.
//
//   $XDG_CACHE_HOME/ursa/binaries/   mode 0700
//     0123456789abcdef0123456789abcdef   a binary, named by the hash of its key; mode 0600, and not
//                                        read if others may write to it
//     new-PID-N                          a file that is being written, renamed when it is complete
//     total                              bytes of all binaries and the time of their last count
#pragma once

#include "core/cache/sealed_binary.h"

#include <chrono>
#include <filesystem>
#include <functional>
#include <memory>

namespace ursa::core::cache {

struct DiskStoreSettings {
  std::filesystem::path folder; ///< empty: there is no store on disk
  uint64_t limit = 0;           ///< bytes of all binaries
  std::string problem;          ///< a sentence about a variable that could not be used

  bool operator==(const DiskStoreSettings &) const = default;
};

/// Returns the settings in the environment: URSA_CACHE (0 turns the store off), URSA_CACHE_DIR
/// (default: "ursa/binaries" in the user's folder of caches) and URSA_CACHE_SIZE (default 1G). Off
/// in programs with elevated privileges and where there is no folder of caches.
DiskStoreSettings diskStoreSettings();

/// Returns a size in bytes: digits, then nothing or one of K, M, G (powers of 1024). None for other
/// words and for sizes of 2^63 bytes and more.
std::optional<uint64_t> parseSize(std::string_view text);

/// Thread safe, and safe for use by several processes at once. Methods block on the file system. A
/// failure of the file system is a miss, or leaves an entry unsaved.
class DiskStore {
public:
  struct Entry {
    std::string name; ///< BinaryKey::name
    uint64_t bytes = 0;
    std::chrono::system_clock::time_point lastUse;
  };
  /// The contents of an intact entry.
  struct Contents {
    std::string key; ///< BinaryKey::text
    Binary binary;
  };

  /// @param limit bytes of all binaries; a save that exceeds it removes the least recently used
  DiskStore(std::filesystem::path folder, uint64_t limit);

  /// Returns the binary of a key, or none. Removes a damaged entry.
  std::optional<Binary> load(const BinaryKey &key);
  /// Saves a binary and replaces the previous one. Does nothing for one that exceeds the limit.
  void save(const BinaryKey &key, std::span<const std::byte> binary);
  /// Removes an entry that its driver rejected.
  void drop(const BinaryKey &key);

  /// Returns all entries, the most recently used first.
  std::vector<Entry> entries() const;
  /// Returns an entry's contents; none if it is damaged or gone.
  std::optional<Contents> inspect(const std::string &name) const;
  /// Returns whether a file with an entry's name exists.
  bool contains(const std::string &name) const;
  /// @return whether the entry existed and was removed
  bool remove(const std::string &name);
  /// Removes the entries that were last used before a time, then the least recently used until the
  /// others have at most @p limit bytes; and files of writers that ended early.
  /// @return the number of entries that were removed
  size_t prune(uint64_t limit, std::chrono::system_clock::time_point usedBefore = {});

  const std::filesystem::path &folder() const { return folder_; }
  uint64_t limit() const { return limit_; }
  /// Returns why the folder is not used, as a sentence; empty if it is used or does not exist.
  std::string refusal() const;

private:
  class Lock;
  std::optional<Binary> read(const std::string &name) const;
  bool write(const std::string &name, std::span<const std::byte> bytes);
  void account(uint64_t added);
  size_t pruneLocked(uint64_t limit, std::chrono::system_clock::time_point usedBefore,
                     const Lock &lock);

  const std::filesystem::path folder_;
  const uint64_t limit_;
};

/// Returns the store of the settings in the environment; null if it is off.
std::shared_ptr<DiskStore> diskStore();

/// Returns the binary of a key from the store of the environment, if @p accept accepts it.
/// Otherwise calls @p build and saves what it returns. An entry that is not accepted is replaced.
/// @param build returns none if there is nothing to save
void loadOrBuild(const BinaryKey &key,
                 const std::function<bool(std::span<const std::byte>)> &accept,
                 const std::function<std::optional<Binary>()> &build);

} // namespace ursa::core::cache
