// A shared pointer that threads read without a lock while another thread replaces it.
//
// std::atomic<std::shared_ptr> takes a spin lock in libstdc++. Here one word holds the address of
// the object's node and the number of loads that have begun since it was stored; the node counts
// the loads that have ended. The thread that replaces a node learns how many loads began. Whichever
// thread makes the two counts equal, a load or the replacement, deletes the node.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <utility>

namespace ursa {

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
    Node *node = nodeOf(word_.fetch_add(kOneLoad, std::memory_order_acquire));
    if (!node)
      return nullptr;
    std::shared_ptr<T> value = node->value;
    finish(node, 1);
    return value;
  }

  /// The current object for a short time, without a reference of its own: two changes of memory
  /// that threads share, where load() needs four. At most 2^16 borrows exist at the same time.
  class Borrow {
  public:
    Borrow() = default;
    explicit Borrow(const AtomicSharedPtr &from) {
      if (nodeOf(from.word_.load(std::memory_order_relaxed)))
        node_ = nodeOf(from.word_.fetch_add(kOneLoad, std::memory_order_acquire));
    }
    Borrow(Borrow &&other) noexcept : node_(std::exchange(other.node_, nullptr)) {}
    Borrow &operator=(Borrow &&other) noexcept {
      std::swap(node_, other.node_);
      return *this;
    }
    ~Borrow() {
      if (node_)
        finish(node_, 1);
    }

    explicit operator bool() const { return node_ != nullptr; }
    T *operator->() const { return node_->value.get(); }
    T &operator*() const { return *node_->value; }
    /// Returns a reference that outlives the borrow; null if there is no object.
    std::shared_ptr<T> share() const { return node_ ? node_->value : nullptr; }

  private:
    typename AtomicSharedPtr::Node *node_ = nullptr;
  };
  Borrow borrow() const { return Borrow(*this); }

  /// Throws std::bad_alloc and then changes nothing.
  void store(std::shared_ptr<T> value) {
    Node *node = value ? new Node{std::move(value)} : nullptr;
    retire(word_.exchange(reinterpret_cast<uint64_t>(node), std::memory_order_acq_rel));
  }

private:
  struct Node {
    std::shared_ptr<T> value;
    /// Number of ended loads; after the replacement, also kReplaced. The lower 16 bits are then 0
    /// once all loads have ended; fewer than 2^16 threads load at the same time.
    std::atomic<uint64_t> state{0};
  };
  static_assert(sizeof(void *) == sizeof(uint64_t));
  static constexpr uint64_t kOneLoad = uint64_t{1} << 48; // user-space addresses are smaller
  static constexpr uint64_t kReplaced = uint64_t{1} << 63;

  static Node *nodeOf(uint64_t word) { return reinterpret_cast<Node *>(word & (kOneLoad - 1)); }

  static void finish(Node *node, uint64_t by) {
    const uint64_t state = node->state.fetch_add(by, std::memory_order_acq_rel) + by;
    if ((state & kReplaced) && (state & 0xffff) == 0)
      delete node;
  }
  static void retire(uint64_t word) {
    if (Node *node = nodeOf(word))
      finish(node, kReplaced + ((0x10000 - (word >> 48)) & 0xffff));
  }

  mutable std::atomic<uint64_t> word_{0};
};

} // namespace ursa
