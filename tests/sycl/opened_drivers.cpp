// An adapter and its driver are opened when one of the driver's devices may be chosen.
#include "check.h"

#include <fstream>
#include <string>

namespace {

bool isLoaded(const std::string &library) {
  std::ifstream maps("/proc/self/maps");
  for (std::string line; std::getline(maps, line);)
    if (line.find(library) != std::string::npos)
      return true;
  return false;
}

bool isAnyDriverLoaded() { return isLoaded("/libvulkan") || isLoaded("/libpocl"); }
bool isAnyAdapterLoaded() {
  return isLoaded("/libur_adapter_vulkan") || isLoaded("/libur_adapter_opencl");
}

/// SYCL 1.2.1 programs derive selectors, also from the standard ones.
struct Derived : sycl::cpu_selector {
  int operator()(const sycl::device &device) const override {
    return device.get_backend() == sycl::backend::ext_ursa_host ? -1 : 1;
  }
};

} // namespace

int main() {
  using sycl::backend;
  CHECK(sycl::device(sycl::cpu_selector_v).get_backend() == backend::ext_ursa_host);
  CHECK(sycl::device(sycl::cpu_selector()).get_backend() == backend::ext_ursa_host);
  sycl::queue queue(sycl::cpu_selector_v);
  int *number = sycl::malloc_shared<int>(1, queue);
  queue.single_task([=] { *number = 7; }).wait();
  CHECK_EQUAL(*number, 7);
  sycl::free(number, queue);
  CHECK(!isAnyDriverLoaded() && !isAnyAdapterLoaded());

  const sycl::cpu_selector &derived = Derived();
  CHECK(sycl::device(derived).get_backend() != backend::ext_ursa_host);
  CHECK(isAnyDriverLoaded() && isAnyAdapterLoaded());
  const auto devices = sycl::device::get_devices();
  CHECK(devices.size() > 1);
  CHECK(devices.front() == sycl::device(sycl::cpu_selector_v));
  CHECK(sycl::platform::get_platforms().size() > 1);
  for (const sycl::device &each : devices) {
    int result = 0;
    {
      sycl::queue other(each);
      sycl::buffer<int> buffer(&result, 1);
      other.submit([&](sycl::handler &group) {
        sycl::accessor all(buffer, group);
        group.single_task([=] { all[0] = 5; });
      });
    }
    CHECK_EQUAL(result, 5);
  }
  return failures != 0;
}
