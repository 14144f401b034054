// A table that finds the loader's state for a handle. Every kernel launch reads it, so a lookup
// takes no lock and writes nothing: threads on different processors do not slow each other down.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <utility>
#include <vector>

namespace ursa::inline support {

/// One table per kind of handle. State has an std::atomic<uint32_t> references. Thread safe.
///
/// Lookup searches the slots linearly from the hash of the handle. A thread that looks a handle up
/// holds a reference to it, so its slot does not change meanwhile. Other slots may become empty or
/// change to another handle, but only where that does not end a search early.
template <class Handle, class State> class StateTable {
public:
  /// Returns the state of a handle, or null. It stays valid while the caller holds a reference to
  /// the handle.
  State *find(Handle handle) const {
    if (count.load(std::memory_order_relaxed) == 0)
      return nullptr;
    const Slots *slots = slots_.load(std::memory_order_acquire);
    if (!slots)
      return nullptr;
    for (size_t i = slots->home(handle);; i = slots->next(i)) {
      const Handle key = slots->all[i].key.load(std::memory_order_acquire);
      if (key == handle) // an erased slot's key is no handle, but callers may pass anything
        return handle == erased() ? nullptr : slots->all[i].state.load(std::memory_order_relaxed);
      if (!key)
        return nullptr;
    }
  }

  /// Throws std::bad_alloc and then changes nothing.
  void add(Handle handle, std::shared_ptr<State> state) {
    std::shared_ptr<State> replaced; // destroyed after the lock is released
    const std::lock_guard lock(mutex_);
    grow();
    replaced = put(*slots_.load(std::memory_order_relaxed), handle, std::move(state));
    if (!replaced)
      count.store(count.load(std::memory_order_relaxed) + 1, std::memory_order_relaxed);
  }

  void retain(Handle handle) {
    if (State *state = find(handle))
      state->references.fetch_add(1, std::memory_order_relaxed);
  }

  /// Releases one reference, and removes the handle with the last one. Call before the adapter
  /// frees the object, because its address may be reused immediately. Returns the state if it was
  /// removed, so that it outlives the call.
  std::shared_ptr<State> release(Handle handle) {
    State *state = find(handle);
    if (!state || state->references.fetch_sub(1, std::memory_order_acq_rel) != 1)
      return nullptr;
    const std::lock_guard lock(mutex_);
    std::shared_ptr<State> last = erase(*slots_.load(std::memory_order_relaxed), handle);
    if (last)
      count.store(count.load(std::memory_order_relaxed) - 1, std::memory_order_relaxed);
    return last;
  }

  /// The number of handles with state. A static variable, so that checking for an empty table is
  /// one comparison. Other code only reads it.
  static inline constinit std::atomic<size_t> count{0};

private:
  struct Slot {
    std::atomic<Handle> key{nullptr}; ///< null: never used; kErased: a search continues
    std::atomic<State *> state{nullptr};
    std::shared_ptr<State> owner; ///< guarded by mutex_; in the current array only
  };
  struct Slots {
    explicit Slots(size_t size) : mask(size - 1), all(std::make_unique<Slot[]>(size)) {}
    size_t home(Handle handle) const {
      // Multiplies by the golden ratio, because addresses differ in their middle bits.
      return (reinterpret_cast<uintptr_t>(handle) * 0x9e3779b97f4a7c15u >> 32) & mask;
    }
    size_t next(size_t index) const { return (index + 1) & mask; }
    size_t before(size_t index) const { return (index - 1) & mask; }

    const size_t mask; ///< a power of two, less one
    const std::unique_ptr<Slot[]> all;
    size_t used = 0; ///< slots whose key is not null
  };
  static constexpr size_t kFirstSize = 64;

  static Handle erased() { return reinterpret_cast<Handle>(uintptr_t{1}); }

  /// Keeps a quarter of the slots empty, so that every search ends. Fills a larger array before it
  /// publishes it. Keeps the old arrays, because threads may be reading them; together they are no
  /// larger than the current one.
  void grow() {
    Slots *old = slots_.load(std::memory_order_relaxed);
    if (old && (old->used + 1) * 4 <= (old->mask + 1) * 3)
      return;
    auto larger = std::make_unique<Slots>(old ? 2 * (old->mask + 1) : kFirstSize);
    Slots *const address = larger.get();
    generations_.push_back(std::move(larger));
    for (size_t i = 0; old && i <= old->mask; ++i)
      if (Slot &slot = old->all[i]; slot.owner)
        (void)put(*address, slot.key.load(std::memory_order_relaxed), std::move(slot.owner));
    slots_.store(address, std::memory_order_release);
  }

  /// Returns the state that the handle had.
  static std::shared_ptr<State> put(Slots &slots, Handle handle, std::shared_ptr<State> state) {
    Slot *free = nullptr; // the first slot that can be reused
    size_t i = slots.home(handle);
    for (;; i = slots.next(i)) {
      Slot &slot = slots.all[i];
      const Handle key = slot.key.load(std::memory_order_relaxed);
      if (key == handle) { // left by an object that was destroyed without the loader's knowledge
        slot.state.store(state.get(), std::memory_order_relaxed);
        return std::exchange(slot.owner, std::move(state));
      }
      if (!free && (!key || key == erased()))
        free = &slot;
      if (!key)
        break;
    }
    slots.used += free == &slots.all[i];
    free->state.store(state.get(), std::memory_order_relaxed);
    free->owner = std::move(state);
    free->key.store(handle, std::memory_order_release);
    return nullptr;
  }

  /// Returns the state that the handle had; null if the table does not have it.
  static std::shared_ptr<State> erase(Slots &slots, Handle handle) {
    size_t i = slots.home(handle);
    for (;; i = slots.next(i)) {
      const Handle key = slots.all[i].key.load(std::memory_order_relaxed);
      if (key == handle)
        break;
      if (!key)
        return nullptr;
    }
    std::shared_ptr<State> last = std::move(slots.all[i].owner);
    slots.all[i].key.store(erased(), std::memory_order_relaxed);
    if (slots.all[slots.next(i)].key.load(std::memory_order_relaxed))
      return last;
    // No search goes past an empty slot, so the erased slots before it can become empty too.
    for (; slots.all[i].key.load(std::memory_order_relaxed) == erased(); i = slots.before(i)) {
      slots.all[i].key.store(nullptr, std::memory_order_relaxed);
      --slots.used;
    }
    return last;
  }

  std::atomic<Slots *> slots_{nullptr};
  std::mutex mutex_; ///< held by every thread that changes slots; guards the members below
  std::vector<std::unique_ptr<Slots>> generations_; ///< the last one is slots_
};

} // namespace ursa::inline support
