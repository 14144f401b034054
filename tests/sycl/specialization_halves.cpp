// Specialization constants of halves, vectors and arrays of them, that kernels compute with.
#include "check.h"

#include <array>

namespace {

using sycl::half;

struct Curve {
  char mark;
  std::array<half, 3> factors;
  sycl::half2 offset;
};

constexpr sycl::specialization_id<half> scale(1.5f);
constexpr sycl::specialization_id<sycl::half4> vector(1.0f, 2.0f, 3.0f, 4.0f);
constexpr sycl::specialization_id<Curve> curve(Curve{
    'c', {half(1), half(2), half(0.5f)}, {0.25f, -1.0f}});

std::array<half, 3> compute(sycl::queue &queue, bool isSet) {
  std::array<half, 3> results{};
  {
    sycl::buffer<half> buffer(results.data(), results.size());
    queue.submit([&](sycl::handler &group) {
      const sycl::accessor out(buffer, group, sycl::write_only, sycl::no_init);
      if (isSet) {
        group.set_specialization_constant<scale>(half(-3));
        group.set_specialization_constant<vector>(sycl::half4(0.5f, -2.0f, 8.0f, 1.0f));
        group.set_specialization_constant<curve>(
            Curve{'d', {half(4), half(-1), half(6e-8f)}, {1024.0f, 2.0f}});
      }
      group.single_task([=](sycl::kernel_handler values) {
        const half factor = values.get_specialization_constant<scale>();
        const auto four = values.get_specialization_constant<vector>();
        const auto other = values.get_specialization_constant<curve>();
        out[0] = factor * factor + half(1);
        out[1] = four[0] + four[1] * four[2] - four[3];
        out[2] = other.factors[0] * other.factors[1] + other.offset[0] * other.offset[1] +
                 (other.mark == 'd' ? half(1) : other.factors[2]);
      });
    });
  }
  return results;
}

} // namespace

int main() {
  sycl::queue queue;
  if (!queue.get_device().has(sycl::aspect::fp16))
    return kSkipped;
  CHECK(compute(queue, false) == (std::array<half, 3>{half(3.25f), half(3), half(2.25f)}));
  CHECK(compute(queue, true) == (std::array<half, 3>{half(10), half(-16.5f), half(2045)}));
  CHECK(compute(queue, false) == (std::array<half, 3>{half(3.25f), half(3), half(2.25f)}));
  return failures != 0;
}
