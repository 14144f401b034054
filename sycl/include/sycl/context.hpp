// The class context (SYCL 2020, 4.6.3).
#pragma once

#include <sycl/device.hpp>
#include <sycl/property_list.hpp>

namespace sycl {

namespace detail {
class ContextImpl;
}

class URSA_SYCL_EXPORT context : public detail::Shared<context, detail::ContextImpl> {
public:
  explicit context(const property_list &properties = {});
  explicit context(const device &only, const property_list &properties = {});
  std::vector<device> get_devices() const;

private:
  friend struct detail::Access;
  explicit context(std::shared_ptr<detail::ContextImpl> impl) : Shared(std::move(impl)) {}
};

} // namespace sycl
URSA_SYCL_HASH(sycl::context)
