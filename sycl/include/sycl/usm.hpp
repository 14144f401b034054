// Unified shared memory: allocations that the host and kernels use by pointer (SYCL 2020, 4.8).
//
// Sizes and alignments are in bytes, counts in elements. Allocations that fail return a null
// pointer; a kind that the device does not support is an exception with
// errc::feature_not_supported.
#pragma once

#include <sycl/queue.hpp>

#include <cstddef>
#include <new>

inline namespace ursa_sycl {
namespace sycl {

namespace usm {
enum class alloc { host = 0, device = 1, shared = 2, unknown = 3 };
} // namespace usm

/// @{ Allocates memory. Thread safe.
URSA_SYCL_EXPORT void *malloc(size_t size, const device &device, const context &context,
                              usm::alloc kind, const property_list &properties = {});
URSA_SYCL_EXPORT void *aligned_alloc(size_t alignment, size_t size, const device &device,
                                     const context &context, usm::alloc kind,
                                     const property_list &properties = {});
/// @}
/// @{ Releases memory. No command may use it any more; those of the queue that is given, if any,
/// are waited for all the same, unless a host task is among them: programs rely on it.
URSA_SYCL_EXPORT void free(void *pointer, const context &context);
URSA_SYCL_EXPORT void free(void *pointer, const queue &queue);
/// @}

URSA_SYCL_EXPORT usm::alloc get_pointer_type(const void *pointer, const context &context);
URSA_SYCL_EXPORT device get_pointer_device(const void *pointer, const context &context);

inline void *malloc(size_t size, const queue &queue, usm::alloc kind,
                    const property_list &properties = {}) {
  return malloc(size, queue.get_device(), queue.get_context(), kind, properties);
}
inline void *aligned_alloc(size_t alignment, size_t size, const queue &queue, usm::alloc kind,
                           const property_list &properties = {}) {
  return aligned_alloc(alignment, size, queue.get_device(), queue.get_context(), kind, properties);
}
template <typename T>
T *malloc(size_t count, const device &device, const context &context, usm::alloc kind,
          const property_list &properties = {}) {
  return static_cast<T *>(
      aligned_alloc(alignof(T), count * sizeof(T), device, context, kind, properties));
}
template <typename T>
T *malloc(size_t count, const queue &queue, usm::alloc kind, const property_list &properties = {}) {
  return malloc<T>(count, queue.get_device(), queue.get_context(), kind, properties);
}
template <typename T>
T *aligned_alloc(size_t alignment, size_t count, const device &device, const context &context,
                 usm::alloc kind, const property_list &properties = {}) {
  return static_cast<T *>(aligned_alloc(alignment < alignof(T) ? alignof(T) : alignment,
                                        count * sizeof(T), device, context, kind, properties));
}
template <typename T>
T *aligned_alloc(size_t alignment, size_t count, const queue &queue, usm::alloc kind,
                 const property_list &properties = {}) {
  return aligned_alloc<T>(alignment, count, queue.get_device(), queue.get_context(), kind,
                          properties);
}

/// Defines the functions whose name tells the kind of memory of a device.
#define URSA_SYCL_ALLOCATIONS(KIND)                                                                \
  inline void *malloc_##KIND(size_t size, const device &device, const context &context,            \
                             const property_list &properties = {}) {                               \
    return malloc(size, device, context, usm::alloc::KIND, properties);                            \
  }                                                                                                \
  inline void *malloc_##KIND(size_t size, const queue &queue,                                      \
                             const property_list &properties = {}) {                               \
    return malloc(size, queue, usm::alloc::KIND, properties);                                      \
  }                                                                                                \
  template <typename T>                                                                            \
  T *malloc_##KIND(size_t count, const device &device, const context &context,                     \
                   const property_list &properties = {}) {                                         \
    return malloc<T>(count, device, context, usm::alloc::KIND, properties);                        \
  }                                                                                                \
  template <typename T>                                                                            \
  T *malloc_##KIND(size_t count, const queue &queue, const property_list &properties = {}) {       \
    return malloc<T>(count, queue, usm::alloc::KIND, properties);                                  \
  }                                                                                                \
  inline void *aligned_alloc_##KIND(size_t alignment, size_t size, const device &device,           \
                                    const context &context,                                        \
                                    const property_list &properties = {}) {                        \
    return aligned_alloc(alignment, size, device, context, usm::alloc::KIND, properties);          \
  }                                                                                                \
  inline void *aligned_alloc_##KIND(size_t alignment, size_t size, const queue &queue,             \
                                    const property_list &properties = {}) {                        \
    return aligned_alloc(alignment, size, queue, usm::alloc::KIND, properties);                    \
  }                                                                                                \
  template <typename T>                                                                            \
  T *aligned_alloc_##KIND(size_t alignment, size_t count, const device &device,                    \
                          const context &context, const property_list &properties = {}) {          \
    return aligned_alloc<T>(alignment, count, device, context, usm::alloc::KIND, properties);      \
  }                                                                                                \
  template <typename T>                                                                            \
  T *aligned_alloc_##KIND(size_t alignment, size_t count, const queue &queue,                      \
                          const property_list &properties = {}) {                                  \
    return aligned_alloc<T>(alignment, count, queue, usm::alloc::KIND, properties);                \
  }
URSA_SYCL_ALLOCATIONS(device)
URSA_SYCL_ALLOCATIONS(shared)
#undef URSA_SYCL_ALLOCATIONS

/// @{ Host allocations belong to a context, not to a device.
inline void *malloc_host(size_t size, const context &context,
                         const property_list &properties = {}) {
  return malloc(size, context.get_devices().front(), context, usm::alloc::host, properties);
}
inline void *malloc_host(size_t size, const queue &queue, const property_list &properties = {}) {
  return malloc(size, queue, usm::alloc::host, properties);
}
template <typename T>
T *malloc_host(size_t count, const context &context, const property_list &properties = {}) {
  return malloc<T>(count, context.get_devices().front(), context, usm::alloc::host, properties);
}
template <typename T>
T *malloc_host(size_t count, const queue &queue, const property_list &properties = {}) {
  return malloc<T>(count, queue, usm::alloc::host, properties);
}
inline void *aligned_alloc_host(size_t alignment, size_t size, const context &context,
                                const property_list &properties = {}) {
  return aligned_alloc(alignment, size, context.get_devices().front(), context, usm::alloc::host,
                       properties);
}
inline void *aligned_alloc_host(size_t alignment, size_t size, const queue &queue,
                                const property_list &properties = {}) {
  return aligned_alloc(alignment, size, queue, usm::alloc::host, properties);
}
template <typename T>
T *aligned_alloc_host(size_t alignment, size_t count, const context &context,
                      const property_list &properties = {}) {
  return aligned_alloc<T>(alignment, count, context.get_devices().front(), context,
                          usm::alloc::host, properties);
}
template <typename T>
T *aligned_alloc_host(size_t alignment, size_t count, const queue &queue,
                      const property_list &properties = {}) {
  return aligned_alloc<T>(alignment, count, queue, usm::alloc::host, properties);
}
/// @}

/// An allocator of the standard library over host or shared memory.
template <typename T, usm::alloc Kind, size_t Alignment = 0> class usm_allocator {
  static_assert(Kind == usm::alloc::host || Kind == usm::alloc::shared,
                "the host cannot use memory of a device");

public:
  using value_type = T;
  using propagate_on_container_copy_assignment = std::true_type;
  using propagate_on_container_move_assignment = std::true_type;
  using propagate_on_container_swap = std::true_type;
  template <typename U> struct rebind { using other = usm_allocator<U, Kind, Alignment>; };

  usm_allocator() = delete;
  usm_allocator(const context &context, const device &device, const property_list &properties = {})
      : context_(context), device_(device), properties_(properties) {}
  explicit usm_allocator(const queue &queue, const property_list &properties = {})
      : usm_allocator(queue.get_context(), queue.get_device(), properties) {}
  template <typename U>
  usm_allocator(const usm_allocator<U, Kind, Alignment> &other) noexcept
      : context_(other.context_), device_(other.device_), properties_(other.properties_) {}

  T *allocate(size_t count) {
    T *memory = aligned_alloc<T>(Alignment < alignof(T) ? alignof(T) : Alignment, count, device_,
                                 context_, Kind, properties_);
    if (!memory)
      throw exception(make_error_code(errc::memory_allocation),
                      "Unified shared memory could not be allocated.");
    return memory;
  }
  void deallocate(T *memory, size_t) {
    if (memory)
      free(memory, context_);
  }

  /// @{ Equal allocators free each other's memory.
  template <typename U, usm::alloc OtherKind, size_t OtherAlignment>
  friend bool operator==(const usm_allocator &a,
                         const usm_allocator<U, OtherKind, OtherAlignment> &b) {
    return Kind == OtherKind && Alignment == OtherAlignment && b.isSame(a.context_, a.device_);
  }
  template <typename U, usm::alloc OtherKind, size_t OtherAlignment>
  friend bool operator!=(const usm_allocator &a,
                         const usm_allocator<U, OtherKind, OtherAlignment> &b) {
    return !(a == b);
  }
  /// @}
  template <class Property> bool has_property() const noexcept {
    return properties_.template has_property<Property>();
  }
  template <class Property> Property get_property() const {
    return properties_.template get_property<Property>();
  }

  bool isSame(const context &context, const device &device) const {
    return context_ == context && device_ == device;
  }

private:
  template <typename, usm::alloc, size_t> friend class usm_allocator;
  context context_;
  device device_;
  property_list properties_;
};

/// @{ Gives advice at once (ACPP_EXT_SYNCHRONOUS_MEM_ADVISE): blocks.
inline void mem_advise(const void *pointer, size_t size, int advice, const queue &by) {
  queue(by).mem_advise(pointer, size, advice).wait();
}
inline void mem_advise(const void *pointer, size_t size, int advice, const context &context,
                       const device &device) {
  queue(context, device).mem_advise(pointer, size, advice).wait();
}
/// @}

} // namespace sycl
} // namespace ursa_sycl
