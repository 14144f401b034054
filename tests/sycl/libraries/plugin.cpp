// A library or a program whose kernels know NUMBER. Constant is the type of its constant.
#include "plugin.h"

#include <functional>

#ifndef NUMBER
#error "Compile it with -DNUMBER=N and -DConstant=TYPE"
#endif

namespace experimental = sycl::ext::oneapi::experimental;

inline constexpr sycl::specialization_id<Constant> factor{NUMBER * 10};
inline experimental::device_global<int> counter;

namespace {

/// Memory that the host reads and kernels write.
struct Result {
  explicit Result(sycl::queue &of) : queue(of), value(sycl::malloc_device<int>(1, of)) {}
  ~Result() { sycl::free(value, queue); }
  int read() const {
    int host = 0;
    queue.copy(value, &host, 1).wait();
    return host;
  }
  sycl::queue &queue;
  int *value;
};

} // namespace

class Launched;
class InBundle;
class ReadsConstant;
class OfId;

struct Object {
  int *out;
  void operator()() const { *out = 2 * NUMBER; }
};

struct ObjectWithMember {
  int *out;
  sycl::specialized<int> member;
  void operator()() const { *out = member * NUMBER; }
};

template <class T> class OfInline;

/// The dynamic linker may share it: then it is the code of one library, and so is its kernel.
template <class T> inline void runInline(sycl::queue &queue, T *host, T *out) {
  *host = NUMBER;
  queue.single_task<OfInline<T>>([=] { *out = NUMBER; }).wait();
}

namespace {

int sumOf(sycl::queue &queue) {
  Result sum(queue);
  queue
      .parallel_for<class Sum>(
          sycl::range<1>(64),
          sycl::reduction(sum.value, sycl::plus<int>(),
                          {sycl::property::reduction::initialize_to_identity()}),
          [](sycl::id<1>, auto &each) { each += NUMBER; })
      .wait();
  return sum.read();
}

int ofGraph(sycl::queue &queue) {
  Result result(queue);
  experimental::command_graph graph(queue.get_context(), queue.get_device());
  graph.begin_recording(queue);
  int *const out = result.value;
  queue.single_task<class InGraph>([=] { *out = 4 * NUMBER; });
  graph.end_recording(queue);
  queue.ext_oneapi_graph(graph.finalize()).wait();
  return result.read();
}

/// Reads the constant with the value that a function sets.
int constantOf(sycl::queue &queue, const std::function<void(sycl::handler &)> &set) {
  Result result(queue);
  int *const out = result.value;
  queue.submit([&](sycl::handler &group) {
    set(group);
    group.single_task<ReadsConstant>([=](sycl::kernel_handler handler) {
      *out = static_cast<int>(handler.get_specialization_constant<factor>());
    });
  });
  return result.read();
}

void findInBundles(sycl::queue &queue, Found &found) {
  const sycl::context context = queue.get_context();
  auto input = sycl::get_kernel_bundle<sycl::bundle_state::input>(context, {queue.get_device()});
  found.bundleConstant = static_cast<int>(input.get_specialization_constant<factor>());
  found.hasKernels = input.has_kernel<ReadsConstant>() &&
                     input.has_specialization_constant<factor>() &&
                     sycl::has_kernel_bundle<Object, sycl::bundle_state::executable>(context) &&
                     sycl::is_compatible<Object>(queue.get_device());
  input.set_specialization_constant<factor>(8);
  const auto built = sycl::build(input);
  found.setByBundle =
      constantOf(queue, [&](sycl::handler &group) { group.use_kernel_bundle(built); });

  Result result(queue);
  int *const out = result.value;
  const auto one = sycl::get_kernel_bundle<OfId, sycl::bundle_state::executable>(context);
  const sycl::kernel kernel = one.get_kernel(sycl::get_kernel_id<OfId>());
  queue.submit(
      [&](sycl::handler &group) { group.single_task<OfId>(kernel, [=] { *out = 3 * NUMBER; }); });
  found.kernelOfBundle = result.read();
}

int count(sycl::queue &queue) {
  queue.single_task<class Counts>([] { counter.get() += NUMBER; }).wait();
  int value = 0;
  queue.copy(counter, &value).wait();
  return value;
}

} // namespace

static int launchOwn(sycl::queue &queue) {
  Result result(queue);
  int *const out = result.value;
  queue.single_task<Launched>([=] { *out = NUMBER; }).wait();
  return result.read();
}

extern "C" int launch(sycl::queue *queue) { return launchOwn(*queue); }

extern "C" int launchInBundle(sycl::queue *queue) {
  Result result(*queue);
  int *const out = result.value;
  const auto all = sycl::get_kernel_bundle<sycl::bundle_state::executable>(queue->get_context());
  queue->submit([&](sycl::handler &group) {
    group.use_kernel_bundle(all);
    group.single_task<InBundle>([=] { *out = NUMBER; });
  });
  return result.read();
}

extern "C" void kernelId(std::vector<sycl::kernel_id> *ids) {
  ids->push_back(sycl::get_kernel_id<Object>());
}

extern "C" void findAll(sycl::queue *given, Found *found) {
  sycl::queue &queue = *given;
  found->kernel = launchOwn(queue);
  Result result(queue);
  queue.single_task(Object{result.value}).wait();
  found->function = result.read();
  queue.submit([&](sycl::handler &group) { group.single_task(ObjectWithMember{result.value, 5}); });
  found->specialized = result.read();
  found->reduction = sumOf(queue);
  found->ofGraph = ofGraph(queue);
  found->defaultConstant = constantOf(queue, [](sycl::handler &) {});
  found->setByHandler =
      constantOf(queue, [](sycl::handler &group) { group.set_specialization_constant<factor>(7); });
  findInBundles(queue, *found);
  found->counter = count(queue);
  runInline(queue, &found->hostOfInline, result.value);
  found->kernelOfInline = result.read();
}
