// sycl_ext_oneapi_auto_local_range, clock, profiling_tag, raw_kernel_arg and weak_object.
#include "check.h"

#include <set>

namespace {

namespace ext = sycl::ext::oneapi::experimental;

static_assert(SYCL_EXT_ONEAPI_AUTO_LOCAL_RANGE == 1 && SYCL_EXT_ONEAPI_CLOCK == 1);
static_assert(SYCL_EXT_ONEAPI_PROFILING_TAG == 1 && SYCL_EXT_ONEAPI_RAW_KERNEL_ARG == 1);
static_assert(SYCL_EXT_ONEAPI_WEAK_OBJECT == 1);

template <class Space> size_t groupSize(sycl::queue &queue, int *number, const Space &space) {
  constexpr int kDimensions = Space::dimensions;
  *number = 0;
  queue
      .parallel_for(
          space,
          [=](sycl::nd_item<kDimensions> item) {
            sycl::atomic_ref<int, sycl::memory_order::relaxed, sycl::memory_scope::device>(
                *number) += 1;
            if (item.get_global_linear_id() == 0)
              number[1] = static_cast<int>(item.get_local_range().size());
          })
      .wait();
  CHECK_EQUAL(*number, space.get_global_range().size());
  return static_cast<size_t>(number[1]);
}

void checkAutoRange(sycl::queue &queue, int *numbers) {
  CHECK(256 == groupSize(queue, numbers, sycl::nd_range<1>(1024, ext::auto_range<1>())));
  CHECK(50 == groupSize(queue, numbers, sycl::nd_range<1>(50, ext::auto_range<1>())));
  CHECK(1 == groupSize(queue, numbers, sycl::nd_range<1>(1009, ext::auto_range<1>()))); // a prime
  CHECK(144 == groupSize(queue, numbers, sycl::nd_range<2>({6, 48}, ext::auto_range<2>())));
  CHECK(64 == groupSize(queue, numbers, sycl::nd_range<3>({4, 4, 4}, ext::auto_range<3>())));
  ext::nd_launch(queue, sycl::nd_range<1>(64, ext::auto_range<1>()),
                 [=](sycl::nd_item<1> item) { numbers[0] = int(item.get_local_range(0)); });
  queue.wait();
  CHECK_EQUAL(numbers[0], 64);
}

void checkClock(sycl::queue &queue) {
  const sycl::device device = queue.get_device();
  auto *times = sycl::malloc_shared<std::uint64_t>(4, queue);
  const auto measure = [&] {
    queue
        .single_task([=] {
          times[0] = ext::clock<ext::clock_scope::sub_group>();
          times[1] = ext::clock<ext::clock_scope::sub_group>();
          times[2] = ext::clock<ext::clock_scope::work_group>();
          times[3] = ext::clock<ext::clock_scope::device>();
        })
        .wait();
  };
  CHECK(device.has(sycl::aspect::ext_oneapi_clock_sub_group) ==
        device.has(sycl::aspect::ext_oneapi_clock_work_group));
  if (device.has(sycl::aspect::ext_oneapi_clock_sub_group)) {
    measure();
    CHECK(times[0] > 0 && times[1] >= times[0] && times[2] >= times[1] && times[3] >= times[2]);
  } else {
    CHECK_THROWS(kernel_not_supported, measure());
  }
  sycl::free(times, queue);
}

void checkTag() {
  sycl::queue plain;
  CHECK_THROWS(invalid, ext::submit_profiling_tag(plain));
  if (!plain.get_device().has(sycl::aspect::queue_profiling))
    return;
  sycl::queue queue({sycl::property::queue::enable_profiling(), sycl::property::queue::in_order()});
  sycl::event before = ext::submit_profiling_tag(queue);
  queue.single_task([=] {});
  sycl::event after = ext::submit_profiling_tag(queue);
  after.wait();
  using Time = sycl::info::event_profiling::command_end;
  CHECK(before.get_profiling_info<Time>() > 0);
  CHECK(after.get_profiling_info<Time>() >= before.get_profiling_info<Time>());
}

void add(int a, int *numbers, long b) { numbers[0] = a + static_cast<int>(b); }

void checkRawArguments(sycl::queue &queue, int *numbers) {
  const auto kernel =
      ext::get_kernel_bundle<add, sycl::bundle_state::executable>(queue.get_context())
          .ext_oneapi_get_kernel<add>();
  queue
      .submit([&](sycl::handler &group) {
        int a = 3;
        long b = 4;
        group.set_arg(0, ext::raw_kernel_arg(&a, sizeof(a)));
        group.set_arg(1, ext::raw_kernel_arg(&numbers, sizeof(numbers)));
        group.set_arg(2, ext::raw_kernel_arg(&b, sizeof(b)));
        a = 0; // the bytes are copied
        group.single_task(kernel);
      })
      .wait();
  CHECK_EQUAL(numbers[0], 7);
  CHECK_THROWS(kernel_argument, queue.submit([&](sycl::handler &group) {
    group.set_args(1, numbers, ext::raw_kernel_arg(numbers, 4));
    group.single_task(kernel);
  }));
}

template <class Object> void checkWeak(Object object, Object other) {
  using sycl::ext::oneapi::owner_less;
  using Weak = sycl::ext::oneapi::weak_object<Object>;
  Weak weak(object), none;
  CHECK(!weak.expired() && weak.try_lock().has_value() && weak.lock() == object);
  CHECK(none.expired() && !none.try_lock());
  CHECK_THROWS(invalid, none.lock());
  CHECK(!weak.owner_before(object) && !Weak(object).owner_before(weak));
  CHECK(weak.owner_before(other) != Weak(other).owner_before(object));
  CHECK(owner_less<Object>()(object, other) == weak.owner_before(other));
  CHECK(owner_less<Weak>()(weak, other) == owner_less<Object>()(object, other));
  weak.swap(none);
  CHECK(weak.expired() && none.lock() == object);
  weak = object;
  none.reset();
  CHECK(!weak.expired() && none.expired());
}

void checkWeakObjects(sycl::queue &queue) {
  const sycl::queue other;
  checkWeak(queue, other);
  checkWeak(queue.get_context(), sycl::context(queue.get_device()));
  checkWeak(queue.single_task([] {}), queue.single_task([] {}));
  checkWeak(sycl::buffer<int, 2>({2, 3}), sycl::buffer<int, 2>({2, 3}));
  checkWeak(sycl::get_kernel_bundle<sycl::bundle_state::executable>(queue.get_context()),
            sycl::get_kernel_bundle<sycl::bundle_state::executable>(queue.get_context()));
  checkWeak(ext::command_graph(queue), ext::command_graph(queue));
  checkWeak(ext::command_graph(queue).finalize(), ext::command_graph(queue).finalize());
  const sycl::ext::oneapi::weak_object<sycl::queue> weak(queue);
  CHECK(!queue.ext_oneapi_owner_before(weak) && !queue.ext_oneapi_owner_before(queue));
  std::set<sycl::ext::oneapi::weak_object<sycl::queue>,
           sycl::ext::oneapi::owner_less<sycl::ext::oneapi::weak_object<sycl::queue>>>
      all{weak, sycl::ext::oneapi::weak_object<sycl::queue>(other), weak};
  CHECK_EQUAL(all.size(), 2u);

  // The reference does not keep the object.
  std::optional<sycl::queue> last(queue.get_device());
  const sycl::ext::oneapi::weak_object<sycl::queue> ofLast(*last);
  last.reset();
  CHECK(ofLast.expired());
  const sycl::buffer<int, 2> numbers({2, 3});
  CHECK((sycl::ext::oneapi::weak_object<sycl::buffer<int, 2>>(numbers).lock().get_range() ==
         sycl::range<2>(2, 3)));
}

template <class Object> bool isExpiredAfter(std::optional<Object> object) {
  const sycl::ext::oneapi::weak_object<Object> weak(*object);
  CHECK(!weak.expired() && weak.lock() == *object);
  object.reset();
  return weak.expired();
}

void checkWeakAccessors(sycl::queue &queue) {
  sycl::buffer<int> one{sycl::range<1>(1)}, other{sycl::range<1>(1)};
  checkWeak(sycl::accessor<int>(one), sycl::accessor<int>(other));
  checkWeak(sycl::host_accessor<int>(one), sycl::host_accessor<int>(other));
  CHECK(isExpiredAfter<sycl::accessor<int>>(one));
  CHECK(isExpiredAfter<sycl::host_accessor<int>>(one));
  queue
      .submit([&](sycl::handler &group) {
        checkWeak(sycl::local_accessor<int>(1, group), sycl::local_accessor<int>(1, group));
        checkWeak(sycl::stream(64, 64, group), sycl::stream(64, 64, group));
        const sycl::accessor<int> atEnd(one, group); // no host_accessor holds the command back
        group.single_task([=] { atEnd[0] = 1; });
      })
      .wait();
  CHECK(one.ext_oneapi_owner_before(other) != other.ext_oneapi_owner_before(one));
}

} // namespace

int main() {
  if (!hasSharedMemory())
    return kSkipped;
  sycl::queue queue;
  int *numbers = sycl::malloc_shared<int>(2, queue);
  checkAutoRange(queue, numbers);
  checkClock(queue);
  checkTag();
  checkRawArguments(queue, numbers);
  checkWeakObjects(queue);
  checkWeakAccessors(queue);
  sycl::free(numbers, queue);
  return failures != 0;
}
