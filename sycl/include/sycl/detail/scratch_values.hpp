// Local memory through which the work-items of a work-group exchange values.
#pragma once

#include <sycl/address_space.hpp>
#include <sycl/detail/pack_functions.hpp>

#include <cstddef>
#include <cstdint>
#include <type_traits>

inline namespace ursa_sycl {
namespace sycl {
namespace detail {

#ifdef __SYCL_DEVICE_ONLY__
/// Work-groups have at most so many work-items. Values of up to 16 bytes of all of them fit into
/// local memory at once, without a loop around barriers.
inline constexpr std::size_t kLargestGroup = 1024;
inline constexpr std::size_t kLargestQuickValue = 16;

/// Local memory that all functions of a kernel for types of this size share: each leaves it behind
/// a barrier.
template <std::size_t Bytes> inline __URSA_LOCAL std::uint64_t *groupScratch() {
  alignas(
      16) static __URSA_LOCAL std::uint64_t words[kLargestGroup * Bytes / sizeof(std::uint64_t)];
  return words;
}

/// The same for packs: what each lane, or the first one, has so far, and the result for all. The
/// places of the latter are the same for all types of this size: it is read while the next function
/// begins.
enum class PackValue { SoFar, Result };
template <std::size_t Bytes> inline __URSA_LOCAL std::uint64_t *packScratch(PackValue value) {
  constexpr std::size_t kWords = kMostLanes * Bytes / sizeof(std::uint64_t);
  alignas(64) static __URSA_LOCAL std::uint64_t words[kWords + 2];
  return words + (value == PackValue::SoFar ? 0 : kWords);
}

/// A value in local memory, word by word: objects there have no constructors.
template <class T> class ScratchValues {
  using Word = std::conditional_t<
      alignof(T) % 8 == 0, std::uint64_t,
      std::conditional_t<alignof(T) % 4 == 0, std::uint32_t,
                         std::conditional_t<alignof(T) % 2 == 0, std::uint16_t, std::uint8_t>>>;
  static constexpr std::size_t kWords = sizeof(T) / sizeof(Word);
  static constexpr std::size_t kSlot = sizeof(T) <= 4 ? 4 : sizeof(T) <= 8 ? 8 : kLargestQuickValue;
  struct Words {
    Word all[kWords];
  };

public:
  static constexpr bool kFitsAtOnce = sizeof(T) <= kLargestQuickValue;
  static constexpr std::size_t kCapacity = kLargestGroup * kSlot / sizeof(T);
  static_assert(kCapacity > 0, "Values of group functions have at most 16384 bytes.");

  static T get(std::size_t index) { return load(groupScratch<kSlot>(), index); }
  static void set(std::size_t index, const T &value) { store(groupScratch<kSlot>(), index, value); }
  static T get(PackValue value, std::size_t lane = 0) {
    return load(packScratch<kSlot>(value), lane);
  }
  static void set(PackValue value, const T &to, std::size_t lane = 0) {
    store(packScratch<kSlot>(value), lane, to);
  }

private:
  static T load(const __URSA_LOCAL std::uint64_t *memory, std::size_t index) {
    const __URSA_LOCAL Word *from = (const __URSA_LOCAL Word *)memory + index * kWords;
    Words words;
    for (std::size_t i = 0; i < kWords; ++i)
      words.all[i] = from[i];
    return __builtin_bit_cast(T, words);
  }
  static void store(__URSA_LOCAL std::uint64_t *memory, std::size_t index, const T &value) {
    __URSA_LOCAL Word *to = (__URSA_LOCAL Word *)memory + index * kWords;
    const Words words = __builtin_bit_cast(Words, value);
    for (std::size_t i = 0; i < kWords; ++i)
      to[i] = words.all[i];
  }
};

inline void scratchBarrier() { oclBarrier(kLocalMemory); }
#endif

} // namespace detail
} // namespace sycl
} // namespace ursa_sycl
