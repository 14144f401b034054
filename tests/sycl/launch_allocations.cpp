// Launches over unified shared memory with an in-order queue: after the first ones, they neither
// allocate memory nor start threads, neither in the library nor in the host's adapter.
#include "check.h"

#include <atomic>
#include <cstdlib>
#include <filesystem>
#include <iterator>
#include <new>

namespace {
std::atomic<long> allocations{0};
}

// Not inlined: the compiler takes inlined pairs for a mismatch of malloc and delete.
__attribute__((noinline)) void *operator new(std::size_t size) {
  ++allocations;
  if (void *memory = std::malloc(size > 0 ? size : 1))
    return memory;
  throw std::bad_alloc();
}
__attribute__((noinline)) void operator delete(void *memory) noexcept { std::free(memory); }
__attribute__((noinline)) void operator delete(void *memory, std::size_t) noexcept {
  std::free(memory);
}

namespace {

long threads() {
  return std::distance(std::filesystem::directory_iterator("/proc/self/task"),
                       std::filesystem::directory_iterator());
}

void launch(sycl::queue &queue, float *memory, int count) {
  for (int i = 0; i < count; ++i)
    queue.parallel_for(sycl::range<1>(8), [=](sycl::id<1> at) { memory[at] = memory[at] + 1.0f; });
  queue.wait();
}

} // namespace

int main() {
  sycl::queue queue{sycl::property::queue::in_order()};
  CHECK(allocations > 0); // those of the libraries are counted
  if (!hasSharedMemory())
    return kSkipped;
  float *const memory = sycl::malloc_shared<float>(8, queue);
  for (int i = 0; i < 8; ++i)
    memory[i] = 0;
  launch(queue, memory, 100);
  const long threadsBefore = threads();
  const long before = allocations;
  launch(queue, memory, 1000);
  const long made = allocations - before;
  CHECK_EQUAL(threads(), threadsBefore);
  // Drivers of other backends allocate as they like.
  if (queue.get_backend() == sycl::backend::ext_ursa_host)
    CHECK_EQUAL(made, 0);
  CHECK_EQUAL(memory[3], 1100.0f);
  sycl::free(memory, queue);
  return failures != 0;
}
