// An allocator for objects that are made and destroyed at a high rate: each thread keeps the blocks
// that it freed, up to a limit, and takes them again without a lock.
#pragma once

#include <cstddef>
#include <new>

inline namespace ursa_sycl {
namespace sycl::detail {

/// Blocks of one size. Thread safe: a block may be freed by another thread than the one that took
/// it.
template <size_t Size> class RecycledBlocks {
  struct Block {
    Block *next;
  };
  static_assert(Size >= sizeof(Block));

public:
  static void *take() {
    List &list = list_;
    if (Block *first = list.first) [[likely]] {
      list.first = first->next;
      --list.count;
      return first;
    }
    return ::operator new(Size);
  }

  static void give(void *memory) noexcept {
    List &list = list_;
    if (list.state != State::InUse) [[unlikely]] {
      if (list.state == State::Unused)
        freeAtThreadExit();
      if (list.state == State::Closed)
        return ::operator delete(memory);
    }
    if (list.count == kKept)
      return ::operator delete(memory);
    list.first = ::new (memory) Block{list.first};
    ++list.count;
  }

private:
  static constexpr size_t kKept = 256;
  enum class State : unsigned char { Unused, InUse, Closed };

  struct List {
    Block *first;
    size_t count;
    State state;
  };
  struct Cleaner {
    ~Cleaner() {
      list_.state = State::Closed;
      while (Block *first = list_.first) {
        list_.first = first->next;
        ::operator delete(first);
      }
    }
  };

  static void freeAtThreadExit() noexcept {
    static thread_local Cleaner cleaner;
    (void)&cleaner;
    list_.state = State::InUse;
  }

  // Without a constructor, access needs no check of whether the object is initialized.
  static inline thread_local constinit List list_{nullptr, 0, State::Unused};
};

/// For std::allocate_shared.
template <class T> class RecyclingAllocator {
public:
  using value_type = T;
  RecyclingAllocator() = default;
  template <class U> RecyclingAllocator(const RecyclingAllocator<U> & /*other*/) {}

  T *allocate(size_t count) {
    static_assert(alignof(T) <= alignof(std::max_align_t));
    return static_cast<T *>(count == 1 ? RecycledBlocks<sizeof(T)>::take()
                                       : ::operator new(count * sizeof(T)));
  }
  void deallocate(T *memory, size_t count) noexcept {
    if (count == 1)
      RecycledBlocks<sizeof(T)>::give(memory);
    else
      ::operator delete(memory);
  }
  friend bool operator==(const RecyclingAllocator &, const RecyclingAllocator &) { return true; }
};

} // namespace sycl::detail
} // namespace ursa_sycl
