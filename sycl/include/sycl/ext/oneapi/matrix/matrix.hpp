// Products of matrices that a sub-group computes (sycl_ext_oneapi_matrix), on every device and of
// every size, by ordinary instructions.
#pragma once

#include <sycl/device.hpp>
#include <sycl/ext/oneapi/matrix/joint_matrix.hpp>
#include <sycl/ext/oneapi/matrix/matrix_params.hpp>
#include <sycl/group_algorithms.hpp>
#include <sycl/multi_ptr.hpp>

#include <vector>

inline namespace ursa_sycl {
namespace sycl {

namespace ext::oneapi::experimental::matrix {

template <typename Group, typename T, use Use, std::size_t Rows, std::size_t Cols, layout Layout,
          typename Value>
void joint_matrix_fill(Group group, joint_matrix<Group, T, Use, Rows, Cols, Layout> &result,
                       const Value &value) {
  using Element = sycl::detail::MatrixElement<T>;
  sycl::detail::forElements(group, result, [&](Element &element, std::size_t, std::size_t) {
    element = static_cast<Element>(value);
  });
}

/// @{ The stride is in elements.
template <typename Group, typename T, typename S, std::size_t Rows, std::size_t Cols,
          access::address_space Space, access::decorated Decorated>
void joint_matrix_load(Group group,
                       joint_matrix<Group, T, use::accumulator, Rows, Cols, layout::dynamic> &to,
                       multi_ptr<S, Space, Decorated> from, std::size_t stride, layout order) {
  sycl::detail::forElements(group, to, [&](T &element, std::size_t row, std::size_t column) {
    element = from[sycl::detail::matrixOffset<S>(row, column, stride, order)];
  });
}
template <typename Group, typename T, typename S, use Use, std::size_t Rows, std::size_t Cols,
          layout Layout, access::address_space Space, access::decorated Decorated,
          std::enable_if_t<Use != use::accumulator, int> = 0>
void joint_matrix_load(Group group, joint_matrix<Group, T, Use, Rows, Cols, Layout> &to,
                       multi_ptr<S, Space, Decorated> from, std::size_t stride) {
  using Element = sycl::detail::MatrixElement<T>;
  sycl::detail::forElements(group, to, [&](Element &element, std::size_t row, std::size_t column) {
    element = from[sycl::detail::matrixOffset<S>(row, column, stride, Layout)];
  });
}
template <typename Group, typename T, typename S, std::size_t Rows, std::size_t Cols,
          access::address_space Space, access::decorated Decorated>
void joint_matrix_store(
    Group group, const joint_matrix<Group, T, use::accumulator, Rows, Cols, layout::dynamic> &from,
    multi_ptr<S, Space, Decorated> to, std::size_t stride, layout order) {
  sycl::detail::forElements(
      group, from, [&](const T &element, std::size_t row, std::size_t column) {
        to[sycl::detail::matrixOffset<S>(row, column, stride, order)] = element;
      });
}
/// @}

/// d = a * b + c; d and c may be the same object.
template <typename Group, typename Ta, typename Tb, typename Tc, typename Td, std::size_t M,
          std::size_t K, std::size_t N, layout LayoutA, layout LayoutB>
void joint_matrix_mad(Group group,
                      joint_matrix<Group, Td, use::accumulator, M, N, layout::dynamic> &d,
                      const joint_matrix<Group, Ta, use::a, M, K, LayoutA> &a,
                      const joint_matrix<Group, Tb, use::b, K, N, LayoutB> &b,
                      const joint_matrix<Group, Tc, use::accumulator, M, N, layout::dynamic> &c) {
  using Sum =
      std::conditional_t<std::is_same_v<Tc, sycl::half> || std::is_same_v<Tc, bfloat16>, float, Tc>;
  const Tc *next = c.part.elements;
  sycl::detail::forElements(group, d, [&](Td &element, std::size_t row, std::size_t column) {
    Sum sum = static_cast<Sum>(*next++);
    for (std::size_t k = 0; k < K; ++k)
      sum += static_cast<Sum>(a.part.elements[row * K + k]) *
             static_cast<Sum>(b.part.elements[k * N + column]);
    element = static_cast<Td>(sum);
  });
}

/// Copies between matrices of any uses and element types.
template <typename Group, typename T1, typename T2, use Use1, use Use2, std::size_t Rows,
          std::size_t Cols, layout Layout1, layout Layout2>
void joint_matrix_copy(Group group, const joint_matrix<Group, T1, Use1, Rows, Cols, Layout1> &from,
                       joint_matrix<Group, T2, Use2, Rows, Cols, Layout2> &to) {
  using Element = sycl::detail::MatrixElement<T2>;
  if constexpr (Use1 == use::accumulator && Use2 != use::accumulator) {
    const std::size_t size = group.get_local_linear_range();
    for (std::size_t i = 0; i < Rows * Cols; ++i)
      to.part.elements[i] = static_cast<Element>(
          sycl::detail::exchangeValues(group, from.part.elements[i / size], i % size));
  } else {
    std::size_t slot = 0;
    sycl::detail::forElements(group, to, [&](Element &element, std::size_t row, std::size_t col) {
      const std::size_t at = Use1 == use::accumulator ? slot++ : row * Cols + col;
      element = static_cast<Element>(from.part.elements[at]);
    });
  }
}

/// @{ Calls a function with each element; the second form with those of both matrices.
template <typename Group, typename T, use Use, std::size_t Rows, std::size_t Cols, layout Layout,
          typename Function>
void joint_matrix_apply(Group group, joint_matrix<Group, T, Use, Rows, Cols, Layout> &matrix,
                        Function &&function) {
  using Element = sycl::detail::MatrixElement<T>;
  sycl::detail::forElements(group, matrix, [&](Element &element, std::size_t row, std::size_t col) {
    if constexpr (std::is_invocable_v<Function, Element &, std::size_t, std::size_t>)
      function(element, row, col);
    else
      function(element);
  });
}
template <typename Group, typename T1, typename T2, use Use, std::size_t Rows, std::size_t Cols,
          layout Layout1, layout Layout2, typename Function>
void joint_matrix_apply(Group group, joint_matrix<Group, T1, Use, Rows, Cols, Layout1> &first,
                        joint_matrix<Group, T2, Use, Rows, Cols, Layout2> &second,
                        Function &&function) {
  auto *next = second.part.elements;
  sycl::detail::forElements(
      group, first, [&](auto &element, std::size_t, std::size_t) { function(element, *next++); });
}
/// @}

/// Has no effect.
template <std::size_t Rows, std::size_t Cols, typename Group, typename... Rest>
void joint_matrix_prefetch(Group, const void *, std::size_t, Rest &&...) {}

/// Rounds to the nearest number of TF32's precision, ties away from zero.
inline float round_to_tf32(const float &value) {
  const auto bits = __builtin_bit_cast(std::uint32_t, value);
  const bool isFinite = (bits & 0x7f800000) != 0x7f800000;
  return __builtin_bit_cast(float, isFinite ? (bits + 0x1000) & ~0x1fffu : bits);
}

enum class matrix_type {
  bf16,
  fp16,
  tf32,
  fp32,
  fp64,
  sint8,
  sint16,
  sint32,
  sint64,
  uint8,
  uint16,
  uint32,
  uint64
};

/// Types of matrices, and sizes: any up to the largest.
struct combination {
  std::size_t max_msize;
  std::size_t max_nsize;
  std::size_t max_ksize;
  std::size_t msize;
  std::size_t nsize;
  std::size_t ksize;
  matrix_type atype;
  matrix_type btype;
  matrix_type ctype;
  matrix_type dtype;
};

} // namespace ext::oneapi::experimental::matrix

namespace ext::oneapi::experimental::info::device {
struct matrix_combinations {
  using return_type = std::vector<matrix::combination>;
};
} // namespace ext::oneapi::experimental::info::device

template <>
inline std::vector<ext::oneapi::experimental::matrix::combination>
device::get_info<ext::oneapi::experimental::info::device::matrix_combinations>() const {
  using namespace ext::oneapi::experimental::matrix;
  std::vector<combination> all;
  const auto add = [&](matrix_type factor, matrix_type sum) {
    all.push_back({64, 64, 64, 0, 0, 0, factor, factor, sum, sum});
  };
  add(matrix_type::bf16, matrix_type::fp32);
  if (has(aspect::fp16)) {
    add(matrix_type::fp16, matrix_type::fp32);
    add(matrix_type::fp16, matrix_type::fp16);
  }
  add(matrix_type::tf32, matrix_type::fp32);
  add(matrix_type::fp32, matrix_type::fp32);
  if (has(aspect::fp64))
    add(matrix_type::fp64, matrix_type::fp64);
  add(matrix_type::sint8, matrix_type::sint32);
  add(matrix_type::uint8, matrix_type::sint32);
  return all;
}

namespace ext::intel::experimental::matrix {
using ext::oneapi::experimental::matrix::joint_matrix_apply;
using ext::oneapi::experimental::matrix::joint_matrix_fill;

/// Stores a factor.
template <typename Group, typename T, typename S, ext::oneapi::experimental::matrix::use Use,
          std::size_t Rows, std::size_t Cols, ext::oneapi::experimental::matrix::layout Layout,
          access::address_space Space, access::decorated Decorated>
void joint_matrix_store(
    Group group,
    const ext::oneapi::experimental::matrix::joint_matrix<Group, T, Use, Rows, Cols, Layout> &from,
    multi_ptr<S, Space, Decorated> to, std::size_t stride) {
  sycl::detail::forElements(
      group, from, [&](const auto &element, std::size_t row, std::size_t column) {
        to[sycl::detail::matrixOffset<S>(row, column, stride, Layout)] = element;
      });
}
} // namespace ext::intel::experimental::matrix

} // namespace sycl
} // namespace ursa_sycl
