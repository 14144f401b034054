// How work-items of a group exchange values: those of work-groups through local memory, in rounds
// if the memory is too small for all; those of sub-groups by shuffles. Those of packs (see
// pack_functions.hpp) by shuffles, and one value of each pack through memory. Every function here
// is called by all work-items of the group, with the same counts.
#pragma once

#include <sycl/address_space.hpp>
#include <sycl/detail/pack_functions.hpp>
#include <sycl/detail/warp_functions.hpp>
#include <sycl/group.hpp>
#include <sycl/sub_group.hpp>

#include <cstddef>
#include <cstdint>

inline namespace ursa_sycl {
namespace sycl {
namespace detail {

/// The result of a scan for a work-item.
template <class T> struct Scanned {
  T value;       ///< of this work-item and those before, or only those before
  T total;       ///< of all
  bool hasValue; ///< false for the first work-item of an exclusive scan
};

#ifdef __SYCL_DEVICE_ONLY__
/// The values of one round lie in stripes: one work-item combines a stripe, then all combine the
/// stripes. That takes few barriers, and keeps the order of operands.
inline constexpr std::size_t kStripes = 16;
inline std::size_t stripeLength(std::size_t count) { return (count + kStripes - 1) / kStripes; }

/// Hands the result of the last pack to all packs. The first one takes it, so that the next
/// function may begin before others have read it.
template <class T> T resultForAll(const PackPlace &place) {
  scratchBarrier();
  const T result = ScratchValues<T>::get(place.isFirst ? PackValue::SoFar : PackValue::Result);
  ScratchValues<T>::set(PackValue::Result, result);
  return result;
}

/// reduceValues in packs: lane by lane, then of all lanes, where that order is right.
template <int D, class T, class Op>
T reducePacks(const group<D> &group, const T &mine, const Op &op, std::size_t active) {
  using Values = ScratchValues<T>;
  const PackPlace place(group, active);
  if (packIsGroup())
    return reduceLanes(mine, op, place.lane, place.counted);
  if constexpr (LaneIdentity<Op>::isKnown) {
    const T counts = place.lane < place.counted ? mine : LaneIdentity<Op>::value();
    const T before = Values::get(PackValue::SoFar, place.lane);
    Values::set(PackValue::SoFar, place.isFirst ? counts : op(before, counts), place.lane);
    scratchBarrier();
    if (place.isFirst) // no other pack has more lanes
      Values::set(PackValue::Result, reduceLanes(Values::get(PackValue::SoFar, place.lane), op,
                                                 place.lane, packItems()));
    return Values::get(PackValue::Result);
  } else {
    const T total = reduceLanes(mine, op, place.lane, place.counted);
    if (place.counted > 0)
      Values::set(PackValue::SoFar,
                  place.isFirst ? total : op(Values::get(PackValue::SoFar), total));
    return resultForAll<T>(place);
  }
}

/// scanValues in packs.
template <int D, class T, class Op>
Scanned<T> scanPacks(const group<D> &group, const T &mine, const Op &op, std::size_t active,
                     bool isInclusive) {
  const PackPlace place(group, active);
  T own = scanLanes(mine, op, place.lane);
  T total = packShuffle(own, place.counted > 0 ? place.counted - 1 : 0);
  if (!isInclusive)
    own = packShuffle(own, place.lane > 0 ? place.lane - 1 : 0);
  const bool hasOwn = isInclusive || place.lane > 0;
  Scanned<T> result{own, total, hasOwn || !place.isFirst};
  if (packIsGroup())
    return result;
  if (!place.isFirst) {
    const T before = ScratchValues<T>::get(PackValue::SoFar);
    result.value = hasOwn ? op(before, own) : before;
    total = op(before, total);
  }
  if (place.counted > 0)
    ScratchValues<T>::set(PackValue::SoFar, total);
  result.total = resultForAll<T>(place);
  return result;
}

/// Combines the values of the first @p active work-items, at least one.
template <int D, class T, class Op>
T reduceValues(const group<D> &group, const T &mine, Op op, std::size_t active) {
  using Values = ScratchValues<T>;
  if constexpr (Values::kFitsAtOnce && LaneIdentity<Op>::isKnown)
    if (inWarp())
      return reduceWarps(group, mine, op, active);
  if constexpr (Values::kFitsAtOnce)
    if (inPack())
      return reducePacks(group, mine, op, active);
  if (active == kWholeGroup)
    active = group.get_local_linear_range();
  const std::size_t me = group.get_local_linear_id();
  T result = mine;
  std::size_t base = 0;
  do {
    const std::size_t left = active - base;
    const std::size_t count = left < Values::kCapacity ? left : Values::kCapacity;
    const std::size_t length = stripeLength(count);
    if (me >= base && me < base + count)
      Values::set(me - base, mine);
    scratchBarrier();
    for (std::size_t first = me * length; first < count;
         first += group.get_local_linear_range() * length) {
      T sum = Values::get(first);
      for (std::size_t i = first + 1; i < first + length && i < count; ++i)
        sum = op(sum, Values::get(i));
      Values::set(first, sum);
    }
    scratchBarrier();
    T sum = Values::get(0);
    for (std::size_t i = length; i < count; i += length)
      sum = op(sum, Values::get(i));
    result = base == 0 ? sum : op(result, sum);
    scratchBarrier();
    base += Values::kCapacity;
  } while (!Values::kFitsAtOnce && base < active);
  return result;
}

/// Scans the values of the first @p active work-items; the others get a total, but no value.
template <int D, class T, class Op>
Scanned<T> scanValues(const group<D> &group, const T &mine, Op op, std::size_t active,
                      bool isInclusive) {
  using Values = ScratchValues<T>;
  if constexpr (Values::kFitsAtOnce)
    if (inPack())
      return scanPacks(group, mine, op, active, isInclusive);
  if (active == kWholeGroup)
    active = group.get_local_linear_range();
  const std::size_t me = group.get_local_linear_id();
  Scanned<T> result{mine, mine, isInclusive || me > 0};
  std::size_t base = 0;
  do {
    const std::size_t left = active - base;
    const std::size_t count = left < Values::kCapacity ? left : Values::kCapacity;
    const std::size_t length = stripeLength(count);
    if (me >= base && me < base + count)
      Values::set(me - base, mine);
    scratchBarrier();
    for (std::size_t first = me * length; first < count;
         first += group.get_local_linear_range() * length) {
      T sum = Values::get(first);
      for (std::size_t i = first + 1; i < first + length && i < count; ++i) {
        sum = op(sum, Values::get(i));
        Values::set(i, sum);
      }
    }
    scratchBarrier();
    // The last value that counts for this work-item, as a number after those of the round.
    const std::size_t end = isInclusive ? me + 1 : me;
    if (me >= base && me < base + count) {
      if (end > base) {
        const std::size_t last = end - base - 1;
        T sum = Values::get(last);
        const std::size_t stripe = last / length;
        if (stripe > 0) {
          T before = Values::get(length - 1);
          for (std::size_t i = 1; i < stripe; ++i)
            before = op(before, Values::get((i + 1) * length - 1));
          sum = op(before, sum);
        }
        result.value = base == 0 ? sum : op(result.total, sum);
      } else {
        result.value = result.total; // nothing if base is 0
      }
    }
    T sum = Values::get((length < count ? length : count) - 1);
    for (std::size_t i = length; i < count; i += length)
      sum = op(sum, Values::get((i + length < count ? i + length : count) - 1));
    result.total = base == 0 ? sum : op(result.total, sum);
    scratchBarrier();
    base += Values::kCapacity;
  } while (!Values::kFitsAtOnce && base < active);
  return result;
}

/// Returns the value of the work-item @p from.
template <int D, class T> T exchangeValues(const group<D> &group, const T &mine, std::size_t from) {
  using Values = ScratchValues<T>;
  const std::size_t me = group.get_local_linear_id();
  const std::size_t all = group.get_local_linear_range();
  T result = mine;
  std::size_t base = 0;
  do {
    if (me >= base && me < base + Values::kCapacity)
      Values::set(me - base, mine);
    scratchBarrier();
    if (from >= base && from < base + Values::kCapacity && from < all)
      result = Values::get(from - base);
    scratchBarrier();
    base += Values::kCapacity;
  } while (!Values::kFitsAtOnce && base < all);
  return result;
}

template <class T> T exchangeValues(const sub_group &, const T &mine, std::size_t from) {
  const auto lane = static_cast<std::uint32_t>(from) % (inWarp() ? warpSize() : oclSubGroupSize());
  return shuffleWords(mine, [lane](std::uint32_t word) { return oclShuffle(word, lane); });
}

/// The same for all: returns the value of one work-item.
template <class Group, class T>
T broadcastValue(const Group &group, const T &mine, std::size_t from) {
  return exchangeValues(group, mine, from);
}
template <int D, class T> T broadcastValue(const group<D> &group, const T &mine, std::size_t from) {
  using Values = ScratchValues<T>;
  if constexpr (Values::kFitsAtOnce)
    if (inPack()) {
      const PackPlace place(group, kWholeGroup);
      const auto lane = static_cast<std::uint32_t>(from) - place.first;
      const T value = packShuffle(mine, lane < place.counted ? lane : 0);
      if (packIsGroup())
        return value;
      if (lane < place.counted)
        Values::set(PackValue::SoFar, value);
      return resultForAll<T>(place);
    }
  return exchangeValues(group, mine, from);
}

template <class T, class Op>
Scanned<T> scanValues(const sub_group &group, const T &mine, Op op, std::size_t active,
                      bool isInclusive) {
  if (active == kWholeGroup)
    active = group.get_local_linear_range();
  const std::uint32_t me = oclSubGroupLocalId();
  T sum = mine;
  for (std::uint32_t distance = 1; distance < active; distance *= 2) {
    const T other = exchangeValues(group, sum, me >= distance ? me - distance : me);
    if (me >= distance)
      sum = op(other, sum);
  }
  Scanned<T> result{sum, exchangeValues(group, sum, active - 1), isInclusive || me > 0};
  if (!isInclusive)
    result.value = exchangeValues(group, sum, me > 0 ? me - 1 : 0);
  return result;
}

template <class T, class Op>
T reduceValues(const sub_group &group, const T &mine, Op op, std::size_t active) {
  if constexpr (LaneIdentity<Op>::isKnown)
    if (inWarp()) {
      const std::uint32_t lane = oclSubGroupLocalId();
      const bool counts = active == kWholeGroup || lane < active;
      return reduceWarp(counts ? mine : LaneIdentity<Op>::value(), op, lane, oclSubGroupSize());
    }
  if (inPack())
    return reduceLanes(mine, op, packLane(),
                       active == kWholeGroup ? packItems() : static_cast<std::uint32_t>(active));
  return scanValues(group, mine, op, active, true).total;
}

#else // Host code never runs kernels.
template <class Group, class T, class Op>
T reduceValues(const Group &, const T &mine, Op, std::size_t) {
  return mine;
}
template <class Group, class T, class Op>
Scanned<T> scanValues(const Group &, const T &mine, Op, std::size_t, bool) {
  return {mine, mine, true};
}
template <class Group, class T> T exchangeValues(const Group &, const T &mine, std::size_t) {
  return mine;
}
template <class Group, class T> T broadcastValue(const Group &, const T &mine, std::size_t) {
  return mine;
}
#endif

} // namespace detail
} // namespace sycl
} // namespace ursa_sycl
