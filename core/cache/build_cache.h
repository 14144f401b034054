// What is built from a key, once: also when several threads ask for the same key at the same time.
// In memory; the least recently used goes first.
#pragma once

#include "core/support/result.h"

#include <cstddef>
#include <functional>
#include <list>
#include <memory>
#include <mutex>
#include <unordered_map>
#include <vector>

namespace ursa {

/// Thread safe. Copies of a value stand for the same thing; one that converts to false is none.
template <class Key, class Value, class Hash> class BuildCache {
public:
  explicit BuildCache(size_t capacity) : capacity_(capacity) {}

  /// The value of a key; @p build makes it when it is not there. A failure is not kept.
  /// Blocks while another thread builds the same key.
  Result<Value> getOrBuild(const Key &key, const std::function<Result<Value>()> &build) {
    const std::shared_ptr<Entry> entry = entryOf(key);
    const std::lock_guard lock(entry->mutex);
    if (!entry->value) {
      URSA_TRY(entry->value, build());
    }
    return entry->value;
  }

  /// Calls a function with each key and value that is built, most recently used first. Blocks while
  /// one is being built.
  template <class Function> void forEach(Function &&function) const {
    std::vector<std::shared_ptr<Entry>> all;
    {
      const std::lock_guard lock(mutex_);
      all.assign(entries_.begin(), entries_.end());
    }
    for (const std::shared_ptr<Entry> &entry : all) {
      const std::lock_guard lock(entry->mutex);
      if (entry->value)
        function(entry->key, entry->value);
    }
  }

  /// Forgets all; who has a value keeps it.
  void clear() {
    Entries gone; // ends without the lock
    const std::lock_guard lock(mutex_);
    index_.clear();
    gone.swap(entries_);
  }

  size_t size() const {
    const std::lock_guard lock(mutex_);
    return entries_.size();
  }

private:
  struct Entry {
    Key key;
    std::mutex mutex; ///< held while building; guards value; taken after the cache's is let go
    Value value;
  };
  using Entries = std::list<std::shared_ptr<Entry>>; // most recently used first

  std::shared_ptr<Entry> entryOf(const Key &key) {
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

  const size_t capacity_;
  mutable std::mutex mutex_; ///< guards the two below
  Entries entries_;
  std::unordered_map<Key, typename Entries::iterator, Hash> index_;
};

} // namespace ursa
