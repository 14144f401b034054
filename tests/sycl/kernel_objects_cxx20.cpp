// Kernel objects around the lambdas of C++20: with template parameters, with constraints, in
// unevaluated operands and as template arguments.
#include "check.h"

#include <concepts>

namespace {

sycl::queue &testQueue() {
  static sycl::queue queue;
  return queue;
}

int *result() {
  static int *const memory = sycl::malloc_shared<int>(1, testQueue());
  return memory;
}

template <class Function> int run(const Function &function) {
  *result() = 0;
  testQueue().single_task(function).wait();
  return *result();
}

template <class Function> struct Apply {
  Function function;
  int argument;
  int *out = result();
  void operator()() const { *out = function(argument); }
};
template <class Function> Apply(Function, int) -> Apply<Function>;

// A lambda without a state is a value: its type names the kernel's class.
template <auto Function> struct ByValue {
  int argument;
  int *out = result();
  void operator()() const { *out = Function(argument); }
};

using Increment = decltype([](auto x) { return x + 1; });
using Nested = decltype([]<class T>(T x) { return []<class U>(U y) { return y * 2; }(x); });
template <class T> using Add = decltype([](T x) { return [=](auto y) { return x + y; }; });

template <class T> struct Holder {
  decltype([]<class U>(U x) { return static_cast<T>(x) + sizeof(T); }) function;
  T argument;
  int *out = result();
  void operator()() const { *out = static_cast<int>(function(argument)); }
};

template <class T> auto constrained(T value) {
  return [=]<std::integral U>(U x) {
    return [=]<U... kAll>() { return x + (kAll + ...); }
    .template operator()<1, 2>() + value;
  };
}

} // namespace

int main() {
  if (!hasSharedMemory())
    return kSkipped;
  CHECK_EQUAL(run(Apply{Increment(), 1}), 2);
  CHECK_EQUAL(run(Apply{Nested(), 3}), 6);
  CHECK_EQUAL(run(Apply{Add<int>()(4), 3}), 7);
  CHECK_EQUAL(run(Apply{Add<long>()(5), 3}), 8);
  CHECK_EQUAL(run(Apply{Add<short>()(6), 3}), 9);
  CHECK_EQUAL(run(Holder<int>{{}, 1}), 5);
  CHECK_EQUAL(run(Holder<short>{{}, 1}), 3);
  CHECK_EQUAL(run(Apply{constrained(10), 1}), 14);
  CHECK_EQUAL(run(Apply{constrained(20L), 1}), 24);
  CHECK_EQUAL(run(ByValue<[](auto x) { return x + 30; }>{1}), 31);
  CHECK_EQUAL(run(ByValue<[]<class T>(T x) { return [](auto y) { return y + 40; }(x); }>{1}), 41);
  CHECK_EQUAL(run([out = result()]<class... T>(T...) { *out = [](auto x) { return x; }(50); }), 50);
  sycl::free(result(), testQueue());
  return failures != 0;
}
