// Kernel objects around lambdas, with generic lambdas inside: function objects that hold, wrap and
// call them, several deep, in templates, inline functions, constructors, initializers and default
// arguments. Each kernel is the one that the device pass compiled for its object, and no other.
#include "check.h"

#include <tuple>
#include <utility>

namespace {

sycl::queue &testQueue() {
  static sycl::queue queue;
  return queue;
}

int *result() {
  static int *const memory = sycl::malloc_shared<int>(1, testQueue());
  return memory;
}

// Runs an object that writes its result, without and with a name, over a range, and over an
// ND-range.
template <class Name, class Function> int run(const Function &function) {
  sycl::queue &queue = testQueue();
  *result() = 0;
  queue.single_task(function).wait();
  const int first = *result();
  *result() = 0;
  queue.single_task<Name>(function).wait();
  return first == *result() ? first : -1;
}
#define RUN(NAME, ...) run<class NAME>(__VA_ARGS__)

// Holds a function and calls it.
template <class Function> struct Apply {
  Function function;
  int argument;
  int *out;
  void operator()() const { *out = function(argument); }
};
template <class Function> Apply(Function, int, int *) -> Apply<Function>;

// The class of the kernel is a member of a class that a lambda names.
template <class Function> struct Outer {
  struct Inner {
    Function function;
    int *out;
    void operator()() const { *out = function(5); }
  };
  static Inner make(Function function) { return {function, result()}; }
};

template <class A, class B> auto compose(A a, B b) {
  return [=](auto x) { return a(b(x)); };
}

// Derives from lambdas.
template <class... Functions> struct Overloaded : Functions... {
  int *out;
  Overloaded(int *memory, Functions... all) : Functions(all)..., out(memory) {}
  using Functions::operator()...;
  void operator()() const { *out = (*this)(3) * 10 + static_cast<int>((*this)(0.5f)); }
};

// Lambdas in default member initializers, constructors, default arguments and static members.
struct Members {
  int scale = [](auto x) { return [=](auto y) { return x + y; }(2); }(40);
  int offset;
  int *out = result();
  Members() : offset([](auto x) { return x * 2; }(4)) {}
  void operator()() const {
    const auto twice = [this](auto x) { return [this, x](auto y) { return x * y + offset; }(2); };
    *out = twice(scale);
  }
};

template <class T> struct InClassTemplate {
  T value;
  static constexpr auto half = [](auto x) { return x / 2; };
  template <class U> int launch(U other) const {
    const T copy = value;
    int *out = result();
    testQueue()
        .single_task([=] {
          const auto add = [=](auto x) { return [=](auto y) { return x + y + other; }(copy); };
          *out = static_cast<int>(half(add(copy)));
        })
        .wait();
    return *out;
  }
};

inline int defaultArgument(int x = [](auto y) { return [=](auto z) { return y * z; }(3); }(7)) {
  int *out = result();
  return RUN(DefaultArgument, [=] { *out = [=](auto y) { return x + y; }(1); });
}

template <class Function>
int withDefault(
    int x, Function function = [](auto y) { return y + 1; }) {
  return RUN(WithDefault, Apply{function, x, result()});
}

inline auto inlineFunction() {
  return [](auto x) { return [=](auto y) { return [=](auto z) { return x + y + z; }; }; };
}

template <int Depth, class Function> int nested(Function function) {
  if constexpr (Depth == 0)
    return RUN(Nested, Apply{function, Depth, result()});
  else
    return nested<Depth - 1>([=](auto x) { return function(x + Depth); });
}

constexpr auto kAtNamespaceScope = [](auto x) { return [=](auto y) { return x * y; }(6); };

// Types without a name that are no lambdas.
struct {
  int *out;
  void operator()() const { *out = 17; }
} unnamed;

void runObjects() {
  const auto generic = [](auto x) { return x + 1; };
  CHECK_EQUAL(RUN(Held, Apply{generic, 1, result()}), 2);
  CHECK_EQUAL(RUN(HeldTwice, Apply{compose(generic, generic), 1, result()}), 3);
  CHECK_EQUAL(RUN(Compound, Apply{compose(compose(generic, generic), generic), 1, result()}), 4);
  CHECK_EQUAL(RUN(InnerClass, Outer<decltype(generic)>::make(generic)), 6);
  CHECK_EQUAL(
      RUN(Pair, [pair = std::pair(generic, 3), out = result()] { *out = pair.first(pair.second); }),
      4);
  CHECK_EQUAL(RUN(Tuple, [tuple = std::tuple(generic, kAtNamespaceScope),
                          out = result()] { *out = std::get<1>(tuple)(std::get<0>(tuple)(1)); }),
              12);
  CHECK_EQUAL(RUN(Derived, Overloaded(
                               result(), [](int x) { return x; }, [](float x) { return x * 4; })),
              32);
  CHECK_EQUAL(RUN(WithMembers, Members()), 42 * 2 + 8);
  CHECK_EQUAL(InClassTemplate<int>{4}.launch(2), 5);
  CHECK_EQUAL(InClassTemplate<float>{4}.launch(2L), 5);
  CHECK_EQUAL(defaultArgument(), 22);
  CHECK_EQUAL(withDefault(1, [](auto y) { return y + 2; }), 3);
  CHECK_EQUAL(RUN(Returned, Apply{inlineFunction()(1)(2), 3, result()}), 6);
  CHECK_EQUAL(nested<3>(generic), 7);
  unnamed.out = result();
  CHECK_EQUAL(RUN(UnnamedClass, unnamed), 17);
  struct {
    int *out = result();
    void operator()() const { *out = 18; }
  } local;
  CHECK_EQUAL(RUN(UnnamedLocal, local), 18);
  const auto immediately = [](auto x) {
    return [=](auto y) {
      struct Local {
        decltype(x) a;
        decltype(y) b;
        int *out = result();
        void operator()() const {
          *out = [this](auto z) { return static_cast<int>(a + b) + z; }(1);
        }
      };
      return RUN(LocalClass, Local{x, y}) +
             RUN(LocalHeld, Apply{[=](auto z) { return x + z; }, 1, result()});
    };
  };
  CHECK_EQUAL(immediately(2)(3.5f), 6 + 3);
}

// Objects that the headers wrap: hierarchical kernels and reductions.
void runWrapped() {
  sycl::queue &queue = testQueue();
  const auto add = [](auto x) { return [=](auto y) { return x + y; }; };
  int *out = result();
  *out = 0;
  queue
      .submit([&](sycl::handler &group) {
        group.parallel_for_work_group(sycl::range<1>(1), sycl::range<1>(4), [=](sycl::group<1> g) {
          g.parallel_for_work_item([&](auto item) {
            if (item.get_local_id(0) == 3)
              *out = add(1)(static_cast<int>(item.get_local_id(0)));
          });
        });
      })
      .wait();
  CHECK_EQUAL(*out, 4);
  *out = 0;
  queue
      .parallel_for(sycl::range<1>(16), sycl::reduction(out, sycl::plus<int>()),
                    [=](sycl::id<1> i, auto &sum) { sum += add(1)(static_cast<int>(i[0])); })
      .wait();
  CHECK_EQUAL(*out, 136);
  *out = 1;
  const auto product = [](auto a, auto b) { return a * b; };
  queue
      .parallel_for(sycl::nd_range<1>(4, 2), sycl::reduction(out, 1, product),
                    [=](auto item, auto &all) {
                      all.combine(add(1)(static_cast<int>(item.get_global_id(0))));
                    })
      .wait();
  CHECK_EQUAL(*out, 24);
}

} // namespace

int main() {
  if (!hasSharedMemory())
    return kSkipped;
  runObjects();
  runWrapped();
  sycl::free(result(), testQueue());
  return failures != 0;
}
