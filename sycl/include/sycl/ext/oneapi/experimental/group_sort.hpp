// Work-items of a group sort together (sycl_ext_oneapi_group_sort), through memory that the program
// gives them.
//
//   joint_sort(group_with_scratchpad(group, span(&bytes[0], bytes.size())), first, last);
//   key = sort_over_group(group, key, radix_sorters::group_sorter<int>(scratch));
#pragma once

#include <sycl/ext/oneapi/experimental/group_load_store.hpp>
#include <sycl/group_algorithms.hpp>
#include <sycl/half.hpp>

#include <bitset>
#include <climits>
#include <cstddef>
#include <functional>
#include <tuple>
#include <type_traits>

inline namespace ursa_sycl {
namespace sycl {

namespace ext::oneapi::experimental {

/// @{ Which elements a work-item has before and after sorting.
struct input_data_placement_key {
  template <group_algorithm_data_placement Placement>
  using value_t = property_value<input_data_placement_key,
                                 std::integral_constant<group_algorithm_data_placement, Placement>>;
};
struct output_data_placement_key {
  template <group_algorithm_data_placement Placement>
  using value_t = property_value<output_data_placement_key,
                                 std::integral_constant<group_algorithm_data_placement, Placement>>;
};
template <group_algorithm_data_placement Placement>
inline constexpr input_data_placement_key::value_t<Placement> input_data_placement;
template <group_algorithm_data_placement Placement>
inline constexpr output_data_placement_key::value_t<Placement> output_data_placement;
template <> struct is_property_key<input_data_placement_key> : std::true_type {};
template <> struct is_property_key<output_data_placement_key> : std::true_type {};
/// @}

/// A group, and memory for its algorithms, which is aligned as the elements.
template <typename Group, std::size_t Extent> class group_with_scratchpad {
public:
  group_with_scratchpad(Group group, span<std::byte, Extent> scratch)
      : group_(group), scratch_(scratch) {}
  Group get_group() const { return group_; }
  span<std::byte, Extent> get_memory() const { return scratch_; }

private:
  Group group_;
  span<std::byte, Extent> scratch_;
};

} // namespace ext::oneapi::experimental

namespace detail {

template <class Helper> inline constexpr bool isGroupHelper = false;
template <class Group, std::size_t Extent>
inline constexpr bool
    isGroupHelper<ext::oneapi::experimental::group_with_scratchpad<Group, Extent>> = true;
template <class Helper>
using EnableGroupHelper = std::enable_if_t<isGroupHelper<std::decay_t<Helper>>, int>;

template <class Key, class Properties> constexpr bool isStriped() {
  if constexpr (Properties::template has_property<Key>())
    return Properties::template get_property<Key>().value ==
           ext::oneapi::experimental::group_algorithm_data_placement::striped;
  else
    return false;
}

/// Merges two sorted neighbours of @p width elements: returns where the element @p i goes. Equal
/// elements keep their order.
template <class Elements, class T, class Compare>
std::size_t mergedPlace(const Elements &elements, const T &value, std::size_t i, std::size_t width,
                        std::size_t count, const Compare &compare) {
  const std::size_t begin = i / (2 * width) * (2 * width);
  const std::size_t middle = begin + width < count ? begin + width : count;
  const std::size_t end = middle + width < count ? middle + width : count;
  const bool isLeft = i < middle;
  std::size_t low = isLeft ? middle : begin;
  std::size_t high = isLeft ? end : middle;
  const std::size_t first = low;
  while (low < high) {
    const std::size_t between = low + (high - low) / 2;
    const T other = elements[between];
    const bool isBefore = isLeft ? compare(other, value) : !compare(value, other);
    low = isBefore ? between + 1 : low;
    high = isBefore ? high : between;
  }
  return (isLeft ? i : begin + (i - middle)) + (low - first);
}

/// Sorts memory. @p scratch has a place for each element.
template <class T, class Group, class Pointer, class Compare>
void sortJointly(const Group &group, Pointer first, std::size_t count, T *scratch,
                 const Compare &compare) {
  const std::size_t me = group.get_local_linear_id();
  const std::size_t step = group.get_local_linear_range();
  group_barrier(group);
  for (std::size_t width = 1; width < count; width *= 2) {
    for (std::size_t i = me; i < count; i += step) {
      const T value = first[i];
      scratch[mergedPlace(first, value, i, width, count, compare)] = value;
    }
    group_barrier(group);
    for (std::size_t i = me; i < count; i += step)
      first[i] = scratch[i];
    group_barrier(group);
  }
}

/// Sorts the N elements that each work-item has. @p own gets and sets them.
template <class T, std::size_t N, class Properties, class Group, class Own, class Compare>
void sortOwn(const Group &group, const Own &own, T *scratch, const Compare &compare) {
  namespace ext = ext::oneapi::experimental;
  const std::size_t me = group.get_local_linear_id();
  const std::size_t step = group.get_local_linear_range();
  const std::size_t count = N * step;
  const auto place = [=](bool isStriped, std::size_t k) {
    return isStriped ? k * step + me : me * N + k;
  };
  for (std::size_t k = 0; k < N; ++k)
    scratch[place(isStriped<ext::input_data_placement_key, Properties>(), k)] = own.get(k);
  group_barrier(group);
  for (std::size_t width = 1; width < count; width *= 2) {
    std::size_t places[N];
    for (std::size_t k = 0; k < N; ++k) {
      const T value = scratch[me * N + k];
      places[k] = mergedPlace(scratch, value, me * N + k, width, count, compare);
      own.set(k, value);
    }
    group_barrier(group);
    for (std::size_t k = 0; k < N; ++k)
      scratch[places[k]] = own.get(k);
    group_barrier(group);
  }
  for (std::size_t k = 0; k < N; ++k)
    own.set(k, scratch[place(isStriped<ext::output_data_placement_key, Properties>(), k)]);
  group_barrier(group);
}

template <class T> struct OwnValues {
  T *values;
  T get(std::size_t k) const { return values[k]; }
  void set(std::size_t k, const T &value) const { values[k] = value; }
};

template <class Key, class Value> struct KeyAndValue {
  Key key;
  Value value;
};
template <class Key, class Value> struct OwnPairs {
  Key *keys;
  Value *values;
  KeyAndValue<Key, Value> get(std::size_t k) const { return {keys[k], values[k]}; }
  void set(std::size_t k, const KeyAndValue<Key, Value> &pair) const {
    keys[k] = pair.key;
    values[k] = pair.value;
  }
};
template <class Compare> struct ByKey {
  Compare compare;
  template <class Pair> bool operator()(const Pair &a, const Pair &b) const {
    return compare(a.key, b.key);
  }
};

/// Compares as a radix sort does: by the bits of a mask, numbers before larger ones.
template <class T, bool IsDescending> class CompareBits {
  using Bits = std::conditional_t<
      sizeof(T) == 1, unsigned char,
      std::conditional_t<sizeof(T) == 2, unsigned short,
                         std::conditional_t<sizeof(T) == 4, unsigned int, unsigned long long>>>;
  static constexpr bool kIsFloat =
      std::is_floating_point_v<T> || std::is_same_v<std::remove_cv_t<T>, half>;
  static_assert((std::is_integral_v<T> || kIsFloat) && sizeof(T) <= 8,
                "A radix sort is for integers, half, float and double.");

public:
  explicit CompareBits(const std::bitset<sizeof(T) * CHAR_BIT> &mask)
      : mask_(static_cast<Bits>(mask.to_ullong())) {}

  bool operator()(const T &a, const T &b) const {
    const Bits first = ordered(a);
    const Bits second = ordered(b);
    return IsDescending ? second < first : first < second;
  }

private:
  Bits ordered(const T &value) const {
    constexpr Bits kSign = static_cast<Bits>(Bits(1) << (sizeof(T) * CHAR_BIT - 1));
    Bits bits = __builtin_bit_cast(Bits, value);
    if constexpr (kIsFloat)
      bits = static_cast<Bits>(bits & kSign ? ~bits : bits | kSign);
    else if constexpr (std::is_signed_v<T>)
      bits = static_cast<Bits>(bits ^ kSign);
    return static_cast<Bits>(bits & mask_);
  }
  Bits mask_;
};

template <class T> T *asElements(std::byte *scratch) { return reinterpret_cast<T *>(scratch); }

} // namespace detail

namespace ext::oneapi::experimental {

// Sorters. Memory for a sub-group is its own, not that of the work-group.

namespace default_sorters {

template <typename Compare = std::less<>> class joint_sorter {
public:
  template <std::size_t Extent>
  explicit joint_sorter(span<std::byte, Extent> scratch, Compare compare = {})
      : scratch_(scratch.data()), compare_(compare) {}

  template <typename Group, typename Pointer>
  void operator()(Group group, Pointer first, Pointer last) {
    using T = sycl::detail::PointeeOf<Pointer>;
    sycl::detail::sortJointly(group, first, static_cast<std::size_t>(last - first),
                              sycl::detail::asElements<T>(scratch_), compare_);
  }
  /// In bytes, for so many elements.
  template <typename T>
  static constexpr std::size_t memory_required(memory_scope, std::size_t range_size) {
    return range_size * sizeof(T);
  }

private:
  std::byte *scratch_;
  Compare compare_;
};

template <typename T, typename Compare = std::less<>, std::size_t ElementsPerWorkItem = 1>
class group_sorter {
public:
  template <std::size_t Extent>
  explicit group_sorter(span<std::byte, Extent> scratch, Compare compare = {})
      : scratch_(scratch.data()), compare_(compare) {}

  template <typename Group> T operator()(Group group, T value) {
    sycl::detail::sortOwn<T, 1, empty_properties_t>(
        group, sycl::detail::OwnValues<T>{&value}, sycl::detail::asElements<T>(scratch_), compare_);
    return value;
  }
  template <typename Group, typename Properties = empty_properties_t>
  void operator()(Group group, span<T, ElementsPerWorkItem> values, Properties = {}) {
    sycl::detail::sortOwn<T, ElementsPerWorkItem, Properties>(
        group, sycl::detail::OwnValues<T>{values.data()}, sycl::detail::asElements<T>(scratch_),
        compare_);
  }
  /// In bytes, for so many work-items.
  static constexpr std::size_t memory_required(memory_scope, std::size_t range_size) {
    return range_size * ElementsPerWorkItem * sizeof(T);
  }

private:
  std::byte *scratch_;
  Compare compare_;
};

template <typename Key, typename Value, typename Compare = std::less<>,
          std::size_t ElementsPerWorkItem = 1>
class group_key_value_sorter {
  using Pair = sycl::detail::KeyAndValue<Key, Value>;
  using Own = sycl::detail::OwnPairs<Key, Value>;

public:
  template <std::size_t Extent>
  explicit group_key_value_sorter(span<std::byte, Extent> scratch, Compare compare = {})
      : scratch_(scratch.data()), compare_{compare} {}

  template <typename Group> std::tuple<Key, Value> operator()(Group group, Key key, Value value) {
    sycl::detail::sortOwn<Pair, 1, empty_properties_t>(
        group, Own{&key, &value}, sycl::detail::asElements<Pair>(scratch_), compare_);
    return {key, value};
  }
  template <typename Group, typename Properties = empty_properties_t>
  void operator()(Group group, span<Key, ElementsPerWorkItem> keys,
                  span<Value, ElementsPerWorkItem> values, Properties = {}) {
    sycl::detail::sortOwn<Pair, ElementsPerWorkItem, Properties>(
        group, Own{keys.data(), values.data()}, sycl::detail::asElements<Pair>(scratch_), compare_);
  }
  /// In bytes, for so many work-items.
  static constexpr std::size_t memory_required(memory_scope, std::size_t range_size) {
    return range_size * ElementsPerWorkItem * sizeof(Pair);
  }

private:
  std::byte *scratch_;
  sycl::detail::ByKey<Compare> compare_;
};

} // namespace default_sorters

namespace radix_sorters {

enum class sorting_order { ascending, descending };

// They sort as a radix sort does, by comparisons: BitsPerPass makes no difference.

template <typename T, sorting_order Order = sorting_order::ascending, unsigned BitsPerPass = 4>
class joint_sorter : public default_sorters::joint_sorter<
                         sycl::detail::CompareBits<T, Order == sorting_order::descending>> {
  using Compare = sycl::detail::CompareBits<T, Order == sorting_order::descending>;

public:
  template <std::size_t Extent>
  explicit joint_sorter(
      span<std::byte, Extent> scratch,
      const std::bitset<sizeof(T) * CHAR_BIT> mask = std::bitset<sizeof(T) * CHAR_BIT>(~0ULL))
      : default_sorters::joint_sorter<Compare>(scratch, Compare(mask)) {}
  /// In bytes, for so many elements.
  static constexpr std::size_t memory_required(memory_scope, std::size_t range_size) {
    return range_size * sizeof(T);
  }
};

template <typename T, sorting_order Order = sorting_order::ascending,
          std::size_t ElementsPerWorkItem = 1, unsigned BitsPerPass = 4>
class group_sorter : public default_sorters::group_sorter<
                         T, sycl::detail::CompareBits<T, Order == sorting_order::descending>,
                         ElementsPerWorkItem> {
  using Compare = sycl::detail::CompareBits<T, Order == sorting_order::descending>;

public:
  template <std::size_t Extent>
  explicit group_sorter(
      span<std::byte, Extent> scratch,
      const std::bitset<sizeof(T) * CHAR_BIT> mask = std::bitset<sizeof(T) * CHAR_BIT>(~0ULL))
      : default_sorters::group_sorter<T, Compare, ElementsPerWorkItem>(scratch, Compare(mask)) {}
};

template <typename Key, typename Value, sorting_order Order = sorting_order::ascending,
          std::size_t ElementsPerWorkItem = 1, unsigned BitsPerPass = 4>
class group_key_value_sorter
    : public default_sorters::group_key_value_sorter<
          Key, Value, sycl::detail::CompareBits<Key, Order == sorting_order::descending>,
          ElementsPerWorkItem> {
  using Compare = sycl::detail::CompareBits<Key, Order == sorting_order::descending>;

public:
  template <std::size_t Extent>
  explicit group_key_value_sorter(
      span<std::byte, Extent> scratch,
      const std::bitset<sizeof(Key) * CHAR_BIT> mask = std::bitset<sizeof(Key) * CHAR_BIT>(~0ULL))
      : default_sorters::group_key_value_sorter<Key, Value, Compare, ElementsPerWorkItem>(
            scratch, Compare(mask)) {}
};

} // namespace radix_sorters

/// @{ All work-items of the group call the function with the same memory, which it sorts.
template <typename Group, typename Iterator, typename Sorter, sycl::detail::EnableGroup<Group> = 0>
void joint_sort(Group group, Iterator first, Iterator last, Sorter sorter) {
  sorter(group, first, last);
}
template <typename Helper, typename Iterator, typename Compare = std::less<>,
          sycl::detail::EnableGroupHelper<Helper> = 0>
void joint_sort(Helper helper, Iterator first, Iterator last, Compare compare = {}) {
  default_sorters::joint_sorter<Compare>(helper.get_memory(), compare)(helper.get_group(), first,
                                                                       last);
}
/// @}

/// @{ Sorts the values of all work-items: the first work-item gets what comes first.
template <typename Group, typename T, typename Sorter, sycl::detail::EnableGroup<Group> = 0>
T sort_over_group(Group group, T value, Sorter sorter) {
  return sorter(group, value);
}
template <typename Helper, typename T, typename Compare = std::less<>,
          sycl::detail::EnableGroupHelper<Helper> = 0>
T sort_over_group(Helper helper, T value, Compare compare = {}) {
  return default_sorters::group_sorter<T, Compare>(helper.get_memory(), compare)(helper.get_group(),
                                                                                 value);
}
/// @}

/// @{ The same of several values of each work-item. The list of properties may have
/// input_data_placement and output_data_placement; both are blocked without.
template <typename Group, typename T, std::size_t N, typename Sorter,
          typename Properties = empty_properties_t, sycl::detail::EnableGroup<Group> = 0,
          std::enable_if_t<is_property_list_v<Properties>, int> = 0>
void sort_over_group(Group group, span<T, N> values, Sorter sorter, Properties properties = {}) {
  sorter(group, values, properties);
}
template <typename Helper, typename T, std::size_t N, typename Compare,
          typename Properties = empty_properties_t, sycl::detail::EnableGroupHelper<Helper> = 0,
          std::enable_if_t<!is_property_list_v<Compare>, int> = 0>
void sort_over_group(Helper helper, span<T, N> values, Compare compare,
                     Properties properties = {}) {
  default_sorters::group_sorter<T, Compare, N>(helper.get_memory(), compare)(helper.get_group(),
                                                                             values, properties);
}
template <typename Helper, typename T, std::size_t N, typename Properties = empty_properties_t,
          sycl::detail::EnableGroupHelper<Helper> = 0,
          std::enable_if_t<is_property_list_v<Properties>, int> = 0>
void sort_over_group(Helper helper, span<T, N> values, Properties properties = {}) {
  sort_over_group(helper, values, std::less<>(), properties);
}
/// @}

/// @{ Sorts pairs by their keys.
template <typename Group, typename Key, typename Value, typename Sorter,
          sycl::detail::EnableGroup<Group> = 0>
std::tuple<Key, Value> sort_key_value_over_group(Group group, Key key, Value value, Sorter sorter) {
  return sorter(group, key, value);
}
template <typename Helper, typename Key, typename Value, typename Compare = std::less<>,
          sycl::detail::EnableGroupHelper<Helper> = 0>
std::tuple<Key, Value> sort_key_value_over_group(Helper helper, Key key, Value value,
                                                 Compare compare = {}) {
  return default_sorters::group_key_value_sorter<Key, Value, Compare>(helper.get_memory(), compare)(
      helper.get_group(), key, value);
}
template <typename Group, typename Key, typename Value, std::size_t N, typename Sorter,
          typename Properties = empty_properties_t, sycl::detail::EnableGroup<Group> = 0>
void sort_key_value_over_group(Group group, span<Key, N> keys, span<Value, N> values, Sorter sorter,
                               Properties properties = {}) {
  sorter(group, keys, values, properties);
}
template <typename Helper, typename Key, typename Value, std::size_t N, typename Compare,
          typename Properties = empty_properties_t, sycl::detail::EnableGroupHelper<Helper> = 0,
          std::enable_if_t<!is_property_list_v<Compare>, int> = 0>
void sort_key_value_over_group(Helper helper, span<Key, N> keys, span<Value, N> values,
                               Compare compare, Properties properties = {}) {
  default_sorters::group_key_value_sorter<Key, Value, Compare, N>(helper.get_memory(), compare)(
      helper.get_group(), keys, values, properties);
}
template <typename Helper, typename Key, typename Value, std::size_t N,
          typename Properties = empty_properties_t, sycl::detail::EnableGroupHelper<Helper> = 0,
          std::enable_if_t<is_property_list_v<Properties>, int> = 0>
void sort_key_value_over_group(Helper helper, span<Key, N> keys, span<Value, N> values,
                               Properties properties = {}) {
  sort_key_value_over_group(helper, keys, values, std::less<>(), properties);
}
/// @}

} // namespace ext::oneapi::experimental
} // namespace sycl
} // namespace ursa_sycl
