// An in-memory cache that builds each value once, even when several threads request the same key at
// the same time. The sum of the values' costs is bounded: the least recently used value is evicted
// first.
#pragma once

#include "support/result.h"

#include <cstddef>
#include <functional>
#include <list>
#include <memory>
#include <mutex>
#include <optional>
#include <unordered_map>
#include <utility>
#include <vector>

namespace ursa::core::cache {

/// Thread safe. Copies of a value refer to the same object.
template <class Key, class Value, class Hash> class BuildCache {
public:
  using Cost = size_t (*)(const Key &key, const Value &value);

  /// @param capacity limit for the sum of all costs. The most recent value is kept in any case.
  /// @param cost returns the cost of a value, for example its bytes; without it each costs 1
  explicit BuildCache(
      size_t capacity, Cost cost = [](const Key &, const Value &) { return size_t{1}; })
      : capacity_(capacity), cost_(cost) {}

  /// Returns the value of a key; calls @p build if the cache does not contain it. The cache holds
  /// only values of successful builds: after a failure the next caller builds again. Blocks while
  /// another thread builds the same key.
  Result<Value> getOrBuild(const Key &key, const std::function<Result<Value>()> &build) {
    std::optional<Value> known;
    PendingBuild pending(*this, key, known);
    if (known)
      return *known;
    const std::lock_guard lock(pending->mutex);
    if (!pending->value) {
      URSA_TRY(Value value, build());
      insert(key, value, pending->generation);
      pending->value = std::move(value);
    }
    return *pending->value;
  }

  /// Calls @p function with each key and value, most recently used first.
  template <class Function> void forEach(Function &&function) const {
    Entries all;
    {
      const std::lock_guard lock(mutex_);
      all = entries_;
    }
    for (const Entry &entry : all)
      function(entry.key, entry.value);
  }

  /// Removes all values, and does not insert values whose build has already begun. Owners of a
  /// value keep it.
  void clear() {
    Entries removed; // destroyed after the lock is released
    const std::lock_guard lock(mutex_);
    ++generation_;
    index_.clear();
    total_ = 0;
    removed.swap(entries_);
  }

  size_t size() const {
    const std::lock_guard lock(mutex_);
    return entries_.size();
  }

private:
  struct Entry {
    Key key;
    Value value;
    size_t cost;
  };
  using Entries = std::list<Entry>; // most recently used first

  /// A build in progress, shared by the threads that request its key.
  struct Build {
    std::mutex
        mutex; ///< held while building; guards value; never taken while the cache's mutex is held
    std::optional<Value> value;
    uint64_t generation = 0; ///< generation of the cache when the first thread requested the key
    size_t threads = 0;      ///< guarded by the cache's mutex
  };

  /// One thread's reference to a build in progress; the last reference ends it. Empty if the value
  /// is already known.
  class PendingBuild {
  public:
    PendingBuild(BuildCache &cache, const Key &key, std::optional<Value> &known)
        : cache_(cache), key_(key) {
      const std::lock_guard lock(cache_.mutex_);
      if (const auto found = cache_.index_.find(key); found != cache_.index_.end()) {
        cache_.entries_.splice(cache_.entries_.begin(), cache_.entries_, found->second);
        known = found->second->value;
        return;
      }
      std::unique_ptr<Build> &build = cache_.builds_[key];
      if (!build) {
        build = std::make_unique<Build>();
        build->generation = cache_.generation_;
      }
      build_ = build.get();
      ++build_->threads;
    }
    ~PendingBuild() {
      const std::lock_guard lock(cache_.mutex_);
      if (build_ && --build_->threads == 0)
        cache_.builds_.erase(key_);
    }
    PendingBuild(const PendingBuild &) = delete;
    PendingBuild &operator=(const PendingBuild &) = delete;

    Build *operator->() { return build_; }

  private:
    BuildCache &cache_;
    const Key &key_;
    Build *build_ = nullptr;
  };

  void insert(const Key &key, const Value &value, uint64_t generation) {
    Entries removed; // destroyed after the lock is released
    const std::lock_guard lock(mutex_);
    if (generation != generation_)
      return;
    entries_.push_front({key, value, cost_(key, value)});
    total_ += entries_.front().cost;
    index_.insert_or_assign(key, entries_.begin());
    while (total_ > capacity_ && entries_.size() > 1) {
      index_.erase(entries_.back().key);
      total_ -= entries_.back().cost;
      removed.splice(removed.begin(), entries_, std::prev(entries_.end()));
    }
  }

  const size_t capacity_;
  const Cost cost_;
  mutable std::mutex mutex_; ///< guards the members below
  uint64_t generation_ = 0;  ///< the number of calls of clear
  size_t total_ = 0;         ///< the sum of the costs of entries_
  Entries entries_;
  std::unordered_map<Key, typename Entries::iterator, Hash> index_;
  std::unordered_map<Key, std::unique_ptr<Build>, Hash> builds_;
};

} // namespace ursa::core::cache
