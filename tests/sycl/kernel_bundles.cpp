// Kernel bundles: states, values of specialization constants, and which error for which misuse.
#include "check.h"

#include <cstring>
#include <vector>

using namespace sycl;

constexpr specialization_id<int> scale(3);
constexpr specialization_id<int> unused(4); // in no kernel

class First;
class Second;
template <int...> class Many; // of names longer than a file name of Linux can be
using Long = Many<100000001, 100000002, 100000003, 100000004, 100000005, 100000006, 100000007,
                  100000008, 100000009, 100000010, 100000011, 100000012, 100000013, 100000014,
                  100000015, 100000016, 100000017, 100000018, 100000019, 100000020, 100000021>;
using Longer = Many<100000001, 100000002, 100000003, 100000004, 100000005, 100000006, 100000007,
                    100000008, 100000009, 100000010, 100000011, 100000012, 100000013, 100000014,
                    100000015, 100000016, 100000017, 100000018, 100000019, 100000020, 100000022>;
struct Functor {
  float *out;
  void operator()(item<1> i) const { out[i] = static_cast<float>(i.get_linear_id()) + 0.5f; }
};

int main() {
  if (!hasSharedMemory())
    return kSkipped;
  queue q;
  const context in = q.get_context();
  const device on = q.get_device();
  float *out = malloc_shared<float>(16, q);
  const auto first = [=](kernel_handler values) {
    out[0] = static_cast<float>(values.get_specialization_constant<scale>());
  };
  q.single_task<Long>([=] { out[0] = 1; });
  q.single_task<Longer>([=] { out[1] = 2; });
  q.wait();
  CHECK(out[0] == 1 && out[1] == 2);
  CHECK(std::strlen(get_kernel_id<Long>().get_name()) > 255);
  CHECK((get_kernel_bundle<Longer, bundle_state::executable>(in).has_kernel<Longer>()));
  const auto run = [&](const kernel_bundle<bundle_state::executable> &bundle) {
    q.submit([&](handler &group) {
       group.use_kernel_bundle(bundle);
       group.single_task<First>(first);
     }).wait();
    return out[0];
  };

  auto input = get_kernel_bundle<bundle_state::input>(in, {on});
  CHECK(!input.empty());
  CHECK(input.get_context() == in);
  CHECK(input.get_devices() == std::vector<device>{on});
  CHECK(input.has_kernel<First>());
  CHECK(input.has_kernel<First>(on));
  CHECK_EQUAL(input.get_kernel_ids().size(), 5u);
  CHECK(input.contains_specialization_constants());
  CHECK(input.has_specialization_constant<scale>());
  CHECK(!input.has_specialization_constant<unused>());
  CHECK_EQUAL(input.get_specialization_constant<scale>(), 3);
  input.set_specialization_constant<scale>(11);
  CHECK_EQUAL(input.get_specialization_constant<scale>(), 11);
  const auto built = build(input);
  input.set_specialization_constant<scale>(12); // the built bundle keeps its value
  CHECK_EQUAL(built.get_specialization_constant<scale>(), 11);
  CHECK_EQUAL(run(built), 11);
  const auto linked = link(compile(input));
  CHECK_EQUAL(run(linked), 12);
  CHECK_EQUAL(run(built), 11);
  q.submit([&](handler &group) { group.single_task<First>(first); }).wait();
  CHECK_EQUAL(out[0], 3);

  const auto second = get_kernel_bundle<Second, bundle_state::executable>(in, {on});
  CHECK(!second.has_kernel<First>());
  CHECK(second.has_kernel<Second>());
  CHECK_THROWS(kernel_not_supported, run(second));
  CHECK_THROWS(invalid, second.get_kernel<First>());
  CHECK_THROWS(invalid, q.submit([&](handler &group) {
    group.use_kernel_bundle(built);
    group.set_specialization_constant<scale>(1);
  }));
  CHECK_THROWS(invalid, q.submit([&](handler &group) {
    group.set_specialization_constant<scale>(1);
    group.use_kernel_bundle(built);
  }));
  queue other(context(on), on);
  CHECK_THROWS(invalid, other.submit([&](handler &group) { group.use_kernel_bundle(built); }));
  CHECK_THROWS(invalid, get_kernel_bundle<bundle_state::input>(in, std::vector<device>()));
  CHECK(join(std::vector<kernel_bundle<bundle_state::executable>>()).empty());
  CHECK_THROWS(
      invalid,
      join(std::vector{built, get_kernel_bundle<bundle_state::executable>(other.get_context())}));

  const auto joined = join(std::vector{second, built});
  CHECK(joined.has_kernel<First>() && joined.has_kernel<Second>());
  const auto again = join(std::vector{joined, second}); // the same images
  CHECK(std::equal(again.begin(), again.end(), joined.begin(), joined.end()));
  CHECK(std::hash<std::decay_t<decltype(*again.begin())>>()(*again.begin()) ==
        std::hash<std::decay_t<decltype(*again.begin())>>()(*joined.begin()));
  CHECK_EQUAL(run(joined), 11);
  const kernel object = joined.get_kernel<Second>();
  CHECK(object.get_kernel_bundle() == joined);
  CHECK(object.get_context() == in);

  q.submit([&](handler &group) {
     group.use_kernel_bundle(second);
     CHECK_THROWS(invalid, (void)group.get_specialization_constant<scale>());
     group.parallel_for<Second>(range<2>(2, 3), [=](item<2> i, kernel_handler values) {
       out[i.get_linear_id()] =
           static_cast<float>(i[0] * 10 + i[1]) +
           100.0f * static_cast<float>(values.get_specialization_constant<scale>());
     });
   }).wait();
  CHECK_EQUAL(out[5], 312);
  q.parallel_for(range<1>(8), Functor{out}).wait();
  CHECK_EQUAL(out[7], 7.5f);

  CHECK(get_kernel_id<Functor>() == get_kernel_id<Functor>());
  CHECK(get_kernel_id<Functor>() != get_kernel_id<First>());
  CHECK_EQUAL(get_kernel_ids().size(), 5u);
  CHECK(has_kernel_bundle<bundle_state::executable>(in, {get_kernel_id<Functor>()}));
  CHECK((has_kernel_bundle<Functor, bundle_state::input>(in)));
  CHECK(is_compatible<First>(on));
  const auto selected = get_kernel_bundle<bundle_state::input>(
      in, [](const device_image<bundle_state::input> &image) {
        return image.has_kernel(get_kernel_id<First>());
      });
  CHECK(selected.has_kernel<First>());
  size_t images = 0;
  for (const auto &image : selected)
    images += image.has_kernel(get_kernel_id<First>(), on);
  CHECK(images >= 1);
  free(out, q);
  return failures != 0;
}
