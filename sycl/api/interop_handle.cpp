#include "sycl/api/error.h"
#include "sycl/api/native_handles.h"
#include "sycl/api/queue_impl.h"
#include "sycl/api/texts.h"

#include <sycl/interop_handle.hpp>

namespace sycl {

backend interop_handle::get_backend() const noexcept {
  return impl_->device().platform().backend();
}

queue interop_handle::queueOf() const { return detail::Access::make<queue>(impl_); }

void interop_handle::check(backend wanted) const {
  if (wanted != get_backend())
    detail::fail(errc::invalid, "A host task asks for an object of the backend " +
                                    std::string(detail::name(wanted)) + "; its queue is of " +
                                    std::string(detail::name(get_backend())) + ".");
}

detail::NativeHandle interop_handle::memoryObject(void *memory, size_t bytes) const {
  if (!memory)
    detail::fail(errc::invalid, "A host task asks for the memory of an accessor that its command "
                                "group does not use.");
  return detail::nativeOf(detail::memoryObject(*impl_, memory, bytes), *impl_);
}

} // namespace sycl
