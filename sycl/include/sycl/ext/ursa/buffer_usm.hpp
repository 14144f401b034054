// Buffers over unified shared memory of the program, and pointers to the memory of buffers.
#pragma once

#include <sycl/buffer.hpp>
#include <sycl/queue.hpp>

inline namespace ursa_sycl {
namespace sycl {
namespace detail {

URSA_SYCL_EXPORT void adoptMemory(const std::shared_ptr<BufferImpl> &buffer, const queue &where,
                                  void *memory, bool hasContents);
URSA_SYCL_EXPORT void *memoryOn(const std::shared_ptr<BufferImpl> &buffer, const queue &where);

} // namespace detail

namespace ext::ursa {

/// Returns a buffer that uses memory of the program as its memory on the device and context of a
/// queue. The memory may be of any kind of USM that the device can use; it must outlive the buffer,
/// whose end brings the contents there, unless set_write_back(false). Throws errc::invalid for a
/// null pointer.
/// @param hasContents false: the buffer begins without contents
template <typename T, int Dimensions>
buffer<T, Dimensions> make_buffer(const queue &where, T *memory, const range<Dimensions> &extent,
                                  bool hasContents = true, const property_list &properties = {}) {
  buffer<T, Dimensions> made(extent, properties);
  detail::adoptMemory(detail::implOf(made), where, memory, hasContents);
  return made;
}

/// Returns the memory of a buffer on the device and context of a queue, which is allocated if the
/// buffer was not used there. It is valid as long as the buffer, and the same for all kernels. What
/// it holds is up-to-date after a command of the queue that uses the buffer; the program orders its
/// own commands with those of the buffer. Throws errc::invalid for a sub-buffer.
template <typename T, int Dimensions, typename AllocatorT>
T *get_pointer(const buffer<T, Dimensions, AllocatorT> &of, const queue &where) {
  if (of.is_sub_buffer())
    throw exception(make_error_code(errc::invalid),
                    "A sub-buffer has no memory of its own; ask its buffer.");
  return static_cast<T *>(detail::memoryOn(detail::implOf(of), where));
}

} // namespace ext::ursa
} // namespace sycl
} // namespace ursa_sycl
