// Tracks the objects that a program holds.
#pragma once

#include "core/api/functions.h"
#include "core/layers/handle_types.h"

#include <array>
#include <atomic>
#include <mutex>
#include <optional>
#include <unordered_map>
#include <vector>

namespace ursa::core::layers {

/// An object or a USM allocation of the program.
struct TrackedObject {
  HandleType type = HandleType::None; ///< None for USM
  const void *adapter = nullptr;      ///< the table that its first word points to
  uint32_t references = 0; ///< the program's references; 0 for an object that it only looked up
  uint64_t size = 0;       ///< bytes of a buffer or of USM, 0 when unknown
  api::Function madeBy{};
  uint64_t order = 0;                ///< creation order; earlier objects have smaller numbers
  std::vector<void *> creationStack; ///< return addresses of the creating call, innermost first;
                                     ///< only with leak checking
};

/// Finds objects by their address. Thread safe; calls no adapter and takes no other lock while it
/// holds its own.
class HandleTracker {
public:
  /// The result of find.
  struct Answer {
    HandleType type = HandleType::None; ///< None: unknown
    bool released = false;              ///< it was known, and its last reference was released
    const void *adapter = nullptr;
    uint64_t size = 0;
  };
  Answer find(const void *address) const;

  /// Adds an object that a call returned to the program. If the object is known, adds the
  /// references; a different object at the same address replaces the old one.
  void add(const void *address, TrackedObject object);

  /// Adds a reference.
  void retain(const void *address);

  /// Releases a reference; after the last one the object is dead. Call before the adapter releases
  /// the object, because its address may be reused immediately.
  ///
  /// Throws std::bad_alloc and then changes nothing.
  ///
  /// @return the previous state, for cancelRelease; none if the object is unknown or the program
  /// holds no reference
  std::optional<TrackedObject> release(const void *address);

  /// Restores an object that the adapter did not release after all.
  void cancelRelease(const void *address, TrackedObject before);

  /// Returns all objects to which the program holds references, in order of creation.
  std::vector<std::pair<const void *, TrackedObject>> held() const;

  void clear();

  /// Records that some objects could not be tracked, until clear is called. An object that find
  /// does not know or reports as released may then still be alive.
  void stopTracking() noexcept { isIncomplete_.store(true, std::memory_order_relaxed); }
  bool isIncomplete() const { return isIncomplete_.load(std::memory_order_relaxed); }

private:
  static constexpr size_t kShards = 16;
  static constexpr size_t kMaxDead = 4096; ///< per shard; when exceeded, all of them are dropped

  struct Shard {
    mutable std::mutex mutex; ///< guards the members below
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
  std::atomic<bool> isIncomplete_{false};
};

} // namespace ursa::core::layers
