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

/// @{ Memory of a kind that the caller, or the property usm_kind of the list, tells.
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
