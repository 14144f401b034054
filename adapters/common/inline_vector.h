// A vector whose first elements need no memory allocation.
#pragma once

#include <array>
#include <cstddef>
#include <initializer_list>
#include <utility>
#include <vector>

namespace ursa::adapter {

/// Holds up to Count elements in itself, and more in allocated memory. Elements are default
/// constructible; unused ones have their default value.
template <class T, size_t Count> class InlineVector {
public:
  using value_type = T;
  using iterator = T *;
  using const_iterator = const T *;

  InlineVector() = default;
  InlineVector(std::initializer_list<T> elements) {
    for (const T &element : elements)
      push_back(element);
  }
  InlineVector(const InlineVector &) = default;
  InlineVector(InlineVector &&other) noexcept
      : few_(std::move(other.few_)), many_(std::move(other.many_)),
        size_(std::exchange(other.size_, 0)) {}
  InlineVector &operator=(InlineVector other) noexcept {
    std::swap(few_, other.few_);
    many_.swap(other.many_);
    std::swap(size_, other.size_);
    return *this;
  }
  ~InlineVector() = default;

  size_t size() const { return size_; }
  bool empty() const { return size_ == 0; }
  T *data() { return size_ > Count ? many_.data() : few_.data(); }
  const T *data() const { return size_ > Count ? many_.data() : few_.data(); }
  T *begin() { return data(); }
  T *end() { return data() + size_; }
  const T *begin() const { return data(); }
  const T *end() const { return data() + size_; }
  T &operator[](size_t i) { return data()[i]; }
  const T &operator[](size_t i) const { return data()[i]; }

  void push_back(T element) {
    resize(size_ + 1);
    data()[size_ - 1] = std::move(element);
  }
  template <class... Arguments> void emplace_back(Arguments &&...arguments) {
    push_back(T(std::forward<Arguments>(arguments)...));
  }
  /// New elements have their default value.
  void resize(size_t size) {
    if (size > Count) {
      if (size_ <= Count) {
        many_.clear();
        for (size_t i = 0; i < size_; ++i)
          many_.push_back(std::exchange(few_[i], T()));
      }
      many_.resize(size);
    } else {
      if (size_ > Count)
        for (size_t i = 0; i < size; ++i)
          few_[i] = std::move(many_[i]);
      for (size_t i = size; i < size_ && i < Count; ++i)
        few_[i] = T();
      many_.clear();
    }
    size_ = size;
  }
  void clear() { resize(0); }
  template <class Predicate> void eraseIf(Predicate &&predicate) {
    T *elements = data();
    size_t left = 0;
    for (size_t i = 0; i < size_; ++i)
      if (!predicate(std::as_const(elements[i]))) {
        if (left != i)
          elements[left] = std::move(elements[i]);
        ++left;
      }
    resize(left);
  }

private:
  std::array<T, Count> few_{};
  std::vector<T> many_; ///< all elements if there are more than Count
  size_t size_ = 0;
};

} // namespace ursa::adapter
