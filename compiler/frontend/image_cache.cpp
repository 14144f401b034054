// See image_cache.h.
#include "compiler/frontend/image_cache.h"

#include "support/code_identity.h"
#include "support/private_file.h"
#include "support/signal_cleanup.h"

#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Config/llvm-config.h"
#include "llvm/Support/CachePruning.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/xxhash.h"

#include <unistd.h>

using namespace llvm;

namespace ursa::compiler::frontend {
namespace {

/// LLVM's cache pruning only removes files with this prefix.
constexpr StringLiteral kPrefix = "llvmcache-";

/// The first bytes of an entry; change the number with the layout.
constexpr StringLiteral kMagic = "ursa-image-1\n";

constexpr std::size_t kHashSize = 32;
constexpr std::uint64_t kMostBytes = std::uint64_t{1} << 32; ///< of an entry

std::string hashOf(StringRef bytes) {
  const XXH128_hash_t hash =
      xxh3_128bits(ArrayRef(reinterpret_cast<const std::uint8_t *>(bytes.data()), bytes.size()));
  return utohexstr(hash.high64, /*LowerCase=*/true, 16) +
         utohexstr(hash.low64, /*LowerCase=*/true, 16);
}

std::string hashOfFile(const Twine &path) {
  auto file = MemoryBuffer::getFile(path, /*IsText=*/false, /*RequiresNullTerminator=*/false);
  return file ? hashOf((*file)->getBuffer()) : "none";
}

} // namespace

std::string compilerFingerprint(const std::string &builtinLibrary) {
  return hashOfFile("/proc/self/exe") + programIdentity("/proc/self/exe", true) +
         LLVM_VERSION_STRING + hashOfFile(builtinLibrary);
}

Expected<ImageCache> ImageCache::open(const std::string &folder) {
  const StringRef parent = sys::path::parent_path(folder);
  std::error_code code;
  if (!parent.empty())
    code = sys::fs::create_directories(parent);
  if (!code)
    code = sys::fs::create_directory(folder, /*IgnoreExisting=*/true, sys::fs::owner_all);
  if (!code && !sys::fs::is_directory(folder))
    code = std::make_error_code(std::errc::not_a_directory);
  if (!code && ::access(folder.c_str(), W_OK | X_OK) != 0)
    code = std::error_code(errno, std::generic_category());
  if (code)
    return createStringError("The image cache '" + folder + "' cannot be used: " + code.message() +
                             ".");
  return ImageCache(folder, refusalOf(folder));
}

std::string ImageCache::refusalOf(const std::string &folder) {
  const std::string reason = whyNotPrivate(folder);
  return reason.empty() ? "" : "The image cache '" + folder + "' is not used: " + reason + ".";
}

std::string ImageCache::key(std::initializer_list<StringRef> parts) {
  std::string text;
  for (StringRef part : parts)
    text += std::to_string(part.size()) + ":" + part.str();
  return hashOf(text);
}

std::string ImageCache::path(const std::string &key) const {
  SmallString<128> path(folder_);
  sys::path::append(path, kPrefix + key);
  return std::string(path);
}

std::optional<std::string> ImageCache::load(const std::string &key) const {
  const PrivateFile file(path(key));
  const auto read = refusal_.empty() ? file.read(kMostBytes) : std::nullopt;
  if (!read)
    return std::nullopt;
  StringRef bytes(reinterpret_cast<const char *>(read->data()), read->size());
  if (!bytes.consume_front(kMagic) || bytes.size() < kHashSize)
    return std::nullopt;
  const StringRef contents = bytes.drop_front(kHashSize);
  if (bytes.take_front(kHashSize) != hashOf(contents))
    return std::nullopt;
  // Updates the access time, which pruning uses, even if the file system does not record reads.
  (void)sys::fs::setLastAccessAndModificationTime(file.descriptor(),
                                                  std::chrono::system_clock::now());
  return contents.str();
}

void ImageCache::store(const std::string &key, StringRef contents) const {
  if (!refusal_.empty())
    return;
  int descriptor = 0;
  SmallString<128> temporary;
  CleanupEntry cleanup;
  {
    const CleanupTransaction transaction;
    if (sys::fs::createUniqueFile(folder_ + "/" + kPrefix + "tmp-%%%%%%%%", descriptor, temporary,
                                  sys::fs::OF_None, sys::fs::owner_read | sys::fs::owner_write))
      return;
    cleanup = CleanupEntry::file(std::string(temporary));
  }
  bool failed = false;
  {
    raw_fd_ostream out(descriptor, /*shouldClose=*/true);
    out << kMagic << hashOf(contents) << contents;
    out.close();
    failed = out.has_error();
    out.clear_error();
  }
  if (failed || sys::fs::rename(temporary, path(key)))
    (void)sys::fs::remove(temporary);
}

Error ImageCache::prune(StringRef policy) const {
  auto parsed = parseCachePruningPolicy(policy);
  if (!parsed)
    return createStringError("The policy '" + policy + "' of the image cache is not known: " +
                             toString(parsed.takeError()) + ".");
  pruneCache(folder_, *parsed);
  return Error::success();
}

} // namespace ursa::compiler::frontend
