// Packs of the host: work-items with consecutive linear ids that run side by side, each instruction
// for all of them. The packs of a work-group run one after the other, up to the next barrier. So
// the work-items of a pack exchange values by shuffles, and packs hand on what they have so far.
// Elsewhere the width is 0, and the compiler removes the code behind it.
#pragma once

#include <sycl/detail/work_items.hpp>

#include <cstddef>
#include <cstdint>
#include <type_traits>

inline namespace ursa_sycl {
namespace sycl {
namespace detail {

/// All work-items of a group, in place of a number of them.
inline constexpr std::size_t kWholeGroup = ~std::size_t(0);
/// The most lanes of a pack.
inline constexpr std::size_t kMostLanes = 64;

/// An operation whose operands may change places, with the value() that changes no other one.
template <class Op> struct LaneIdentity { static constexpr bool isKnown = false; };

#ifdef __SYCL_DEVICE_ONLY__
#define __URSA_PACK_QUERY(name, label)                                                             \
  [[clang::sycl_external]] __attribute__((const)) std::uint32_t name() noexcept __asm__(label);
__URSA_PACK_QUERY(packWidth, "__ursa_pack_width")
__URSA_PACK_QUERY(packLane, "__ursa_pack_lane")
__URSA_PACK_QUERY(packItems, "__ursa_pack_items")      // the first lanes have one
__URSA_PACK_QUERY(packIsGroup, "__ursa_pack_is_group") // whether there is no other pack
__URSA_PACK_QUERY(warpSize, "__ursa_warp_size") // lanes of a sub-group that is a warp; 0: is none
#undef __URSA_PACK_QUERY
__URSA_CONVERGENT(std::uint32_t, packShuffleWord, (std::uint32_t, std::uint32_t),
                  "__ursa_pack_shuffle")
__URSA_CONVERGENT(std::uint64_t, packShuffleLong, (std::uint64_t, std::uint32_t),
                  "__ursa_pack_shuffle_long")

/// Whether the work-item runs in a pack.
inline bool inPack() { return packWidth() != 0; }

/// Returns the value of another lane.
template <class T> T packShuffle(const T &mine, std::uint32_t from) {
  constexpr std::size_t kWords = (sizeof(T) + 7) / 8;
  if constexpr (sizeof(T) == 4) {
    return __builtin_bit_cast(T, packShuffleWord(__builtin_bit_cast(std::uint32_t, mine), from));
  } else {
    std::uint64_t words[kWords] = {};
    __builtin_memcpy(words, &mine, sizeof(T));
    for (std::size_t i = 0; i < kWords; ++i)
      words[i] = packShuffleLong(words[i], from);
    T result = mine;
    __builtin_memcpy(&result, words, sizeof(T));
    return result;
  }
}

/// Where a pack is in its group, of which the first @p active work-items have values that count.
struct PackPlace {
  std::uint32_t lane;
  std::uint32_t first;   ///< linear id of the first lane
  std::uint32_t counted; ///< lanes with such a value: the first ones
  bool isFirst;

  template <class Group>
  PackPlace(const Group &group, std::size_t active)
      : lane(packLane()), first(packShuffle(static_cast<std::uint32_t>(group.get_local_linear_id()),
                                            std::uint32_t(0))) {
    const std::uint32_t items = packItems();
    const std::size_t left = active > first ? active - first : 0;
    counted = active == kWholeGroup || left > items ? items : static_cast<std::uint32_t>(left);
    isFirst = first == 0;
  }
};

/// Combines the values of the first @p counted lanes. All lanes get the result.
template <class T, class Op>
T reduceLanes(const T &mine, const Op &op, std::uint32_t lane, std::uint32_t counted) {
  const std::uint32_t width = packWidth();
  T sum = mine;
  if constexpr (LaneIdentity<Op>::isKnown) {
    if (lane >= counted)
      sum = LaneIdentity<Op>::value();
    for (std::uint32_t distance = width / 2; distance > 0; distance /= 2) // halves of vectors
      sum = op(sum, packShuffle(sum, lane + distance));
  } else {
    for (std::uint32_t distance = 1; distance < width; distance *= 2) {
      const T other = packShuffle(sum, lane + distance);
      if (lane + distance < counted)
        sum = op(sum, other);
    }
  }
  return packShuffle(sum, std::uint32_t(0));
}

/// Each lane gets the combination of the values up to its own.
template <class T, class Op> T scanLanes(const T &mine, const Op &op, std::uint32_t lane) {
  const std::uint32_t width = packWidth();
  T sum = mine;
  for (std::uint32_t distance = 1; distance < width; distance *= 2) {
    const T other = packShuffle(sum, lane - distance);
    if (lane >= distance)
      sum = op(other, sum);
  }
  return sum;
}
#else
inline bool inPack() { return false; }
#endif

} // namespace detail
} // namespace sycl
} // namespace ursa_sycl
