// Reductions to what accessors describe: with and without an identity and an index, of accessors
// that keep what was there or do not, and of placeholders.
#include "check.h"

#include <CL/sycl.hpp>

#include <numeric>
#include <vector>

namespace {

constexpr size_t kSize = 1000;

int withReducer(sycl::queue &q, sycl::buffer<int> &numbers, int before,
                const std::function<void(sycl::handler &, sycl::buffer<int> &,
                                         sycl::accessor<int, 1, sycl::access_mode::read> &)> &run) {
  int result = before;
  {
    sycl::buffer<int> sum(&result, 1);
    q.submit([&](sycl::handler &group) {
      sycl::accessor<int, 1, sycl::access_mode::read> in(numbers, group);
      run(group, sum, in);
    });
  }
  return result;
}

template <int Dimensions, sycl::access_mode Mode>
using Out = sycl::accessor<int, Dimensions, Mode, sycl::access::target::global_buffer>;

struct Plus { // has no known identity
  int operator()(int a, int b) const { return a + b; }
};

template <class Name, int Dimensions, sycl::access_mode Mode, class Operation>
void testSum(sycl::queue &q, sycl::buffer<int> &numbers, int expected) {
  const int withIdentity =
      withReducer(q, numbers, 7, [](sycl::handler &group, auto &buffer, auto &in) {
        Out<Dimensions, Mode> out(buffer, group);
        group.parallel_for(sycl::nd_range<1>(kSize, 10),
                           sycl::ONEAPI::reduction(out, 0, Operation()),
                           [=](sycl::nd_item<1> item, auto &sum) {
                             sum.combine(in[item.get_global_linear_id()]);
                           });
      });
  CHECK_EQUAL(withIdentity, expected);
  const int overRange =
      withReducer(q, numbers, 7, [](sycl::handler &group, auto &buffer, auto &in) {
        Out<Dimensions, Mode> out(buffer, group);
        group.parallel_for(sycl::range<1>(kSize), sycl::ext::oneapi::reduction(out, Operation()),
                           [=](sycl::id<1> i, auto &sum) { sum.combine(in[i]); });
      });
  CHECK_EQUAL(overRange, expected);
}

void testPlaceholder(sycl::queue &q, sycl::buffer<int> &numbers, int expected) {
  const int sum = withReducer(q, numbers, 7, [](sycl::handler &group, auto &buffer, auto &in) {
    sycl::accessor<int, 1, sycl::access_mode::read_write, sycl::target::device,
                   sycl::access::placeholder::true_t>
        out(buffer);
    group.require(out);
    group.parallel_for(sycl::range<1>(kSize), sycl::reduction(out, sycl::plus<>()),
                       [=](sycl::id<1> i, auto &sum) { sum += in[i]; });
  });
  CHECK_EQUAL(sum, expected);
}

// What the program says of the value before counts, whatever way it says it.
void testProperties(sycl::queue &q, sycl::buffer<int> &numbers, int expected) {
  const int byProperty =
      withReducer(q, numbers, 7, [](sycl::handler &group, auto &buffer, auto &in) {
        sycl::accessor out(buffer, group, sycl::read_write);
        const auto sum = sycl::reduction(out, 0, sycl::plus<>(),
                                         sycl::property::reduction::initialize_to_identity());
        group.parallel_for(sycl::range<1>(kSize), sum,
                           [=](sycl::id<1> i, auto &sum) { sum += in[i]; });
      });
  CHECK_EQUAL(byProperty, expected);
  const int byAccessor =
      withReducer(q, numbers, 7, [](sycl::handler &group, auto &buffer, auto &in) {
        sycl::accessor out(buffer, group, sycl::write_only, sycl::no_init);
        group.parallel_for(sycl::range<1>(kSize), sycl::reduction(out, sycl::plus<>()),
                           [=](sycl::id<1> i, auto &sum) { sum += in[i]; });
      });
  CHECK_EQUAL(byAccessor, expected);
}

} // namespace

int main() {
  sycl::queue q;
  std::vector<int> given(kSize);
  std::iota(given.begin(), given.end(), 1);
  const int sum = std::accumulate(given.begin(), given.end(), 0);
  sycl::buffer<int> numbers(given);
  using sycl::access_mode;
  testSum<class A, 1, access_mode::read_write, sycl::plus<>>(q, numbers, sum + 7);
  testSum<class B, 0, access_mode::read_write, Plus>(q, numbers, sum + 7);
  testSum<class C, 1, access_mode::discard_write, Plus>(q, numbers, sum);
  testSum<class D, 0, access_mode::discard_write, sycl::ONEAPI::plus<int>>(q, numbers, sum);
  testPlaceholder(q, numbers, sum + 7);
  testProperties(q, numbers, sum);
  return failures != 0;
}
