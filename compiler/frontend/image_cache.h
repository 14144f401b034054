// A folder of compiled images, by which a build compiles again what has changed only.
//
// An entry's name is the hash of everything that its contents depend on. It appears by a rename, so
// that several processes may share the folder, and holds the hash of its contents: a damaged entry
// is none. The folder is kept small by removing what was not used for longest.
#pragma once

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

#include <cstdint>
#include <optional>
#include <string>

namespace ursa {

/// The hash of everything that compiled images depend on beside their own IR: this program, and the
/// library of built-in functions at @p builtinLibrary.
std::string compilerFingerprint(const std::string &builtinLibrary);

/// Several processes may have the same folder.
class ImageCache {
public:
  /// The cache in @p folder, which is made if it does not exist. Fails with a sentence that names
  /// it when entries cannot be written there.
  static llvm::Expected<ImageCache> open(const std::string &folder);

  /// The name of the entry for @p parts.
  static std::string key(std::initializer_list<llvm::StringRef> parts);

  /// The contents of an entry; nothing when there is none, or it is damaged.
  std::optional<std::string> load(const std::string &key) const;

  /// Writes an entry. What cannot be written is not kept, and no error.
  void store(const std::string &key, llvm::StringRef contents) const;

  /// Removes what is too much by @p policy, in LLVM's spelling for such folders:
  /// "cache_size_bytes=1g:prune_after=7d:prune_interval=20m".
  llvm::Error prune(llvm::StringRef policy) const;

private:
  explicit ImageCache(std::string folder) : folder_(std::move(folder)) {}
  std::string path(const std::string &key) const;

  std::string folder_;
};

} // namespace ursa
