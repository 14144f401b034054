// Device selectors: the standard ones, those of programs and those of SYCL 1.2.1.
#include "check.h"

#include <cstdlib>

namespace {

int scoreAll(const sycl::device &) { return 7; }
int refuse(const sycl::device &) { return -1; }

struct Counting {
  int *calls;
  int operator()(const sycl::device &) const { return ++*calls; }
};

class OldSelector : public sycl::device_selector {
public:
  int operator()(const sycl::device &device) const override { return device.is_cpu() ? 3 : -1; }
};

template <class Selector> bool accepts(const Selector &selector) {
  for (const sycl::device &each : sycl::device::get_devices())
    if (selector(each) >= 0)
      return true;
  return false;
}

template <class Selector> void checkSelector(const Selector &selector) {
  if (accepts(selector)) {
    const sycl::device device(selector);
    CHECK(selector(device) >= 0);
    CHECK(sycl::platform(selector) == device.get_platform());
    CHECK(sycl::queue(selector).get_device() == device);
    CHECK(sycl::queue(selector, sycl::async_handler()).get_device() == device);
    CHECK(sycl::queue(selector, {sycl::property::queue::in_order()}).is_in_order());
    const sycl::context context(device);
    CHECK(sycl::queue(context, selector).get_context() == context);
  } else {
    CHECK_THROWS(runtime, sycl::device{selector});
    CHECK_THROWS(runtime, sycl::platform{selector});
    CHECK_THROWS(runtime, sycl::queue{selector});
  }
}

void checkOrder() {
  // GPUs come first; of CPUs, Ursa's own compiler comes first and a software Vulkan driver last.
  const auto rank = [](const sycl::device &device) {
    if (device.is_gpu())
      return 0;
    if (!device.is_cpu())
      return 1;
    if (device.get_backend() == sycl::backend::ext_ursa_host)
      return 2;
    return device.get_backend() == sycl::backend::ext_ursa_vulkan ? 4 : 3;
  };
  const sycl::device chosen;
  for (const sycl::device &each : sycl::device::get_devices()) {
    CHECK(rank(chosen) <= rank(each));
    CHECK((sycl::default_selector_v(chosen) > sycl::default_selector_v(each)) ==
          (rank(chosen) < rank(each)));
  }
}

} // namespace

int main() {
  CHECK(sycl::device() == sycl::device(sycl::default_selector_v));
  CHECK(sycl::platform() == sycl::device().get_platform());
  CHECK(sycl::queue().get_device() == sycl::device());
  checkOrder();

  checkSelector(sycl::default_selector_v);
  checkSelector(sycl::cpu_selector_v);
  checkSelector(sycl::gpu_selector_v);
  checkSelector(sycl::accelerator_selector_v);
  checkSelector(sycl::default_selector());
  checkSelector(sycl::cpu_selector());
  checkSelector(sycl::gpu_selector());
  checkSelector(sycl::accelerator_selector());
  checkSelector(OldSelector());
  checkSelector(scoreAll);
  checkSelector(refuse);
  checkSelector([](auto &device) { return device.has(sycl::aspect::fp64) ? 1 : -1; });
  CHECK(sycl::default_selector().select_device() == sycl::device());

  int calls = 0;
  const sycl::device last{Counting{&calls}};
  CHECK_EQUAL(calls, sycl::device::get_devices().size());
  CHECK(last == sycl::device::get_devices().back());

  using sycl::aspect;
  CHECK(sycl::device(sycl::aspect_selector()) == sycl::device());
  CHECK(sycl::device(sycl::aspect_selector({})) == sycl::device());
  CHECK(sycl::device(sycl::aspect_selector({}, {})) == sycl::device());
  CHECK(sycl::device(sycl::aspect_selector<>()) == sycl::device());
  checkSelector(sycl::aspect_selector(std::vector{aspect::cpu, aspect::fp64}));
  checkSelector(sycl::aspect_selector(aspect::cpu, aspect::fp64));
  checkSelector(sycl::aspect_selector<aspect::cpu, aspect::fp64>());
  checkSelector(sycl::aspect_selector<aspect::gpu>());
  checkSelector(sycl::aspect_selector({aspect::usm_device_allocations}, {aspect::custom}));
  checkSelector(sycl::aspect_selector({aspect::cpu}, {aspect::cpu}));
  CHECK_THROWS(runtime, sycl::device{sycl::aspect_selector<aspect::emulated>()});
  return failures != 0;
}
