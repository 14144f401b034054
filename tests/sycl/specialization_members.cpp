// AdaptiveCpp's class specialized: members of kernel objects that are constants of the kernel.
#include "check.h"

#include <vector>

namespace {

using sycl::AdaptiveCpp_jit::specialized;

enum class Shape : short { Round = 3, Square = 7 };
struct Inner {
  bool isOn;
  Shape shape;
};
struct Settings {
  double offset;
  int weights[5];
  Inner inner;
  unsigned char bits : 3;
  int *pointer;
};

constexpr sycl::specialization_id<int> step(100);

int sumOf(const Settings &settings) {
  int sum = static_cast<int>(settings.offset) + static_cast<int>(settings.inner.shape) +
            settings.inner.isOn + settings.bits + *settings.pointer;
  for (const int each : settings.weights)
    sum += each;
  return sum;
}

// By the shortcut of a queue, which needs no command group, with values that come back.
void checkValues(sycl::queue &queue, int *results) {
  for (const int round : {1, 2, 1, 3}) {
    const specialized<int> factor = round;
    const specialized<float> term = 0.5f * static_cast<float>(round);
    const int other = round + 10;
    queue
        .parallel_for(sycl::range<1>(8),
                      [=](sycl::id<1> i) {
                        results[i] =
                            static_cast<int>(i[0]) * factor + static_cast<int>(term * 4.0f) + other;
                      })
        .wait();
    for (int i = 0; i < 8; ++i)
      CHECK_EQUAL(results[i], i * round + 2 * round + round + 10);
  }
}

void checkStructs(sycl::queue &queue, int *results) {
  for (const int round : {1, 2}) {
    results[5] = 1000 * round;
    const Settings settings{
        round * 2.0, {1, 2, 3, 4, round}, {round == 2, Shape::Square}, 5, results + 5};
    const specialized<Settings> constant(settings);
    const specialized<int> all[3] = {round, 2, 3};
    queue
        .single_task([=] {
          results[0] = sumOf(constant);
          results[1] = all[0] + all[1] * all[2];
        })
        .wait();
    CHECK_EQUAL(results[0], sumOf(settings));
    CHECK_EQUAL(results[1], round + 6);
  }
}

// In command groups: with a specialization_id, one that nobody reads, in a reduction.
void checkGroups(sycl::queue &queue, int *results) {
  for (const int round : {1, 2, 3}) {
    const specialized<int> factor(round);
    const specialized<int> unused(round);
    queue
        .submit([&](sycl::handler &group) {
          if (round == 2)
            group.set_specialization_constant<step>(7);
          group.parallel_for(sycl::nd_range<1>(8, 4), [=](sycl::nd_item<1> item,
                                                          sycl::kernel_handler values) {
            (void)unused;
            results[item.get_global_id(0)] = factor * values.get_specialization_constant<step>();
          });
        })
        .wait();
    CHECK_EQUAL(results[3], round * (round == 2 ? 7 : 100));
    results[0] = 0;
    queue
        .parallel_for(sycl::range<1>(100), sycl::reduction(results, sycl::plus<>()),
                      [=](sycl::id<1>, auto &sum) { sum += static_cast<int>(factor); })
        .wait();
    CHECK_EQUAL(results[0], 100 * round);
  }
}

class InBundle;

void checkBundle(sycl::queue &queue, int *results) {
  const auto bundle = sycl::get_kernel_bundle<sycl::bundle_state::executable>(
      queue.get_context(), {sycl::get_kernel_id<InBundle>()});
  const sycl::specialized<int> factor = 4; // its earlier name
  const auto submit = [&](bool isInBundle) {
    queue
        .submit([&](sycl::handler &group) {
          if (isInBundle)
            group.use_kernel_bundle(bundle);
          group.single_task<InBundle>([=] { results[0] = factor; });
        })
        .wait();
  };
  submit(false);
  CHECK_EQUAL(results[0], 4);
  CHECK_THROWS(kernel_not_supported, submit(true));
}

void checkHost() {
  specialized<int> number;
  CHECK_EQUAL(static_cast<int>(number), 0);
  number = 5;
  const specialized<int> copy = number;
  CHECK_EQUAL(copy + 1, 6);
}

} // namespace

int main() {
  if (!hasSharedMemory())
    return kSkipped;
  sycl::queue queue;
  int *results = sycl::malloc_shared<int>(8, queue);
  checkHost();
  checkValues(queue, results);
  if (queue.get_device().has(sycl::aspect::fp64))
    checkStructs(queue, results);
  checkGroups(queue, results);
  checkBundle(queue, results);
  sycl::free(results, queue);
  return failures != 0;
}
