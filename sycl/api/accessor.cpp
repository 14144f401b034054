#include "sycl/api/requirement.h"

#include <sycl/detail/accessor_base.hpp>

#include <atomic>

inline namespace ursa_sycl {
namespace sycl::detail {

size_t nextLocalAccessor() {
  static std::atomic<size_t> last{0};
  return ++last;
}

void *AccessorBase::pointer() const { return requirement ? requirement->pointer() : nullptr; }

} // namespace sycl::detail
} // namespace ursa_sycl
