// The class platform (SYCL 2020, 4.6.2).
#pragma once

#include <sycl/detail/impl.hpp>
#include <sycl/exception.hpp>

#include <vector>

namespace sycl {

class device;
namespace detail {
class PlatformImpl;
}

class URSA_SYCL_EXPORT platform : public detail::Shared<platform, detail::PlatformImpl> {
public:
  platform();
  static std::vector<platform> get_platforms();

private:
  friend struct detail::Access;
  explicit platform(std::shared_ptr<detail::PlatformImpl> impl) : Shared(std::move(impl)) {}
};

} // namespace sycl
URSA_SYCL_HASH(sycl::platform)
