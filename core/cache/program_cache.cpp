#include "core/cache/program_cache.h"

#include <xxhash.h>

namespace ursa {

size_t ProgramCache::Hash::operator()(const ProgramKey &key) const {
  const uint64_t values = XXH3_64bits_withSeed(key.values.data(), key.values.size(), key.imageHash);
  const uint64_t options = XXH3_64bits_withSeed(key.options.data(), key.options.size(), values);
  return options ^ std::hash<const void *>()(key.device);
}

std::shared_ptr<ProgramCache::Entry> ProgramCache::entryOf(const ProgramKey &key) {
  const std::lock_guard lock(mutex_);
  if (const auto found = index_.find(key); found != index_.end()) {
    entries_.splice(entries_.begin(), entries_, found->second);
    return entries_.front();
  }
  auto entry = std::make_shared<Entry>();
  entry->key = key;
  entries_.push_front(entry);
  index_.emplace(key, entries_.begin());
  if (entries_.size() > capacity_) {
    index_.erase(entries_.back()->key);
    entries_.pop_back(); // who builds or uses it holds it
  }
  return entry;
}

Result<SharedProgram>
ProgramCache::getOrBuild(const ProgramKey &key,
                         const std::function<Result<SharedProgram>()> &build) {
  const std::shared_ptr<Entry> entry = entryOf(key);
  const std::lock_guard lock(entry->mutex);
  if (!entry->program) {
    URSA_TRY(entry->program, build());
  }
  return entry->program;
}

size_t ProgramCache::size() const {
  const std::lock_guard lock(mutex_);
  return entries_.size();
}

} // namespace ursa
