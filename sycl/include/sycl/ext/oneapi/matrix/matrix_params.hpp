// Sizes of matrices for an architecture, when the program is compiled (sycl_ext_oneapi_matrix):
//
//   using sizes = matrix_params<architecture::intel_gpu_pvc, bfloat16, bfloat16, float>;
//   sizes::joint_matrix_a<sub_group, layout::row_major> a; // sizes::M rows, sizes::K columns
//
// Every device has every size; these are what the architecture's matrix units have.
#pragma once

#include <sycl/ext/oneapi/experimental/device_architecture.hpp>
#include <sycl/ext/oneapi/matrix/joint_matrix.hpp>

#include <cstddef>
#include <type_traits>

inline namespace ursa_sycl {
namespace sycl {

namespace detail {

struct MatrixSizes {
  std::size_t m, n, k;
};
/// @param bytes of an element of the factors
constexpr MatrixSizes matrixSizes(ext::oneapi::experimental::architecture of, std::size_t bytes,
                                  bool isTf32) {
  using ext::oneapi::experimental::arch_category;
  using ext::oneapi::experimental::architecture;
  if (ext::oneapi::experimental::detail::isInCategory(of, arch_category::nvidia_gpu) ||
      ext::oneapi::experimental::detail::isInCategory(of, arch_category::amd_gpu)) {
    if (bytes == 8)
      return {8, 8, 4};
    return {16, 16, isTf32 ? std::size_t(8) : std::size_t(16)};
  }
  if (ext::oneapi::experimental::detail::isInCategory(of, arch_category::intel_gpu)) {
    const bool isNarrow = of == architecture::intel_gpu_acm_g10 ||
                          of == architecture::intel_gpu_acm_g11 ||
                          of == architecture::intel_gpu_acm_g12;
    return {8, isNarrow ? std::size_t(8) : std::size_t(16), 32 / bytes};
  }
  return {16, 16, 64 / bytes};
}

} // namespace detail

namespace ext::oneapi::experimental::matrix {

/// @tparam sM @{ sizes that the program chooses; 0: those of the architecture @}
template <architecture Arch, typename Ta, typename Tb, typename Tc, typename Td = Tc,
          std::size_t sM = 0, std::size_t sN = 0, std::size_t sK = 0>
struct matrix_params {
private:
  static constexpr sycl::detail::MatrixSizes kSizes = sycl::detail::matrixSizes(
      Arch, sizeof(sycl::detail::MatrixElement<Ta>), std::is_same_v<Ta, precision::tf32>);

public:
  static constexpr std::size_t M = sM != 0 ? sM : kSizes.m;
  static constexpr std::size_t N = sN != 0 ? sN : kSizes.n;
  static constexpr std::size_t K = sK != 0 ? sK : kSizes.k;

  template <typename Group, layout Layout>
  using joint_matrix_a = joint_matrix<Group, Ta, use::a, M, K, Layout>;
  template <typename Group, layout Layout>
  using joint_matrix_b = joint_matrix<Group, Tb, use::b, K, N, Layout>;
  template <typename Group> using joint_matrix_c = joint_matrix<Group, Tc, use::accumulator, M, N>;
  template <typename Group> using joint_matrix_d = joint_matrix<Group, Td, use::accumulator, M, N>;
};

} // namespace ext::oneapi::experimental::matrix
} // namespace sycl
} // namespace ursa_sycl
