#include "core/layers/handle_tracker.h"

#include <algorithm>

namespace ursa::core::layers {

HandleTracker::Answer HandleTracker::find(const void *address) const {
  const Shard &shard = shardOf(address);
  const std::lock_guard lock(shard.mutex);
  if (const auto found = shard.objects.find(address); found != shard.objects.end())
    return {found->second.type, false, found->second.adapter, found->second.size};
  if (const auto found = shard.dead.find(address); found != shard.dead.end())
    return {found->second, true, nullptr, 0};
  return {};
}

void HandleTracker::add(const void *address, TrackedObject object) {
  Shard &shard = shardOf(address);
  const std::lock_guard lock(shard.mutex);
  const auto [known, isNew] = shard.objects.try_emplace(address, object); // may throw
  shard.dead.erase(address);
  if (isNew)
    return;
  if (known->second.type != object.type) {
    known->second = std::move(object);
  } else {
    // An object that the program only looked up may become its own.
    if (known->second.references == 0 && object.references > 0)
      known->second.creationStack = std::move(object.creationStack);
    known->second.references += object.references;
  }
}

void HandleTracker::retain(const void *address) {
  Shard &shard = shardOf(address);
  const std::lock_guard lock(shard.mutex);
  if (const auto found = shard.objects.find(address); found != shard.objects.end())
    ++found->second.references;
}

std::optional<TrackedObject> HandleTracker::release(const void *address) {
  Shard &shard = shardOf(address);
  const std::lock_guard lock(shard.mutex);
  const auto found = shard.objects.find(address);
  if (found == shard.objects.end() || found->second.references == 0)
    return std::nullopt;
  // An adapter handle lives as long as its library and may be retained again.
  if (found->second.references > 1 || found->second.type == HandleType::Adapter) {
    --found->second.references;
    return TrackedObject{.type = found->second.type};
  }
  if (shard.dead.size() >= kMaxDead)
    shard.dead.clear();
  shard.dead.emplace(address, found->second.type);
  TrackedObject before = std::move(found->second);
  shard.objects.erase(found);
  return before;
}

void HandleTracker::cancelRelease(const void *address, TrackedObject before) {
  if (before.references == 0)
    retain(address);
  else
    add(address, std::move(before));
}

std::vector<std::pair<const void *, TrackedObject>> HandleTracker::held() const {
  std::vector<std::pair<const void *, TrackedObject>> all;
  for (const Shard &shard : shards_) {
    const std::lock_guard lock(shard.mutex);
    for (const auto &entry : shard.objects)
      if (entry.second.references > 0)
        all.push_back(entry);
  }
  std::sort(all.begin(), all.end(),
            [](const auto &a, const auto &b) { return a.second.order < b.second.order; });
  return all;
}

void HandleTracker::clear() {
  isIncomplete_ = false;
  for (Shard &shard : shards_) {
    const std::lock_guard lock(shard.mutex);
    shard.objects.clear();
    shard.dead.clear();
  }
}

} // namespace ursa::core::layers
