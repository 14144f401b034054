// Variables of class device_global: shared by kernels, copied by queues and handlers, one for each
// device and context.
#include "check.h"

#include <cstring>
#include <vector>

namespace experimental = sycl::ext::oneapi::experimental;
using experimental::device_global;

struct Point {
  int x;
  float y;
};

device_global<int> counter;
static device_global<int[4]> numbers;
inline device_global<Point> point;
device_global<float[2][3]> matrix;
device_global<int *> pointer;
namespace space {
device_global<int> counter; // the other one
namespace {
device_global<int> counter; // and a third
int twice() { return counter.get() * 2; }
} // namespace
} // namespace space
struct Class {
  static device_global<short> member;
  template <int N> static inline device_global<int> numbered;
};
device_global<short> Class::member;
device_global<int, decltype(experimental::properties(experimental::device_image_scope,
                                                     experimental::host_access_read))>
    readOnly;
device_global<int> unusedByKernels;
const device_global<int> constant;

static_assert(decltype(readOnly)::has_property<experimental::device_image_scope_key>());
static_assert(sycl::is_device_copyable_v<decltype(experimental::properties(
                  experimental::device_image_scope, experimental::host_access_read))>);
static_assert(!decltype(readOnly)::has_property<experimental::init_mode_key>());
static_assert(decltype(readOnly)::get_property<experimental::host_access_key>().value ==
              experimental::host_access_enum::read);
static_assert(std::is_same_v<decltype(numbers)::element_type, int>);
static_assert(experimental::host_access_read == experimental::host_access_read);
static_assert(experimental::host_access_read != experimental::host_access_write);
static_assert(std::is_same_v<decltype(experimental::properties(experimental::device_image_scope,
                                                               experimental::host_access_none)),
                             decltype(experimental::properties(experimental::host_access_none,
                                                               experimental::device_image_scope))>);
static_assert(SYCL_EXT_ONEAPI_DEVICE_GLOBAL == 1 && SYCL_EXT_ONEAPI_PROPERTIES == 1);

namespace {

template <class Global> auto valueOf(sycl::queue &queue, const Global &global) {
  std::remove_reference_t<decltype(global.get())> *none = nullptr;
  std::remove_const_t<std::remove_pointer_t<decltype(none)>> value;
  queue.memcpy(&value, global).wait();
  return value;
}

void checkKernels(sycl::queue &queue) {
  CHECK_EQUAL(valueOf(queue, counter), 0);
  for (int i = 0; i < 3; ++i)
    queue.single_task([=] { counter.get() += 2; }).wait();
  CHECK_EQUAL(valueOf(queue, counter), 6);
  queue
      .single_task([=] {
        counter = counter + 1; // by conversions and the assignment
        point.get().x = counter;
        point.get().y = 0.5f;
        space::counter = 30;
        Class::member = static_cast<short>(-5);
        Class::numbered<1> = 100;
        Class::numbered<2> = 200;
        readOnly = 9;
      })
      .wait();
  CHECK_EQUAL(valueOf(queue, counter), 7);
  CHECK_EQUAL(valueOf(queue, point).x, 7);
  CHECK_EQUAL(valueOf(queue, point).y, 0.5f);
  CHECK_EQUAL(valueOf(queue, space::counter), 30);
  CHECK_EQUAL(valueOf(queue, Class::member), -5);
  CHECK_EQUAL(valueOf(queue, Class::numbered<1>), 100);
  CHECK_EQUAL(valueOf(queue, Class::numbered<2>), 200);
  CHECK_EQUAL(valueOf(queue, readOnly), 9);
}

// Work-items write elements; another kernel reads them by pointers of every kind.
void checkArrays(sycl::queue &queue, int *results) {
  queue.parallel_for(sycl::range<1>(4), [=](sycl::id<1> i) {
    numbers[static_cast<std::ptrdiff_t>(i[0])] = static_cast<int>(i[0]) * 11;
  });
  queue.wait();
  queue.parallel_for(sycl::nd_range<1>(4, 2), [=](sycl::nd_item<1> item) {
    const auto i = item.get_global_linear_id();
    const auto global = numbers.get_multi_ptr<sycl::access::decorated::no>();
    sycl::atomic_ref<int, sycl::memory_order::relaxed, sycl::memory_scope::device> sum(
        (*global)[3]);
    sum += 1;
    results[i] = numbers.get()[i % 3];
  });
  queue.wait();
  for (int i = 0; i < 4; ++i)
    CHECK_EQUAL(results[i], i % 3 * 11);
  int all[4] = {};
  queue.copy(numbers, all).wait();
  CHECK(all[0] == 0 && all[1] == 11 && all[2] == 22 && all[3] == 37);

  const float rows[6] = {1, 2, 3, 4, 5, 6};
  queue.copy(rows, matrix).wait();
  const float middle[2] = {-3, -4};
  queue.copy(middle, matrix, 2, 2).wait();
  queue.single_task([=] { results[0] = static_cast<int>(matrix[0][2] + matrix[1][0] * 10); })
      .wait();
  CHECK_EQUAL(results[0], -43);
  float back[2] = {};
  queue.memcpy(back, matrix, sizeof(back), 4 * sizeof(float)).wait();
  CHECK(back[0] == 5 && back[1] == 6);
}

void checkCopies(sycl::queue &queue, int *results) {
  const int value = 41;
  const sycl::event written = queue.memcpy(unusedByKernels, &value);
  int copied = 0;
  queue.memcpy(&copied, unusedByKernels, sizeof(int), 0, written).wait();
  CHECK_EQUAL(copied, 41);
  queue.submit([&](sycl::handler &group) { group.copy(&value, space::counter); }).wait();
  queue
      .submit([&](sycl::handler &group) {
        group.memcpy(results, space::counter); // to the device's memory
      })
      .wait();
  CHECK_EQUAL(results[0], 41);
  int *const memory = sycl::malloc_device<int>(1, queue);
  queue.copy(&memory, pointer).wait();
  queue.single_task([=] { *pointer.get() = 77; }).wait();
  queue.memcpy(results, memory, sizeof(int)).wait();
  CHECK_EQUAL(results[0], 77);
  sycl::free(memory, queue);
  queue.single_task([=] { results[0] = constant.get() + space::twice(); }).wait();
  CHECK_EQUAL(results[0], 0);
}

// The address that one kernel stores is that of all.
void checkAddress(sycl::queue &queue, int *results) {
  queue.single_task([=] { pointer.get() = &counter.get(); }).wait();
  queue
      .single_task([=] {
        *pointer.get() = 500;
        results[0] = pointer.get() == &counter.get();
      })
      .wait();
  CHECK_EQUAL(results[0], 1);
  CHECK_EQUAL(valueOf(queue, counter), 500);
}

// Another context has memory of its own, and so has a queue of it that is gone before its work.
void checkContexts(sycl::queue &queue) {
  {
    sycl::queue other(sycl::context(queue.get_device()), queue.get_device());
    CHECK_EQUAL(valueOf(other, counter), 0);
    other.single_task([=] { counter = 3; }).wait();
    CHECK_EQUAL(valueOf(other, counter), 3);
    for (int i = 0; i < 100; ++i)
      other.parallel_for(sycl::range<1>(1000), [=](sycl::id<1> n) {
        if (n[0] == 0)
          counter.get() += 1;
      });
  }
  CHECK_EQUAL(valueOf(queue, counter), 500);
  // The same context has the same memory for all queues, also of kernels of bundles.
  sycl::queue same(queue.get_context(), queue.get_device());
  CHECK_EQUAL(valueOf(same, counter), 500);
  class Bundled;
  const auto bundle = sycl::get_kernel_bundle<sycl::bundle_state::executable>(
      queue.get_context(), {sycl::get_kernel_id<Bundled>()});
  same.submit([&](sycl::handler &group) {
        group.use_kernel_bundle(bundle);
        group.single_task<Bundled>([=] { counter.get() += 5; });
      })
      .wait();
  CHECK_EQUAL(valueOf(queue, counter), 505);
}

void checkGraph(sycl::queue &queue) {
  const int start = 10;
  int end = 0;
  experimental::command_graph graph(queue.get_context(), queue.get_device());
  graph.begin_recording(queue);
  const sycl::event set = queue.memcpy(counter, &start);
  const sycl::event added = queue.single_task(set, [=] { counter.get() += 1; });
  queue.memcpy(&end, counter, sizeof(int), 0, added);
  graph.end_recording();
  auto executable = graph.finalize();
  for (int i = 0; i < 2; ++i) {
    end = 0;
    queue.ext_oneapi_graph(executable).wait();
    CHECK_EQUAL(end, 11);
  }
}

void checkBadInput(sycl::queue &queue) {
  int values[8] = {};
  CHECK_THROWS(invalid, queue.copy(numbers, values, 5));
  CHECK_THROWS(invalid, queue.copy(numbers, values, 1, 4));
  CHECK_THROWS(invalid, queue.memcpy(numbers, values, 1, SIZE_MAX));
  queue.memcpy(numbers, values, 0, 16).wait(); // nothing, at the end
  device_global<int> local;
  CHECK_THROWS(invalid, queue.memcpy(values, local));
}

} // namespace

int main() {
  if (!hasSharedMemory())
    return kSkipped;
  sycl::queue queue;
  int *const results = sycl::malloc_shared<int>(8, queue);
  checkKernels(queue);
  checkArrays(queue, results);
  checkCopies(queue, results);
  checkAddress(queue, results);
  checkContexts(queue);
  checkGraph(queue);
  checkBadInput(queue);
  sycl::free(results, queue);
  return failures != 0;
}
