// A list of a few numbers or pointers that allocates nothing until they are many.
#pragma once

#include <array>
#include <cstddef>
#include <type_traits>
#include <vector>

namespace ursa::runtime {

template <class T, size_t Few> class InlineVector {
  static_assert(std::is_trivially_copyable_v<T>);

public:
  void push_back(T value) {
    if (many_.empty() && size_ < Few) {
      few_[size_++] = value;
      return;
    }
    if (many_.empty())
      many_.assign(few_.begin(), few_.end());
    many_.push_back(value);
    ++size_;
  }
  size_t size() const { return size_; }
  bool empty() const { return size_ == 0; }
  T *data() { return many_.empty() ? few_.data() : many_.data(); }
  const T *data() const { return many_.empty() ? few_.data() : many_.data(); }
  T *begin() { return data(); }
  T *end() { return data() + size_; }
  const T *begin() const { return data(); }
  const T *end() const { return data() + size_; }
  /// Forgets all but the first.
  void shrink(size_t size) {
    size_ = size;
    if (!many_.empty())
      many_.resize(size);
  }

private:
  std::array<T, Few> few_;
  std::vector<T> many_; ///< all of them, once they are more than a few
  size_t size_ = 0;
};

} // namespace ursa::runtime
