// Specialization constants by handler and kernel_handler: types, scopes, defaults, values that
// change from launch to launch.
#include "check.h"

#include <array>

using sycl::specialization_id;

struct Pair {
  char small;
  double large;
  int numbers[3];
  constexpr Pair(char a, double b, int c) : small(a), large(b), numbers{c, c + 1, c + 2} {}
};

constexpr specialization_id<int> scale(3);
constexpr specialization_id<bool> flag(true);
constexpr specialization_id<short> narrow(-7);
constexpr specialization_id<unsigned long> wide(1ul << 40);
constexpr specialization_id<float> real(2.5f);
constexpr specialization_id<Pair> pair('a', 0.5, 10);
struct Limits { // an aggregate
  int low;
  float high;
};
constexpr specialization_id<Limits> limits{2, 3.5f};
constexpr specialization_id<std::array<float, 4>> four(std::array<float, 4>{1, 2, 3, 4});
struct Holder {
  static constexpr specialization_id<int> inside{17};
};
template <int N> inline constexpr specialization_id<int> variable(N);
namespace {
constexpr specialization_id<int> hidden(21);
}
namespace outer {
constexpr specialization_id<int> both(1);
namespace {
constexpr specialization_id<int> both2(2);
}
} // namespace outer
const specialization_id<int> notConstexpr(33);

struct Results {
  int scale, narrow, inside, variable5, variable6, hidden, both, both2, notConstexpr;
  bool flag;
  unsigned long wide;
  float real, four[4];
  char small;
  float large;
  int numbers[3];
};

static void read(sycl::queue &queue, Results *results) {
  queue.submit([&](sycl::handler &group) {
    group.single_task<class ReadAll>([=](sycl::kernel_handler values) {
      results->scale = values.get_specialization_constant<scale>();
      results->flag = values.get_specialization_constant<flag>();
      results->narrow = values.get_specialization_constant<narrow>();
      results->wide = values.get_specialization_constant<wide>();
      results->real = values.get_specialization_constant<real>();
      results->inside = values.get_specialization_constant<Holder::inside>();
      results->variable5 = values.get_specialization_constant<variable<5>>();
      results->variable6 = values.get_specialization_constant<variable<6>>();
      results->hidden = values.get_specialization_constant<hidden>();
      results->both = values.get_specialization_constant<outer::both>();
      results->both2 = values.get_specialization_constant<outer::both2>();
      results->notConstexpr = values.get_specialization_constant<notConstexpr>();
      const Pair part = values.get_specialization_constant<pair>();
      results->small = part.small;
      results->large = static_cast<float>(part.large);
      for (int i = 0; i < 3; ++i)
        results->numbers[i] = part.numbers[i];
      const auto array = values.get_specialization_constant<four>();
      for (int i = 0; i < 4; ++i)
        results->four[i] = array[i];
    });
  });
  queue.wait();
}

static void checkDefaults(const Results &results) {
  CHECK_EQUAL(results.scale, 3);
  CHECK(results.flag);
  CHECK_EQUAL(results.narrow, -7);
  CHECK(results.wide == 1ul << 40);
  CHECK_EQUAL(results.real, 2.5f);
  CHECK_EQUAL(results.inside, 17);
  CHECK_EQUAL(results.variable5, 5);
  CHECK_EQUAL(results.variable6, 6);
  CHECK_EQUAL(results.hidden, 21);
  CHECK_EQUAL(results.both, 1);
  CHECK_EQUAL(results.both2, 2);
  CHECK_EQUAL(results.notConstexpr, 33);
  CHECK_EQUAL(results.small, 'a');
  CHECK_EQUAL(results.large, 0.5f);
  for (int i = 0; i < 3; ++i)
    CHECK_EQUAL(results.numbers[i], 10 + i);
  for (int i = 0; i < 4; ++i)
    CHECK_EQUAL(results.four[i], i + 1);
}

// Of a composite, the kernel uses a part.
static int readPart(sycl::queue &queue, int *result, int value) {
  queue.submit([&](sycl::handler &group) {
    if (value != 0)
      group.set_specialization_constant<pair>(Pair('z', 1.0, value));
    CHECK_EQUAL(group.get_specialization_constant<pair>().numbers[0], value ? value : 10);
    group.parallel_for<class ReadPart>(
        sycl::range<1>(1), [=](sycl::id<1>, sycl::kernel_handler values) {
          *result = values.get_specialization_constant<pair>().numbers[2];
        });
  });
  queue.wait();
  return *result;
}

static void readAggregate(sycl::queue &queue, int *result) {
  for (const Limits value : {Limits{2, 3.5f}, Limits{4, 0.5f}}) {
    queue.submit([&](sycl::handler &group) {
      if (value.low != 2)
        group.set_specialization_constant<limits>(value);
      group.single_task<class ReadAggregate>([=](sycl::kernel_handler values) {
        const auto read = values.get_specialization_constant<limits>();
        *result = read.low + static_cast<int>(2 * read.high);
      });
    });
    queue.wait();
    CHECK_EQUAL(*result, value.low + static_cast<int>(2 * value.high));
  }
}

int main() {
  if (!hasSharedMemory())
    return kSkipped;
  sycl::queue queue;
  Results *results = sycl::malloc_shared<Results>(1, queue);
  int *number = sycl::malloc_shared<int>(1, queue);
  read(queue, results);
  readAggregate(queue, number);
  checkDefaults(*results);
  for (const int value : {5, 9, 5, 0, 12})
    CHECK_EQUAL(readPart(queue, number, value), value ? value + 2 : 12);

  queue.submit([&](sycl::handler &group) {
    group.set_specialization_constant<scale>(1);
    group.set_specialization_constant<scale>(8); // the last value counts
    group.set_specialization_constant<flag>(false);
    group.set_specialization_constant<outer::both2>(200);
    group.set_specialization_constant<variable<6>>(-6);
    CHECK_EQUAL(group.get_specialization_constant<scale>(), 8);
    CHECK_EQUAL(group.get_specialization_constant<narrow>(), -7);
    group.single_task<class ReadSome>([=](sycl::kernel_handler values) {
      results->scale = values.get_specialization_constant<scale>();
      results->flag = values.get_specialization_constant<flag>();
      results->both = values.get_specialization_constant<outer::both>();
      results->both2 = values.get_specialization_constant<outer::both2>();
      results->variable5 = values.get_specialization_constant<variable<5>>();
      results->variable6 = values.get_specialization_constant<variable<6>>();
    });
  });
  queue.wait();
  CHECK_EQUAL(results->scale, 8);
  CHECK(!results->flag);
  CHECK_EQUAL(results->both, 1);
  CHECK_EQUAL(results->both2, 200);
  CHECK_EQUAL(results->variable5, 5);
  CHECK_EQUAL(results->variable6, -6);

  read(queue, results); // the values of one command group are its own
  checkDefaults(*results);
  sycl::free(results, queue);
  sycl::free(number, queue);
  return failures != 0;
}
