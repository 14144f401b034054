// Warps of GPUs: sub-groups of consecutive work-items, whose lanes exchange values by an
// instruction. The work-items of a work-group combine their values warp by warp, and hand one value
// of each warp through local memory. Elsewhere the size is 0, and the compiler removes the code
// behind it.
#pragma once

#include <sycl/detail/pack_functions.hpp>
#include <sycl/detail/scratch_values.hpp>
#include <sycl/detail/shuffles.hpp>

#include <cstddef>
#include <cstdint>

inline namespace ursa_sycl {
namespace sycl {
namespace detail {

__URSA_CONVERGENT(std::int32_t, oclWorkGroupAny, (std::int32_t), "_Z14work_group_anyi")
__URSA_CONVERGENT(std::int32_t, oclSubGroupAny, (std::int32_t), "_Z13sub_group_anyi")

#ifdef __SYCL_DEVICE_ONLY__
/// Whether sub-groups are warps.
inline bool inWarp() { return warpSize() != 0; }

/// Returns the value of another lane of the warp.
template <class T> T warpShuffle(const T &mine, std::uint32_t from) {
  return shuffleWords(mine, [from](std::uint32_t word) { return oclShuffle(word, from); });
}

/// Combines the values of all lanes, of which the warp has @p items. All get the result. Operands
/// change places.
template <class T, class Op>
T reduceWarp(const T &mine, const Op &op, std::uint32_t lane, std::uint32_t items) {
  T sum = mine;
  for (std::uint32_t distance = warpSize() / 2; distance > 0; distance /= 2) {
    const T other = warpShuffle(sum, lane ^ distance);
    if ((lane ^ distance) < items)
      sum = op(sum, other);
  }
  return warpShuffle(sum, 0); // that of a lane that has met all others
}

/// Where a work-item is in its work-group.
struct WarpPlace {
  std::uint32_t lane;
  std::uint32_t warp;
  std::uint32_t items; ///< of this warp
  std::uint32_t warps;

  template <class Group>
  explicit WarpPlace(const Group &group)
      : lane(static_cast<std::uint32_t>(group.get_local_linear_id()) % warpSize()),
        warp(static_cast<std::uint32_t>(group.get_local_linear_id()) / warpSize()) {
    const auto all = static_cast<std::uint32_t>(group.get_local_linear_range());
    const std::uint32_t left = all - warp * warpSize();
    items = left < warpSize() ? left : warpSize();
    warps = (all + warpSize() - 1) / warpSize();
  }
};

/// reduceValues of a work-group, where the order of operands is free.
template <class Group, class T, class Op>
T reduceWarps(const Group &group, const T &mine, const Op &op, std::size_t active) {
  using Values = ScratchValues<T>;
  const WarpPlace place(group);
  const bool counts = active == kWholeGroup || group.get_local_linear_id() < active;
  const T ofWarp =
      reduceWarp(counts ? mine : LaneIdentity<Op>::value(), op, place.lane, place.items);
  if (place.warps == 1)
    return ofWarp;
  if (place.lane == 0)
    Values::set(place.warp, ofWarp);
  scratchBarrier();
  // The last warp may have fewer lanes than there are warps.
  T sum = LaneIdentity<Op>::value();
  for (std::uint32_t i = place.lane; i < place.warps; i += place.items)
    sum = op(sum, Values::get(i));
  scratchBarrier();
  return reduceWarp(sum, op, place.lane, place.items);
}
#else
inline bool inWarp() { return false; }
#endif

} // namespace detail
} // namespace sycl
} // namespace ursa_sycl
