// Groups with a smaller interface, and work-items as groups of one (sycl_khr_group_interface).
// extents and what belongs to it need C++23 and <mdspan>.
#pragma once

#include <sycl/memory_enums.hpp>
#include <sycl/nd_item.hpp>

#include <cstddef>
#include <cstdint>
#include <type_traits>

#if __cplusplus > 202002L && __has_include(<mdspan>)
#include <mdspan>
#endif
#ifdef __cpp_lib_mdspan
#define __URSA_EXTENTS 1
#endif

inline namespace ursa_sycl {
namespace sycl {

namespace khr {
template <typename ParentGroup> class member_item;
} // namespace khr

namespace detail {

#ifdef __URSA_EXTENTS
/// What a group has of std::extents. @p Group has toExtents().
template <class Group, class Extents> struct GroupExtents {
  using extents_type = Extents;
  using rank_type = typename Extents::rank_type;

  constexpr extents_type extents() const noexcept {
    return static_cast<const Group &>(*this).toExtents();
  }
  constexpr typename Extents::index_type extent(rank_type r) const noexcept {
    return extents().extent(r);
  }
  static constexpr rank_type rank() noexcept { return Extents::rank(); }
  static constexpr rank_type rank_dynamic() noexcept { return Extents::rank_dynamic(); }
  static constexpr std::size_t static_extent(rank_type r) noexcept {
    return Extents::static_extent(r);
  }
};

template <class Index, int Dimensions> struct OneExtents;
template <class Index> struct OneExtents<Index, 1> { using type = std::extents<Index, 1>; };
template <class Index> struct OneExtents<Index, 2> { using type = std::extents<Index, 1, 1>; };
template <class Index> struct OneExtents<Index, 3> { using type = std::extents<Index, 1, 1, 1>; };

template <class Index, int Dimensions> using DynamicExtents = std::dextents<Index, Dimensions>;
template <class Index, int Dimensions> using OnesT = typename OneExtents<Index, Dimensions>::type;
#else
template <class Group, class Extents> struct GroupExtents {};
template <class Index, int Dimensions> struct DynamicExtents;
template <class Index, int Dimensions> struct OnesT;
#endif

} // namespace detail

namespace khr {

template <int Dimensions = 1>
class work_group : public detail::GroupExtents<work_group<Dimensions>,
                                               detail::DynamicExtents<std::size_t, Dimensions>> {
public:
  using id_type = sycl::id<Dimensions>;
  using linear_id_type = std::size_t;
  using range_type = sycl::range<Dimensions>;
  using size_type = std::size_t;
  static constexpr int dimensions = Dimensions;
  static constexpr memory_scope fence_scope = memory_scope::work_group;

  work_group(const group<Dimensions> &g) noexcept : group_(g) {}
  operator group<Dimensions>() const noexcept { return group_; }

  id_type id() const noexcept { return group_.get_group_id(); }
  linear_id_type linear_id() const noexcept { return group_.get_group_linear_id(); }
  range_type range() const noexcept { return group_.get_group_range(); }
  size_type size() const noexcept { return group_.get_local_linear_range(); }

  friend bool operator==(const work_group &a, const work_group &b) { return a.group_ == b.group_; }
  friend bool operator!=(const work_group &a, const work_group &b) { return !(a == b); }

private:
  template <typename> friend class member_item;
  template <class, class> friend struct detail::GroupExtents;

#ifdef __URSA_EXTENTS
  typename work_group::extents_type toExtents() const noexcept {
    const range_type local = group_.get_local_range();
    if constexpr (Dimensions == 1)
      return typename work_group::extents_type(local[0]);
    else if constexpr (Dimensions == 2)
      return typename work_group::extents_type(local[0], local[1]);
    else
      return typename work_group::extents_type(local[0], local[1], local[2]);
  }
#endif
  id_type memberId() const noexcept { return group_.get_local_id(); }
  linear_id_type memberLinearId() const noexcept { return group_.get_local_linear_id(); }
  range_type memberRange() const noexcept { return group_.get_local_range(); }

  group<Dimensions> group_;
};

class sub_group : public detail::GroupExtents<sub_group, detail::DynamicExtents<std::uint32_t, 1>> {
public:
  using id_type = sycl::id<1>;
  using linear_id_type = std::uint32_t;
  using range_type = sycl::range<1>;
  using size_type = std::uint32_t;
  static constexpr int dimensions = 1;
  static constexpr memory_scope fence_scope = memory_scope::sub_group;

  sub_group(const sycl::sub_group &sg) noexcept : group_(sg) {}
  operator sycl::sub_group() const noexcept { return group_; }

  id_type id() const noexcept { return group_.get_group_id(); }
  linear_id_type linear_id() const noexcept { return group_.get_group_linear_id(); }
  range_type range() const noexcept { return group_.get_group_range(); }
  size_type size() const noexcept { return group_.get_local_linear_range(); }
  size_type max_size() const noexcept {
    return static_cast<size_type>(group_.get_max_local_range()[0]);
  }

  friend bool operator==(const sub_group &a, const sub_group &b) { return a.group_ == b.group_; }
  friend bool operator!=(const sub_group &a, const sub_group &b) { return !(a == b); }

private:
  template <typename> friend class member_item;
  template <class, class> friend struct detail::GroupExtents;

#ifdef __URSA_EXTENTS
  extents_type toExtents() const noexcept { return extents_type(size()); }
#endif
  id_type memberId() const noexcept { return group_.get_local_id(); }
  linear_id_type memberLinearId() const noexcept { return group_.get_local_linear_id(); }
  range_type memberRange() const noexcept { return group_.get_local_range(); }

  sycl::sub_group group_;
};

} // namespace khr

namespace detail {
template <class Group> inline constexpr bool hasMemberItems = false;
template <int Dimensions> inline constexpr bool hasMemberItems<khr::work_group<Dimensions>> = true;
template <> inline constexpr bool hasMemberItems<khr::sub_group> = true;
template <class Group> using EnableMemberItems = std::enable_if_t<hasMemberItems<Group>, int>;
} // namespace detail

namespace khr {

template <typename Group, detail::EnableMemberItems<Group> = 0>
member_item<Group> get_member_item(const Group &g) noexcept;

/// The work-item that calls, in its group.
template <typename ParentGroup>
class member_item : public detail::GroupExtents<
                        member_item<ParentGroup>,
                        detail::OnesT<typename ParentGroup::size_type, ParentGroup::dimensions>> {
public:
  using id_type = typename ParentGroup::id_type;
  using linear_id_type = typename ParentGroup::linear_id_type;
  using range_type = typename ParentGroup::range_type;
  using size_type = typename ParentGroup::size_type;
  static constexpr int dimensions = ParentGroup::dimensions;
  static constexpr memory_scope fence_scope = memory_scope::work_item;

  id_type id() const noexcept { return parent_.memberId(); }
  linear_id_type linear_id() const noexcept { return parent_.memberLinearId(); }
  range_type range() const noexcept { return parent_.memberRange(); }
  constexpr size_type size() const noexcept { return 1; }

  friend bool operator==(const member_item &a, const member_item &b) {
    return a.parent_ == b.parent_;
  }
  friend bool operator!=(const member_item &a, const member_item &b) { return !(a == b); }

private:
  template <typename Group, detail::EnableMemberItems<Group>>
  friend member_item<Group> get_member_item(const Group &g) noexcept;
  template <class, class> friend struct detail::GroupExtents;
  struct ByParent {};
  member_item(ByParent, const ParentGroup &parent) noexcept : parent_(parent) {}

#ifdef __URSA_EXTENTS
  constexpr typename member_item::extents_type toExtents() const noexcept { return {}; }
#endif

  ParentGroup parent_;
};

template <typename Group, detail::EnableMemberItems<Group>>
member_item<Group> get_member_item(const Group &g) noexcept {
  return member_item<Group>(typename member_item<Group>::ByParent(), g);
}

/// @{ Whether the work-item that calls is the first of the group.
template <typename Group, detail::EnableMemberItems<Group> = 0>
bool leader_of(const Group &g) noexcept {
  return get_member_item(g).linear_id() == 0;
}
template <typename ParentGroup> bool leader_of(const member_item<ParentGroup> &) noexcept {
  return true;
}
/// @}

} // namespace khr
} // namespace sycl
} // namespace ursa_sycl

#undef __URSA_EXTENTS
