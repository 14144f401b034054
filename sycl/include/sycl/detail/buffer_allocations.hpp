// The memory of a buffer on each device, as AdaptiveCpp shows it (ACPP_EXT_BUFFER_USM_INTEROP).
#pragma once

#include <sycl/device.hpp>

inline namespace ursa_sycl {
namespace sycl {

namespace buffer_allocation {

/// The memory that a buffer uses on a device: unified shared memory of all its elements.
template <class T> struct descriptor {
  T *ptr;
  device dev;
  bool is_owned; ///< the buffer releases it at its end
};

/// Memory of the program that a buffer is made of.
template <class T> struct tracked_descriptor {
  descriptor<T> desc;
  bool is_recent; ///< it has the contents of the buffer
};

enum class management_mode { owning, non_owning };
static constexpr management_mode take_ownership = management_mode::owning;
static constexpr management_mode no_ownership = management_mode::non_owning;

/// @{ Memory of a device and its platform's default context, without and with contents.
template <class T>
tracked_descriptor<T> empty_view(T *memory, device of, management_mode mode = no_ownership) {
  return {{memory, of, mode == take_ownership}, false};
}
template <class T>
tracked_descriptor<T> view(T *memory, device of, management_mode mode = no_ownership) {
  return {{memory, of, mode == take_ownership}, true};
}
/// @}

} // namespace buffer_allocation

} // namespace sycl
} // namespace ursa_sycl
