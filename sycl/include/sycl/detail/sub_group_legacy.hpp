// The functions of sub_group that DPC++ had before SYCL 2020.
#pragma once

#include <sycl/detail/group_data.hpp>
#include <sycl/multi_ptr.hpp>
#include <sycl/sub_group.hpp>
#include <sycl/vec.hpp>

#include <cstdint>
#include <type_traits>

inline namespace ursa_sycl {
namespace sycl {

template <typename T> T sub_group::shuffle(T value, id_type from) const {
  return detail::exchangeValues(*this, value, from[0]);
}
template <typename T> T sub_group::shuffle_down(T value, std::uint32_t delta) const {
  const std::uint32_t me = get_local_linear_id();
  return detail::exchangeValues(*this, value,
                                me + delta < get_local_linear_range() ? me + delta : me);
}
template <typename T> T sub_group::shuffle_up(T value, std::uint32_t delta) const {
  const std::uint32_t me = get_local_linear_id();
  return detail::exchangeValues(*this, value, me >= delta ? me - delta : me);
}
template <typename T> T sub_group::shuffle_xor(T value, id_type mask) const {
  const std::uint32_t other = get_local_linear_id() ^ static_cast<std::uint32_t>(mask[0]);
  return detail::exchangeValues(*this, value,
                                other < get_local_linear_range() ? other : get_local_linear_id());
}

template <int N, typename T> vec<std::remove_cv_t<T>, N> sub_group::load(const T *from) const {
  vec<std::remove_cv_t<T>, N> values;
  for (int i = 0; i < N; ++i)
    values[i] =
        from[get_local_linear_id() + static_cast<std::size_t>(i) * get_local_linear_range()];
  return values;
}
template <int N, typename T> void sub_group::store(T *to, const vec<T, N> &value) const {
  for (int i = 0; i < N; ++i)
    to[get_local_linear_id() + static_cast<std::size_t>(i) * get_local_linear_range()] = value[i];
}
template <typename T, access::address_space Space, access::decorated Decorated>
std::remove_cv_t<T> sub_group::load(multi_ptr<T, Space, Decorated> from) const {
  return from[get_local_linear_id()];
}
template <int N, typename T, access::address_space Space, access::decorated Decorated>
vec<std::remove_cv_t<T>, N> sub_group::load(multi_ptr<T, Space, Decorated> from) const {
  return load<N>(static_cast<const T *>(from.get_raw()));
}
template <typename T, access::address_space Space, access::decorated Decorated>
void sub_group::store(multi_ptr<T, Space, Decorated> to, const T &value) const {
  to[get_local_linear_id()] = value;
}
template <int N, typename T, access::address_space Space, access::decorated Decorated>
void sub_group::store(multi_ptr<T, Space, Decorated> to, const vec<T, N> &value) const {
  store<N>(to.get_raw(), value);
}

} // namespace sycl
} // namespace ursa_sycl
