// Group functions and algorithms (SYCL 2020, 4.17.3 and 4.17.4). All work-items of the group call a
// function, with the same pointers and operations.
#pragma once

#include <sycl/detail/group_data.hpp>
#include <sycl/detail/is_group.hpp>
#include <sycl/detail/sub_group_legacy.hpp>
#include <sycl/detail/sub_group_part.hpp>
#include <sycl/known_identity.hpp>
#include <sycl/nd_item.hpp>

#include <cstddef>
#include <iterator>
#include <type_traits>

inline namespace ursa_sycl {
namespace sycl {

namespace detail {

template <class Group, class T = int>
using EnableGroup = std::enable_if_t<is_group_v<std::decay_t<Group>>, T>;
template <class Pointer>
using PointeeOf = std::remove_cv_t<typename std::iterator_traits<Pointer>::value_type>;

struct OrBits {
  unsigned operator()(unsigned a, unsigned b) const { return a | b; }
};
template <> struct LaneIdentity<OrBits> {
  static constexpr bool isKnown = true;
  static unsigned value() { return 0; }
};
template <class Group> bool anyByReduction(const Group &group, bool truth) {
  return reduceValues(group, unsigned(truth), OrBits(), kWholeGroup) != 0;
}
/// @{ Whether it is true for a work-item, where sub-groups are warps: by an instruction.
template <class Group> bool anyInWarps(const Group &group, bool truth) {
  return anyByReduction(group, truth);
}
template <int D> bool anyInWarps(const group<D> &, bool truth) { return oclWorkGroupAny(truth); }
inline bool anyInWarps(const sub_group &, bool truth) { return oclSubGroupAny(truth); }
/// @}
template <class Group> bool anyOf(const Group &group, bool truth) {
  if (inWarp())
    return anyInWarps(group, truth);
  return anyByReduction(group, truth);
}

/// An operation whose result has the type of its operands.
template <class T, class Op> struct Typed {
  Op op;
  T operator()(const T &a, const T &b) const { return static_cast<T>(op(a, b)); }
};
template <class T, class Op> struct LaneIdentity<Typed<T, Op>> {
  static constexpr bool isKnown = hasKnownIdentity<Op, T>();
  static T value() { return knownIdentity<Op, T>(); }
};

template <class T, class Op, class Group>
T reduceAll(const Group &group, const T &value, const Op &op) {
  return reduceValues(group, value, Typed<T, Op>{op}, kWholeGroup);
}
template <class T, class Op, class Group>
Scanned<T> scanAll(const Group &group, const T &value, const Op &op, bool isInclusive) {
  return scanValues(group, value, Typed<T, Op>{op}, kWholeGroup, isInclusive);
}

/// Combines the elements of this work-item, every n-th, then those of all.
template <class T, class Group, class Pointer, class Op>
T reduceRange(const Group &group, Pointer first, std::size_t count, const Op &op) {
  const std::size_t me = group.get_local_linear_id();
  const std::size_t step = group.get_local_linear_range();
  T sum = static_cast<T>(first[me < count ? me : 0]);
  for (std::size_t i = me + step; i < count; i += step)
    sum = static_cast<T>(op(sum, static_cast<T>(first[i])));
  return reduceValues(group, sum, Typed<T, Op>{op}, count < step ? count : step);
}

/// Scans in pieces of one element a work-item. @p carry is that of all before, if @p hasCarry.
template <class T, class Group, class In, class Out, class Op>
Out scanRange(const Group &group, In first, In last, Out result, const Op &op, T carry,
              bool hasCarry, bool isInclusive) {
  const std::size_t count = static_cast<std::size_t>(last - first);
  const std::size_t me = group.get_local_linear_id();
  const std::size_t step = group.get_local_linear_range();
  for (std::size_t base = 0; base < count; base += step) {
    const std::size_t left = count - base;
    const std::size_t active = left < step ? left : step;
    const T mine = static_cast<T>(first[base + (me < active ? me : 0)]);
    const Scanned<T> scanned = scanValues(group, mine, Typed<T, Op>{op}, active, isInclusive);
    if (me < active)
      result[base + me] = !scanned.hasValue ? carry
                          : hasCarry        ? static_cast<T>(op(carry, scanned.value))
                                            : scanned.value;
    carry = hasCarry ? static_cast<T>(op(carry, scanned.total)) : scanned.total;
    hasCarry = true;
  }
  group_barrier(group);
  return result + static_cast<std::ptrdiff_t>(count);
}

} // namespace detail

/// @{ Broadcast: of the first work-item, or of the one with an id.
template <class Group, class T, detail::EnableGroup<Group> = 0>
T group_broadcast(Group g, T x, typename Group::linear_id_type local_linear_id) {
  return detail::broadcastValue(g, x, local_linear_id);
}
template <class Group, class T, detail::EnableGroup<Group> = 0> T group_broadcast(Group g, T x) {
  return detail::broadcastValue(g, x, 0);
}
template <class Group, class T, detail::EnableGroup<Group> = 0>
T group_broadcast(Group g, T x, typename Group::id_type local_id) {
  return detail::broadcastValue(g, x, detail::linearId(local_id, g.get_local_range()));
}
/// @}

/// @{ Exchanges: of the work-item so far behind or before, with a number in other bits, with an id.
template <class Group, class T, detail::EnableGroup<Group> = 0>
T shift_group_left(Group g, T x, typename Group::linear_id_type delta = 1) {
  const auto me = g.get_local_linear_id();
  return detail::exchangeValues(g, x, me + delta < g.get_local_linear_range() ? me + delta : me);
}
template <class Group, class T, detail::EnableGroup<Group> = 0>
T shift_group_right(Group g, T x, typename Group::linear_id_type delta = 1) {
  const auto me = g.get_local_linear_id();
  return detail::exchangeValues(g, x, me >= delta ? me - delta : me);
}
template <class Group, class T, detail::EnableGroup<Group> = 0>
T permute_group_by_xor(Group g, T x, typename Group::linear_id_type mask) {
  const auto other = g.get_local_linear_id() ^ mask;
  return detail::exchangeValues(
      g, x, other < g.get_local_linear_range() ? other : g.get_local_linear_id());
}
template <class Group, class T, detail::EnableGroup<Group> = 0>
T select_from_group(Group g, T x, typename Group::id_type remote_local_id) {
  return detail::exchangeValues(g, x, detail::linearId(remote_local_id, g.get_local_range()));
}
/// @}

/// @{ Predicates.
template <class Group, detail::EnableGroup<Group> = 0> bool any_of_group(Group g, bool pred) {
  return detail::anyOf(g, pred);
}
template <class Group, detail::EnableGroup<Group> = 0> bool all_of_group(Group g, bool pred) {
  return !detail::anyOf(g, !pred);
}
template <class Group, detail::EnableGroup<Group> = 0> bool none_of_group(Group g, bool pred) {
  return !detail::anyOf(g, pred);
}
template <class Group, class T, class Predicate, detail::EnableGroup<Group> = 0>
bool any_of_group(Group g, T x, Predicate pred) {
  return detail::anyOf(g, pred(x));
}
template <class Group, class T, class Predicate, detail::EnableGroup<Group> = 0>
bool all_of_group(Group g, T x, Predicate pred) {
  return !detail::anyOf(g, !pred(x));
}
template <class Group, class T, class Predicate, detail::EnableGroup<Group> = 0>
bool none_of_group(Group g, T x, Predicate pred) {
  return !detail::anyOf(g, pred(x));
}
template <class Group, class Pointer, class Predicate, detail::EnableGroup<Group> = 0>
bool joint_any_of(Group g, Pointer first, Pointer last, Predicate pred) {
  bool any = false;
  for (Pointer i = first + g.get_local_linear_id(); i < last; i += g.get_local_linear_range())
    any = any || pred(*i);
  return detail::anyOf(g, any);
}
template <class Group, class Pointer, class Predicate, detail::EnableGroup<Group> = 0>
bool joint_all_of(Group g, Pointer first, Pointer last, Predicate pred) {
  bool all = true;
  for (Pointer i = first + g.get_local_linear_id(); i < last; i += g.get_local_linear_range())
    all = all && pred(*i);
  return !detail::anyOf(g, !all);
}
template <class Group, class Pointer, class Predicate, detail::EnableGroup<Group> = 0>
bool joint_none_of(Group g, Pointer first, Pointer last, Predicate pred) {
  return !joint_any_of(g, first, last, pred);
}
/// @}

/// @{ Reductions.
template <class Group, class T, class BinaryOperation, detail::EnableGroup<Group> = 0>
T reduce_over_group(Group g, T x, BinaryOperation op) {
  return detail::reduceAll<T>(g, x, op);
}
template <class Group, class V, class T, class BinaryOperation, detail::EnableGroup<Group> = 0>
T reduce_over_group(Group g, V x, T init, BinaryOperation op) {
  return static_cast<T>(op(init, detail::reduceAll<T>(g, static_cast<T>(x), op)));
}
template <class Group, class Pointer, class BinaryOperation, detail::EnableGroup<Group> = 0>
detail::PointeeOf<Pointer> joint_reduce(Group g, Pointer first, Pointer last, BinaryOperation op) {
  using T = detail::PointeeOf<Pointer>;
  if (first == last)
    return detail::knownIdentity<BinaryOperation, T>();
  return detail::reduceRange<T>(g, first, static_cast<std::size_t>(last - first), op);
}
template <class Group, class Pointer, class T, class BinaryOperation,
          detail::EnableGroup<Group> = 0>
T joint_reduce(Group g, Pointer first, Pointer last, T init, BinaryOperation op) {
  if (first == last)
    return init;
  return static_cast<T>(
      op(init, detail::reduceRange<T>(g, first, static_cast<std::size_t>(last - first), op)));
}
/// @}

/// @{ Exclusive scans.
template <class Group, class V, class T, class BinaryOperation, detail::EnableGroup<Group> = 0>
T exclusive_scan_over_group(Group g, V x, T init, BinaryOperation op) {
  const auto scanned = detail::scanAll<T>(g, static_cast<T>(x), op, false);
  return scanned.hasValue ? static_cast<T>(op(init, scanned.value)) : init;
}
template <class Group, class T, class BinaryOperation, detail::EnableGroup<Group> = 0>
T exclusive_scan_over_group(Group g, T x, BinaryOperation op) {
  const auto scanned = detail::scanAll<T>(g, x, op, false);
  return scanned.hasValue ? scanned.value : detail::knownIdentity<BinaryOperation, T>();
}
template <class Group, class In, class Out, class T, class BinaryOperation,
          detail::EnableGroup<Group> = 0>
Out joint_exclusive_scan(Group g, In first, In last, Out result, T init, BinaryOperation op) {
  return detail::scanRange<T>(g, first, last, result, op, init, true, false);
}
template <class Group, class In, class Out, class BinaryOperation, detail::EnableGroup<Group> = 0>
Out joint_exclusive_scan(Group g, In first, In last, Out result, BinaryOperation op) {
  using T = detail::PointeeOf<Out>;
  return detail::scanRange<T>(g, first, last, result, op,
                              detail::knownIdentity<BinaryOperation, T>(), true, false);
}
/// @}

/// @{ Inclusive scans.
template <class Group, class T, class BinaryOperation, detail::EnableGroup<Group> = 0>
T inclusive_scan_over_group(Group g, T x, BinaryOperation op) {
  return detail::scanAll<T>(g, x, op, true).value;
}
template <class Group, class V, class BinaryOperation, class T, detail::EnableGroup<Group> = 0>
T inclusive_scan_over_group(Group g, V x, BinaryOperation op, T init) {
  return static_cast<T>(op(init, detail::scanAll<T>(g, static_cast<T>(x), op, true).value));
}
template <class Group, class In, class Out, class BinaryOperation, class T,
          detail::EnableGroup<Group> = 0>
Out joint_inclusive_scan(Group g, In first, In last, Out result, BinaryOperation op, T init) {
  return detail::scanRange<T>(g, first, last, result, op, init, true, true);
}
template <class Group, class In, class Out, class BinaryOperation, detail::EnableGroup<Group> = 0>
Out joint_inclusive_scan(Group g, In first, In last, Out result, BinaryOperation op) {
  using T = detail::PointeeOf<Out>;
  return detail::scanRange<T>(g, first, last, result, op, T(), false, true);
}
/// @}

} // namespace sycl
} // namespace ursa_sycl
