// Groups of some work-items of a sub-group (sycl_ext_oneapi_non_uniform_groups), which group
// algorithms take. Work-items that are in no group, or in another one, need not call them.
#pragma once

#include <sycl/detail/sub_group_part.hpp>
#include <sycl/ext/oneapi/experimental/group_categories.hpp>
#include <sycl/group_algorithms.hpp>

#include <cstddef>
#include <cstdint>
#include <type_traits>

inline namespace ursa_sycl {
namespace sycl {
namespace ext::oneapi::experimental {

namespace detail {
template <class Group>
inline constexpr bool isParent = std::is_same_v<std::decay_t<Group>, sub_group>;
template <class Parent, class Result> using FromParent = std::enable_if_t<isParent<Parent>, Result>;
} // namespace detail

/// The work-items of a sub-group that have the same predicate: group 1 that which is true.
template <class ParentGroup> class ballot_group : public sycl::detail::SubGroupPart {
public:
  id_type get_group_id() const { return id_type(isTrue_); }
  range_type get_group_range() const { return range_type(2); }
  linear_id_type get_group_linear_id() const { return isTrue_; }
  linear_id_type get_group_linear_range() const { return 2; }

private:
  template <class Group>
  friend detail::FromParent<Group, ballot_group<Group>> get_ballot_group(Group, bool);
  ballot_group(std::uint64_t members, bool isTrue) : SubGroupPart(members), isTrue_(isTrue) {}
  bool isTrue_;
};

/// Each PartitionSize work-items of a sub-group. It should be a multiple of that.
template <std::size_t PartitionSize, class ParentGroup>
class fixed_size_group : public sycl::detail::SubGroupPart {
  static_assert(PartitionSize > 0 && (PartitionSize & (PartitionSize - 1)) == 0 &&
                    PartitionSize <= 64,
                "A part of a fixed size has a power of two of work-items, at most 64.");
  static constexpr auto kSize = static_cast<std::uint32_t>(PartitionSize);

public:
  id_type get_group_id() const { return id_type(get_group_linear_id()); }
  range_type get_group_range() const { return range_type(get_group_linear_range()); }
  linear_id_type get_group_linear_id() const { return sycl::detail::oclSubGroupLocalId() / kSize; }
  linear_id_type get_group_linear_range() const {
    return (sycl::detail::oclSubGroupSize() + kSize - 1) / kSize;
  }

private:
  template <std::size_t Size, class Group>
  friend detail::FromParent<Group, fixed_size_group<Size, Group>> get_fixed_size_group(Group);
  fixed_size_group() : SubGroupPart(membersOfCaller()) {}
  static std::uint64_t membersOfCaller() {
    const std::uint64_t part = ~std::uint64_t(0) >> (64 - kSize);
    return part << (sycl::detail::oclSubGroupLocalId() / kSize * kSize) &
           sycl::detail::allMembers();
  }
};

/// The work-items of a sub-group that are at the same place of the kernel.
template <class ParentGroup> class tangle_group : public sycl::detail::SubGroupPart {
public:
  id_type get_group_id() const { return id_type(0); }
  range_type get_group_range() const { return range_type(1); }
  linear_id_type get_group_linear_id() const { return 0; }
  linear_id_type get_group_linear_range() const { return 1; }

private:
  template <class Group>
  friend detail::FromParent<Group, tangle_group<Group>> get_tangle_group(Group);
  explicit tangle_group(std::uint64_t members) : SubGroupPart(members) {}
};

class opportunistic_group;
namespace this_kernel {
opportunistic_group get_opportunistic_group();
} // namespace this_kernel

/// The work-items of a sub-group that happen to run together.
class opportunistic_group : public sycl::detail::SubGroupPart {
public:
  id_type get_group_id() const { return id_type(0); }
  range_type get_group_range() const { return range_type(1); }
  linear_id_type get_group_linear_id() const { return 0; }
  linear_id_type get_group_linear_range() const { return 1; }

private:
  friend opportunistic_group this_kernel::get_opportunistic_group();
  explicit opportunistic_group(std::uint64_t members) : SubGroupPart(members) {}
};

template <class ParentGroup>
struct is_user_constructed_group<ballot_group<ParentGroup>> : std::true_type {};
template <std::size_t PartitionSize, class ParentGroup>
struct is_user_constructed_group<fixed_size_group<PartitionSize, ParentGroup>> : std::true_type {};
template <class ParentGroup>
struct is_user_constructed_group<tangle_group<ParentGroup>> : std::true_type {};
template <> struct is_user_constructed_group<opportunistic_group> : std::true_type {};

/// @{ All work-items of the sub-group call these.
template <class Group>
detail::FromParent<Group, ballot_group<Group>> get_ballot_group(Group group, bool predicate) {
  const std::uint64_t mine = std::uint64_t(predicate) << group.get_local_linear_id();
  const auto with = sycl::detail::reduceAll<std::uint64_t>(group, mine, sycl::bit_or<>());
  return {predicate ? with : sycl::detail::allMembers() & ~with, predicate};
}
template <std::size_t PartitionSize, class Group>
detail::FromParent<Group, fixed_size_group<PartitionSize, Group>> get_fixed_size_group(Group) {
  return {};
}
/// @}
/// All that are at this place call it.
template <class Group> detail::FromParent<Group, tangle_group<Group>> get_tangle_group(Group) {
  return tangle_group<Group>(sycl::detail::membersHere());
}
namespace this_kernel {
inline opportunistic_group get_opportunistic_group() {
  return opportunistic_group(sycl::detail::membersHere());
}
} // namespace this_kernel

/// @{ The names of sycl_ext_oneapi_chunk, sycl_ext_oneapi_fragment and sycl_ext_oneapi_tangle.
template <std::size_t ChunkSize, class ParentGroup>
using chunk = fixed_size_group<ChunkSize, ParentGroup>;
template <class ParentGroup> using fragment = ballot_group<ParentGroup>;
template <class ParentGroup> using tangle = tangle_group<ParentGroup>;
template <std::size_t ChunkSize, class Group> auto chunked_partition(Group group) {
  return get_fixed_size_group<ChunkSize>(group);
}
template <class Group> auto binary_partition(Group group, bool predicate) {
  return get_ballot_group(group, predicate);
}
template <class Group> auto entangle(Group group) { return get_tangle_group(group); }
/// @}

} // namespace ext::oneapi::experimental

template <class ParentGroup>
struct is_group<ext::oneapi::experimental::ballot_group<ParentGroup>> : std::true_type {};
template <std::size_t PartitionSize, class ParentGroup>
struct is_group<ext::oneapi::experimental::fixed_size_group<PartitionSize, ParentGroup>>
    : std::true_type {};
template <class ParentGroup>
struct is_group<ext::oneapi::experimental::tangle_group<ParentGroup>> : std::true_type {};
template <> struct is_group<ext::oneapi::experimental::opportunistic_group> : std::true_type {};

} // namespace sycl
} // namespace ursa_sycl
