#include "sycl/api/runtime.h"

#include "sycl/api/context_impl.h"
#include "sycl/api/error.h"
#include "sycl/api/platform_impl.h"

#include "client/failure.h"

#include <map>

namespace sycl::detail {

Runtime &Runtime::get() {
  // Destroyed with the library, which programs load before they construct objects of their own.
  static Runtime runtime;
  return runtime;
}

Runtime::Runtime() try {
  std::map<ur_platform_handle_t, PlatformImpl *> known;
  for (const ursa::client::Device &device : devices_.all()) {
    PlatformImpl *&platform = known[device.platform];
    if (!platform) {
      platforms_.push_back(std::make_shared<PlatformImpl>(device.adapter, device.platform));
      platform = platforms_.back().get();
    }
    platform->add(device);
  }
} catch (const ursa::client::Failure &failure) {
  fail(errc::runtime, failure.what());
}

Runtime::~Runtime() {
  for (const auto &platform : platforms_)
    platform->releaseDefaultContext();
}

} // namespace sycl::detail
