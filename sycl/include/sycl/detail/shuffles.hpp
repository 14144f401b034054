// Exchange of values of any type between the work-items of a sub-group.
#pragma once

#include <sycl/detail/work_items.hpp>

#include <cstddef>
#include <cstdint>

inline namespace ursa_sycl {
namespace sycl {
namespace detail {

__URSA_CONVERGENT(std::uint32_t, oclShuffle, (std::uint32_t, std::uint32_t),
                  "_Z17sub_group_shufflejj")

#ifdef __SYCL_DEVICE_ONLY__
/// Calls @p shuffle for each word of a value.
template <class T, class Shuffle> T shuffleWords(const T &mine, const Shuffle &shuffle) {
  constexpr std::size_t kWords = (sizeof(T) + 3) / 4;
  struct Words {
    std::uint32_t all[kWords];
  };
  Words words{};
  if constexpr (sizeof(T) % 4 == 0) {
    words = __builtin_bit_cast(Words, mine);
  } else {
    struct Bytes {
      std::uint8_t all[sizeof(T)];
    };
    const Bytes bytes = __builtin_bit_cast(Bytes, mine);
    for (std::size_t i = 0; i < sizeof(T); ++i)
      words.all[i / 4] |= std::uint32_t(bytes.all[i]) << (i % 4 * 8);
  }
  for (std::size_t i = 0; i < kWords; ++i)
    words.all[i] = shuffle(words.all[i]);
  if constexpr (sizeof(T) % 4 == 0) {
    return __builtin_bit_cast(T, words);
  } else {
    struct Bytes {
      std::uint8_t all[sizeof(T)];
    };
    Bytes bytes;
    for (std::size_t i = 0; i < sizeof(T); ++i)
      bytes.all[i] = std::uint8_t(words.all[i / 4] >> (i % 4 * 8));
    return __builtin_bit_cast(T, bytes);
  }
}
#endif

} // namespace detail
} // namespace sycl
} // namespace ursa_sycl
