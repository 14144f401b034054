// Unified shared memory whose pointers have properties (sycl_ext_oneapi_annotated_alloc). The
// alignment is the larger one of the property and of the argument.
#pragma once

#include <sycl/ext/oneapi/experimental/annotated_ptr/annotated_ptr.hpp>

inline namespace ursa_sycl {
namespace sycl {

namespace detail {

template <class Properties> constexpr size_t alignmentOf(size_t given) {
  using Key = ext::oneapi::experimental::alignment_key;
  if constexpr (Properties::template has_property<Key>()) {
    constexpr auto kBytes = static_cast<size_t>(Properties::template get_property<Key>().value);
    return kBytes > given ? kBytes : given;
  } else {
    return given;
  }
}

template <class Properties> constexpr bool isKind(usm::alloc kind) {
  using Key = ext::oneapi::experimental::usm_kind_key;
  if constexpr (Properties::template has_property<Key>())
    return Properties::template get_property<Key>().value == kind;
  else
    return true;
}

/// The type of the pointer: it has the properties, and the kind of the memory.
template <class T, usm::alloc Kind, class Properties>
using AnnotatedMemory = ext::oneapi::experimental::annotated_ptr<
    T, typename MergedProperties<
           Properties, ListOf<ext::oneapi::experimental::usm_kind_key::value_t<Kind>>>::type>;

} // namespace detail

namespace ext::oneapi::experimental {

/// @{ Allocates memory of a kind. Counts are in elements, sizes and alignments in bytes.
template <usm::alloc Kind, typename T, typename Properties>
auto aligned_alloc_of_kind(size_t alignment, size_t bytes, const device &device,
                           const context &context) {
  static_assert(sycl::detail::isKind<Properties>(Kind),
                "The property usm_kind is another one than that of the function.");
  return sycl::detail::AnnotatedMemory<T, Kind, Properties>(static_cast<T *>(sycl::aligned_alloc(
      sycl::detail::alignmentOf<Properties>(alignment), bytes, device, context, Kind)));
}

#define URSA_SYCL_ANNOTATED(KIND)                                                                  \
  template <typename Properties = empty_properties_t,                                              \
            sycl::detail::EnableProperties<Properties> = 0>                                        \
  auto aligned_alloc_##KIND##_annotated(size_t alignment, size_t size, const device &device,       \
                                        const context &context, const Properties & = {}) {         \
    return aligned_alloc_of_kind<usm::alloc::KIND, void, Properties>(alignment, size, device,      \
                                                                     context);                     \
  }                                                                                                \
  template <typename T, typename Properties = empty_properties_t>                                  \
  auto aligned_alloc_##KIND##_annotated(size_t alignment, size_t count, const device &device,      \
                                        const context &context, const Properties & = {}) {         \
    return aligned_alloc_of_kind<usm::alloc::KIND, T, Properties>(                                 \
        alignment < alignof(T) ? alignof(T) : alignment, count * sizeof(T), device, context);      \
  }                                                                                                \
  template <typename Properties = empty_properties_t,                                              \
            sycl::detail::EnableProperties<Properties> = 0>                                        \
  auto aligned_alloc_##KIND##_annotated(size_t alignment, size_t size, const queue &queue,         \
                                        const Properties &properties = {}) {                       \
    return aligned_alloc_##KIND##_annotated(alignment, size, queue.get_device(),                   \
                                            queue.get_context(), properties);                      \
  }                                                                                                \
  template <typename T, typename Properties = empty_properties_t>                                  \
  auto aligned_alloc_##KIND##_annotated(size_t alignment, size_t count, const queue &queue,        \
                                        const Properties &properties = {}) {                       \
    return aligned_alloc_##KIND##_annotated<T>(alignment, count, queue.get_device(),               \
                                               queue.get_context(), properties);                   \
  }                                                                                                \
  template <typename Properties = empty_properties_t,                                              \
            sycl::detail::EnableProperties<Properties> = 0>                                        \
  auto malloc_##KIND##_annotated(size_t size, const device &device, const context &context,        \
                                 const Properties &properties = {}) {                              \
    return aligned_alloc_##KIND##_annotated(0, size, device, context, properties);                 \
  }                                                                                                \
  template <typename T, typename Properties = empty_properties_t>                                  \
  auto malloc_##KIND##_annotated(size_t count, const device &device, const context &context,       \
                                 const Properties &properties = {}) {                              \
    return aligned_alloc_##KIND##_annotated<T>(0, count, device, context, properties);             \
  }                                                                                                \
  template <typename Properties = empty_properties_t,                                              \
            sycl::detail::EnableProperties<Properties> = 0>                                        \
  auto malloc_##KIND##_annotated(size_t size, const queue &queue,                                  \
                                 const Properties &properties = {}) {                              \
    return aligned_alloc_##KIND##_annotated(0, size, queue, properties);                           \
  }                                                                                                \
  template <typename T, typename Properties = empty_properties_t>                                  \
  auto malloc_##KIND##_annotated(size_t count, const queue &queue,                                 \
                                 const Properties &properties = {}) {                              \
    return aligned_alloc_##KIND##_annotated<T>(0, count, queue, properties);                       \
  }
URSA_SYCL_ANNOTATED(device)
URSA_SYCL_ANNOTATED(shared)
URSA_SYCL_ANNOTATED(host)
#undef URSA_SYCL_ANNOTATED
/// @}

/// @{ Memory of the host needs no device.
template <typename Properties = empty_properties_t, sycl::detail::EnableProperties<Properties> = 0>
auto aligned_alloc_host_annotated(size_t alignment, size_t size, const context &context,
                                  const Properties &properties = {}) {
  return aligned_alloc_host_annotated(alignment, size, context.get_devices().front(), context,
                                      properties);
}
template <typename T, typename Properties = empty_properties_t>
auto aligned_alloc_host_annotated(size_t alignment, size_t count, const context &context,
                                  const Properties &properties = {}) {
  return aligned_alloc_host_annotated<T>(alignment, count, context.get_devices().front(), context,
                                         properties);
}
template <typename Properties = empty_properties_t, sycl::detail::EnableProperties<Properties> = 0>
auto malloc_host_annotated(size_t size, const context &context, const Properties &properties = {}) {
  return aligned_alloc_host_annotated(0, size, context, properties);
}
template <typename T, typename Properties = empty_properties_t>
auto malloc_host_annotated(size_t count, const context &context,
                           const Properties &properties = {}) {
  return aligned_alloc_host_annotated<T>(0, count, context, properties);
}
/// @}

/// @{ Memory of a kind that is known when the program runs, and is no property of the pointer.
template <typename T, typename Properties>
annotated_ptr<T, Properties> aligned_alloc_at(size_t alignment, size_t bytes, const device &device,
                                              const context &context, usm::alloc kind) {
  if (!sycl::detail::isKind<Properties>(kind))
    throw exception(make_error_code(errc::invalid),
                    "The property usm_kind is another one than the kind of memory that is given.");
  return annotated_ptr<T, Properties>(static_cast<T *>(sycl::aligned_alloc(
      sycl::detail::alignmentOf<Properties>(alignment), bytes, device, context, kind)));
}
#define URSA_SYCL_ANNOTATED(NAME, ALIGNMENT, ALIGNED, ...)                                         \
  template <typename Properties = empty_properties_t,                                              \
            sycl::detail::EnableProperties<Properties> = 0>                                        \
  auto NAME(__VA_ARGS__ size_t size, const device &device, const context &context,                 \
            usm::alloc kind, const Properties & = {}) {                                            \
    return aligned_alloc_at<void, Properties>(ALIGNMENT, size, device, context, kind);             \
  }                                                                                                \
  template <typename T, typename Properties = empty_properties_t>                                  \
  auto NAME(__VA_ARGS__ size_t count, const device &device, const context &context,                \
            usm::alloc kind, const Properties & = {}) {                                            \
    return aligned_alloc_at<T, Properties>(ALIGNED, count * sizeof(T), device, context, kind);     \
  }                                                                                                \
  template <typename Properties = empty_properties_t,                                              \
            sycl::detail::EnableProperties<Properties> = 0>                                        \
  auto NAME(__VA_ARGS__ size_t size, const queue &queue, usm::alloc kind,                          \
            const Properties & = {}) {                                                             \
    return aligned_alloc_at<void, Properties>(ALIGNMENT, size, queue.get_device(),                 \
                                              queue.get_context(), kind);                          \
  }                                                                                                \
  template <typename T, typename Properties = empty_properties_t>                                  \
  auto NAME(__VA_ARGS__ size_t count, const queue &queue, usm::alloc kind,                         \
            const Properties & = {}) {                                                             \
    return aligned_alloc_at<T, Properties>(ALIGNED, count * sizeof(T), queue.get_device(),         \
                                           queue.get_context(), kind);                             \
  }
#define URSA_SYCL_ALIGNMENT size_t alignment,
URSA_SYCL_ANNOTATED(aligned_alloc_annotated, alignment,
                    alignment < alignof(T) ? alignof(T) : alignment, URSA_SYCL_ALIGNMENT)
URSA_SYCL_ANNOTATED(malloc_annotated, 0, alignof(T))
#undef URSA_SYCL_ALIGNMENT
#undef URSA_SYCL_ANNOTATED
/// @}

/// @{ Memory of the kind that the property usm_kind of the list tells.
#define URSA_SYCL_ANNOTATED(WHERE, ...)                                                            \
  template <typename Properties, std::enable_if_t<is_property_list_v<Properties>, int> = 0>        \
  auto malloc_annotated(size_t size, __VA_ARGS__, const Properties &) {                            \
    return aligned_alloc_of_kind<Properties::template get_property<usm_kind_key>().value, void,    \
                                 Properties>(0, size, WHERE);                                      \
  }                                                                                                \
  template <typename T, typename Properties,                                                       \
            std::enable_if_t<is_property_list_v<Properties>, int> = 0>                             \
  auto malloc_annotated(size_t count, __VA_ARGS__, const Properties &) {                           \
    return aligned_alloc_of_kind<Properties::template get_property<usm_kind_key>().value, T,       \
                                 Properties>(alignof(T), count * sizeof(T), WHERE);                \
  }
#define URSA_SYCL_DEVICE device, context
URSA_SYCL_ANNOTATED(URSA_SYCL_DEVICE, const device &device, const context &context)
#undef URSA_SYCL_DEVICE
#define URSA_SYCL_DEVICE queue.get_device(), queue.get_context()
URSA_SYCL_ANNOTATED(URSA_SYCL_DEVICE, const queue &queue)
#undef URSA_SYCL_DEVICE
#undef URSA_SYCL_ANNOTATED
/// @}

/// @{ Releases it.
template <typename T, typename Properties>
void free(annotated_ptr<T, Properties> &pointer, const context &context) {
  sycl::free(pointer.get(), context);
}
template <typename T, typename Properties>
void free(annotated_ptr<T, Properties> &pointer, const queue &queue) {
  sycl::free(pointer.get(), queue);
}
/// @}

} // namespace ext::oneapi::experimental
} // namespace sycl
} // namespace ursa_sycl
