// Properties of launches (sycl_ext_oneapi_kernel_properties, sycl_ext_oneapi_root_group,
// sycl_ext_oneapi_cuda_cluster_launch, sycl_ext_oneapi_work_group_scratch_memory), before the
// kernel function of single_task and parallel_for:
//
//   queue.parallel_for(space, properties(use_root_sync), function);
//
// A function object may also have them itself: auto get(properties_tag) const.
#pragma once

#include <sycl/aspects.hpp>
#include <sycl/detail/launch.hpp>
#include <sycl/exception.hpp>
#include <sycl/ext/oneapi/experimental/properties.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <type_traits>
#include <utility>

inline namespace ursa_sycl {
namespace sycl {

namespace ext::oneapi::experimental {

/// The parameter of a function object's member get, which returns its properties.
struct properties_tag {};

/// Whether a property belongs to the function that is compiled, not to a launch of it.
template <typename> struct has_compile_time_kernel_effect : std::false_type {};
template <typename Property>
inline constexpr bool has_compile_time_kernel_effect_v =
    has_compile_time_kernel_effect<Property>::value;

namespace detail {

/// The sizes in the dimensions of a range.
template <size_t... Dims> struct SizeMembers {
  static constexpr int dimensions = sizeof...(Dims);
  constexpr size_t operator[](int dimension) const {
    constexpr size_t sizes[] = {Dims...};
    return sizes[dimension];
  }
};

} // namespace detail

/// @{ The work-groups of the launch, as of the attribute reqd_work_group_size. A launch over a
/// range has work-groups of this size. Throw errc::nd_range for an nd_range with others.
struct work_group_size_key {
  template <size_t... Dims>
  using value_t = property_value<work_group_size_key, std::integral_constant<size_t, Dims>...>;
};
template <size_t... Dims> inline constexpr work_group_size_key::value_t<Dims...> work_group_size;
/// @}

/// @{ Has no effect.
struct work_group_size_hint_key {
  template <size_t... Dims>
  using value_t = property_value<work_group_size_hint_key, std::integral_constant<size_t, Dims>...>;
};
template <size_t... Dims>
inline constexpr work_group_size_hint_key::value_t<Dims...> work_group_size_hint;
/// @}

/// @{ The size of the sub-groups, as the attribute reqd_sub_group_size. A device that has none of
/// this size throws errc::kernel_not_supported.
struct sub_group_size_key {
  template <std::uint32_t Size>
  using value_t = property_value<sub_group_size_key, std::integral_constant<std::uint32_t, Size>>;
};
template <std::uint32_t Size> inline constexpr sub_group_size_key::value_t<Size> sub_group_size;
/// @}

/// @{ Aspects that the kernel needs, as the attribute device_has.
struct device_has_key {
  template <aspect... Aspects>
  using value_t = property_value<device_has_key, std::integral_constant<aspect, Aspects>...>;
};
template <aspect... Aspects> inline constexpr device_has_key::value_t<Aspects...> device_has;
/// @}

/// @{ The largest work-groups of the launch, in each dimension and in all. Throw errc::nd_range for
/// larger ones.
struct max_work_group_size_key {
  template <size_t... Dims>
  using value_t = property_value<max_work_group_size_key, std::integral_constant<size_t, Dims>...>;
};
template <size_t... Dims>
inline constexpr max_work_group_size_key::value_t<Dims...> max_work_group_size;
struct max_linear_work_group_size_key {
  template <size_t Size>
  using value_t =
      property_value<max_linear_work_group_size_key, std::integral_constant<size_t, Size>>;
};
template <size_t Size>
inline constexpr max_linear_work_group_size_key::value_t<Size> max_linear_work_group_size;
/// @}

/// @{ All work-groups run at once, so that they may wait for each other. Throws errc::nd_range if
/// there are more of them than kernel::ext_oneapi_get_info tells
/// (info::kernel_queue_specific::max_num_work_groups), errc::feature_not_supported on devices that
/// have no such launches.
struct use_root_sync_key {
  using value_t = property_value<use_root_sync_key>;
};
inline constexpr use_root_sync_key::value_t use_root_sync;
/// @}

/// Bytes of local memory of each work-group of an nd_range, which get_work_group_scratch_memory
/// returns. Launches throw errc::invalid without an nd_range, and if the device has less.
struct work_group_scratch_size {
  using key_t = work_group_scratch_size;

  constexpr explicit work_group_scratch_size(size_t bytes) : size(bytes) {}
  size_t size;
};
using work_group_scratch_size_key = work_group_scratch_size;
constexpr bool operator==(const work_group_scratch_size &a, const work_group_scratch_size &b) {
  return a.size == b.size;
}
constexpr bool operator!=(const work_group_scratch_size &a, const work_group_scratch_size &b) {
  return !(a == b);
}

namespace detail {

template <size_t... Dims>
struct ValueMembers<work_group_size_key, std::integral_constant<size_t, Dims>...>
    : SizeMembers<Dims...> {};
template <size_t... Dims>
struct ValueMembers<work_group_size_hint_key, std::integral_constant<size_t, Dims>...>
    : SizeMembers<Dims...> {};
template <size_t... Dims>
struct ValueMembers<max_work_group_size_key, std::integral_constant<size_t, Dims>...>
    : SizeMembers<Dims...> {};
template <aspect... Aspects>
struct ValueMembers<device_has_key, std::integral_constant<aspect, Aspects>...> {
  static constexpr std::array<aspect, sizeof...(Aspects)> value = {Aspects...};
};

} // namespace detail

/// One aspect is a list, too.
template <aspect Aspect>
struct property_value<device_has_key, std::integral_constant<aspect, Aspect>>
    : detail::ValueMembers<device_has_key, std::integral_constant<aspect, Aspect>> {
  using key_t = device_has_key;
};

template <size_t... Dims>
struct has_compile_time_kernel_effect<work_group_size_key::value_t<Dims...>> : std::true_type {};
template <size_t... Dims>
struct has_compile_time_kernel_effect<work_group_size_hint_key::value_t<Dims...>> : std::true_type {
};
template <std::uint32_t Size>
struct has_compile_time_kernel_effect<sub_group_size_key::value_t<Size>> : std::true_type {};
template <aspect... Aspects>
struct has_compile_time_kernel_effect<device_has_key::value_t<Aspects...>> : std::true_type {};

namespace cuda {

/// Work-groups of a cluster, which divide those of the launch in each dimension, as an nd_range has
/// them. Launches throw errc::feature_not_supported on devices without aspect
/// ext_oneapi_cuda_cluster_group.
template <int Dimensions> struct cluster_size {
  using key_t = cluster_size;

  cluster_size(const range<Dimensions> &size) : size_(size) {}
  range<Dimensions> get_cluster_size() const { return size_; }

private:
  range<Dimensions> size_;
};
template <int Dimensions> using cluster_size_key = cluster_size<Dimensions>;

} // namespace cuda

template <> struct is_property_key<work_group_size_key> : std::true_type {};
template <> struct is_property_key<work_group_size_hint_key> : std::true_type {};
template <> struct is_property_key<sub_group_size_key> : std::true_type {};
template <> struct is_property_key<device_has_key> : std::true_type {};
template <> struct is_property_key<max_work_group_size_key> : std::true_type {};
template <> struct is_property_key<max_linear_work_group_size_key> : std::true_type {};
template <> struct is_property_key<use_root_sync_key> : std::true_type {};
template <> struct is_property_key<work_group_scratch_size> : std::true_type {};
template <> struct is_property_value<work_group_scratch_size> : std::true_type {};
template <int Dimensions>
struct is_property_key<cuda::cluster_size<Dimensions>> : std::true_type {};
template <int Dimensions>
struct is_property_value<cuda::cluster_size<Dimensions>> : std::true_type {};

} // namespace ext::oneapi::experimental

namespace detail {

template <class T>
inline constexpr bool isPropertyList =
    ext::oneapi::experimental::is_property_list_v<std::decay_t<T>>;
template <class T> using EnableProperties = std::enable_if_t<isPropertyList<T>, int>;

/// Whether the value of a property has no effect on the index space of a launch.
template <class Value> inline constexpr bool isHint = false;
template <size_t... Dims>
inline constexpr bool
    isHint<ext::oneapi::experimental::work_group_size_hint_key::value_t<Dims...>> = true;
template <std::uint32_t Size>
inline constexpr bool isHint<ext::oneapi::experimental::sub_group_size_key::value_t<Size>> = true;
template <aspect... Aspects>
inline constexpr bool isHint<ext::oneapi::experimental::device_has_key::value_t<Aspects...>> = true;

#ifdef __SYCL_DEVICE_ONLY__
/// @{ A kernel gets the attributes of the functions that it calls.
template <std::uint32_t Size>
[[clang::annotate("sycl::reqd_sub_group_size", Size)]] void requireSubGroups() {}
template <aspect Aspect>
[[clang::annotate("sycl::device_has", static_cast<int>(Aspect))]] void requireAspect() {}
template <std::uint32_t Size>
void requireOf(const ext::oneapi::experimental::sub_group_size_key::value_t<Size> *) {
  requireSubGroups<Size>();
}
template <aspect... Aspects>
void requireOf(const ext::oneapi::experimental::device_has_key::value_t<Aspects...> *) {
  (requireAspect<Aspects>(), ...);
}
/// @}

/// Properties of which the compiler makes attributes of a kernel that calls require().
template <class... Values> struct AttributeList {
  static void require() { (requireOf(static_cast<const Values *>(nullptr)), ...); }
};

/// Adds those among the values of lists to an AttributeList.
template <class Attributes, class... Lists> struct AttributesOf { using type = Attributes; };
template <class... Attributes, class... Rest>
struct AttributesOf<AttributeList<Attributes...>, ext::oneapi::experimental::empty_properties_t,
                    Rest...> : AttributesOf<AttributeList<Attributes...>, Rest...> {};
template <class... Attributes, class First, class... Values, class... Rest>
struct AttributesOf<AttributeList<Attributes...>,
                    ext::oneapi::experimental::properties<std::tuple<First, Values...>>, Rest...>
    : AttributesOf<AttributeList<Attributes...>,
                   ext::oneapi::experimental::properties<std::tuple<Values...>>, Rest...> {};
template <class... Attributes, std::uint32_t Size, class... Values, class... Rest>
struct AttributesOf<AttributeList<Attributes...>,
                    ext::oneapi::experimental::properties<std::tuple<
                        ext::oneapi::experimental::sub_group_size_key::value_t<Size>, Values...>>,
                    Rest...>
    : AttributesOf<AttributeList<Attributes...,
                                 ext::oneapi::experimental::sub_group_size_key::value_t<Size>>,
                   ext::oneapi::experimental::properties<std::tuple<Values...>>, Rest...> {};
template <class... Attributes, aspect... Aspects, class... Values, class... Rest>
struct AttributesOf<AttributeList<Attributes...>,
                    ext::oneapi::experimental::properties<std::tuple<
                        ext::oneapi::experimental::device_has_key::value_t<Aspects...>, Values...>>,
                    Rest...>
    : AttributesOf<AttributeList<Attributes...,
                                 ext::oneapi::experimental::device_has_key::value_t<Aspects...>>,
                   ext::oneapi::experimental::properties<std::tuple<Values...>>, Rest...> {};

template <class... Lists> struct KernelAttributes : AttributesOf<AttributeList<>, Lists...> {};
#endif

/// Makes a launch have the properties of a list. Throws.
class LaunchPropertyReader {
public:
  explicit LaunchPropertyReader(LaunchShape &shape) : shape_(shape) {}

  template <class... Values>
  void read(const ext::oneapi::experimental::properties<std::tuple<Values...>> &list) {
    (add(list.template get_property<typename Values::key_t>()), ...);
  }

private:
  template <size_t... Dims>
  void add(ext::oneapi::experimental::work_group_size_key::value_t<Dims...>) {
    static_assert(((Dims > 0) && ...), "Work-groups have at least one work-item.");
    checkDimensions(sizeof...(Dims), "work_group_size");
    const size_t size[] = {Dims...};
    size_t *const given = shape_.hierarchical[0] != 0 ? shape_.hierarchical : shape_.local;
    for (unsigned i = 0; i < shape_.dimensions; ++i) {
      if (shape_.hasLocal && given[i] != size[i])
        throw exception(make_error_code(errc::nd_range),
                        "A kernel with the property work_group_size needs work-groups of " +
                            std::to_string(size[i]) + " work-items in dimension " +
                            std::to_string(i) + "; it is launched with " +
                            std::to_string(given[i]) + ".");
      given[i] = size[i];
    }
    shape_.hasLocal = true;
  }
  template <class Value, std::enable_if_t<isHint<Value>, int> = 0> void add(const Value &) {}
  template <size_t... Dims>
  void add(ext::oneapi::experimental::max_work_group_size_key::value_t<Dims...>) {
    checkDimensions(sizeof...(Dims), "max_work_group_size");
    const size_t most[] = {Dims...};
    for (unsigned i = 0; i < shape_.dimensions; ++i)
      checkMost("max_work_group_size", groupSize(i), most[i]);
  }
  template <size_t Size>
  void add(ext::oneapi::experimental::max_linear_work_group_size_key::value_t<Size>) {
    checkMost("max_linear_work_group_size", groupSize(0) * groupSize(1) * groupSize(2), Size);
  }
  void add(ext::oneapi::experimental::use_root_sync_key::value_t) { shape_.isCooperative = true; }
  void add(const ext::oneapi::experimental::work_group_scratch_size &memory) {
    if (!shape_.hasLocal || shape_.hierarchical[0] != 0)
      throw exception(make_error_code(errc::invalid),
                      "The property work_group_scratch_size is for launches over an nd_range.");
    shape_.scratch = memory.size;
  }
  template <int Dimensions>
  void add(const ext::oneapi::experimental::cuda::cluster_size<Dimensions> &cluster) {
    checkDimensions(Dimensions, "cluster_size");
    const range<Dimensions> size = cluster.get_cluster_size();
    for (int i = 0; i < Dimensions; ++i) {
      if (size[i] == 0 || size[i] > UINT32_MAX)
        throw exception(make_error_code(errc::nd_range),
                        "A cluster has " + std::to_string(size[i]) + " work-groups in dimension " +
                            std::to_string(i) +
                            "; give it at least one, and no more than the launch has.");
      shape_.cluster[i] = static_cast<uint32_t>(size[i]);
    }
  }
  /// At least 1, also where the library chooses.
  size_t groupSize(unsigned dimension) const {
    const size_t size =
        shape_.hierarchical[0] != 0 ? shape_.hierarchical[dimension] : shape_.local[dimension];
    return size != 0 ? size : 1;
  }
  static void checkMost(const char *property, size_t size, size_t most) {
    if (size > most)
      throw exception(make_error_code(errc::nd_range),
                      "A kernel with the property " + std::string(property) + " has at most " +
                          std::to_string(most) +
                          " work-items in a work-group; it is launched with " +
                          std::to_string(size) + ".");
  }
  void checkDimensions(size_t given, const char *property) const {
    if (given != shape_.dimensions)
      throw exception(make_error_code(errc::nd_range),
                      "The property " + std::string(property) + " has " + std::to_string(given) +
                          " dimensions; the launch has " + std::to_string(shape_.dimensions) + ".");
  }

  LaunchShape &shape_;
};

/// Returns a shape with the properties of a list, or unchanged for other types. Throws.
template <class Properties>
LaunchShape withProperties(LaunchShape shape, const Properties &properties) {
  LaunchPropertyReader(shape).read(properties);
  return shape;
}

template <class Function, class = void> inline constexpr bool hasOwnProperties = false;
template <class Function>
inline constexpr bool
    hasOwnProperties<Function, std::void_t<decltype(std::declval<Function &>().get(
                                   ext::oneapi::experimental::properties_tag()))>> = true;

/// Whether a list has no properties but hints.
template <class Properties> inline constexpr bool areHints = false;
template <class... Values>
inline constexpr bool areHints<ext::oneapi::experimental::properties<std::tuple<Values...>>> =
    (isHint<Values> && ...);

/// The properties that a function object has itself, also by a member get that is not const.
template <class Function> auto ownProperties([[maybe_unused]] const Function &function) {
  if constexpr (hasOwnProperties<Function>)
    return const_cast<Function &>(function).get(ext::oneapi::experimental::properties_tag());
  else
    return ext::oneapi::experimental::empty_properties_t();
}

template <class Function>
using OwnProperties = decltype(ownProperties(std::declval<const Function &>()));

/// The shape with the properties that a function object has itself. Throws.
template <class Function>
decltype(auto) shapeFor([[maybe_unused]] const Function &function, const LaunchShape &shape) {
  if constexpr (hasOwnProperties<Function>)
    return withProperties(shape, ownProperties(function));
  else
    return (shape);
}

/// The groups of a hierarchical kernel without a size: those of the property work_group_size, or of
/// one work-item.
template <int Dimensions, class Properties>
range<Dimensions> groupSizeOf([[maybe_unused]] const Properties &properties) {
  size_t size[3] = {1, 1, 1};
  using Key = ext::oneapi::experimental::work_group_size_key;
  if constexpr (Properties::template has_property<Key>())
    for (int i = 0; i < Dimensions && i < properties.template get_property<Key>().dimensions; ++i)
      size[i] = properties.template get_property<Key>()[i];
  if constexpr (Dimensions == 1)
    return range<1>(size[0]);
  else if constexpr (Dimensions == 2)
    return range<2>(size[0], size[1]);
  else
    return range<3>(size[0], size[1], size[2]);
}

} // namespace detail
} // namespace sycl
} // namespace ursa_sycl
