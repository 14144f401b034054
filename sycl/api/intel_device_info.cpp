// get_info of devices by DPC++'s descriptors (sycl_ext_intel_device_info).
#include "sycl/api/intel_device_info.h"
#include "sycl/api/error.h"
#include "sycl/api/platform_impl.h"

#include <sycl/ext/intel/device_info.hpp>

#include <algorithm>
#include <type_traits>

inline namespace ursa_sycl {
namespace sycl {
namespace detail {
namespace {

size_t sizeOf(const DeviceImpl &device, ur_device_info_t query) {
  size_t size = 0;
  return urDeviceGetInfo(device.handle(), query, 0, nullptr, &size) == UR_RESULT_SUCCESS ? size : 0;
}

template <class Type>
Type answer(const DeviceImpl &device, ur_device_info_t query, const char *descriptor) {
  const size_t size = sizeOf(device, query);
  if (size == 0)
    fail(errc::feature_not_supported,
         "The device '" + device.entry().name +
             "' does not tell ext::intel::info::device::" + descriptor + ".");
  if constexpr (std::is_same_v<Type, std::string>) {
    return device.text(query);
  } else if constexpr (std::is_arithmetic_v<Type>) {
    return device.value<Type>(query);
  } else { // drivers may have longer or shorter identifiers
    const auto bytes = device.list<unsigned char>(query);
    Type all{};
    std::copy_n(bytes.begin(), std::min(bytes.size(), all.size()), all.begin());
    return all;
  }
}

} // namespace

bool tells(const DeviceImpl &device, ur_device_info_t query) { return sizeOf(device, query) != 0; }

} // namespace detail

#define URSA_GET_INFO(NAME, TYPE, QUERY)                                                           \
  template <> TYPE device::get_info<ext::intel::info::device::NAME>() const {                      \
    return detail::answer<TYPE>(*impl_, UR_DEVICE_INFO_##QUERY, #NAME);                            \
  }
__URSA_INTEL_DEVICE_INFOS(URSA_GET_INFO)
#undef URSA_GET_INFO

} // namespace sycl
} // namespace ursa_sycl
