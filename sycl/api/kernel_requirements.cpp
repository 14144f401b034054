#include "sycl/api/kernel_requirements.h"

#include "sycl/api/device_info.h"
#include "sycl/api/error.h"
#include "sycl/api/texts.h"

#include <sycl/device.hpp>

#include <algorithm>

inline namespace ursa_sycl {
namespace sycl::detail {
namespace {

/// Returns the numbers of a requirement; none if the kernel does not have it.
template <class Number>
std::vector<Number> numbersOf(ursa_bundle_handle_t bundle, const DeviceImpl &device,
                              const char *kernel, ursa_kernel_requirement_t requirement) {
  const auto get = [&](size_t capacity, void *value, size_t *size) {
    check(ursaBundleGetKernelRequirement(bundle, device.handle(), kernel, requirement, capacity,
                                         value, size),
          std::string("Reading what the kernel '") + kernel + "' requires",
          errc::kernel_not_supported);
  };
  size_t size = 0;
  get(0, nullptr, &size);
  std::vector<Number> numbers(size / sizeof(Number));
  if (!numbers.empty())
    get(size, numbers.data(), nullptr);
  return numbers;
}

/// Returns the texts of a requirement.
std::vector<std::string> textsOf(ursa_bundle_handle_t bundle, const DeviceImpl &device,
                                 const char *kernel, ursa_kernel_requirement_t requirement) {
  std::vector<std::string> texts;
  std::string text;
  for (const char each : numbersOf<char>(bundle, device, kernel, requirement)) {
    if (each != '\0') {
      text += each;
      continue;
    }
    texts.push_back(std::move(text));
    text.clear();
  }
  return texts;
}

} // namespace

std::string lackingRequirement(ursa_bundle_handle_t bundle, const DeviceImpl &device,
                               const char *kernel) {
  const auto as =
      Access::make<sycl::device>(std::const_pointer_cast<DeviceImpl>(device.shared_from_this()));
  const auto aspects = numbersOf<uint32_t>(bundle, device, kernel, URSA_KERNEL_REQUIREMENT_ASPECTS);
  for (size_t i = 0; i < aspects.size(); ++i) {
    const auto number = static_cast<aspect>(aspects[i]);
    if (as.has(number))
      continue;
    const auto uses = textsOf(bundle, device, kernel, URSA_KERNEL_REQUIREMENT_ASPECT_USES);
    const std::string use = i < uses.size() && !uses[i].empty() ? " (" + uses[i] + ")" : "";
    return "the aspect " + name(number) + use;
  }
  if (const uint32_t subGroup = requiredSubGroupSize(bundle, device, kernel)) {
    const auto sizes = device.list<uint32_t>(UR_DEVICE_INFO_SUB_GROUP_SIZES_INTEL);
    if (std::find(sizes.begin(), sizes.end(), subGroup) == sizes.end())
      return "sub-groups of " + std::to_string(subGroup) + " work-items";
  }
  const size_t most =
      std::min(device.value<size_t>(UR_DEVICE_INFO_MAX_WORK_GROUP_SIZE), kMaximumWorkGroupSize);
  std::string sizes;
  uint64_t items = 1;
  bool fits = true;
  for (const uint64_t length : requiredWorkGroupSize(bundle, device, kernel)) {
    sizes += (sizes.empty() ? "" : " times ") + std::to_string(length);
    fits = fits && length <= most / std::max<uint64_t>(items, 1);
    items = fits ? items * length : items;
  }
  return fits ? "" : "work-groups of " + sizes + " work-items";
}

std::vector<uint64_t> requiredWorkGroupSize(ursa_bundle_handle_t bundle, const DeviceImpl &device,
                                            const char *kernel) {
  return numbersOf<uint64_t>(bundle, device, kernel, URSA_KERNEL_REQUIREMENT_WORK_GROUP_SIZE);
}

uint32_t requiredSubGroupSize(ursa_bundle_handle_t bundle, const DeviceImpl &device,
                              const char *kernel) {
  const auto size =
      numbersOf<uint32_t>(bundle, device, kernel, URSA_KERNEL_REQUIREMENT_SUB_GROUP_SIZE);
  return size.empty() ? 0 : size.front();
}

std::vector<std::string> deviceGlobalsOf(ursa_bundle_handle_t bundle, const DeviceImpl &device,
                                         const char *kernel) {
  return textsOf(bundle, device, kernel, URSA_KERNEL_REQUIREMENT_DEVICE_GLOBALS);
}

void checkRequirements(ursa_bundle_handle_t bundle, const DeviceImpl &device, const char *kernel) {
  const std::string lacking = lackingRequirement(bundle, device, kernel);
  if (!lacking.empty())
    fail(errc::kernel_not_supported, std::string("The kernel '") + kernel + "' requires " +
                                         lacking + ", which '" + device.entry().name +
                                         "' does not have.");
}

} // namespace sycl::detail
} // namespace ursa_sycl
