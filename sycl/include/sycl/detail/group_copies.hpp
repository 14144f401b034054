// async_work_group_copy of group and nd_item: each work-item copies every n-th element.
#pragma once

#include <sycl/device_event.hpp>
#include <sycl/multi_ptr.hpp>

#include <cstddef>
#include <type_traits>

inline namespace ursa_sycl {
namespace sycl {
namespace detail {

template <class To, class From>
device_event copyByGroup(To *to, std::size_t toStride, const From *from, std::size_t fromStride,
                         std::size_t count, std::size_t first, std::size_t step) {
  for (std::size_t i = first; i < count; i += step)
    to[i * toStride] = from[i * fromStride];
  return device_event();
}

/// The copies that @p Self has; it answers copyFirst() and copyStep().
template <class Self> class GroupCopies {
  static constexpr auto kLocal = access::address_space::local_space;
  static constexpr auto kGlobal = access::address_space::global_space;
  template <class T, access::address_space Space, access::decorated Decorate>
  using Pointer = multi_ptr<T, Space, Decorate>;
  template <class To, class From>
  using EnableCopy = std::enable_if_t<std::is_same_v<To, std::remove_const_t<From>>, int>;

public:
  template <class T, class Source, access::decorated A, access::decorated B,
            EnableCopy<T, Source> = 0>
  device_event async_work_group_copy(Pointer<T, kLocal, A> to, Pointer<Source, kGlobal, B> from,
                                     std::size_t count) const {
    return async_work_group_copy(to, from, count, 1);
  }
  template <class T, class Source, access::decorated A, access::decorated B,
            EnableCopy<T, Source> = 0>
  device_event async_work_group_copy(Pointer<T, kGlobal, A> to, Pointer<Source, kLocal, B> from,
                                     std::size_t count) const {
    return async_work_group_copy(to, from, count, 1);
  }
  /// The stride is that of global memory.
  template <class T, class Source, access::decorated A, access::decorated B,
            EnableCopy<T, Source> = 0>
  device_event async_work_group_copy(Pointer<T, kLocal, A> to, Pointer<Source, kGlobal, B> from,
                                     std::size_t count, std::size_t stride) const {
    return copyByGroup(to.get_decorated(), 1, from.get_decorated(), stride, count,
                       self().copyFirst(), self().copyStep());
  }
  template <class T, class Source, access::decorated A, access::decorated B,
            EnableCopy<T, Source> = 0>
  device_event async_work_group_copy(Pointer<T, kGlobal, A> to, Pointer<Source, kLocal, B> from,
                                     std::size_t count, std::size_t stride) const {
    return copyByGroup(to.get_decorated(), stride, from.get_decorated(), 1, count,
                       self().copyFirst(), self().copyStep());
  }

  template <class... Events> void wait_for(Events... events) const {
    static_assert((std::is_same_v<Events, device_event> && ...), "wait_for takes device_events.");
    if constexpr (sizeof...(Events) > 0)
      device_event().wait(); // one barrier is for all
    ((void)events, ...);
  }

private:
  const Self &self() const { return static_cast<const Self &>(*this); }
};

} // namespace detail
} // namespace sycl
} // namespace ursa_sycl
