// Device selectors from text (sycl_ext_oneapi_filter_selector).
#pragma once

#include <sycl/device_selector.hpp>

#include <string>
#include <vector>

inline namespace ursa_sycl {
namespace sycl::ext::oneapi {

/// Selects by a list such as "cuda,opencl:gpu:1": each filter is a backend, a type and an index, at
/// least one of the three. The index counts the devices that match the rest. Backends are host,
/// opencl, vulkan, cuda and DPC++'s other names of them; types cpu, gpu, accelerator and *.
class URSA_SYCL_EXPORT filter_selector : public device_selector {
public:
  /// Throws errc::invalid for another text.
  filter_selector(const std::string &filters);
  int operator()(const device &device) const override;
  void reset() const {}

private:
  std::vector<device> matching_; ///< in the order of the filters, each device once
};

} // namespace sycl::ext::oneapi
} // namespace ursa_sycl
