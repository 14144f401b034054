// Products of matrices by sub-groups (sycl_ext_oneapi_matrix), of several types, sizes and layouts.
#include "check.h"

namespace mx = sycl::ext::oneapi::experimental::matrix;
using sycl::ext::oneapi::bfloat16;

namespace {

constexpr auto kSpace = sycl::access::address_space::global_space;
constexpr auto kNo = sycl::access::decorated::no;

template <class T> sycl::multi_ptr<T, kSpace, kNo> global(T *pointer) {
  return sycl::address_space_cast<kSpace, kNo>(pointer);
}

template <class T> float numberAt(int row, int column) {
  return static_cast<float>((row * 3 + column * 5) % 7 - 3);
}

/// out = 2 * (a * b + c), c being 1, with b in a layout of its own.
template <class T, class Sum, int M, int N, int K, mx::layout LayoutB, class Stored = T>
void product(sycl::queue &queue) {
  const size_t strideB = LayoutB == mx::layout::row_major   ? N
                         : LayoutB == mx::layout::col_major ? K
                                                            : N * (4 / sizeof(Stored));
  std::vector<Stored> a(M * K), b(K * N);
  for (int i = 0; i < M; ++i)
    for (int k = 0; k < K; ++k)
      a[i * K + k] = static_cast<Stored>(numberAt<T>(i, k));
  for (int k = 0; k < K; ++k)
    for (int j = 0; j < N; ++j) {
      constexpr int kPack = sizeof(Stored) < 4 ? 4 / sizeof(Stored) : 1;
      const size_t at = LayoutB == mx::layout::row_major ? k * strideB + j
                        : LayoutB == mx::layout::col_major
                            ? j * strideB + k
                            : k / kPack * strideB + j * kPack + k % kPack;
      b[at] = static_cast<Stored>(numberAt<T>(j, k));
    }
  Stored *const deviceA = sycl::malloc_device<Stored>(a.size(), queue);
  Stored *const deviceB = sycl::malloc_device<Stored>(b.size(), queue);
  Sum *const out = sycl::malloc_device<Sum>(M * N, queue);
  queue.copy(a.data(), deviceA, a.size()).wait();
  queue.copy(b.data(), deviceB, b.size()).wait();
  queue.parallel_for(sycl::nd_range<1>(32, 32), [=](sycl::nd_item<1> item) {
    const sycl::sub_group group = item.get_sub_group();
    if (group.get_group_linear_id() != 0)
      return;
    mx::joint_matrix<sycl::sub_group, T, mx::use::a, M, K, mx::layout::row_major> left;
    mx::joint_matrix<sycl::sub_group, T, mx::use::b, K, N, LayoutB> right;
    mx::joint_matrix<sycl::sub_group, Sum, mx::use::accumulator, M, N> sum;
    mx::joint_matrix<sycl::sub_group, Sum, mx::use::accumulator, M, N> copy;
    joint_matrix_fill(group, sum, 1);
    joint_matrix_load(group, left, global(deviceA), K);
    joint_matrix_load(group, right, global(deviceB), strideB);
    joint_matrix_mad(group, sum, left, right, sum);
    joint_matrix_copy(group, sum, copy);
    joint_matrix_apply(group, copy, [](Sum &x) { x = static_cast<Sum>(x * Sum(2)); });
    joint_matrix_store(group, copy, global(out), N, mx::layout::row_major);
  });
  queue.wait_and_throw();
  std::vector<Sum> result(M * N);
  queue.copy(out, result.data(), result.size()).wait();
  for (int i = 0; i < M; ++i)
    for (int j = 0; j < N; ++j) {
      float expected = 1;
      for (int k = 0; k < K; ++k)
        expected += numberAt<T>(i, k) * numberAt<T>(j, k);
      CHECK_EQUAL(static_cast<float>(result[i * N + j]), 2 * expected);
    }
  sycl::free(deviceA, queue), sycl::free(deviceB, queue), sycl::free(out, queue);
}

/// An accumulator that becomes a factor, elements by number, and their coordinates.
void elements(sycl::queue &queue) {
  constexpr int kSize = 8;
  float *const out = sycl::malloc_device<float>(2 * kSize * kSize, queue);
  queue.parallel_for(sycl::nd_range<1>(16, 16), [=](sycl::nd_item<1> item) {
    const sycl::sub_group group = item.get_sub_group();
    mx::joint_matrix<sycl::sub_group, float, mx::use::accumulator, kSize, kSize> sum;
    mx::joint_matrix<sycl::sub_group, float, mx::use::a, kSize, kSize, mx::layout::row_major> left;
    mx::joint_matrix<sycl::sub_group, float, mx::use::b, kSize, kSize, mx::layout::row_major> one;
    joint_matrix_fill(group, sum, 0);
    sycl::ext::intel::experimental::matrix::joint_matrix_apply(
        group, sum, [](float &x, size_t row, size_t column) { x = 10.0f * row + column; });
    joint_matrix_apply(group, one, [](float &x, size_t row, size_t column) { x = row == column; });
    joint_matrix_copy(group, sum, left);
    auto data = sycl::ext::oneapi::detail::get_wi_data(group, sum);
    for (size_t i = 0; i < data.length(); ++i)
      data[i] = -data[i];
    if (group.get_group_linear_id() == 0)
      joint_matrix_store(group, sum, global(out), kSize, mx::layout::col_major);
    joint_matrix_mad(group, sum, left, one, sum); // left - left
    if (group.get_group_linear_id() == 0)
      joint_matrix_store(group, sum, global(out + kSize * kSize), kSize, mx::layout::row_major);
  });
  queue.wait_and_throw();
  float result[2 * kSize * kSize];
  queue.copy(out, result, 2 * kSize * kSize).wait();
  for (int i = 0; i < kSize; ++i)
    for (int j = 0; j < kSize; ++j) {
      CHECK_EQUAL(result[j * kSize + i], -(10.0f * i + j));
      CHECK_EQUAL(result[kSize * kSize + i * kSize + j], 0);
    }
  sycl::free(out, queue);
}

} // namespace

int main() {
  static_assert(SYCL_EXT_ONEAPI_MATRIX == 1);
  namespace ext = sycl::ext::oneapi::experimental;
  using Params =
      ext::matrix::matrix_params<ext::architecture::intel_gpu_pvc, sycl::ext::oneapi::bfloat16,
                                 sycl::ext::oneapi::bfloat16, float>;
  static_assert(Params::M == 8 && Params::N == 16 && Params::K == 16);
  static_assert(ext::matrix::matrix_params<ext::architecture::nvidia_gpu_sm_80, double, double,
                                           double, double, 8, 16>::N == 16);
  static_assert(
      std::is_same_v<
          Params::joint_matrix_c<sycl::sub_group>,
          ext::matrix::joint_matrix<sycl::sub_group, float, ext::matrix::use::accumulator, 8, 16>>);
  sycl::queue queue;
  const sycl::device device = queue.get_device();
  CHECK(device.has(sycl::aspect::ext_intel_matrix));
  CHECK(!device.get_info<sycl::ext::oneapi::experimental::info::device::matrix_combinations>()
             .empty());
  product<bfloat16, float, 8, 16, 16, mx::layout::ext_intel_packed>(queue);
  product<std::int8_t, std::int32_t, 8, 8, 32, mx::layout::ext_intel_packed>(queue);
  product<mx::precision::tf32, float, 16, 16, 8, mx::layout::row_major, float>(queue);
  if (device.has(sycl::aspect::fp16)) {
    product<sycl::half, float, 16, 16, 16, mx::layout::col_major>(queue);
    product<sycl::half, sycl::half, 16, 16, 16, mx::layout::row_major>(queue);
  }
  if (device.has(sycl::aspect::fp64))
    product<double, double, 8, 8, 4, mx::layout::row_major>(queue);
  elements(queue);
  CHECK_EQUAL(mx::round_to_tf32(1.0f + 0x1p-11f), 1.0f + 0x1p-10f);
  return failures != 0;
}
