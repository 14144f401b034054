// What the layers know of the objects that a program holds.
#pragma once

#include "core/api/functions.h"
#include "core/layers/handle_types.h"

#include <array>
#include <atomic>
#include <mutex>
#include <optional>
#include <unordered_map>
#include <vector>

namespace ursa {

/// An object, or an allocation of USM, that the program has.
struct TrackedObject {
  HandleType type = HandleType::None; ///< None for USM
  const void *adapter = nullptr;      ///< the table that its first word points to
  uint32_t references = 0;            ///< the program's; 0 for one that it only looks at
  uint64_t size = 0;                  ///< bytes of a buffer or of USM, 0 when unknown
  Function madeBy{};
  uint64_t order = 0;             ///< earlier ones have smaller numbers
  std::vector<void *> makerStack; ///< return addresses, innermost first; when leaks are looked for
};

/// Finds objects by their address. Thread safe; adapters are never called under its locks, and no
/// other lock is taken under them.
class HandleTracker {
public:
  /// What find tells.
  struct Answer {
    HandleType type = HandleType::None; ///< None: never heard of
    bool released = false;              ///< it was known, and its last reference was given up
    const void *adapter = nullptr;
    uint64_t size = 0;
  };
  Answer find(const void *address) const;

  /// Notes an object that a call gave the program. One that is known already gets the references on
  /// top; a different one at its address replaces it.
  void add(const void *address, TrackedObject object);

  /// Adds a reference.
  void retain(const void *address);

  /// Takes a reference away; the object is dead when it was the last. Call it before the adapter
  /// releases the object, whose address may be given out again at once.
  ///
  /// Throws std::bad_alloc, with nothing changed.
  ///
  /// @return what it was before, for undoRelease; none when it is unknown or not the program's.
  std::optional<TrackedObject> release(const void *address);

  /// The adapter did not release the object after all.
  void undoRelease(const void *address, TrackedObject before);

  /// All that the program has references to, in the order of their making.
  std::vector<std::pair<const void *, TrackedObject>> held() const;

  void clear();

  /// Objects could not be noted: what find does not know, or says was released, may be alive all
  /// the same. Until clear.
  void loseTrack() noexcept { hasLostTrack_.store(true, std::memory_order_relaxed); }
  bool hasLostTrack() const { return hasLostTrack_.load(std::memory_order_relaxed); }

private:
  static constexpr size_t kShards = 16;
  static constexpr size_t kMaxDead = 4096; ///< a shard; then it forgets them all

  struct Shard {
    mutable std::mutex mutex; ///< guards the two below
    std::unordered_map<const void *, TrackedObject> objects;
    std::unordered_map<const void *, HandleType> dead;
  };

  Shard &shardOf(const void *address) {
    return shards_[(reinterpret_cast<uintptr_t>(address) >> 6) % kShards];
  }
  const Shard &shardOf(const void *address) const {
    return const_cast<HandleTracker *>(this)->shardOf(address);
  }

  std::array<Shard, kShards> shards_;
  std::atomic<bool> hasLostTrack_{false};
};

} // namespace ursa
