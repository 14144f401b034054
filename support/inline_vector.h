// A vector whose first elements need no memory allocation.
#pragma once

#include <algorithm>
#include <cstddef>
#include <initializer_list>
#include <memory>
#include <utility>

namespace ursa::inline support {

/// Holds up to Count elements in itself, and more in allocated memory. Moves of elements do not
/// throw. Costs nothing for elements that it does not have.
template <class T, size_t Count> class InlineVector {
public:
  using value_type = T;
  using iterator = T *;
  using const_iterator = const T *;

  InlineVector() = default;
  InlineVector(std::initializer_list<T> elements) { append(elements.begin(), elements.end()); }
  InlineVector(const InlineVector &other) { append(other.begin(), other.end()); }
  InlineVector(InlineVector &&other) noexcept { take(other); }
  InlineVector &operator=(InlineVector other) noexcept {
    release();
    take(other);
    return *this;
  }
  ~InlineVector() { release(); }

  size_t size() const { return size_; }
  bool empty() const { return size_ == 0; }
  T *data() { return data_; }
  const T *data() const { return data_; }
  T *begin() { return data_; }
  T *end() { return data_ + size_; }
  const T *begin() const { return data_; }
  const T *end() const { return data_ + size_; }
  T &operator[](size_t i) { return data_[i]; }
  const T &operator[](size_t i) const { return data_[i]; }

  void push_back(T element) { emplace_back(std::move(element)); }
  template <class... Arguments> T &emplace_back(Arguments &&...arguments) {
    if (size_ == capacity_)
      grow(size_ + 1);
    T *const element = std::construct_at(data_ + size_, std::forward<Arguments>(arguments)...);
    ++size_;
    return *element;
  }
  /// New elements have their default value.
  void resize(size_t size) {
    if (size > capacity_)
      grow(size);
    if (size > size_)
      std::uninitialized_value_construct_n(data_ + size_, size - size_);
    else
      std::destroy(data_ + size, data_ + size_);
    size_ = size;
  }
  void clear() { resize(0); }
  template <class Predicate> void eraseIf(Predicate &&predicate) {
    resize(static_cast<size_t>(std::remove_if(begin(), end(), predicate) - begin()));
  }

private:
  T *few() { return reinterpret_cast<T *>(few_); }
  bool isInline() { return data_ == few(); }

  template <class Iterator> void append(Iterator first, Iterator last) {
    grow(size_ + static_cast<size_t>(last - first));
    for (; first != last; ++first)
      emplace_back(*first);
  }

  // Makes room for at least that many elements.
  void grow(size_t size) {
    if (size <= capacity_)
      return;
    const size_t capacity = std::max(size, 2 * capacity_);
    T *const memory = std::allocator<T>().allocate(capacity);
    std::uninitialized_move_n(data_, size_, memory);
    std::destroy_n(data_, size_);
    freeMemory();
    data_ = memory;
    capacity_ = capacity;
  }

  // This vector has neither elements nor memory.
  void take(InlineVector &other) {
    if (other.isInline()) {
      std::uninitialized_move_n(other.data_, other.size_, few());
      std::destroy_n(other.data_, other.size_);
    } else {
      data_ = std::exchange(other.data_, other.few());
      capacity_ = std::exchange(other.capacity_, Count);
    }
    size_ = std::exchange(other.size_, 0);
  }

  void release() {
    std::destroy_n(data_, size_);
    freeMemory();
    data_ = few();
    capacity_ = Count;
    size_ = 0;
  }

  void freeMemory() {
    if (!isInline())
      std::allocator<T>().deallocate(data_, capacity_);
  }

  T *data_ = few();
  size_t size_ = 0;
  size_t capacity_ = Count;
  alignas(T) std::byte few_[Count * sizeof(T)];
};

} // namespace ursa::inline support
