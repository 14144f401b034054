// What programs for SYCL 1.2.1 and for DPC++ before SYCL 2020 find behind <CL/sycl.hpp>.
#include "check.h"

#include <CL/sycl.hpp>
#include <CL/sycl/backend/opencl.hpp>
#include <CL/sycl/context.hpp>

// Programs declare it beside the namespace, and may add to that all the same.
namespace sycl = cl::sycl;

class Constant; // names a specialization constant

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
    isCaught = error.code() == sycl::errc::nd_range && error.get_cl_code() == 0;
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

// The class program: its options, its states and constants that are set too late.
void programs(cl::sycl::queue &q) {
  namespace old = cl::sycl::ONEAPI::experimental;
  int *number = cl::sycl::malloc_device<int>(1, q);
  cl::sycl::program built(q.get_context());
  CHECK(built.get_state() == cl::sycl::program_state::none && !built.is_host());
  const old::spec_constant<int, Constant> constant = built.set_spec_constant<Constant>(6);
  built.build_with_kernel_type<class OfProgram>("-cl-opt-disable");
  CHECK(built.get_build_options() == "-cl-opt-disable" && built.get_compile_options().empty() &&
        built.get_link_options().empty());
  bool isCaught = false;
  try {
    built.set_spec_constant<Constant>(7);
  } catch (const old::spec_const_error &error) {
    isCaught = error.code() == sycl::errc::invalid;
  }
  CHECK(isCaught);

  cl::sycl::program linked(q.get_context());
  CHECK_THROWS(invalid, linked.link());
  linked.compile_with_kernel_type<class OfProgram>("-a");
  CHECK(linked.get_state() == cl::sycl::program_state::compiled &&
        linked.get_compile_options() == "-a" && linked.get_build_options() == "-a");
  CHECK_THROWS(invalid, linked.set_spec_constant<Constant>(7));
  linked.link("-b");
  CHECK(linked.get_state() == cl::sycl::program_state::linked &&
        linked.get_compile_options() == "-a" && linked.get_link_options() == "-b" &&
        linked.get_build_options() == "-b");

  const int expected[] = {6, 0};
  for (int i = 0; i < 2; ++i) {
    const cl::sycl::kernel kernel = (i == 0 ? built : linked).get_kernel<class OfProgram>();
    CHECK(kernel.get_info<cl::sycl::info::kernel_device_specific::max_sub_group_size>(
              q.get_device(), {32, 1, 1}) > 0);
    q.submit([&](cl::sycl::handler &group) {
       group.single_task<class OfProgram>(kernel, [=] { *number = constant.get(); });
     }).wait();
    int seen = -1;
    q.memcpy(&seen, number, sizeof(seen)).wait();
    CHECK_EQUAL(seen, expected[i]);
  }
  cl::sycl::free(number, q);
}

// Pointers of accessors that read had elements that were not const.
void pointers(cl::sycl::queue &q) {
  using cl::sycl::access::address_space;
  int in = 3, out = 0;
  {
    cl::sycl::buffer<int> source(&in, 1), destination(&out, 1);
    q.submit([&](cl::sycl::handler &group) {
      const auto read = source.get_access<cl::sycl::access::mode::read>(group);
      const auto write = destination.get_access<cl::sycl::access::mode::write>(group);
      group.single_task([=] {
        const cl::sycl::global_ptr<int> made =
            cl::sycl::make_ptr<int, address_space::global_space>(read.get_pointer());
        const cl::sycl::global_ptr<int> constructed(read);
        write[0] = made[0] * 10 + constructed[0];
      });
    });
  }
  CHECK_EQUAL(out, 33);
}

// Events of copies of nothing, and values of DPC++'s own classes.
void oddities() {
  const cl::sycl::queue q{cl::sycl::property::queue::enable_profiling()};
  const cl::sycl::event nothing = cl::sycl::queue(q).memcpy(nullptr, nullptr, 0);
  CHECK(nothing.get_info<cl::sycl::info::event::command_execution_status>() ==
        cl::sycl::info::event_command_status::complete);
  CHECK_EQUAL(nothing.get_info<cl::sycl::info::event::reference_count>(), 0);
  CHECK_EQUAL(nothing.get_profiling_info<cl::sycl::info::event_profiling::command_end>(), 0);

  using cl::sycl::detail::Boolean;
  const cl::sycl::cl_long4 numbers = Boolean<4>{false, true};
  CHECK(numbers[0] == 0 && numbers[1] == -1 && numbers[2] == 0 && numbers[3] == 0);
  const cl::sycl::cl_int2 signs = Boolean<2>(cl::sycl::cl_int2(-3, 3));
  CHECK(signs[0] == -1 && signs[1] == 0);
  CHECK_EQUAL(int(Boolean<1>(-1)), 1);
  CHECK_EQUAL(sizeof(Boolean<3>), 4);
  CHECK_EQUAL(cl::sycl::intel::ctz(8), 3);
}

} // namespace

int main() {
  cl::sycl::queue q;
  hosts(q);
  addedTrait(q);
  errors(q);
  pointers(q);
  if (q.get_device().has(cl::sycl::aspect::queue_profiling))
    oddities();
  if (q.get_device().has(cl::sycl::aspect::usm_device_allocations)) {
    commands(q);
    extensions(q);
    programs(q);
  }
  return failures != 0;
}
