// Scores of the standard device selectors, and the selection by score.
#include "sycl/api/error.h"
#include "sycl/api/platform_impl.h"
#include "sycl/api/runtime.h"

#include "support/compute_hardware.h"

#include <sycl/device_selector.hpp>

#include <algorithm>
#include <limits>
#include <string_view>

inline namespace ursa_sycl {
namespace sycl {
namespace detail {

namespace {

using DeviceScore = int (*)(const void *, const device &);

/// The device with the highest score so far; of several, that of the first adapter.
struct Best {
  std::shared_ptr<DeviceImpl> device;
  int score = -1;
  size_t adapter = 0;

  void add(const PlatformImpl &platform, size_t from, const void *selector, DeviceScore scoreOf) {
    for (const auto &each : platform.devices())
      if (const int scored = scoreOf(selector, Access::make<sycl::device>(each));
          scored > score || (scored == score && device && from < adapter)) {
        device = each;
        score = scored;
        adapter = from;
      }
  }
  /// Whether a device of an adapter cannot win any more.
  bool isAhead(int highest, size_t from) const {
    return score > highest || (score == highest && adapter < from);
  }
};

int scoreOf(info::device_type type, backend of) {
  switch (type) {
  case info::device_type::gpu:
    switch (of) {
    case backend::opencl:
      return 520;
    case backend::ext_ursa_vulkan:
      return 510;
    default:
      return 530;
    }
  case info::device_type::accelerator:
    return 400;
  case info::device_type::cpu:
    switch (of) {
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

/// What an adapter's devices can be, before its library and its driver are opened.
struct AdapterKind {
  std::string_view name;
  std::vector<info::device_type> types;
  backend of;
};

/// Returns the highest score that a standard selector can give a device of an adapter.
int highestScore(const std::string &adapter, info::device_type wanted) {
  using type = info::device_type;
  static const AdapterKind kinds[] = {
      {"host", {type::cpu}, backend::ext_ursa_host},
      {"cuda", {type::gpu}, backend::ext_oneapi_cuda},
      {"opencl", {type::gpu, type::accelerator, type::cpu}, backend::opencl},
      {"vulkan", {type::gpu, type::cpu}, backend::ext_ursa_vulkan},
      {"level_zero", {type::gpu, type::accelerator}, backend::level_zero},
      {"level_zero_v2", {type::gpu, type::accelerator}, backend::level_zero},
      {"hip", {type::gpu}, backend::hip},
      {"native_cpu", {type::cpu}, backend::ext_ursa_other},
      {"offload", {type::gpu, type::cpu}, backend::ext_ursa_other},
  };
  const auto *kind = std::find_if(std::begin(kinds), std::end(kinds),
                                  [&](const AdapterKind &each) { return each.name == adapter; });
  if (kind == std::end(kinds))
    return std::numeric_limits<int>::max();
  static const bool hasHardware = ursa::hasComputeHardware();
  int highest = -1;
  for (const type each : kind->types)
    if (each == wanted || (wanted == type::all && (each == type::cpu || hasHardware)))
      highest = std::max(highest, scoreOf(each, kind->of));
  return highest;
}

[[noreturn]] void failForNone() {
  const std::size_t count = device::get_devices().size();
  if (count == 0)
    fail(errc::runtime, Runtime::get().explainNoDevice());
  fail(errc::runtime, "The device selector refuses all " + std::to_string(count) +
                          " devices; 'ursa-info' lists them.");
}

} // namespace

std::shared_ptr<DeviceImpl> selectDevice(const void *selector, DeviceScore score) {
  Runtime &runtime = Runtime::get();
  Best best;
  for (size_t i = 0; i < runtime.adapterCount(); ++i)
    for (const auto &platform : runtime.platformsOf(i))
      best.add(*platform, i, selector, score);
  if (!best.device)
    failForNone();
  return best.device;
}

std::shared_ptr<DeviceImpl> selectStandardDevice(info::device_type type, const void *selector,
                                                 DeviceScore score) {
  Runtime &runtime = Runtime::get();
  struct Candidate {
    size_t adapter;
    int highest;
  };
  std::vector<Candidate> candidates;
  for (size_t i = 0; i < runtime.adapterCount(); ++i)
    candidates.push_back({i, highestScore(runtime.adapterName(i), type)});
  std::stable_sort(candidates.begin(), candidates.end(),
                   [](const Candidate &a, const Candidate &b) { return a.highest > b.highest; });
  Best best;
  for (const auto &[adapter, highest] : candidates)
    if (highest >= 0 && !best.isAhead(highest, adapter))
      for (const auto &platform : runtime.platformsOf(adapter))
        best.add(*platform, adapter, selector, score);
  return best.device ? best.device : selectDevice(selector, score);
}

int defaultScore(const device &device) {
  return scoreOf(device.get_info<info::device::device_type>(), device.get_backend());
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
