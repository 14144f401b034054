// Placeholder accessors that all command groups of a queue require meanwhile
// (ACPP_EXT_AUTO_PLACEHOLDER_REQUIRE of AdaptiveCpp).
#include "check.h"

static_assert(ACPP_EXT_AUTO_PLACEHOLDER_REQUIRE && HIPSYCL_EXT_AUTO_PLACEHOLDER_REQUIRE);

namespace {

using Placeholder = sycl::accessor<int, 1, sycl::access::mode::read_write, sycl::target::device,
                                   sycl::access::placeholder::true_t>;

int numberIn(sycl::buffer<int> &buffer) { return sycl::host_accessor(buffer, sycl::read_only)[0]; }

} // namespace

int main() {
  sycl::queue queue, other;
  sycl::buffer<int> one(sycl::range(1)), two(sycl::range(1));
  Placeholder first(one), second(two);
  {
    auto requirement = sycl::vendor::hipsycl::automatic_require(queue, first);
    CHECK(requirement.is_required());
    queue.submit([&](sycl::handler &group) { group.single_task([=] { first[0] = 1; }); });
    CHECK_EQUAL(numberIn(one), 1);
    const sycl::event event = queue.single_task([=] { first[0] += 1; }); // without a command group
    queue.parallel_for(sycl::range(1), event, [=](sycl::id<1>) { first[0] *= 10; });
    CHECK_EQUAL(numberIn(one), 20);
    {
      const auto both = sycl::vendor::hipsycl::automatic_require(queue, second);
      queue.single_task([=] { second[0] = first[0] + 1; });
    }
    CHECK_EQUAL(numberIn(two), 21);
    CHECK_THROWS(kernel_argument, queue.single_task([=] { second[0] = 0; }));
    CHECK_THROWS(kernel_argument, other.single_task([=] { first[0] = 0; }));

    requirement.release();
    requirement.release();
    CHECK(!requirement.is_required());
    CHECK_THROWS(kernel_argument, queue.single_task([=] { first[0] = 0; }));
    sycl::host_accessor{one, sycl::write_only}[0] = 3;
    requirement.reacquire();
    CHECK(requirement.is_required());
    queue.single_task([=] { first[0] += 1; });
    CHECK_EQUAL(numberIn(one), 4);
  }
  CHECK_THROWS(kernel_argument, queue.single_task([=] { first[0] = 0; }));
  CHECK_THROWS(accessor, (void)sycl::vendor::hipsycl::automatic_require(queue, Placeholder()));
  return failures != 0;
}
