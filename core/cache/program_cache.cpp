#include "core/cache/program_cache.h"

#include <xxhash.h>

#include <algorithm>

namespace ursa::core::cache {
namespace {

constexpr size_t kCapacity = size_t{64} << 20; ///< bytes of the programs of a context

// Returns about the bytes of a program. Its adapter holds a copy of its image, and what was
// compiled of it, which is about as large; its objects take some more.
size_t bytesOf(const ProgramKey &key, const SharedProgram &) {
  constexpr size_t kObjects = 4096;
  return kObjects + 2 * key.code.size() + key.values.size() + key.options.size();
}

struct Caches {
  std::mutex mutex; ///< guards byContext
  std::unordered_map<ur_context_handle_t, std::weak_ptr<ProgramCache>> byContext;
};

// Never freed, because static destructors may release programs.
Caches &caches() {
  static Caches &instance = *new Caches;
  return instance;
}

} // namespace

bool ProgramKey::operator==(const ProgramKey &other) const {
  return codeHash == other.codeHash && device == other.device && options == other.options &&
         values == other.values &&
         std::equal(code.begin(), code.end(), other.code.begin(), other.code.end());
}

size_t HashOfProgramKey::operator()(const ProgramKey &key) const {
  const uint64_t values = XXH3_64bits_withSeed(key.values.data(), key.values.size(), key.codeHash);
  const uint64_t options = XXH3_64bits_withSeed(key.options.data(), key.options.size(), values);
  return options ^ std::hash<const void *>()(key.device);
}

std::shared_ptr<ProgramCache> programCacheOf(ur_context_handle_t context) {
  Caches &all = caches();
  const std::lock_guard lock(all.mutex);
  std::erase_if(all.byContext, [](const auto &entry) { return entry.second.expired(); });
  std::weak_ptr<ProgramCache> &known = all.byContext[context];
  std::shared_ptr<ProgramCache> cache = known.lock();
  if (!cache) {
    cache = std::make_shared<ProgramCache>(kCapacity, bytesOf);
    known = cache;
  }
  return cache;
}

} // namespace ursa::core::cache
