// Casts of pointers that are null if the pointer does not point into the address space
// (sycl_khr_dynamic_addrspace_cast).
#pragma once

#include <sycl/khr/split_headers/version.hpp>
#include <sycl/multi_ptr.hpp>

inline namespace ursa_sycl {
namespace sycl::khr {

template <access::address_space Space, typename ElementType>
multi_ptr<ElementType, Space, access::decorated::no> dynamic_addrspace_cast(ElementType *ptr) {
  return sycl::detail::askSpace<Space, access::decorated::no>(ptr);
}
template <access::address_space Space, typename ElementType, access::decorated DecorateAddress>
multi_ptr<ElementType, Space, DecorateAddress> dynamic_addrspace_cast(
    multi_ptr<ElementType, access::address_space::generic_space, DecorateAddress> ptr) {
  return sycl::detail::askSpace<Space, DecorateAddress>(ptr.get_raw());
}

} // namespace sycl::khr
} // namespace ursa_sycl
