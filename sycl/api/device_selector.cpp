// Scores of the standard device selectors, and the selection by score.
#include "sycl/api/error.h"
#include "sycl/api/platform_impl.h"
#include "sycl/api/runtime.h"

#include <sycl/device_selector.hpp>

#include <algorithm>

inline namespace ursa_sycl {
namespace sycl {
namespace detail {

std::shared_ptr<DeviceImpl> selectDevice(const void *selector,
                                         int (*score)(const void *, const device &)) {
  const std::vector<device> devices = device::get_devices();
  if (devices.empty())
    fail(errc::runtime, Runtime::get().explainNoDevice());
  const device *best = nullptr;
  int highest = -1;
  for (const device &each : devices)
    if (const int scored = score(selector, each); scored > highest) {
      best = &each;
      highest = scored;
    }
  if (!best)
    fail(errc::runtime, "The device selector refuses all " + std::to_string(devices.size()) +
                            " devices; 'ursa-info' lists them.");
  return implOf(*best);
}

int defaultScore(const device &device) {
  switch (device.get_info<info::device::device_type>()) {
  case info::device_type::gpu:
    return 500;
  case info::device_type::accelerator:
    return 400;
  case info::device_type::cpu:
    switch (device.get_backend()) {
    case backend::ext_ursa_host:
      return 300;
    case backend::ext_ursa_vulkan: // a software driver
      return 100;
    default:
      return 200;
    }
  default:
    return 0;
  }
}

int scoreOfType(const device &device, info::device_type type) {
  return device.get_info<info::device::device_type>() == type ? defaultScore(device) : -1;
}

int AspectSelector::operator()(const device &device) const {
  const auto has = [&](aspect each) { return device.has(each); };
  return std::all_of(required_.begin(), required_.end(), has) &&
                 std::none_of(denied_.begin(), denied_.end(), has)
             ? defaultScore(device)
             : -1;
}

} // namespace detail

device_selector::~device_selector() = default;
device device_selector::select_device() const { return device(*this); }

int default_selector::operator()(const device &device) const { return default_selector_v(device); }
int cpu_selector::operator()(const device &device) const { return cpu_selector_v(device); }
int gpu_selector::operator()(const device &device) const { return gpu_selector_v(device); }
int host_selector::operator()(const device &device) const { return cpu_selector_v(device); }
int accelerator_selector::operator()(const device &device) const {
  return accelerator_selector_v(device);
}

} // namespace sycl
} // namespace ursa_sycl
