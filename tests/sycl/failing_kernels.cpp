// Kernels that fail on their device. Whether the loop below is too long is the driver's matter; it
// is for lavapipe. Then the error reaches the handler of asynchronous errors or a wait, no call
// ends the program, and later kernels run.
#include "check.h"

#include <vector>

namespace {

constexpr size_t kSize = 64;
constexpr int kRounds = 200000;

int reported = 0;

void handle(sycl::exception_list list) {
  for (const std::exception_ptr &each : list)
    try {
      std::rethrow_exception(each);
    } catch (const sycl::exception &error) {
      CHECK(error.what()[0] != '\0');
      ++reported;
    }
}

void submitLongLoop(sycl::queue &queue, sycl::buffer<unsigned> &data) {
  queue.submit([&](sycl::handler &group) {
    sycl::accessor all(data, group, sycl::read_write);
    group.parallel_for(kSize, [=](sycl::id<1> i) {
      unsigned value = all[i];
      for (int round = 0; round < kRounds; ++round)
        value = (value ^ (value >> 7)) * 2654435761u + static_cast<unsigned>(round);
      all[i] = value;
    });
  });
}

unsigned expected() {
  unsigned value = 1;
  for (int round = 0; round < kRounds; ++round)
    value = (value ^ (value >> 7)) * 2654435761u + static_cast<unsigned>(round);
  return value;
}

// The buffer waits for its commands when it is destroyed.
void checkDestruction(sycl::queue &queue) {
  std::vector<unsigned> data(kSize, 1);
  {
    sycl::buffer<unsigned> buffer(data);
    submitLongLoop(queue, buffer);
  }
  queue.throw_asynchronous();
  CHECK(reported > 0 || data.front() == expected());
}

void checkWait(sycl::queue &queue) {
  std::vector<unsigned> data(kSize, 1);
  sycl::buffer<unsigned> buffer(data);
  submitLongLoop(queue, buffer);
  try {
    sycl::host_accessor result(buffer);
    CHECK_EQUAL(result[0], expected());
  } catch (const sycl::exception &error) {
    CHECK(error.what()[0] != '\0');
  }
}

void checkNextKernel(sycl::queue &queue) {
  std::vector<int> data(kSize);
  {
    sycl::buffer<int> buffer(data);
    queue.submit([&](sycl::handler &group) {
      sycl::accessor all(buffer, group, sycl::write_only);
      group.parallel_for(kSize, [=](sycl::id<1> i) { all[i] = static_cast<int>(i[0]); });
    });
  }
  for (size_t i = 0; i < kSize; ++i)
    CHECK_EQUAL(data[i], static_cast<int>(i));
}

} // namespace

int main() {
  sycl::queue queue(handle);
  checkDestruction(queue);
  checkWait(queue);
  checkNextKernel(queue);
  return failures != 0;
}
