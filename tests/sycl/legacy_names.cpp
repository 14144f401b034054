// What programs for SYCL 1.2.1 and for DPC++ before SYCL 2020 find behind <CL/sycl.hpp>.
#include "check.h"

#include <CL/sycl.hpp>

// Programs declare it beside the namespace, and may add to that all the same.
namespace sycl = cl::sycl;

namespace {
struct Pointer {
  explicit Pointer(int *given) : value(given) {}
  Pointer(const Pointer &other) : value(other.value) {}
  int *value;
};
} // namespace

namespace sycl {
template <> struct is_device_copyable<Pointer> : std::true_type {};
} // namespace sycl

namespace {

static_assert(sycl::is_device_copyable_v<Pointer> && cl::sycl::is_device_copyable_v<Pointer>);

static_assert(std::is_same_v<cl::sycl::vector_class<int>, std::vector<int>> &&
              std::is_same_v<cl::sycl::string_class, std::string> &&
              std::is_same_v<cl::sycl::function_class<int(char)>, std::function<int(char)>> &&
              std::is_same_v<cl::sycl::exception_ptr_class, std::exception_ptr>);
static_assert(std::is_same_v<cl::sycl::cl_ulong, std::uint64_t> &&
              std::is_same_v<cl::sycl::cl_int2, sycl::int2> &&
              std::is_same_v<cl::sycl::cl_float16, sycl::float16>);
static_assert(std::is_same_v<sycl::device_ptr<int>, sycl::global_ptr<int>> &&
              sycl::access::address_space::ext_intel_global_device_space ==
                  sycl::access::address_space::global_space);

void hosts(cl::sycl::queue &q) {
  CHECK(!q.is_host() && !q.get_device().is_host() && !q.get_context().is_host() &&
        !q.get_device().get_platform().is_host() && !cl::sycl::event().is_host());
  bool hasCpu = false;
  for (const cl::sycl::device &each : cl::sycl::device::get_devices())
    hasCpu |= each.is_cpu();
  if (hasCpu)
    CHECK(cl::sycl::host_selector().select_device().is_cpu());
}

void addedTrait(sycl::queue &q) {
  int *sum = sycl::malloc_shared<int>(1, q);
  *sum = 0;
  const Pointer pointer(sum);
  q.single_task([=] { *pointer.value = 5; }).wait();
  CHECK(*sum == 5);
  sycl::free(sum, q);
}

void errors(cl::sycl::queue &q) {
  bool isCaught = false;
  try {
    q.submit([&](cl::sycl::handler &group) {
      group.parallel_for(cl::sycl::nd_range<1>(7, 2), [=](cl::sycl::nd_item<1>) {});
    });
  } catch (const cl::sycl::nd_range_error &error) {
    isCaught = error.code() == sycl::errc::nd_range;
  }
  CHECK(isCaught);
}

// Offsets in the shortcuts of queues, with dependencies, and a kernel object before its range.
void commands(cl::sycl::queue &q) {
  int *numbers = cl::sycl::malloc_device<int>(8, q);
  const cl::sycl::event first = q.memset(numbers, 0, 8 * sizeof(int));
  const cl::sycl::event second =
      q.parallel_for(cl::sycl::range<1>(4), cl::sycl::id<1>(2), first,
                     [=](cl::sycl::id<1> i) { numbers[i] += 1 + static_cast<int>(i[0]); });
  q.parallel_for(cl::sycl::range<1>(2), cl::sycl::id<1>(6), {first, second},
                 [=](cl::sycl::id<1> i) { numbers[i] = 9; })
      .wait();
  q.parallel_for<class Offset>(cl::sycl::range<1>(1), cl::sycl::id<1>(7), [=](cl::sycl::item<1> i) {
     numbers[i.get_linear_id() + 7] = static_cast<int>(i.get_id(0));
   }).wait();
  q.submit_barrier({second}).wait();
  q.submit([](cl::sycl::handler &group) { group.barrier(); }).wait();
  q.submit_barrier();
  int seen[8];
  q.memcpy(seen, numbers, sizeof(seen)).wait();
  const int expected[8] = {0, 0, 3, 4, 5, 6, 9, 7};
  for (int i = 0; i < 8; ++i)
    CHECK_EQUAL(seen[i], expected[i]);

  int called = 0;
  q.submit([&](cl::sycl::handler &group) {
     group.codeplay_host_task([&] { called += 1; });
   }).wait();
  q.submit([&](cl::sycl::handler &group) { group.run_on_host_intel([&] { called += 2; }); }).wait();
  CHECK_EQUAL(called, 3);

  const auto bundle =
      cl::sycl::get_kernel_bundle<cl::sycl::bundle_state::executable>(q.get_context());
  const cl::sycl::kernel kernel = bundle.get_kernel(cl::sycl::get_kernel_id<class First>());
  q.submit([&](cl::sycl::handler &group) {
     group.parallel_for<class First>(kernel, cl::sycl::range<1>(8),
                                     [=](cl::sycl::id<1> i) { numbers[i] = 5; });
   }).wait();
  q.parallel_for<class Nothing>(cl::sycl::range<1>(1), [](cl::sycl::id<1>) {}).wait();
  q.submit([&](cl::sycl::handler &group) {
     group.parallel_for(cl::sycl::range<1>(1), cl::sycl::id<1>(4),
                        bundle.get_kernel(cl::sycl::get_kernel_id<class Nothing>()));
   }).wait();
  const cl::sycl::kernel third = bundle.get_kernel(cl::sycl::get_kernel_id<class Third>());
  q.submit([&](cl::sycl::handler &group) {
     group.parallel_for<class Third>(third, cl::sycl::range<1>(2), cl::sycl::id<1>(1),
                                     [=](cl::sycl::id<1> i) { numbers[i] = 6; });
   }).wait();
  q.memcpy(seen, numbers, sizeof(seen)).wait();
  for (int i = 0; i < 8; ++i)
    CHECK_EQUAL(seen[i], i == 1 || i == 2 ? 6 : 5);
  cl::sycl::free(numbers, q);
}

void extensions(cl::sycl::queue &q) {
  int *sum = cl::sycl::malloc_device<int>(1, q);
  q.memset(sum, 0, sizeof(int)).wait();
  q.parallel_for(cl::sycl::range<1>(100), [=](cl::sycl::id<1> i) {
     using namespace cl::sycl;
     using namespace cl::sycl::ONEAPI; // names of both are the same
     namespace old = cl::sycl::ONEAPI;
     atomic_ref<int, old::memory_order::relaxed, old::memory_scope::device>(*sum).fetch_add(
         plus<int>()(static_cast<int>(i[0]), 1));
   }).wait();
  int seen = 0;
  q.memcpy(&seen, sum, sizeof(int)).wait();
  CHECK_EQUAL(seen, 5050);
  cl::sycl::free(sum, q);
}

} // namespace

int main() {
  cl::sycl::queue q;
  hosts(q);
  addedTrait(q);
  errors(q);
  if (q.get_device().has(cl::sycl::aspect::usm_device_allocations)) {
    commands(q);
    extensions(q);
  }
  return failures != 0;
}
