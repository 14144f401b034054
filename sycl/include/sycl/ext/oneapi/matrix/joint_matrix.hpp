// The class joint_matrix (sycl_ext_oneapi_matrix). No device's matrix units are used: each
// work-item has copies of the factors and a part of the accumulator, so that functions of matrices
// need no exchange between work-items.
#pragma once

#include <sycl/ext/oneapi/bfloat16.hpp>
#include <sycl/half.hpp>
#include <sycl/sub_group.hpp>

#include <cstddef>
#include <cstdint>
#include <type_traits>

inline namespace ursa_sycl {
namespace sycl {

namespace ext::oneapi::experimental::matrix {

enum class use { a, b, accumulator };
enum class layout { row_major, col_major, ext_intel_packed, dynamic };

namespace precision {
/// The type of elements that are float with the precision of TF32.
class tf32 {
  tf32() = delete;
};
} // namespace precision

template <typename Group, typename T, use Use, std::size_t Rows, std::size_t Cols,
          layout Layout = layout::dynamic>
class joint_matrix;

} // namespace ext::oneapi::experimental::matrix

namespace detail {
namespace matrix = ext::oneapi::experimental::matrix;

template <class T>
using MatrixElement = std::conditional_t<std::is_same_v<T, matrix::precision::tf32>, float, T>;

/// The offset of an element in memory.
template <class T>
constexpr std::size_t matrixOffset(std::size_t row, std::size_t column, std::size_t stride,
                                   matrix::layout layout) {
  constexpr std::size_t kPacked = sizeof(T) < 4 ? 4 / sizeof(T) : 1;
  if (layout == matrix::layout::ext_intel_packed)
    return row / kPacked * stride + column * kPacked + row % kPacked;
  return layout == matrix::layout::col_major ? column * stride + row : row * stride + column;
}

/// The elements that a work-item has: all of a factor, every size-th of an accumulator.
template <class Group, class T, matrix::use Use, std::size_t Rows, std::size_t Cols>
class MatrixPart {
public:
  static constexpr std::size_t kCount = Rows * Cols;
  static constexpr bool kIsShared = Use == matrix::use::accumulator;

  static std::size_t first(const Group &group) {
    return kIsShared ? group.get_local_linear_id() : 0;
  }
  static std::size_t step(const Group &group) {
    return kIsShared ? group.get_local_linear_range() : 1;
  }
  static std::size_t length(const Group &group) {
    const std::size_t begin = first(group);
    return begin < kCount ? (kCount - begin + step(group) - 1) / step(group) : 0;
  }

  T elements[kCount];
};

/// Calls @p function with each element that a work-item has, its row and its column.
template <class Group, class Matrix, class Function>
void forElements(const Group &group, Matrix &matrix, const Function &function) {
  const std::size_t first = matrix.part.first(group);
  const std::size_t step = matrix.part.step(group);
  std::size_t slot = 0;
  for (std::size_t i = first; i < Matrix::kRows * Matrix::kCols; i += step)
    function(matrix.part.elements[slot++], i / Matrix::kCols, i % Matrix::kCols);
}

/// What get_wi_data returns.
template <class Group, class Matrix> class MatrixWorkItemData {
public:
  MatrixWorkItemData(const Group &group, Matrix &matrix) : group_(group), matrix_(matrix) {}
  std::size_t length() const { return matrix_.part.length(group_); }
  auto &operator[](std::size_t i) const { return matrix_.part.elements[i]; }

private:
  const Group group_;
  Matrix &matrix_;
};

} // namespace detail

namespace ext::oneapi::experimental::matrix {

template <typename Group, typename T, use Use, std::size_t Rows, std::size_t Cols, layout Layout>
class joint_matrix {
  static_assert(Use != use::accumulator || Layout == layout::dynamic,
                "The layout of an accumulator is given when it is loaded and stored.");

public:
  using value_type = sycl::detail::MatrixElement<T>;
  static constexpr std::size_t kRows = Rows;
  static constexpr std::size_t kCols = Cols;

  joint_matrix() = default;
  joint_matrix(const joint_matrix &) = delete;
  joint_matrix &operator=(const joint_matrix &) = delete;

  sycl::detail::MatrixPart<Group, value_type, Use, Rows, Cols> part; ///< of the implementation
};

} // namespace ext::oneapi::experimental::matrix

namespace ext::oneapi::detail {
template <typename Group, typename Matrix>
sycl::detail::MatrixWorkItemData<Group, Matrix> get_wi_data(Group group, Matrix &matrix) {
  return {group, matrix};
}
} // namespace ext::oneapi::detail

namespace ext::intel::experimental::matrix {
using ext::oneapi::detail::get_wi_data;
}

} // namespace sycl
} // namespace ursa_sycl
