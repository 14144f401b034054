// sycl_ext_oneapi_current_device, composite_device and num_compute_units.
#include "check.h"

#include <thread>

namespace {

namespace ext = sycl::ext::oneapi::experimental;

static_assert(SYCL_EXT_ONEAPI_CURRENT_DEVICE == 1 && SYCL_EXT_ONEAPI_COMPOSITE_DEVICE == 1);
static_assert(SYCL_EXT_ONEAPI_NUM_COMPUTE_UNITS == 1);

// Each thread has its own.
void checkCurrentDevice() {
  const sycl::device first;
  CHECK(ext::this_thread::get_current_device() == first);
  for (const sycl::device &each : sycl::device::get_devices()) {
    ext::this_thread::set_current_device(each);
    CHECK(ext::this_thread::get_current_device() == each);
    bool isFirst = false;
    std::thread([&] { isFirst = ext::this_thread::get_current_device() == first; }).join();
    CHECK(isFirst);
  }
}

void checkComposites(const sycl::device &device) {
  CHECK(ext::get_composite_devices().empty());
  CHECK(device.get_platform().ext_oneapi_get_composite_devices().empty());
  CHECK(!device.has(sycl::aspect::ext_oneapi_is_composite));
  CHECK(!device.has(sycl::aspect::ext_oneapi_is_component));
  CHECK(device.get_info<ext::info::device::component_devices>().empty());
  CHECK_THROWS(invalid, device.get_info<ext::info::device::composite_device>());
}

} // namespace

int main() {
  const sycl::device device;
  checkCurrentDevice();
  checkComposites(device);
  CHECK_EQUAL(device.get_info<sycl::ext::oneapi::info::device::num_compute_units>(),
              device.get_info<sycl::info::device::max_compute_units>());
  return failures ? 1 : 0;
}
