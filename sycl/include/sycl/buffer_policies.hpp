// Buffers that say whether they use memory of the program, write it back, and block at their end
// (ACPP_EXT_EXPLICIT_BUFFER_POLICIES of AdaptiveCpp). A "view" uses the memory that it is given, a
// "buffer" has its own; the end of an "async" one does not block.
#pragma once

#include <sycl/buffer.hpp>
#include <sycl/queue.hpp>

#include <type_traits>
#include <vector>

inline namespace ursa_sycl {
namespace sycl {

namespace property::buffer {
/// The queue whose wait() waits for the end of a buffer that does not block.
class AdaptiveCpp_write_back_queue {
public:
  AdaptiveCpp_write_back_queue(const sycl::queue &given) : queue_(given) {}
  const sycl::queue &get_queue() const { return queue_; }

private:
  sycl::queue queue_;
};
} // namespace property::buffer
template <> struct is_property<property::buffer::AdaptiveCpp_write_back_queue> : std::true_type {};

namespace detail {
template <class T, int D>
using PolicyBuffer = buffer<T, D, buffer_allocator<std::remove_const_t<T>>>;
template <class... More>
property_list bufferPolicy(bool isExternal, bool isWrittenBack, bool isBlocking,
                           const More &...more) {
  return {property::buffer::AdaptiveCpp_buffer_uses_external_storage(isExternal),
          property::buffer::AdaptiveCpp_buffer_writes_back(isWrittenBack),
          property::buffer::AdaptiveCpp_buffer_destructor_blocks(isBlocking), more...};
}
} // namespace detail

template <class T, int D> detail::PolicyBuffer<T, D> make_sync_buffer(range<D> extent) {
  return {extent, detail::bufferPolicy(false, false, true)};
}
template <class T, int D>
detail::PolicyBuffer<T, D> make_sync_buffer(const T *contents, range<D> extent) {
  return {contents, extent, detail::bufferPolicy(false, false, true)};
}
template <class T, int D> detail::PolicyBuffer<T, D> make_async_buffer(range<D> extent) {
  return {extent, detail::bufferPolicy(false, false, false)};
}
template <class T, int D>
detail::PolicyBuffer<T, D> make_async_buffer(const T *contents, range<D> extent) {
  return {contents, extent, detail::bufferPolicy(false, false, false)};
}
template <class T, int D>
detail::PolicyBuffer<T, D> make_sync_writeback_view(T *memory, range<D> extent) {
  return {memory, extent, detail::bufferPolicy(true, true, true)};
}
/// queue::wait waits until the contents are in the memory.
template <class T, int D>
detail::PolicyBuffer<T, D> make_async_writeback_view(T *memory, range<D> extent, const queue &by) {
  return {
      memory, extent,
      detail::bufferPolicy(true, true, false, property::buffer::AdaptiveCpp_write_back_queue(by))};
}
/// Nobody can wait until the contents are in the memory.
template <class T, int D>
detail::PolicyBuffer<T, D> make_async_writeback_view(T *memory, range<D> extent) {
  return {memory, extent, detail::bufferPolicy(true, true, false)};
}
template <class T, int D> detail::PolicyBuffer<T, D> make_sync_view(T *memory, range<D> extent) {
  return {memory, extent, detail::bufferPolicy(true, false, true)};
}
template <class T, int D> detail::PolicyBuffer<T, D> make_async_view(T *memory, range<D> extent) {
  return {memory, extent, detail::bufferPolicy(true, false, false)};
}

/// @{ Of unified shared memory: see buffer_allocation.
template <class T, int D>
detail::PolicyBuffer<T, D>
make_sync_view(const std::vector<buffer_allocation::tracked_descriptor<T>> &memory,
               range<D> extent) {
  return {memory, extent, detail::bufferPolicy(true, false, true)};
}
template <class T, int D>
detail::PolicyBuffer<T, D>
make_async_view(const std::vector<buffer_allocation::tracked_descriptor<T>> &memory,
                range<D> extent) {
  return {memory, extent, detail::bufferPolicy(true, false, false)};
}
template <class T, int D>
detail::PolicyBuffer<T, D>
make_sync_usm_view(const std::vector<buffer_allocation::tracked_descriptor<T>> &memory,
                   range<D> extent) {
  return make_sync_view(memory, extent);
}
template <class T, int D>
detail::PolicyBuffer<T, D>
make_async_usm_view(const std::vector<buffer_allocation::tracked_descriptor<T>> &memory,
                    range<D> extent) {
  return make_async_view(memory, extent);
}
/// @}

} // namespace sycl
} // namespace ursa_sycl
