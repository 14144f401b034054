// Buffers over memory of the program, and memory of buffers.
#include "check.h"

#include <sycl/ext/ursa/buffer_usm.hpp>

#include <vector>

using namespace sycl;
namespace ext_ursa = sycl::ext::ursa;

namespace {

constexpr size_t kCount = 1000;

void add(queue &q, buffer<int> &numbers, int number) {
  q.submit([&](handler &group) {
    accessor access(numbers, group);
    group.parallel_for(range<1>(kCount), [=](id<1> i) { access[i] += number; });
  });
}

void ofTheProgram(queue &q, queue &other) {
  int *const memory = malloc_device<int>(kCount, q);
  const std::vector<int> ones(kCount, 1);
  q.memcpy(memory, ones.data(), kCount * sizeof(int)).wait();
  {
    buffer<int> numbers = ext_ursa::make_buffer(q, memory, range<1>(kCount));
    CHECK(ext_ursa::get_pointer(numbers, q) == memory);
    add(q, numbers, 2);
    add(other, numbers, 3); // somewhere else
    CHECK(ext_ursa::get_pointer(numbers, q) == memory);
    CHECK_THROWS(invalid, ext_ursa::make_buffer(q, static_cast<int *>(nullptr), range<1>(4)));
  }
  std::vector<int> result(kCount);
  q.memcpy(result.data(), memory, kCount * sizeof(int)).wait();
  CHECK(result == std::vector<int>(kCount, 6)); // brought back
  {
    buffer<int> fresh = ext_ursa::make_buffer(q, memory, range<1>(kCount), false);
    q.submit([&](handler &group) {
      accessor access(fresh, group, write_only, no_init);
      group.parallel_for(range<1>(kCount), [=](id<1> i) { access[i] = static_cast<int>(i[0]); });
    });
    CHECK_EQUAL((host_accessor{fresh}[999]), 999);
  }
  free(memory, q);
}

void ofABuffer(queue &q) {
  buffer<int> numbers{range<1>(kCount)};
  int *const memory = ext_ursa::get_pointer(numbers, q);
  CHECK(memory != nullptr);
  q.submit([&](handler &group) {
     accessor access(numbers, group, write_only, no_init);
     group.parallel_for(range<1>(kCount), [=](id<1> i) { access[i] = 5; });
   }).wait();
  q.parallel_for(range<1>(kCount), [=](id<1> i) { memory[i] *= 3; }).wait();
  add(q, numbers, 1);
  CHECK(ext_ursa::get_pointer(numbers, q) == memory);
  const host_accessor result(numbers, read_only);
  CHECK_EQUAL(result[0], 16);
  CHECK_EQUAL(result[999], 16);
  buffer<int> part(numbers, id<1>(4), range<1>(4));
  CHECK_THROWS(invalid, ext_ursa::get_pointer(part, q));
}

} // namespace

int main() {
  if (!device().has(aspect::usm_device_allocations))
    return 77;
  queue q, inOrder{property::queue::in_order()};
  queue otherContext(context(q.get_device()), q.get_device());
  ofTheProgram(q, otherContext);
  ofTheProgram(inOrder, q);
  ofABuffer(q);
  ofABuffer(inOrder);
  return failures != 0;
}
