// A directory of compiled images, so that a rebuild compiles only images that changed.
//
// An entry's name is the hash of everything that its contents depend on. Entries are created by
// atomic rename, so that processes can share the directory, and hold the hash of their contents:
// damaged entries are ignored. Pruning removes the least recently used entries.
#pragma once

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

#include <cstdint>
#include <optional>
#include <string>

namespace ursa::compiler::frontend {

/// Returns text for everything that compiled images depend on besides their own IR: this program,
/// the libraries that it links, as LLVM, and the library of built-in functions at @p
/// builtinLibrary.
std::string compilerFingerprint(const std::string &builtinLibrary);

/// Several processes may use the same directory.
class ImageCache {
public:
  /// Opens the cache in @p folder, which is created for this user alone if it does not exist. Fails
  /// if entries cannot be written there.
  static llvm::Expected<ImageCache> open(const std::string &folder);

  /// Returns the key of the entry for @p parts.
  static std::string key(std::initializer_list<llvm::StringRef> parts);

  /// Returns why a folder is not used, as a sentence; empty if it is, or if it does not exist:
  /// others could put code into one that they may write to. Such a cache has no entries.
  static std::string refusalOf(const std::string &folder);
  const std::string &refusal() const { return refusal_; }

  /// Returns the contents of an entry; nothing if there is none, it is damaged, or others may write
  /// to it.
  std::optional<std::string> load(const std::string &key) const;

  /// Writes an entry. Ignores write errors.
  void store(const std::string &key, llvm::StringRef contents) const;

  /// Removes entries beyond the limits of @p policy, in LLVM's syntax for cache pruning:
  llvm::Error prune(llvm::StringRef policy) const;

private:
  ImageCache(std::string folder, std::string refusal)
      : folder_(std::move(folder)), refusal_(std::move(refusal)) {}
  std::string path(const std::string &key) const;

  std::string folder_;
  std::string refusal_;
};

} // namespace ursa::compiler::frontend
