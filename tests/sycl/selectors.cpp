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
  // GPUs come first, of them CUDA's; of CPUs, Ursa's own compiler comes first and a software Vulkan
  // driver last.
  const auto rank = [](const sycl::device &device) {
    const bool isVulkan = device.get_backend() == sycl::backend::ext_ursa_vulkan;
    if (device.is_gpu())
      return isVulkan ? 2 : device.get_backend() == sycl::backend::opencl ? 1 : 0;
    if (!device.is_cpu())
      return 3;
    return device.get_backend() == sycl::backend::ext_ursa_host ? 4 : isVulkan ? 6 : 5;
  };
  const sycl::device chosen;
  for (const sycl::device &each : sycl::device::get_devices()) {
    CHECK(rank(chosen) <= rank(each));
    CHECK((sycl::default_selector_v(chosen) > sycl::default_selector_v(each)) ==
          (rank(chosen) < rank(each)));
  }
}

// sycl_ext_oneapi_filter_selector
void checkFilters() {
  using sycl::ext::oneapi::filter_selector;
  const std::vector<sycl::device> all = sycl::device::get_devices();
  const std::vector<sycl::device> cpus = sycl::device::get_devices(sycl::info::device_type::cpu);
  for (std::size_t i = 0; i < cpus.size(); ++i) {
    CHECK(sycl::device(filter_selector("cpu:" + std::to_string(i))) == cpus[i]);
    CHECK(filter_selector("cpu")(cpus[i]) >= 0);
    CHECK(filter_selector("gpu, *:cpu")(cpus[i]) >= 0);
    CHECK(filter_selector("gpu")(cpus[i]) < 0);
  }
  for (std::size_t i = 0; i < all.size(); ++i)
    CHECK(sycl::device(filter_selector(std::to_string(i))) == all[i]);
  for (const sycl::device &each : all)
    if (each.get_backend() == sycl::backend::opencl) {
      CHECK(filter_selector("opencl")(each) >= 0 && filter_selector("cuda,host")(each) < 0);
      CHECK(filter_selector("opencl:0").select_device().get_backend() == sycl::backend::opencl);
    }
  CHECK_THROWS(runtime, sycl::device{filter_selector("cpu:99")});
  for (const char *bad :
       {"", "cpu:", "fpga", "cpu:gpu", "cpu:1:opencl", "1:2", "cpu,,gpu", "cpu:-1"})
    CHECK_THROWS(invalid, filter_selector{bad});
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
  checkFilters();
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
