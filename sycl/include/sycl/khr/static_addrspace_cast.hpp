// Casts of pointers whose address space the program knows (sycl_khr_static_addrspace_cast).
#pragma once

#include <sycl/khr/split_headers/version.hpp>
#include <sycl/multi_ptr.hpp>

inline namespace ursa_sycl {
namespace sycl::khr {

template <access::address_space Space, typename ElementType>
multi_ptr<ElementType, Space, access::decorated::no> static_addrspace_cast(ElementType *ptr) {
  return sycl::detail::assumeSpace<Space, access::decorated::no>(ptr);
}
template <access::address_space Space, typename ElementType, access::decorated DecorateAddress>
multi_ptr<ElementType, Space, DecorateAddress> static_addrspace_cast(
    multi_ptr<ElementType, access::address_space::generic_space, DecorateAddress> ptr) {
  return sycl::detail::assumeSpace<Space, DecorateAddress>(ptr.get_raw());
}

} // namespace sycl::khr
} // namespace ursa_sycl
