// A shared pointer that threads read without a lock while another thread replaces it.
//
// std::atomic<std::shared_ptr> takes a spin lock in libstdc++. Here one word holds the address of
// the object's node and the number of loads that have begun since it was stored; the node counts
// the loads that have ended. The thread that replaces a node learns how many loads began. Whichever
// thread makes the two counts equal, a load or the replacement, deletes the node.
//
// This relies on addresses of 48 bits and on fewer than 2^16 loads at the same time. Builds with
// assertions check both.
#pragma once

#include <atomic>
#include <cassert>
#include <cstdint>
#include <memory>
#include <utility>

namespace ursa::inline support {

/// Thread safe, and lock-free except for the allocation of store().
template <class T> class AtomicSharedPtr {
  struct Node;

public:
  AtomicSharedPtr() = default;
  explicit AtomicSharedPtr(std::shared_ptr<T> value) { store(std::move(value)); }
  AtomicSharedPtr(const AtomicSharedPtr &) = delete;
  AtomicSharedPtr &operator=(const AtomicSharedPtr &) = delete;
  ~AtomicSharedPtr() { retire(word_.load(std::memory_order_acquire)); }

  std::shared_ptr<T> load() const {
    // The common case, null, does not write to memory that threads share.
    if (!nodeOf(word_.load(std::memory_order_relaxed)))
      return nullptr;
    Node *node = begin();
    if (!node)
      return nullptr;
    std::shared_ptr<T> value = node->value;
    finish(node);
    return value;
  }

  /// The current object for a short time, without a reference of its own: two changes of memory
  /// that threads share, where load() needs four. Fewer than 2^16 borrows exist at the same time.
  class Borrow {
  public:
    Borrow() = default;
    explicit Borrow(const AtomicSharedPtr &from) {
      if (nodeOf(from.word_.load(std::memory_order_relaxed)))
        node_ = from.begin();
    }
    Borrow(Borrow &&other) noexcept : node_(std::exchange(other.node_, nullptr)) {}
    Borrow &operator=(Borrow &&other) noexcept {
      std::swap(node_, other.node_);
      return *this;
    }
    ~Borrow() {
      if (node_)
        finish(node_);
    }

    explicit operator bool() const { return node_ != nullptr; }
    T *operator->() const {
      assert(node_ && "there is no object");
      return node_->value.get();
    }
    T &operator*() const { return *operator->(); }
    /// Returns a reference that outlives the borrow; null if there is no object.
    std::shared_ptr<T> share() const { return node_ ? node_->value : nullptr; }

  private:
    typename AtomicSharedPtr::Node *node_ = nullptr;
  };
  Borrow borrow() const { return Borrow(*this); }

  /// Throws std::bad_alloc and then changes nothing.
  void store(std::shared_ptr<T> value) {
    Node *node = value ? new Node{std::move(value)} : nullptr;
    assert(nodeOf(reinterpret_cast<uint64_t>(node)) == node && "an address has 48 bits");
    retire(word_.exchange(reinterpret_cast<uint64_t>(node), std::memory_order_acq_rel));
  }

private:
  struct Node {
    std::shared_ptr<T> value;
    /// Number of ended loads; after the replacement, also kReplaced. The lower 16 bits are then 0
    /// once all loads have ended; fewer than 2^16 threads load at the same time.
    std::atomic<uint64_t> state{0};
#ifndef NDEBUG
    std::atomic<uint32_t> loads{0}; ///< that have begun and not ended
#endif
  };
  static_assert(sizeof(void *) == sizeof(uint64_t));
  static_assert(std::atomic<uint64_t>::is_always_lock_free);
  static constexpr uint64_t kOneLoad = uint64_t{1} << 48; // user-space addresses are smaller
  static constexpr uint64_t kReplaced = uint64_t{1} << 63;

  static Node *nodeOf(uint64_t word) { return reinterpret_cast<Node *>(word & (kOneLoad - 1)); }

  /// Begins a load: the node lives until it ends. Returns null if there is no object.
  Node *begin() const {
    Node *node = nodeOf(word_.fetch_add(kOneLoad, std::memory_order_acquire));
#ifndef NDEBUG
    if (node) {
      const uint32_t others = node->loads.fetch_add(1, std::memory_order_relaxed);
      assert(others + 1 < 0x10000 && "fewer than 2^16 loads at the same time");
    }
#endif
    return node;
  }
  static void finish(Node *node) {
#ifndef NDEBUG
    const uint32_t loads = node->loads.fetch_sub(1, std::memory_order_relaxed);
    assert(loads > 0 && "each load ends once");
#endif
    add(node, 1);
  }
  static void retire(uint64_t word) {
    if (Node *node = nodeOf(word))
      add(node, kReplaced + ((0x10000 - (word >> 48)) & 0xffff));
  }
  /// Deletes the node if @p change makes the counts equal.
  static void add(Node *node, uint64_t change) {
    const uint64_t state = node->state.fetch_add(change, std::memory_order_acq_rel) + change;
    if (!(state & kReplaced) || (state & 0xffff) != 0)
      return;
#ifndef NDEBUG
    assert(node->loads.load(std::memory_order_relaxed) == 0 && "no load uses the node");
#endif
    delete node;
  }

  mutable std::atomic<uint64_t> word_{0};
};

} // namespace ursa::inline support
