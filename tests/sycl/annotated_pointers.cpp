// Pointers and arguments with properties (sycl_ext_oneapi_annotated_ptr, annotated_arg,
// annotated_alloc), and sycl_ext_oneapi_prefetch.
#include "check.h"

#include <cstdint>

namespace {

namespace ext = sycl::ext::oneapi::experimental;
namespace intel = sycl::ext::intel::experimental;

static_assert(SYCL_EXT_ONEAPI_ANNOTATED_PTR == 1 && SYCL_EXT_ONEAPI_ANNOTATED_ARG == 1);
static_assert(SYCL_EXT_ONEAPI_ANNOTATED_ALLOC == 1 && SYCL_EXT_ONEAPI_PREFETCH == 1);

constexpr size_t kCount = 16;

struct Point {
  int x, y;
};

/// A kernel with annotated members, as programs for FPGAs have.
struct Kernel {
  ext::annotated_arg<int *, decltype(ext::properties(intel::buffer_location<1>, intel::dwidth<32>,
                                                     intel::read_write_mode_readwrite))>
      out;
  ext::annotated_arg<int, decltype(ext::properties(intel::stable, intel::conduit))> factor;
  ext::annotated_arg<Point> point;
  void operator()() const {
    for (size_t i = 0; i < kCount; ++i)
      out[i] = factor * static_cast<int>(i) + static_cast<const Point &>(point).y;
  }
};

void checkPointers(sycl::queue &queue, int *numbers) {
  ext::annotated_ptr plain(numbers);
  ext::annotated_ptr aligned(numbers, ext::alignment<64>, intel::buffer_location<2>);
  using Aligned = decltype(aligned);
  static_assert(Aligned::has_property<ext::alignment_key>() &&
                Aligned::has_property<intel::buffer_location_key>() &&
                !Aligned::has_property<ext::usm_kind_key>());
  static_assert(Aligned::get_property<ext::alignment_key>() == ext::alignment<64>);
  static_assert(std::is_same_v<decltype(plain), ext::annotated_ptr<int>>);
  static_assert(std::is_trivially_copyable_v<Aligned>);
  ext::annotated_ptr list(numbers, ext::properties(ext::alignment<8>));
  ext::annotated_ptr more(list, ext::properties(ext::usm_kind_shared));
  static_assert(decltype(more)::has_property<ext::alignment_key>() &&
                decltype(more)::has_property<ext::usm_kind_key>());
  CHECK(more == list && more.get() == numbers);
  CHECK(!ext::annotated_ptr<int>());

  queue
      .parallel_for(kCount,
                    [=](sycl::id<1> i) {
                      ext::prefetch(numbers + i, ext::properties(ext::prefetch_hint_L1));
                      ext::prefetch(numbers, kCount, ext::properties(ext::prefetch_hint_L2_nt));
                      aligned[i] = static_cast<int>(i);
                      auto mine = aligned;
                      mine += static_cast<std::ptrdiff_t>(size_t(i));
                      *mine *= 3;
                      ++mine;
                      mine -= 1;
                      if (mine - plain == static_cast<std::ptrdiff_t>(size_t(i)))
                        *mine += 1;
                    })
      .wait();
  CHECK_EQUAL(numbers[5], 16);
  ext::annotated_ptr before = aligned++;
  CHECK(before == numbers && aligned == numbers + 1 && aligned-- == numbers + 1);
  aligned = numbers + 2;
  CHECK_EQUAL(int(*aligned), 7);
  Point point{1, 2};
  CHECK_EQUAL((ext::annotated_ptr(&point)->y), 2);
}

/// What reads and writes an element returns the value, not the element.
void checkReferences(sycl::queue &queue, int *numbers) {
  ext::annotated_ptr elements(numbers, ext::alignment<4>);
  using Element = decltype(*elements);
  static_assert(
      std::is_same_v<Element,
                     ext::annotated_ref<int, decltype(ext::properties(ext::alignment<4>))>>);
  static_assert(std::is_same_v<decltype(elements[0]), Element> &&
                std::is_same_v<decltype(elements)::reference, Element>);
  static_assert(!std::is_copy_constructible_v<Element> && std::is_convertible_v<Element, int>);
  static_assert(std::is_same_v<decltype(*elements = 1), int> &&
                std::is_same_v<decltype(++*elements), int>);
  queue
      .single_task([=] {
        for (size_t i = 0; i < kCount; ++i)
          elements[static_cast<int>(i)] = 40;
        int sum = (elements[0] = 7) + (elements[1] += 2);
        sum += (elements[2] -= 1) + (elements[3] *= 2) + (elements[4] /= 3) + (elements[5] %= 7);
        sum += (elements[6] <<= 2) + (elements[7] >>= 1) + (elements[8] &= 41);
        sum += (elements[9] |= 3) + (elements[10] ^= 1);
        sum += ++elements[11] + elements[11]++ - --elements[12] - elements[12]--;
        elements[13] = elements[0];
        auto &&first = elements[0];
        elements[14] = first;
        *(elements + 15) = sum * 2;
        const ext::annotated_ptr<const int> reads(numbers);
        elements[0] += reads[1] == 42 ? 100 : 0;
      })
      .wait();
  const int expected[] = {107, 42, 39, 80, 13, 5, 160, 20, 40, 43, 41, 42, 38, 7, 7};
  for (int i = 0; i < 15; ++i)
    CHECK_EQUAL(numbers[i], expected[i]);
  CHECK_EQUAL(numbers[15], 2 * (7 + 42 + 39 + 80 + 13 + 5 + 160 + 20 + 40 + 43 + 41 + 4));
}

void checkArguments(sycl::queue &queue, int *numbers) {
  queue.single_task(Kernel{numbers, 3, Point{1, 10}}).wait();
  CHECK_EQUAL(numbers[4], 22);
  ext::annotated_arg value(7, intel::register_map);
  static_assert(decltype(value)::has_property<intel::register_map_key>());
  CHECK_EQUAL(value + 1, 8);
  ext::annotated_arg more(value, ext::properties(intel::latency<3>));
  static_assert(decltype(more)::get_property<intel::latency_key>().value == 3);
  static_assert(decltype(more)::has_property<intel::register_map_key>());
  CHECK_EQUAL(more, 7);
  Point point{1, 2};
  CHECK_EQUAL((ext::annotated_arg(&point)->y), 2);
}

void checkAllocations(sycl::queue &queue) {
  const sycl::context context = queue.get_context();
  auto numbers = ext::aligned_alloc_shared_annotated<int>(64, kCount, queue,
                                                          ext::properties(ext::alignment<256>));
  static_assert(decltype(numbers)::get_property<ext::usm_kind_key>() == ext::usm_kind_shared);
  CHECK(reinterpret_cast<std::uintptr_t>(numbers.get()) % 256 == 0);
  CHECK(sycl::get_pointer_type(numbers, context) == sycl::usm::alloc::shared);
  queue.single_task([=] { numbers[3] = 5; }).wait();
  CHECK_EQUAL(int(numbers[3]), 5);
  ext::free(numbers, queue);

  auto onDevice = ext::malloc_device_annotated<int>(kCount, queue.get_device(), context);
  CHECK(sycl::get_pointer_type(onDevice, context) == sycl::usm::alloc::device);
  ext::free(onDevice, context);
  auto bytes = ext::malloc_host_annotated(100, queue);
  static_assert(std::is_same_v<decltype(bytes)::element_type, void>);
  CHECK(sycl::get_pointer_type(bytes.get(), context) == sycl::usm::alloc::host);
  ext::free(bytes, context);
  auto byList = ext::malloc_annotated<int>(kCount, queue, ext::properties(ext::usm_kind_device));
  CHECK(sycl::get_pointer_type(byList, context) == sycl::usm::alloc::device);
  ext::free(byList, queue);

  auto onHost = ext::malloc_host_annotated<int>(kCount, context);
  CHECK(sycl::get_pointer_type(onHost, context) == sycl::usm::alloc::host);
  ext::free(onHost, context);
  auto ofKind = ext::malloc_annotated<int>(kCount, queue, sycl::usm::alloc::shared);
  CHECK(sycl::get_pointer_type(ofKind, context) == sycl::usm::alloc::shared);
  ext::free(ofKind, queue);
  auto aligned = ext::aligned_alloc_annotated<int>(512, kCount, queue.get_device(), context,
                                                   sycl::usm::alloc::shared);
  CHECK(reinterpret_cast<std::uintptr_t>(aligned.get()) % 512 == 0);
  ext::free(aligned, context);
  CHECK_THROWS(invalid, ext::malloc_annotated<int>(kCount, queue, sycl::usm::alloc::shared,
                                                   ext::properties(ext::usm_kind_device)));
}

void checkPrefetch(sycl::queue &queue) {
  sycl::buffer<int> buffer{sycl::range<1>(kCount)};
  queue.submit([&](sycl::handler &group) {
    const sycl::accessor numbers(buffer, group);
    group.parallel_for(sycl::nd_range<1>(kCount, kCount), [=](sycl::nd_item<1> item) {
      ext::prefetch(numbers, sycl::id<1>(0));
      ext::prefetch(numbers, sycl::id<1>(0), kCount, ext::properties(ext::prefetch_hint_L3));
      ext::joint_prefetch(item.get_group(), numbers, sycl::id<1>(0), kCount);
      const auto pointer = numbers.get_multi_ptr<sycl::access::decorated::yes>();
      ext::prefetch(pointer);
      ext::joint_prefetch(item.get_sub_group(), pointer, kCount,
                          ext::properties(ext::prefetch_hint_L1));
      numbers[item.get_global_id()] = 4;
    });
  });
  CHECK_EQUAL(sycl::host_accessor(buffer)[kCount - 1], 4);
}

} // namespace

int main() {
  if (!hasSharedMemory())
    return kSkipped;
  sycl::queue queue;
  int *numbers = sycl::malloc_shared<int>(kCount, queue);
  checkPointers(queue, numbers);
  checkReferences(queue, numbers);
  checkArguments(queue, numbers);
  if (queue.get_device().has(sycl::aspect::usm_host_allocations))
    checkAllocations(queue);
  checkPrefetch(queue);
  sycl::free(numbers, queue);
  return failures != 0;
}
