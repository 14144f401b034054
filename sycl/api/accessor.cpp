#include "sycl/api/error.h"
#include "sycl/api/requirement.h"

#include <sycl/detail/accessor_base.hpp>

namespace sycl::detail {

void *AccessorBase::pointer() const {
  if (!requirement)
    fail(errc::kernel_argument, "A kernel uses an accessor that has no buffer.");
  return requirement->pointer();
}

} // namespace sycl::detail
