// Accessors and pointers as SYCL 1.2.1's programs use them; spans.
#include "check.h"

#include <array>
#include <vector>

namespace access = sycl::access;

namespace {

using Local = sycl::accessor<int, 1, sycl::access_mode::read_write, sycl::target::local>;
using Constant = sycl::accessor<int, 1, sycl::access_mode::read, sycl::target::constant_buffer>;
static_assert(access::target::constant_buffer != access::target::host_task);
template <class T, access::address_space Space>
using Legacy = sycl::multi_ptr<T, Space, access::decorated::legacy>;

void testAccessors(sycl::queue &queue) {
  constexpr size_t kCount = 8;
  std::vector<int> in(kCount), out(kCount);
  for (size_t i = 0; i < kCount; ++i)
    in[i] = static_cast<int>(i) + 1;
  {
    sycl::buffer<int> source(in), destination(out);
    queue.submit([&](sycl::handler &group) {
      const Constant read(source, group);
      const Local local(sycl::range<1>(4), group);
      const sycl::accessor write(destination, group, sycl::write_only, sycl::no_init);
      group.parallel_for(sycl::nd_range<1>(kCount, 4), [=](sycl::nd_item<1> item) {
        const size_t i = item.get_global_id(0);
        const size_t l = item.get_local_id(0);
        const sycl::constant_ptr<int> constants = read.get_pointer();
        const sycl::local_ptr<int> scratch = local.get_pointer();
        scratch[static_cast<std::ptrdiff_t>(l)] = constants[static_cast<std::ptrdiff_t>(i)];
        item.barrier(access::fence_space::local_space);
        Legacy<const int, access::address_space::constant_space> again(read);
        Legacy<void, access::address_space::local_space> untyped(scratch);
        const bool isSame = untyped == static_cast<void *>(scratch.get()) &&
                            scratch.get_raw() == scratch && again != nullptr &&
                            again + 1 > again.get_raw();
        write[i] = isSame ? local[3 - l] : -1;
      });
    });
  }
  for (size_t i = 0; i < kCount; ++i)
    CHECK_EQUAL(out[i], in[i / 4 * 4 + 3 - i % 4]);
}

// An accessor that a program deduces from a host_accessor, and hashes of SYCL 1.2.1's accessors.
void testDeducedAccessors(sycl::queue &queue) {
  sycl::buffer<int> numbers{sycl::range<1>(4)};
  {
    sycl::accessor deduced = numbers.get_host_access();
    static_assert(
        std::is_same_v<decltype(deduced), sycl::accessor<int, 1, sycl::access_mode::read_write,
                                                         sycl::target::host_buffer>>);
    deduced[3] = 5;
    const sycl::accessor copy = deduced;
    CHECK(std::hash<decltype(deduced)>()(copy) == std::hash<decltype(deduced)>()(deduced));
  }
  CHECK_EQUAL(numbers.get_host_access()[3], 5);
  const sycl::accessor<int, 0> first(numbers);
  CHECK(first.size() == 1 && first.byte_size() == sizeof(int) && first.end() - first.begin() == 1);
  queue.submit([&](sycl::handler &group) {
    const Local local(sycl::range<1>(4), group), other(sycl::range<1>(4), group);
    CHECK(std::hash<Local>()(local) != std::hash<Local>()(other));
  });
}

void testHostAccessors() {
  using Host = sycl::accessor<int, 1, sycl::access_mode::read_write, sycl::target::host_buffer>;
  std::vector<int> numbers(4);
  {
    sycl::buffer<int> buffer(numbers);
    {
      Host all(buffer);
      static_assert(!Host::is_placeholder());
      all[0] = 1;
      all.get_pointer()[1] = 2;
    }
    Host half(buffer, sycl::range<1>(2), sycl::id<1>(2));
    half[0] = 3;
    half[1] = half[0] + 1;
  }
  CHECK(numbers == (std::vector<int>{1, 2, 3, 4}));
}

void testSpans() {
  std::vector<int> numbers{1, 2, 3, 4, 5};
  const std::vector<int> constants(numbers);
  int array[3] = {7, 8, 9};
  std::array<int, 2> pair{1, 2};
  sycl::span<int> all = numbers;
  CHECK_EQUAL(all.size(), 5);
  CHECK_EQUAL(all.size_bytes(), 5 * sizeof(int));
  CHECK_EQUAL(all.first(2).back(), 2);
  CHECK_EQUAL(all.last<2>().front(), 4);
  CHECK_EQUAL(all.subspan(1, 3)[2], 4);
  CHECK(sycl::span<const int>(constants).data() == constants.data());
  sycl::span three(array);
  static_assert(decltype(three)::extent == 3 && sizeof(three) == sizeof(int *));
  static_assert(decltype(three.subspan<1>())::extent == 2);
  static_assert(decltype(sycl::span(pair))::extent == 2);
  static_assert(!std::is_constructible_v<sycl::span<int>, const std::vector<int> &>);
  static_assert(!std::is_convertible_v<sycl::span<int, 3>, sycl::span<int, 2>>);
  sycl::span<const int> constant = three;
  CHECK_EQUAL(*constant.rbegin(), 9);
  int sum = 0;
  for (const int each : constant)
    sum += each;
  CHECK_EQUAL(sum, 24);
  CHECK(sycl::span<int>().empty() && sycl::as_bytes(three).size() == sizeof(array));
}

} // namespace

int main() {
  sycl::queue queue;
  testAccessors(queue);
  testDeducedAccessors(queue);
  testHostAccessors();
  testSpans();
  return failures != 0;
}
