// Platforms and devices: lists, aspects, sub-devices.
#include "check.h"

#include <CL/sycl.hpp>

#include <algorithm>
#include <type_traits>

static_assert(!std::is_convertible_v<int (*)(const sycl::device &), sycl::device>);
static_assert(!std::is_constructible_v<sycl::device, int>);
static_assert(std::is_same_v<cl::sycl::device, sycl::device>);
static_assert(SYCL_LANGUAGE_VERSION == 202012L && SYCL_FEATURE_SET_FULL && SYCL_BACKEND_OPENCL);
static_assert(sycl::any_device_has_v<sycl::aspect::fp64> &&
              !sycl::all_devices_have_v<sycl::aspect::fp64>);
static_assert(std::is_base_of_v<std::false_type, sycl::any_device_has<sycl::aspect::emulated>>);

namespace {

using property = sycl::info::partition_property;

void checkLists() {
  const auto platforms = sycl::platform::get_platforms();
  CHECK(!platforms.empty());
  CHECK(platforms == sycl::platform::get_platforms());
  const auto devices = sycl::device::get_devices();
  CHECK(devices == sycl::device::get_devices(sycl::info::device_type::all));
  CHECK(sycl::device::get_devices(sycl::info::device_type::host).empty());
  CHECK_EQUAL(sycl::device::get_devices(sycl::info::device_type::automatic).size(),
              platforms.size());
  size_t count = 0;
  for (const sycl::platform &platform : platforms) {
    CHECK(platform.get_devices(sycl::info::device_type::automatic).size() == 1);
    for (const sycl::device &device : platform.get_devices()) {
      CHECK(device.get_platform() == platform);
      CHECK(device.get_info<sycl::info::device::platform>() == platform);
      CHECK(device.get_backend() == platform.get_backend());
      CHECK(std::find(devices.begin(), devices.end(), device) != devices.end());
      CHECK(std::hash<sycl::device>()(device) == std::hash<sycl::device>()(sycl::device(device)));
      ++count;
    }
    for (const auto type : {sycl::info::device_type::cpu, sycl::info::device_type::gpu,
                            sycl::info::device_type::accelerator, sycl::info::device_type::custom})
      for (const sycl::device &device : platform.get_devices(type))
        CHECK(device.get_info<sycl::info::device::device_type>() == type);
  }
  CHECK_EQUAL(count, devices.size());
}

void checkAspects(const sycl::device &device) {
  const auto all = device.get_info<sycl::info::device::aspects>();
  for (const sycl::aspect each : all)
    CHECK(device.has(each));
  const auto lists = [&](sycl::aspect each) {
    return std::find(all.begin(), all.end(), each) != all.end();
  };
  CHECK(lists(sycl::aspect::usm_device_allocations));
  CHECK(!lists(sycl::aspect::emulated));
  CHECK(device.is_cpu() + device.is_gpu() + device.is_accelerator() +
            device.has(sycl::aspect::custom) ==
        1);
  CHECK(device.has(sycl::aspect::fp64) ==
        !device.get_info<sycl::info::device::double_fp_config>().empty());
  CHECK(device.has(sycl::aspect::fp16) ==
        !device.get_info<sycl::info::device::half_fp_config>().empty());
  CHECK(!device.has_extension("no extension"));
  for (const std::string &each : device.get_info<sycl::info::device::extensions>())
    CHECK(device.has_extension(each));
  CHECK(!device.get_platform().has(sycl::aspect::emulated));
  CHECK(device.get_platform().has(sycl::aspect::usm_device_allocations));
  CHECK(!device.get_platform().has_extension("no extension"));
}

void checkParts(const sycl::device &device, const std::vector<sycl::device> &parts,
                property wanted) {
  for (const sycl::device &part : parts) {
    CHECK(part != device);
    CHECK(part.get_platform() == device.get_platform());
    CHECK(part.get_info<sycl::info::device::parent_device>() == device);
    CHECK(part.get_info<sycl::info::device::partition_type_property>() == wanted);
    sycl::queue queue(sycl::context(part), part);
    int from = 42;
    int to = 0;
    queue.memcpy(&to, &from, sizeof(to)).wait();
    CHECK_EQUAL(to, 42);
    CHECK(queue.get_device() == part);
    // OpenCL has no such queues.
    if (device.get_backend() == sycl::backend::opencl)
      CHECK_THROWS(feature_not_supported, sycl::queue{part});
    else
      CHECK(sycl::queue(part).get_context() == sycl::queue(device).get_context());
  }
}

void checkPartitions(const sycl::device &device) {
  const auto properties = device.get_info<sycl::info::device::partition_properties>();
  const auto can = [&](property wanted) {
    return std::find(properties.begin(), properties.end(), wanted) != properties.end();
  };
  const auto units = device.get_info<sycl::info::device::max_compute_units>();
  CHECK(device.get_info<sycl::info::device::partition_max_sub_devices>() <= units);
  CHECK(device.get_info<sycl::info::device::partition_type_property>() == property::no_partition);
  CHECK_THROWS(invalid, device.get_info<sycl::info::device::parent_device>());

  CHECK(!can(property::ext_intel_partition_by_cslice));
  CHECK_THROWS(feature_not_supported,
               device.create_sub_devices<property::ext_intel_partition_by_cslice>());
  if (can(property::partition_equally)) {
    const auto parts = device.create_sub_devices<property::partition_equally>(1);
    CHECK_EQUAL(parts.size(), units);
    checkParts(device, parts, property::partition_equally);
    CHECK_EQUAL(parts[0].get_info<sycl::info::device::max_compute_units>(), 1);
    CHECK(parts[0] != parts[1]);
    CHECK_THROWS(feature_not_supported,
                 parts[0].create_sub_devices<property::partition_equally>(1));
    CHECK_THROWS(invalid, device.create_sub_devices<property::partition_equally>(units + 1));
    CHECK_THROWS(invalid, device.create_sub_devices<property::partition_equally>(0));
  } else {
    CHECK_THROWS(feature_not_supported, device.create_sub_devices<property::partition_equally>(1));
  }
  if (can(property::partition_by_counts)) {
    const auto parts = device.create_sub_devices<property::partition_by_counts>({1, 0, 1});
    CHECK_EQUAL(parts.size(), 2);
    checkParts(device, parts, property::partition_by_counts);
    CHECK_THROWS(invalid, device.create_sub_devices<property::partition_by_counts>({units, 1}));
  } else {
    CHECK_THROWS(feature_not_supported,
                 device.create_sub_devices<property::partition_by_counts>({1, 1}));
  }
  using sycl::info::partition_affinity_domain;
  if (can(property::partition_by_affinity_domain)) {
    const auto domains = device.get_info<sycl::info::device::partition_affinity_domains>();
    CHECK(!domains.empty());
    for (const auto domain : domains) {
      const auto parts = device.create_sub_devices<property::partition_by_affinity_domain>(domain);
      CHECK(parts.size() >= 2);
      checkParts(device, parts, property::partition_by_affinity_domain);
      const auto made = parts[0].get_info<sycl::info::device::partition_type_affinity_domain>();
      CHECK(made == domain || domain == partition_affinity_domain::next_partitionable);
      CHECK(made != partition_affinity_domain::not_applicable);
    }
  } else {
    CHECK_THROWS(feature_not_supported,
                 device.create_sub_devices<property::partition_by_affinity_domain>(
                     partition_affinity_domain::numa));
  }
  CHECK_THROWS(feature_not_supported,
               device.create_sub_devices<property::partition_by_affinity_domain>(
                   partition_affinity_domain::not_applicable));
}

} // namespace

int main() {
  checkLists();
  for (const sycl::device &device : sycl::device::get_devices()) {
    checkAspects(device);
    checkPartitions(device);
  }
  return failures != 0;
}
