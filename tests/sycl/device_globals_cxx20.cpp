// Initial values of variables of class device_global, which C++20 allows.
#include "check.h"

namespace {

using sycl::ext::oneapi::experimental::device_global;

struct Point {
  constexpr Point(int x, float y) : x(x), y(y) {}
  int x;
  float y;
};

device_global<int> number{3};
device_global<double> half{0.5};
device_global<int[3]> array{5, 6, 7};
device_global<const int> constant{8};
device_global<Point> point{1, 2.5f};
device_global<Point[2]> points{Point(1, 2), Point(3, 4)};
device_global<int> copied(number);
device_global<float> converted(number);
device_global<int> written{1};

} // namespace

int main() {
  if (!hasSharedMemory())
    return kSkipped;
  sycl::queue queue;
  int *const results = sycl::malloc_shared<int>(8, queue);
  const int two = 2;
  queue.copy(&two, written).wait(); // before any kernel
  queue
      .single_task([=] {
        results[0] = number + array[0] * 10 + array[2] * 100;
        results[1] = constant;
        results[2] = point.get().x + static_cast<int>(point.get().y * 2);
        results[3] = points[0].x + points[1].x * 10 + static_cast<int>(points[1].y) * 100;
        results[4] = copied + 1;
        results[5] = static_cast<int>(converted * 2);
        results[6] = written;
        number = 4;
      })
      .wait();
  CHECK_EQUAL(results[0], 753);
  CHECK_EQUAL(results[1], 8);
  CHECK_EQUAL(results[2], 6);
  CHECK_EQUAL(results[3], 431);
  CHECK_EQUAL(results[4], 4);
  CHECK_EQUAL(results[5], 6);
  CHECK_EQUAL(results[6], 2);
  double value = 0;
  queue.memcpy(&value, half).wait();
  CHECK_EQUAL(value, 0.5);
  int one = 0;
  queue.copy(number, &one).wait();
  CHECK_EQUAL(one, 4);
  sycl::free(results, queue);
  return failures != 0;
}
