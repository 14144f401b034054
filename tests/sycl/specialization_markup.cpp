// Constants that types name: spec_constant<T, ID> and program::set_spec_constant<ID>.
#include "check.h"

#include <CL/sycl.hpp>

namespace {

struct Pair {
  int a;
  float b;
};
struct Composite {
  Pair pairs[2];
  cl::sycl::vec<int, 2> v;
};

class IntConstant;
class CompositeConstant;
class UnsetConstant;
class Kernel;

using cl::sycl::ONEAPI::experimental::spec_constant;

} // namespace

int main() {
  sycl::queue queue;
  for (const int value : {7, -3}) {
    sycl::program program(queue.get_context());
    const spec_constant<int, IntConstant> number = program.set_spec_constant<IntConstant>(value);
    const Composite gold{{{value, 0.5f}, {value + 1, 1.5f}}, {value, value * 2}};
    const spec_constant<Composite, CompositeConstant> composite =
        program.set_spec_constant<CompositeConstant>(gold);
    const spec_constant<double, UnsetConstant> unset;
    CHECK_EQUAL(number.get(), value);

    program.build_with_kernel_type<Kernel>();
    CHECK(program.has_kernel<Kernel>());
    int numbers[2] = {};
    Composite composites[1] = {};
    {
      sycl::buffer<int, 1> out(numbers, sycl::range<1>(2));
      sycl::buffer<Composite, 1> outComposite(composites, sycl::range<1>(1));
      queue.submit([&](sycl::handler &group) {
        auto to = out.get_access<sycl::access_mode::write>(group);
        auto toComposite = outComposite.get_access<sycl::access_mode::write>(group);
        group.single_task<Kernel>(program.get_kernel<Kernel>(), [=] {
          to[0] = number.get();
          to[1] = unset.get() == 0 ? 1 : 2;
          toComposite[0] = composite.get();
        });
      });
    }
    CHECK_EQUAL(numbers[0], value);
    CHECK_EQUAL(numbers[1], 1);
    CHECK_EQUAL(composites[0].pairs[1].a, value + 1);
    CHECK_EQUAL(composites[0].pairs[1].b, 1.5f);
    CHECK_EQUAL(composites[0].v[1], value * 2);
    CHECK_THROWS(invalid, program.set_spec_constant<IntConstant>(1));
  }
  sycl::program empty(queue.get_context());
  CHECK_THROWS(invalid, empty.get_kernel<Kernel>());
  return failures != 0;
}
