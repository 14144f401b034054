// A part of a sub-group: what its work-items tell each other, which others of the sub-group need
// not take part in. The object holds a bit for each member.
#pragma once

#include <sycl/atomic_fence.hpp>
#include <sycl/detail/group_data.hpp>
#include <sycl/memory_enums.hpp>
#include <sycl/nd_item.hpp>
#include <sycl/sub_group.hpp>

#include <cstddef>
#include <cstdint>

inline namespace ursa_sycl {
namespace sycl {
namespace detail {

/// The third parameter has a bit for each of the first 32 work-items that take part.
__URSA_CONVERGENT(std::uint32_t, oclPartShuffle, (std::uint32_t, std::uint32_t, std::uint32_t),
                  "_Z29sub_group_non_uniform_shufflejjj")
/// Of the work-items that are at the same call.
__URSA_CONVERGENT(std::uint32_t, oclPartReduceOr, (std::uint32_t),
                  "_Z31sub_group_non_uniform_reduce_orj")

/// Returns the work-items that are at the same call.
inline std::uint64_t membersHere() {
  const std::uint32_t me = oclSubGroupLocalId();
  std::uint64_t members = oclPartReduceOr(me < 32 ? 1U << me : 0U);
  if (oclMaxSubGroupSize() > 32)
    members |= std::uint64_t(oclPartReduceOr(me >= 32 ? 1U << (me - 32) : 0U)) << 32;
  return members;
}
/// Returns all work-items of the sub-group.
inline std::uint64_t allMembers() {
  const std::uint32_t size = oclSubGroupSize();
  return size >= 64 ? ~std::uint64_t(0) : (std::uint64_t(1) << size) - 1;
}

class SubGroupPart {
public:
  using id_type = id<1>;
  using range_type = range<1>;
  using linear_id_type = std::uint32_t;
  static constexpr int dimensions = 1;
  static constexpr memory_scope fence_scope = memory_scope::sub_group;

  id_type get_local_id() const { return id_type(get_local_linear_id()); }
  range_type get_local_range() const { return range_type(get_local_linear_range()); }
  linear_id_type get_local_linear_id() const { return count(members_ & before()); }
  linear_id_type get_local_linear_range() const { return count(members_); }
  bool leader() const { return (members_ & before()) == 0; }

  /// Returns the number in the sub-group of a member, by its number in the part.
  std::uint32_t laneOf(std::uint32_t member) const {
    std::uint32_t lane = 0;
    for (std::uint32_t width = 32; width > 0; width /= 2) {
      const std::uint32_t below = count(members_ >> lane & ((std::uint64_t(1) << width) - 1));
      const bool isAbove = member >= below;
      member -= isAbove ? below : 0;
      lane += isAbove ? width : 0;
    }
    return lane;
  }
  /// Returns that of the member before this one; of the first member, its own.
  std::uint32_t laneBefore() const {
    const std::uint64_t others = members_ & before();
    return others ? 63 - static_cast<std::uint32_t>(__builtin_clzll(others)) : oclSubGroupLocalId();
  }
  std::uint32_t shuffle(std::uint32_t word, std::uint32_t lane) const {
    return oclPartShuffle(word, lane, static_cast<std::uint32_t>(members_));
  }

protected:
  explicit SubGroupPart(std::uint64_t members) : members_(members) {}

private:
  static std::uint32_t count(std::uint64_t bits) {
    return static_cast<std::uint32_t>(__builtin_popcountll(bits));
  }
  static std::uint64_t before() { return (std::uint64_t(1) << oclSubGroupLocalId()) - 1; }

  std::uint64_t members_;
};

/// Returns the value of the work-item with a number in the sub-group, which is a member.
template <class T> T valueOfLane(const SubGroupPart &part, const T &mine, std::uint32_t lane) {
#ifdef __SYCL_DEVICE_ONLY__
  return shuffleWords(mine, [&](std::uint32_t word) { return part.shuffle(word, lane); });
#else
  (void)part, (void)lane;
  return mine;
#endif
}
template <class T> T exchangeValues(const SubGroupPart &part, const T &mine, std::size_t from) {
  const std::uint32_t size = part.get_local_linear_range();
  const auto member = static_cast<std::uint32_t>(from);
  return valueOfLane(part, mine, part.laneOf(member < size ? member : 0));
}

template <class T, class Op>
Scanned<T> scanValues(const SubGroupPart &part, const T &mine, Op op, std::size_t active,
                      bool isInclusive) {
  if (active == kWholeGroup)
    active = part.get_local_linear_range();
  const std::uint32_t me = part.get_local_linear_id();
  const std::uint32_t before = part.laneBefore();
  T sum = mine;
  std::uint32_t other = before; // the member so far before this one
  for (std::uint32_t distance = 1; distance < active; distance *= 2) {
    const T below = valueOfLane(part, sum, other);
    if (me >= distance)
      sum = op(below, sum);
    other = part.shuffle(other, other);
  }
  const auto last = static_cast<std::uint32_t>(active - 1);
  Scanned<T> result{sum, valueOfLane(part, sum, part.laneOf(last)), isInclusive || me > 0};
  if (!isInclusive)
    result.value = valueOfLane(part, sum, before);
  return result;
}
template <class T, class Op>
T reduceValues(const SubGroupPart &part, const T &mine, Op op, std::size_t active) {
  return scanValues(part, mine, op, active, true).total;
}

} // namespace detail

/// Waits for all work-items of a part of a sub-group.
template <class Group, std::enable_if_t<std::is_base_of_v<detail::SubGroupPart, Group>, int>>
void group_barrier(Group part, memory_scope scope) {
  const memory_scope wide = scope == memory_scope::device || scope == memory_scope::system
                                ? scope
                                : memory_scope::work_group;
  atomic_fence(memory_order::acq_rel, wide);
  (void)part.shuffle(0, detail::oclSubGroupLocalId());
  atomic_fence(memory_order::acq_rel, wide);
}

} // namespace sycl
} // namespace ursa_sycl
