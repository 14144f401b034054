#include "sycl/api/error.h"
#include "sycl/api/requirement.h"

#include <sycl/detail/accessor_base.hpp>

#include <atomic>

namespace sycl::detail {

size_t nextLocalAccessor() {
  static std::atomic<size_t> last{0};
  return ++last;
}

void *AccessorBase::pointer() const {
  if (!requirement)
    fail(errc::kernel_argument, "A kernel uses an accessor that has no buffer.");
  return requirement->pointer();
}

} // namespace sycl::detail
